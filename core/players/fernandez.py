"""Fernández's two programs (:mod:`core.strategies.fernandez`): every move gets its minimax value at the depth of the program.

Both programs search each move of the root with the full window, so their values are exact whatever they cut below. The search
here cuts more and has a table, which makes it a hundred times faster; its values, and so its moves, are those of the programs.
"""

from __future__ import annotations

from core.analysis import Analysis, Limit, Solver, Watch
from core.engines.root import Counter, Root
from core.game import State
from core.position import Position
from core.score import Score, Verdict
from core.strategies.fernandez import MINIMAX, PODA, horizon, listed

_WON = 1000
_TICK = 1000


class Fernandez(Solver):
    """One of the two programs."""

    def analyse(self, watch: Watch) -> Analysis:
        plies = horizon(self.name, watch.position.game)
        assert plies is not None
        depth = watch.limit.depth
        root = Root(watch, self.name)
        return root.answer(_Search(root, plies if depth is None else min(plies, max(1, depth))).run)

    def takes(self, position: Position, limit: Limit) -> bool:
        return horizon(self.name, position.game) is not None


class MMinimax(Fernandez):
    """The program without cuts, which searches less deep."""

    name = MINIMAX


class MPoda(Fernandez):
    """The program with alpha-beta, which searches deeper."""

    name = PODA


class _Search:
    """``_known`` has the lower and upper bound of positions. The number of marks gives the plies from the root, so a position
    has one value."""

    def __init__(self, root: Root, horizon: int) -> None:
        self._root = root
        self._game = root.position.game
        self._empty = len(root.position.moves)
        self._horizon = min(horizon, self._empty)
        self._count = Counter(root.tick, _TICK)
        self._known: dict[State, tuple[int, int]] = self._count.table()

    def run(self) -> None:
        """Search the moves of the root in the order of the program's list. Raises Stopped."""
        root = self._root
        for move in listed(self._game, root.moves):
            i = root.moves.index(move)
            root.learn(i, self._score(-self._value(root.children[i], -_WON, _WON, 1)), self._horizon)
            root.report()
        root.depth = self._horizon
        self._count.flush()

    def _score(self, value: int) -> Score:
        if value:
            verdict = Verdict.WIN if value > 0 else Verdict.LOSE
            return Score.exact(verdict, _WON - abs(value), "search")
        # These games are drawn only when the board is full.
        return Score.exact(Verdict.TIE, self._empty, "search") if self._horizon == self._empty else Score.estimate(0.0)

    def _value(self, s: State, alpha: int, beta: int, ply: int) -> int:
        """Search s, ``ply`` plies after the root. Returns v for the player to move: an upper bound if v <= alpha, a lower bound
        if v >= beta, else exact. With p the plies from the root to the end of the game::

            _WON - p      won, at the horizon or before
            0             drawn, or undecided at the horizon
            p - _WON      lost, at the horizon or before
        """
        game = self._game
        self._count.add()
        ended = game.value(s)
        if ended is not None:
            return ended * (_WON - ply)
        if ply == self._horizon:
            return 0
        low, high = self._known.get(s, (-_WON, _WON))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        best, bound = -_WON, alpha
        for move in game.moves(s):
            value = -self._value(game.play(s, move), -beta, -bound, ply + 1)
            if value > best:
                best = value
                bound = max(bound, value)
                if best >= beta:
                    break
        self._known[s] = (low if best <= alpha else best, high if best >= beta else best)
        return best
