"""Games of one's own in which marks are set on points and lines win, or lose: see :mod:`core.own.lines` for what a file says.

State, moves and text as core/kinds/lines.py draws them. Points of a picture stand in one row of the text, in the order in which
they are read; those of a rectangle or a cube row by row, as on any grid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from core.game import Family, Game
from core.kinds import bits
from core.kinds.goals import FULL_LINE
from core.kinds.lines import EitherGame, LineGame, MarkBoard, MarkGame
from core.kinds.spread import spread
from core.own import find
from core.own.definition import Definition
from core.own.game import OwnGame
from core.own.lines import sets
from core.own.points import Place, places_of
from core.own.symmetries import Group, Structure
from core.own.symmetries import find as symmetries_of
from core.phrase import Phrase, phrase


class OwnMarks(OwnGame, MarkGame):
    """The board of a file; a class below says whose the marks are."""

    def __init__(self, definition: Definition) -> None:
        values = definition.values
        self.places = places = places_of(values)
        self.gravity = bool(values.get("gravity"))
        self.define(definition, _board(values, len(places)))
        columns, rows, layers = _shape(places, "points" in values)
        lines = tuple(sets(values))
        board = MarkBoard(
            columns,
            rows,
            max(line.bit_count() for line in lines),
            lambda: lines,
            lambda: self.group.maps,
            partial(bits.line_test, columns, rows, values["straight"], toroidal=False)
            if "straight" in values
            else partial(bits.holds_one, lines, len(places)),
            layers,
            gravity=self.gravity,
            points=spread([(place.name, place.x, place.y) for place in places]) if "points" in values else (),
        )
        super().__init__(definition.id, board, self.name, self.rules, misere=bool(values.get("misere")))
        if "straight" not in values:
            self.goal = phrase("a full line loses") if self.misere else FULL_LINE

    def said(self) -> Phrase:
        """The rules in short."""
        values = self.definition.values
        said = phrase("Place X or O as you like.") if values.get("either") else phrase("Place your marks in turn.")
        if self.gravity:
            said = phrase("{rules} A mark falls as far as it can.", rules=said)
        if values.get("misere"):
            return phrase("{rules} Filling a line loses.", rules=said)
        return phrase("{rules} Filling a line wins.", rules=said)

    def counts(self) -> Mapping[str, int]:
        return {"points": len(self.places), "lines": len(self.lines)}

    @cached_property
    def group(self) -> Group:
        return symmetries_of(self.structure)

    @property
    def structure(self) -> Structure:
        """The points and their lines; where marks fall, rows stay rows and columns columns."""
        if not self.gravity:
            return Structure([0] * len(self.places), self.lines, ())
        last = len(self.places) - self.columns
        below = [(cell, cell + self.columns, 0) for cell in range(last)]
        return Structure([place.y for place in self.places], self.lines, below)


class OwnLines(OwnMarks, LineGame):
    """Each player has marks of their own."""

    finite = True

    @property
    def plain(self) -> bool:
        """Whether a line of own marks wins, all lines have the same length, and any empty point can be marked."""
        even = len({line.bit_count() for line in self.lines}) == 1
        return not self.misere and not self.gravity and even and self.k > 2


class OwnEither(OwnMarks, EitherGame):
    """Either player sets either mark."""

    finite = True


def _board(values: Mapping[str, Any], points: int) -> Phrase:
    """What it is played on, in a few words."""
    if "straight" in values:
        size = f"{values['columns']}x{values['rows']}"
        return phrase("{count} in a row on {size}", count=values["straight"], size=size)
    if "cube" in values:
        side, dimensions = values["cube"]
        return phrase("{count} in a row on {size}", count=side, size="x".join([str(side)] * dimensions))
    return phrase("lines: {lines}, points: {points}", lines=len(values["lines"]), points=points)


def _shape(places: Sequence[Place], drawn: bool) -> tuple[int, int, int]:
    """Columns, rows and layers of the text."""
    if drawn:
        return len(places), 1, 1
    rows = max(place.y for place in places) + 1
    columns = next(
        (i for i, place in enumerate(places) if i and (place.y or place.x != places[i - 1].x + 1)), len(places)
    )
    return columns, rows, len(places) // (columns * rows)


def _make(numbers: str | None, options: frozenset[str]) -> Game:
    definition = find(f"own-lines:{numbers or ''}")
    return (OwnEither if definition.values.get("either") else OwnLines)(definition)


OWN_LINES = Family("own-lines", "own-lines:NAME", (), _make)
