"""Games of one's own in which stones move: :mod:`core.own.slides` reads their files, :mod:`core.kinds.slides` has the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import comb

from core.game import Family, Game
from core.kinds.goals import BLOCK, FULL_LINE
from core.kinds.slides import SlideGame, Stuck
from core.kinds.spread import spread
from core.own import find
from core.own.definition import Definition
from core.own.game import OwnGame
from core.own.points import Names, places_of
from core.own.slides import edges_of
from core.own.symmetries import Group, Structure
from core.own.symmetries import find as symmetries_of
from core.phrase import Phrase, phrase

LISTED = 300_000
"""Positions up to which retrograde analysis lists them all."""


class OwnSlides(OwnGame, SlideGame):
    """The game of a file."""

    def __init__(self, definition: Definition) -> None:
        values = definition.values
        names = Names(places_of(values))

        def points(text: str) -> int:
            return sum(1 << names[name] for name in text.split())

        super().__init__(
            spread(names.places),
            edges_of(values, names),
            values.get("place", 0),
            (points(values.get("first", "")), points(values.get("second", ""))),
            [points(line) for line in values.get("lines", ())],
            fly=bool(values.get("fly")),
            stuck=Stuck(values.get("stuck", Stuck.LOSES)),
            guarded=points(values.get("guarded", "")),
        )
        blocked = BLOCK if self.stuck is Stuck.LOSES else phrase("nobody can win")
        self.goal = FULL_LINE if self.winning else blocked
        first, second = self.stones_each
        self.vast = 2 * comb(self.size, first) * comb(self.size - first, second) > LISTED
        board = phrase("stones that move, points: {points}, edges: {edges}", points=self.size, edges=len(self.edges))
        self.define(definition, board)

    def said(self) -> Phrase:
        """The rules in short."""
        said = phrase("Move a stone along a line to an empty point.")
        if self.fly:
            said = phrase("Move a stone to any empty point.")
        if self.count:
            said = phrase("Stones each player places first: {count}. {rules}", count=self.count, rules=said)
        if self.guarded:
            said = phrase(
                "{rules} Points that only a stone beside an opponent's stone may enter: {points}.",
                rules=said,
                points=self.definition.values["guarded"],
            )
        if self.winning:
            said = phrase("{rules} Filling a line wins.", rules=said)
        end = {
            Stuck.LOSES: phrase("A player who cannot move loses."),
            Stuck.DRAWS: phrase("If a player cannot move, it is a draw."),
            Stuck.PASSES: phrase("A player who cannot move passes."),
        }[self.stuck]
        return phrase("{rules} {end}", rules=said, end=end)

    def counts(self) -> Mapping[str, int]:
        lines = {"lines": len(self.winning)} if self.winning else {}
        return {"points": self.size, "edges": len(self.edges), **lines}

    @cached_property
    def group(self) -> Group:
        return symmetries_of(self.structure)

    @property
    def structure(self) -> Structure:
        """The points with all that the rules say of them, wherever the stones stand."""
        colours = [self.guarded >> point & 1 for point in range(self.size)]
        edges = [(way.start, way.end, 0 if way.side is None else 1 + way.side) for way in self.ways]
        return Structure(colours, self.winning, edges)

    @property
    def maps(self) -> Sequence[tuple[int, ...]]:
        return self.group.maps


def _make(numbers: str | None, options: frozenset[str]) -> Game:
    return OwnSlides(find(f"own-slides:{numbers or ''}"))


OWN_SLIDES = Family("own-slides", "own-slides:NAME", (), _make)
