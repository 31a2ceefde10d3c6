"""What a theory proves: the value of every move at once, then by a look at the positions the distances too, where they are
few enough.

A lost position is lost as late as can be and a won one is won as soon, so the remoteness is 0 at the end, one more than the
greatest of the moves in a lost position, and one more than the least of the winning moves in a won one. The theory tells which
is which, so that of a won position only the winning moves are looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from core.analysis import Analysis, Limit, Solver, Watch
from core.engines.root import MAX_MOVES, MAX_PLIES, Counter, OutOfNodes, Root, sample
from core.game import Move, State
from core.kinds.solved import SolvedGame
from core.position import Position
from core.score import Score, Verdict

_TICK = 1000
_BUDGET = 300_000
"""Positions looked at before the distances are given up."""
_EXAMPLES = 10
"""Losing moves that get a line where there are too many moves for all and none wins."""


class Theory(Solver):
    """Exact for every position of the games that have a theory."""

    name = "theory"

    def analyse(self, watch: Watch) -> Analysis:
        game = watch.position.game
        assert isinstance(game, SolvedGame)
        assert self.takes(watch.position, watch.limit)
        root = self._root(game, watch)
        for i, child in enumerate(root.children):
            verdict = Verdict.LOSE if game.wins(child) else Verdict.WIN
            root.learn(i, Score.exact(verdict, None, game.method))
        return root.answer(_Remoteness(game, root).run)

    def takes(self, position: Position, limit: Limit) -> bool:
        """Whether a theory tells the value of this position."""
        return isinstance(position.game, SolvedGame) and position.game.wins(position.state) is not None

    def _root(self, game: SolvedGame, watch: Watch) -> Root:
        """All moves, or where they are too many those that win, or if there are none a few of those that lose."""
        position = watch.position
        if len(position.moves) <= MAX_MOVES:
            return Root(watch, self.name)
        winning = sorted(game.winning_moves(position.state))
        if len(winning) > MAX_MOVES:
            return Root(watch, self.name, winning[:MAX_MOVES])
        return Root(watch, self.name, winning or sample(position, _EXAMPLES), Verdict.LOSE)


class _Remoteness:
    """``_known`` kind of state -> plies to the end."""

    def __init__(self, game: SolvedGame, root: Root) -> None:
        self._game = game
        self._root = root
        self._known: dict[State, int] = {}
        self._budget = _BUDGET
        self._count = Counter(root.tick, _TICK)

    def run(self) -> None:
        """Find the distances of all moves, as far as they are near enough. Raises Stopped."""
        root = self._root
        self._count.add(len(root.moves) - 1)
        with suppress(OutOfNodes):
            for i in root.open:
                plies = self._plies(root.children[i], 1)
                root.learn(i, replace(root.lines[i].score, least=plies + 1, most=plies + 1))
                root.show(i, self._line(root.children[i], 1))
                root.depth = max(root.depth, plies + 1)
        self._count.flush()

    def _plies(self, s: State, ply: int) -> int:
        """The remoteness of s, met at ply. Raises OutOfNodes and Stopped."""
        game = self._game
        if game.value(s) is not None:
            return 0
        # Positions of one kind, as heaps in another order, are equally far from the end.
        kind = game.kind(s)
        known = self._known.get(kind)
        if known:
            return known
        moves = self._best(s)
        self._budget -= len(moves)
        # The verdicts stand without the distances, which may take longer than the game is worth.
        if self._budget < 0 or ply >= MAX_PLIES:
            raise OutOfNodes
        self._count.add(len(moves))
        found = {self._plies(game.play(s, move), ply + 1) + 1 for move in moves}
        self._known[kind] = min(found) if game.wins(s) else max(found)
        return self._known[kind]

    def _line(self, s: State, ply: int) -> list[Move]:
        """The best play from s on, met at ply, which must be known."""
        game = self._game
        line: list[Move] = []
        while game.value(s) is None:
            left = self._plies(s, ply) - 1
            line.append(next(move for move in self._best(s) if self._plies(game.play(s, move), ply + 1) == left))
            s = game.play(s, line[-1])
        return line

    def _best(self, s: State) -> Sequence[Move]:
        """The moves that win, or if there are none all."""
        return self._game.winning_moves(s) if self._game.wins(s) else self._game.moves(s)
