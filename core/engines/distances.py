"""The distances of the wins and losses of a root in a game of lines, by looking for those in one ply more again and again.

A distance n is exact because all sooner wins have been ruled out before. At the ply at which the board is full the rest are
draws. What else is known of a move says what it can no longer be, and spares the look.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import maxsize
from typing import TypeVar

from core.analysis import Proof, Score, Verdict
from core.engines.lanes import Lanes
from core.engines.root import Root, orbits
from core.engines.threat_search import Place, ThreatSearch
from core.game import Move
from core.line_game import LineGame

_T = TypeVar("_T")


class _OutOfNodes(Exception):
    """A question has spent its allowance."""


class Distances:
    """What is found out of the moves of one root. ``_plies``: wins and losses in so many plies are known, and all sooner."""

    _search: ThreatSearch

    def __init__(self, root: Root, game: LineGame) -> None:
        self._root = root
        self._lanes = lanes = Lanes(game)
        own, other = game.sides(root.position.state)
        self._own, self._other = lanes.of(own, other), lanes.of(other, own)
        self._empty = (1 << game.cell_count) - 1 & ~(own | other)
        self._orbits = orbits(root)
        self._left = maxsize
        self._plies = 1

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

    def _leaders(self) -> list[int]:
        """The moves of which something is left to find, best first, one of each orbit."""
        return [i for i in self._root.open if i in self._orbits]

    def _unproven(self) -> list[int]:
        return [i for i in self._leaders() if not self._root.lines[i].score.proven]

    def _after(self, i: int) -> Place:
        """The position after a move, the lanes of the player who made it first."""
        cell, lanes = self._root.moves[i], self._lanes
        own = self._own | self._own << lanes.width & lanes.gain[cell]
        return own, self._other & lanes.keep[cell], self._empty ^ 1 << cell

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
        verdict = Verdict.WIN if plies & 1 else Verdict.LOSE
        moves = [i for i in self._leaders() if _may_be(self._root.lines[i].score, verdict)]
        if verdict is Verdict.WIN:
            for i in moves:
                own, other, empty = self._after(i)
                if search.holds(own, other, empty, plies - 1):
                    play = search.play_within(own, other, empty, plies - 1, False)
                    self._learn(i, Score.exact(verdict, plies, "search"), play)
        elif moves:
            zone = search.reaches(self._other, self._own, self._empty, plies - 1, 1)
            for i in moves if zone else ():
                own, other, empty = self._after(i)
                if not zone >> self._root.moves[i] & 1 or search.reaches(other, own, empty, plies - 1):
                    play = search.play_within(other, own, empty, plies - 1, True)
                    self._learn(i, Score.exact(verdict, plies, "search"), play)
        if plies == len(self._root.moves):
            for i in self._unproven():
                self._learn(i, Score.exact(Verdict.TIE, plies, "search"), [])
        return True

    def _learn(self, i: int, score: Score, play: Sequence[Move] = ()) -> None:
        """Note the score of a move and of its images, and the play after it."""
        for j, image in self._orbits[i]:
            self._root.learn(j, score)
            self._root.show(j, [image[move] for move in play])
        self._root.report()


def _may_be(score: Score, verdict: Verdict) -> bool:
    """Whether a move may yet turn out to win, or to lose."""
    if score.proven:
        return score.verdict is verdict
    return score.proof is not (Proof.AT_MOST if verdict is Verdict.WIN else Proof.AT_LEAST)
