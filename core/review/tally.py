"""Tally: the judgements of a game, summed up as they come and go."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import Any, NamedTuple, TypeAlias

from core.game import Player
from core.review.verdicts import FAULTS, MISTAKES, Accuracy, Judgement
from core.score import Score

Cost: TypeAlias = tuple[int, float, int]
"""The place of a move's glyph in FAULTS, what the move changed in value, and its ply from 0: what cost most sorts first."""


class _Entry(NamedTuple):
    player: Player
    judgement: Judgement
    cost: Cost | None


class Tally:
    """The judgements by ply, from 0. One more costs the time of a look-up, however many there are."""

    def __init__(self) -> None:
        self._entries: dict[int, _Entry] = {}
        self._marks = Counter[str | None](), Counter[str | None]()
        """How many moves of each player bear each glyph."""
        self.mistakes: list[int] = []
        """The plies of mistakes, ascending."""
        self.blunders: list[int] = []
        """The plies of moves that are proven to have changed the class of the value, ascending."""
        self.costs: list[Cost] = []
        """What moves gave away, those that cost most first."""
        self.proven = 0
        """How many judged moves are proven."""

    def put(self, ply: int, player: Player, judgement: Judgement | None, before: Score | None) -> None:
        """Take the judgement of a move, or None in its place; ``before`` is what the position was worth to the player."""
        old = self._entries.pop(ply, None)
        if old:
            self._count(ply, old, -1)
        if judgement:
            cost = None
            if judgement.glyph in FAULTS:
                cost = FAULTS.index(judgement.glyph), judgement.score.value - before.value if before else 0.0, ply
            new = self._entries[ply] = _Entry(player, judgement, cost)
            self._count(ply, new, 1)

    def _count(self, ply: int, entry: _Entry, step: int) -> None:
        glyph, there = entry.judgement.glyph, step > 0
        self._marks[entry.player][glyph] += step
        self.proven += step * entry.judgement.score.proven
        if glyph in MISTAKES:
            keep(self.mistakes, ply, there)
        if glyph == FAULTS[0]:
            keep(self.blunders, ply, there)
        if entry.cost:
            keep(self.costs, entry.cost, there)

    def cost(self, ply: int) -> Cost | None:
        """What a move gave away; None where that is nothing."""
        entry = self._entries.get(ply)
        return entry and entry.cost

    def accuracy(self, player: Player) -> Accuracy:
        """How well a player has played."""
        marks = self._marks[player]
        blunders, mistakes, slips = (marks[glyph] for glyph in FAULTS)
        return Accuracy(marks.total() - marks[None], (blunders, mistakes, slips))


def keep(ascending: list[Any], item: Any, there: bool) -> None:
    """Have an item in a sorted list, or not."""
    place = bisect_left(ascending, item)
    found = place < len(ascending) and ascending[place] == item
    if there and not found:
        ascending.insert(place, item)
    elif found and not there:
        del ascending[place]


def has(ascending: list[int], item: int) -> bool:
    """Whether an item is in a sorted list."""
    place = bisect_left(ascending, item)
    return place < len(ascending) and ascending[place] == item
