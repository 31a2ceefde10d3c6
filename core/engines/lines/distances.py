"""The distances of the wins and losses of a root in a game of lines, by looking for those in one ply more again and again.

A distance n is exact because all sooner wins have been ruled out before. At the ply at which the board is full the rest are
draws. What else is known of a move says what it can no longer be, and spares the look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.engines.lines.proof_numbers import ProofNumbers
from core.engines.lines.threat_search import ThreatSearch
from core.engines.root import Root
from core.game import Move
from core.kinds.lanes import LanePlace
from core.kinds.lines import LineGame
from core.score import Score, Verdict


class Distances:
    """What is found out of the moves of one root. ``_plies``: wins and losses in so many plies are known, and all sooner."""

    def __init__(self, root: Root, game: LineGame, search: ThreatSearch, numbers: ProofNumbers) -> None:
        self._root = root
        self._search = search
        self._numbers = numbers
        self._lanes = lanes = search.lanes
        own, other = game.sides(root.position.state)
        empty = (1 << game.cell_count) - 1 & ~(own | other)
        self._place: LanePlace = lanes.of(own, other), lanes.of(other, own), empty
        self._plies = 1  # the rules have settled those
        root.counters = lambda: search.counters

    def _after(self, i: int) -> LanePlace:
        """The position after a move, the player who made it first."""
        return self._lanes.after(self._place, True, self._root.moves[i])

    def _within(self, nodes: int, most: int) -> None:
        """Find the wins and losses that take a ply more than those known, and so on, up to so many plies."""
        # One ply more each time: that all sooner wins were ruled out makes a distance exact.
        while self._plies < most and self._wanted:
            before = self._root.watch.nodes
            if not self._search.nodes.ask(nodes, self._next_ply):
                break
            nodes -= self._root.watch.nodes - before
            self._plies += 1
            self._root.depth = max(self._root.depth, self._plies)
            for i in self._root.leaders:
                if self._root.lines[i].score.proven:
                    self._learn(i, self._root.lines[i].score, None)

    @property
    def _wanted(self) -> list[int]:
        """The leaders of the root, and the moves of which the distance is known, by bounds that met, and not yet the play."""
        root = self._root
        return root.leaders + [i for i in root.leading if root.lacks_play(i)]

    def _next_ply(self) -> bool:
        """Look at all moves for wins or losses in one ply more than is known; at the end the rest are draws."""
        plies = self._plies + 1
        search = self._search
        verdict = Verdict.WIN if plies & 1 else Verdict.LOSE
        moves = [i for i in self._wanted if _may_be(self._root.lines[i].score, verdict)]
        if verdict is Verdict.WIN:
            for i in moves:
                place = self._after(i)
                if search.holds(*place, plies - 1):
                    self._learn(i, Score.exact(verdict, plies, "search"), search.play_within(*place, plies - 1, False))
        elif moves:
            # A pass is a move that does nothing: what the opponent wins after it is won after all moves outside its zone.
            own, other, empty = self._place
            zone = search.reaches(other, own, empty, plies - 1, 1)
            for i in moves if zone else ():
                own, other, empty = self._after(i)
                if not zone >> self._root.moves[i] & 1 or search.reaches(other, own, empty, plies - 1):
                    play = search.play_within(other, own, empty, plies - 1, True)
                    self._learn(i, Score.exact(verdict, plies, "search"), play)
        # The board is full by then, and nobody has a line.
        if plies == len(self._root.moves):
            for i in self._root.unproven:
                self._learn(i, Score.exact(Verdict.TIE, None, "search"))
            self._measure_draws()
        return True

    def _measure_draws(self) -> None:
        """Say of the proven draws how far off the end is, with the play that leads there: the board is full then."""
        for i in self._root.leaders:
            score = self._root.lines[i].score
            if score.verdict is Verdict.TIE and score.proven:
                own, other, empty = self._after(i)
                score = replace(score, least=len(self._root.moves), most=len(self._root.moves))
                self._learn(i, score, self._numbers.drawn((other, own, empty)))

    def _learn(self, i: int, score: Score, play: Sequence[Move] | None = ()) -> None:
        """Note the score of a move and of its images, and the play after it if it is given."""
        if score.proven and score.plies is None:
            score = replace(score, least=self._plies + 1)
        self._root.learn_orbit(i, score, play)
        # Where bounds have met, the play known so far proves the upper one and may be too short for the distance.
        if self._root.lacks_play(i):
            self._root.show_orbit(i, ())
        self._root.report()


def _may_be(score: Score, verdict: Verdict) -> bool:
    """Whether a move may yet turn out to win, or to lose."""
    return not (score.at_most_draw if verdict is Verdict.WIN else score.at_least_draw)
