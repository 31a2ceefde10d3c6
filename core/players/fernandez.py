"""Fernández's two programs, see :mod:`core.strategies.fernandez`: every move gets the value that minimax gives it at the depth
of the program.

Both programs open each move of the root with the full window, so the values of both are exact, and what else is cut on the
way does not change them. The search here cuts more and remembers positions, which makes it a hundred times faster; the values,
and so the moves, are those of the programs.

A search returns one int for the player to move, p the plies from the root to the end of the game::

    _WON - p      the game is won, at most at the horizon
    0             drawn, or not decided before the horizon
    p - _WON      the game is lost
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
    """One of the programs."""

    def analyse(self, watch: Watch) -> Analysis:
        plies = horizon(self.name, watch.position.game)
        assert plies is not None
        depth = watch.limit.depth
        root = Root(watch, self.name)
        return root.answer(_Search(root, plies if depth is None else min(plies, max(1, depth))).run)

    def takes(self, position: Position, limit: Limit) -> bool:
        return horizon(self.name, position.game) is not None


class MMinimax(Fernandez):
    """The one that cuts nothing off, and so sees less."""

    name = MINIMAX


class MPoda(Fernandez):
    """The one with alpha-beta, which sees further."""

    name = PODA


class _Search:
    """``_known`` are the least and the greatest value that a position may have. Its number of marks tells how many plies it is
    away from the root, so the value belongs to the position."""

    def __init__(self, root: Root, horizon: int) -> None:
        self._root = root
        self._game = root.position.game
        self._empty = len(root.position.moves)
        self._horizon = min(horizon, self._empty)
        self._count = Counter(root.tick, _TICK)
        self._known: dict[State, tuple[int, int]] = self._count.table()

    def run(self) -> None:
        """Settle the moves of the root in the order of the list. Raises Stopped."""
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
        # A game of these is drawn when the board is full, and not before.
        return Score.exact(Verdict.TIE, self._empty, "search") if self._horizon == self._empty else Score.estimate(0.0)

    def _value(self, s: State, alpha: int, beta: int, ply: int) -> int:
        """At least the value of s where it is at least beta, at most where at most alpha, else exactly."""
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
