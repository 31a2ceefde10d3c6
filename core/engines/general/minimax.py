"""Minimax as the textbooks have it: every move, every reply, to the end; no table, nothing cut off.

A search returns one int, for the player to move:

==============  =====================================================
_WIN - 2n       won in n plies (even, above _SURE)
2n - _WIN       lost in n plies (even, below -_SURE)
-2n             drawn in n plies (even, -_SURE to 0)
odd             an estimate in steps of 1 / _SURE, or a value that rests on one
==============  =====================================================

A win is taken as soon as can be, a loss as late, a draw as soon; so greater is better for the mover, who in a draw agrees
with the opponent about its length.
"""

from __future__ import annotations

from core.analysis import Analysis, Watch
from core.engines.root import MAX_PLIES, Counter, Root
from core.estimates import estimator
from core.game import Move, State
from core.score import Score, Verdict

CYCLE_PLIES = 8
"""How deep a game is searched that need not end."""
_WIN = 1 << 32
_SURE = 1 << 31
_TICK = 1000


class Minimax:
    """Settles the moves of the root one after the other; with a limit of depth, or where a game need not end, what lies
    beyond it is estimated."""

    name = "minimax"

    def analyse(self, watch: Watch) -> Analysis:
        root = Root(watch, self.name)
        # Where a game can go round, play has no end to search to.
        longest = MAX_PLIES if watch.position.game.finite else CYCLE_PLIES
        depth = longest if watch.limit.depth is None else max(1, min(watch.limit.depth, MAX_PLIES))
        return root.answer(_WholeTree(root, depth).run)


class _WholeTree:
    """``_pv[d]`` is the best play from the position last searched to depth d."""

    def __init__(self, root: Root, depth: int) -> None:
        self._root = root
        self._game = root.position.game
        self._guess = estimator(self._game).value
        self._count = Counter(root.tick, _TICK)
        self._depth = depth
        self._pv: list[tuple[Move, ...]] = [()] * depth

    def run(self) -> None:
        """Settle the moves of the root, symmetric or not: a textbook sees no symmetry. Raises Stopped."""
        root, depth = self._root, self._depth
        for i, child in enumerate(root.children):
            score = _score(self._value(child, depth - 1)).before(root.turns[i])
            root.learn(i, score, depth)
            root.show(i, self._pv[depth - 1])
            root.depth = max(root.depth, score.plies or depth)
            root.report()
        self._count.flush()

    def _value(self, s: State, depth: int) -> int:
        """What s is worth when nothing beyond depth plies is looked at."""
        game = self._game
        self._count.add()
        self._pv[depth] = ()
        ended = game.value(s)
        if ended is not None:
            return ended * _WIN
        if depth == 0:
            # Odd, so that a guess stays known as one all the way up.
            return round(self._guess(s) * (_SURE - 2)) | 1
        turn = game.turn(s)
        best = -_WIN - 1
        unsure = 0
        for move in game.moves(s):
            child = game.play(s, move)
            value = _before(self._value(child, depth - 1), game.turn(child) != turn)
            unsure |= value & 1
            if value > best:
                best = value
                self._pv[depth] = (move, *self._pv[depth - 1])
        # A win is one whatever the other moves are worth; anything less rests on all of them.
        return best if best > _SURE else best | unsure


def _before(value: int, turn_changes: bool) -> int:
    """The value of a move that leads to a position of this value."""
    # Draws in 0 or more plies and guesses lie between wins and losses; both become one ply later.
    if -_SURE < value < _SURE:
        if value & 1:
            return -value if turn_changes else value
        return value - 2
    later = value - 2 if value > 0 else value + 2
    return -later if turn_changes else later


def _score(value: int) -> Score:
    if value & 1:
        return Score.estimate(value / _SURE)
    if value > -_SURE:
        verdict, plies = (Verdict.WIN, _WIN - value) if value > _SURE else (Verdict.TIE, -value)
    else:
        verdict, plies = Verdict.LOSE, _WIN + value
    return Score.exact(verdict, plies // 2, "search")
