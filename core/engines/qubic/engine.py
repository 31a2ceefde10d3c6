"""The cubes: short wins of either player are proven with their distance, long ones by fours and by proof numbers, and all
else is judged by a search of a few good moves. What was proven of Qubic beforehand is looked up.

What the proofs mean stands in :mod:`core.engines.lines.proof_numbers`. They take turns with the search that deepens; each goes
on where its allowance of nodes ended. A distance n is exact because a win in fewer plies has been ruled out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count
from sys import maxsize

from core.analysis import Analysis, Limit, Solver, Watch
from core.engines.deepening import STEP, deepen_chosen
from core.engines.lines.distances import Distances
from core.engines.lines.proof_numbers import ProofNumbers, by_rank
from core.engines.lines.threat_search import ThreatSearch
from core.engines.qubic import book
from core.engines.qubic.search import QubicSearch, unit
from core.engines.root import Root
from core.game import Move
from core.games.qubic import Cube
from core.kinds.lanes import LanePlace
from core.position import Position
from core.score import Score, Verdict

_GLANCE = 2000
"""Nodes for the short wins that come first; 3x3x3 is proven in fewer."""
_FIRST_FOURS = 4000
_FIRST_ALLOWANCE = 3000
_MIN_NODES = 1000
"""Minimum number of nodes for a question about one move."""
_ROOT_WIDTH = 20
_MAX_DEPTH = 40


class QubicEngine(Solver):
    """Proves wins in the cubes and searches the most promising moves."""

    name = "qubic"

    def analyse(self, watch: Watch) -> Analysis:
        game = watch.position.game
        assert isinstance(game, Cube)
        root = Root(watch, self.name)
        return root.answer(lambda: _QubicProof(root, game).run())

    def takes(self, position: Position, limit: Limit) -> bool:
        return isinstance(position.game, Cube)


class _QubicProof(Distances):
    """What is found out of the moves of one root."""

    def __init__(self, root: Root, game: Cube) -> None:
        # A cube has 192 symmetries: to find the least of so many images costs more than the positions it spares.
        threats = ThreatSearch(game, root.tick, symmetric=False)
        super().__init__(root, game, threats, ProofNumbers(threats, by_rank, ahead=False))
        self._deep = QubicSearch(threats, root.watch.limit.depth is None)

    def run(self) -> None:
        """Prove and deepen by turns until nothing is left to find or the limit of depth is reached. Raises Stopped."""
        root = self._root
        limit = root.watch.limit.depth
        end = len(root.moves)
        most = end if limit is None else min(limit, end)
        if limit is None:
            self._look_up()
        # Short wins first, with their distance: on 3x3x3 nothing else is needed.
        self._within(_GLANCE, most)
        if limit is None:
            self._verdicts(_FIRST_FOURS, False)
        for depth in count(1):
            if not root.open or (limit is not None and depth > limit):
                break
            if not (root.watch.all_moves or root.undecided or root.lost):
                break
            before = root.watch.nodes
            if depth <= _MAX_DEPTH and root.unproven and not root.won:
                self._deepen(min(depth, end))
                root.depth = max(root.depth, min(depth, end))
                root.report()
            allowance = max(_FIRST_ALLOWANCE * depth, root.watch.nodes - before)
            if limit is None:
                self._verdicts(allowance, True)
            self._within(allowance // 2, most)
        self._search.nodes.flush()

    def _look_up(self) -> None:
        """Learn what the book of Qubic has proven."""
        root = self._root
        if root.position.game.id != "qubic":
            return
        if root.position.turn == 0:
            moves = book.winning(root.position.state)
            for i in root.unproven:
                if root.moves[i] in moves:
                    self._learn(i, Score.exact(Verdict.WIN, None, "book"))
            return
        for i in root.leaders:
            if moves := book.winning(root.children[i]):
                self._learn(i, Score.exact(Verdict.LOSE, None, "book"), moves[:1])

    def _verdicts(self, nodes: int, deep: bool) -> None:
        """Look for a win, then for moves that lose; once there is a win, for others too. By fours alone if not ``deep``."""
        root, ask = self._root, self._search.nodes.ask
        end = root.watch.nodes + nodes
        won = root.won
        if not won:
            found = ask(nodes // 2, partial(self._prove, self._place, True, deep))
            if found:
                score, play = found
                self._learn(root.moves.index(play[0]), score, play[1:])
        # One question about a pass settles most moves where fours threaten.
        lost = ask(nodes // 4, self._lost_to_fours) or 0
        # A question that gets too little ends on its way down and has found nothing.
        share = max(_MIN_NODES, nodes // 8)
        for i in root.unproven:
            own, other, empty = place = self._after(i)
            if not deep or root.watch.nodes <= end or lost >> root.moves[i] & 1:
                found = ask(share, partial(self._prove, (other, own, empty), True, deep))
                if found:
                    score, play = found
                    self._learn(i, score.before(), play)
                elif won and deep:
                    found = ask(share, partial(self._prove, place, False, deep))
                    if found:
                        self._learn(i, *found)

    def _lost_to_fours(self) -> int:
        """Moves that lose to the fours that a pass would lose to."""
        own, other, empty = self._place
        if other >> self._lanes.top:
            return 0
        zone = self._search.fours(other, own, empty, 1)
        return zone and empty & ~zone

    def _prove(self, place: LanePlace, attacking: bool, deep: bool) -> tuple[Score, list[Move]] | None:
        """A proven win of the attacker, as the attacker sees it, and its play."""
        if self._numbers.by_fours(place, attacking):
            play = self._search.play_of_fours(*place)
            return Score.exact(Verdict.WIN, None, "forced fours", most=len(play)), play
        # What counts is the allowance of the whole question, fours included, so the proof numbers have none of their own.
        if not deep or not self._numbers.decide(place, attacking, maxsize):
            return None
        return Score.exact(Verdict.WIN, None, "proof numbers"), self._numbers.won(place, attacking)

    def _deepen(self, depth: int) -> None:
        """Search the most promising moves so deep; the rest stays below them all."""
        root, search = self._root, self._deep
        chosen = root.unproven[:_ROOT_WIDTH]

        def value(i: int, alpha: int, beta: int) -> int:
            own, other, empty = self._after(i)
            return -search.value(other, own, empty, depth - 1, -beta, -alpha, 1)

        def line(i: int) -> Sequence[Move]:
            own, other, empty = self._after(i)
            return search.line((other, own, empty), depth - 1)

        deepen_chosen(root, depth, chosen, value, unit, line, _below)


def _below(guess: float, least: float, rank: int) -> float:
    """Those that were not searched come after all others, in their order."""
    return max(-0.999, least - STEP * (rank + 1))
