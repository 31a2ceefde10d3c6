"""The cubes: short wins of either player are proven with their distance, long ones by fours and by proof numbers, and all
else is judged by a search of a few good moves.

What the proofs mean stands in :mod:`core.engines.qubic_proof`. They take turns with the search that deepens; each goes on where
its allowance of nodes ended. A distance n is exact because a win in fewer plies has been ruled out.
"""

from __future__ import annotations

from functools import partial
from itertools import count

from core.analysis import Analysis, Score, Stopped, Verdict, Watch
from core.engines.alphabeta import AlphaBeta
from core.engines.distances import Distances
from core.engines.qubic_search import SURE, Search, unit
from core.engines.root import Root
from core.engines.win_scores import WIN
from core.game import Move
from core.games.qubic import Cube
from core.position import Position

_GLANCE = 2000
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


class _Fight(Distances):
    """What is found out of the moves of one root."""

    _search: Search

    def __init__(self, root: Root, game: Cube) -> None:
        super().__init__(root, game)
        self._marks = game.sides(root.position.state)
        self._search = Search(game, self._lanes, self._tick, root.watch.limit.depth is None)

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

    def _won(self) -> bool:
        return any(line.score.verdict is Verdict.WIN for line in self._root.lines)

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
            self._learn(i, Score.estimate(max(-0.999, least - 0.001 * (rank + 1))))

    def _candidates(self) -> list[int]:
        """The moves worth a search, best first."""
        return self._unproven()[:_ROOT_WIDTH]
