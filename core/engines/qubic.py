"""The cubes: short wins of either player are proven with their distance, long ones by fours and by proof numbers, and all
else is judged by a search of a few good moves.

What the proofs mean stands in :mod:`core.engines.qubic_proof`. They take turns with the search that deepens; each goes on where
its allowance of nodes ended. A distance n is exact because a win in fewer plies has been ruled out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from sys import maxsize
from typing import TypeVar

from core.analysis import Analysis, Score, Stopped, Verdict, Watch
from core.engines.alphabeta import AlphaBeta
from core.engines.lanes import Lanes
from core.engines.qubic_search import SURE, WIN, Search, unit
from core.engines.root import Root, orbits
from core.game import Move
from core.games.qubic import Cube
from core.position import Position

_GLANCE = 1000
"""Nodes for the short wins that come first; 3x3x3 is proven in fewer."""
_FIRST_FOURS = 4000
_FIRST_ALLOWANCE = 3000
_LEAST = 1000
"""Fewest nodes that a question about one move gets."""
_ROOT_WIDTH = 20
_DEEPEST = 40


class Cubes:
    """Proves wins in the cubes and searches the most promising moves."""

    name = "cubes"
    summary = "Proves wins in Qubic and 3x3x3 by forced fours and proof numbers; other games by alphabeta."
    thinks = True
    pace = 80_000

    def analyse(self, watch: Watch) -> Analysis:
        game = watch.position.game
        if not isinstance(game, Cube):
            return AlphaBeta().analyse(watch)
        root = Root(watch)
        try:
            root.tick(1)
            _Fight(root, game).run()
        except Stopped:
            pass
        return root.finish()

    def solves(self, position: Position) -> bool:
        """Whether it is a game for which this engine is the one to use; the start of Qubic it does not prove."""
        return isinstance(position.game, Cube)


class _OutOfNodes(Exception):
    """A question to the proofs has spent its allowance."""


_T = TypeVar("_T")


class _Fight:
    """What is found out of the moves of one root. ``_plies``: wins and losses in so many plies are known, and all sooner."""

    def __init__(self, root: Root, game: Cube) -> None:
        self._root = root
        self._lanes = lanes = Lanes(game)
        self._marks = own, other = game.sides(root.position.state)
        self._orbits = orbits(root)
        self._search = Search(game, lanes, self._tick, root.watch.limit.depth is None)
        self._own, self._other, self._empty = self._search.place(own, other)
        self._left = maxsize
        self._plies = 1

    def run(self) -> None:
        """Prove and deepen by turns until nothing is left to find or the limit of depth is reached. Raises Stopped."""
        root = self._root
        limit = root.watch.limit.depth
        end = len(root.moves)
        most = end if limit is None else min(limit, end)
        self._within(_GLANCE, most)
        if limit is None:
            self._verdicts(_FIRST_FOURS, False)
        for depth in count(1):
            if not root.open or (limit is not None and depth > limit):
                break
            before = root.watch.nodes
            if depth <= _DEEPEST and not self._won():
                self._deepen(min(depth, end))
                root.depth = max(root.depth, min(depth, end))
                root.report()
            allowance = max(_FIRST_ALLOWANCE * depth, root.watch.nodes - before)
            if limit is None:
                self._verdicts(allowance, True)
            self._within(allowance // 2, most)
        self._search.flush()

    def _tick(self, nodes: int) -> None:
        self._root.counters = self._search.counters
        self._root.tick(nodes)
        self._left -= nodes
        if self._left < 0:
            raise _OutOfNodes

    def _ask(self, nodes: int, question: Callable[[], _T]) -> _T | None:
        """The answer to a question, None where it takes more nodes."""
        self._left = nodes
        try:
            return question()
        except _OutOfNodes:
            return None
        finally:
            self._left = maxsize

    def _won(self) -> bool:
        return any(line.score.verdict is Verdict.WIN for line in self._root.lines)

    def _leaders(self) -> list[int]:
        """The moves of which something is left to find, best first, one of each orbit."""
        return [i for i in self._root.open if i in self._orbits]

    def _unproven(self) -> list[int]:
        return [i for i in self._leaders() if not self._root.lines[i].score.proven]

    def _after(self, i: int) -> tuple[int, int, int]:
        """The position after a move, the lanes of the player who made it first."""
        cell, lanes = self._root.moves[i], self._lanes
        return (
            self._own | self._own << lanes.width & lanes.gain[cell],
            self._other & lanes.keep[cell],
            self._empty ^ 1 << cell,
        )

    def _within(self, nodes: int, most: int) -> None:
        """Find the wins and losses that take a ply more than those known, and so on, up to so many plies."""
        while self._plies < most and self._root.open:
            before = self._root.watch.nodes
            if not self._ask(nodes, self._next_ply):
                break
            nodes -= self._root.watch.nodes - before
            self._plies += 1
            self._root.depth = max(self._root.depth, self._plies)

    def _next_ply(self) -> bool:
        """Look at all moves for wins or losses in one ply more than is known; at the end the rest are draws."""
        plies = self._plies + 1
        search = self._search
        if plies & 1:
            for i in self._leaders():
                if self._may_be(i, Verdict.WIN):
                    own, other, empty = self._after(i)
                    if search.holds(own, other, empty, plies - 1):
                        play = search.play_within(own, other, empty, plies - 1, False)
                        self._learn(i, Score.exact(Verdict.WIN, plies, "search"), play)
        else:
            zone = search.reaches(self._other, self._own, self._empty, plies - 1, 1)
            for i in self._leaders() if zone else ():
                if self._may_be(i, Verdict.LOSE):
                    own, other, empty = self._after(i)
                    if not zone >> self._root.moves[i] & 1 or search.reaches(other, own, empty, plies - 1):
                        play = search.play_within(other, own, empty, plies - 1, True)
                        self._learn(i, Score.exact(Verdict.LOSE, plies, "search"), play)
        if plies == len(self._root.moves):
            for i in self._unproven():
                self._learn(i, Score.exact(Verdict.TIE, plies, "search"), [])
        return True

    def _may_be(self, i: int, verdict: Verdict) -> bool:
        return self._root.lines[i].score.verdict in (None, verdict)

    def _verdicts(self, nodes: int, deep: bool) -> None:
        """Look for a win, then for moves that lose; once there is a win, for others too. By fours alone if not ``deep``."""
        end = self._root.watch.nodes + nodes
        own, other = self._marks
        won = self._won()
        if not won:
            found = self._ask(nodes // 2, partial(self._proof, own, other, True, deep))
            if found:
                self._learn_first(*found)
        lost = self._ask(nodes // 4, self._lost_to_fours) or 0
        for i in self._unproven():
            bit = 1 << self._root.moves[i]
            share = max(_LEAST, nodes // 8)
            if not deep or self._root.watch.nodes <= end or lost & bit:
                found = self._ask(share, partial(self._proof, other, own | bit, True, deep))
                if found:
                    score, play = found
                    self._learn(i, score.before(), play)
                elif won and deep:
                    found = self._ask(share, partial(self._proof, own | bit, other, False, deep))
                    if found:
                        self._learn(i, *found)

    def _lost_to_fours(self) -> int:
        """Moves that lose to the fours that a pass would lose to."""
        if self._other >> self._lanes.top:
            return 0
        zone = self._search.fours(self._other, self._own, self._empty, 1)
        return zone and self._empty & ~zone

    def _proof(self, attacker: int, defender: int, attacking: bool, deep: bool) -> tuple[Score, list[Move]] | None:
        """A proven win of the attacker, as he sees it, and its play."""
        search = self._search
        by_fours = attacking and search.by_fours(*search.place(attacker, defender))
        if not by_fours and not (deep and search.prove(attacker, defender, attacking)):
            return None
        play = search.play(attacker, defender, attacking)
        if by_fours:
            return Score.exact(Verdict.WIN, None, "forced fours", len(play)), play
        return Score.exact(Verdict.WIN, None, "proof numbers"), play

    def _learn_first(self, score: Score, play: list[Move]) -> None:
        """Note a win and its play, which may begin with any move of an orbit."""
        first = self._root.moves.index(play[0])
        for i, orbit in self._orbits.items():
            for j, image in orbit:
                if j == first:
                    back = sorted(range(len(image)), key=image.__getitem__)
                    self._learn(i, score, [back[move] for move in play[1:]])

    def _learn(self, i: int, score: Score, play: list[Move]) -> None:
        for j, image in self._orbits[i]:
            self._root.learn(j, score)
            self._root.show(j, [image[move] for move in play])
        self._root.report()

    def _deepen(self, depth: int) -> None:
        """Search the candidates so deep, with null windows behind the first; the rest stays below them all."""
        search = self._search
        chosen = self._candidates()
        best = -WIN
        found: list[tuple[int, int]] = []
        for i in chosen:
            own, other, empty = self._after(i)
            if found:
                value = -search.value(other, own, empty, depth - 1, -best - 1, -best, 1)
            if not found or value > best:
                value = -search.value(other, own, empty, depth - 1, -WIN, -best, 1)
            best = max(best, value)
            found.append((value, i))
        least = 1.0
        for rank, (value, i) in enumerate(sorted(found, key=lambda pair: pair[0], reverse=True)):
            least = max(unit(value) - 0.001 * rank, -SURE - 0.001 * rank)
            own, other, empty = self._after(i)
            self._learn(i, Score.estimate(least), search.line(other, own, empty, depth - 1))
        for rank, i in enumerate(i for i in self._unproven() if i not in chosen):
            self._learn(i, Score.estimate(max(-0.999, least - 0.001 * (rank + 1))), [])

    def _candidates(self) -> list[int]:
        """The moves worth a search, best first."""
        return self._unproven()[:_ROOT_WIDTH]
