"""Games of one's own in which marks are set on points and lines win, or lose: see :mod:`core.own.lines` for what a file says.

State, moves and text as core/kinds/lines.py draws them. Points of a picture stand in one row of the text, in the order in which
they are read; those of a rectangle or a cube row by row, as on any grid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from core.errors import BadNotation, quoted
from core.game import Family, Game, Move, Player, State, Symmetry
from core.kinds import bits
from core.kinds.faces import GraphGame
from core.kinds.goals import FULL_LINE
from core.kinds.lines import EitherGame, LineGame, MarkGame
from core.kinds.spread import spread, straight
from core.own import find
from core.own.definition import Definition
from core.own.game import OwnGame
from core.own.lines import sets
from core.own.points import Place, places_of
from core.own.symmetries import Group, Structure
from core.own.symmetries import find as symmetries_of
from core.phrase import Phrase, phrase


class OwnBoard(OwnGame, MarkGame):
    """What all of them have in common. ``k`` is the length of the longest line."""

    def __init__(self, definition: Definition) -> None:
        values = definition.values
        self.places = places_of(values)
        self.gravity = bool(values.get("gravity"))
        self.define(definition, _board(values, len(self.places)))
        self.misere = bool(values.get("misere"))
        columns, rows, layers = _shape(self.places, "points" in values)
        longest = max(line.bit_count() for line in self.lines)
        super().__init__(definition.id, columns, rows, longest, layers)
        if "straight" not in values:
            self.goal = phrase("a full line loses") if self.misere else FULL_LINE
        self._floor = self._full & ~(self._full >> columns)

    @cached_property
    def lines(self) -> tuple[int, ...]:
        return tuple(sets(self.definition.values))

    @property
    def even(self) -> bool:
        """Whether all lines are of one length."""
        return len({line.bit_count() for line in self.lines}) == 1

    def said(self) -> Phrase:
        """The rules in short."""
        values = self.definition.values
        said = phrase("Set X or O as you like.") if values.get("either") else phrase("Set your marks in turn.")
        if self.gravity:
            said = phrase("{rules} A mark falls as far as it can.", rules=said)
        if values.get("misere"):
            return phrase("{rules} Who fills a line loses.", rules=said)
        return phrase("{rules} Who fills a line wins.", rules=said)

    def _line_test(self) -> Callable[[int], bool]:
        values = self.definition.values
        if "straight" in values:
            return bits.line_test(values["columns"], values["rows"], values["straight"], toroidal=False)
        return bits.holds_one(self.lines, self.cell_count)

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

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return tuple(map(self._symmetry, self.group.maps))

    def moves(self, s: State) -> Sequence[Move]:
        if not self.gravity:
            return super().moves(s)
        taken = s[0] | s[1]
        return self._members(self._full & ~taken & (self._floor | taken >> self.columns))

    def refusal(self, s: State, m: Move) -> str:
        if self.gravity and not (s[0] | s[1]) >> self.cell(m) & 1:
            return "{move} has nothing below it; a mark falls as far as it can."
        return super().refusal(s, m)

    def _check(self, s: State) -> None:
        taken = s[0] | s[1]
        if self.gravity and taken & ~(self._floor | taken >> self.columns):
            raise BadNotation("A mark has nothing below it; marks fall as far as they can.")
        super()._check(s)


class OwnLines(OwnBoard, LineGame):
    """Each player has marks of their own."""

    finite = True

    def lacking(self, s: State, player: Player) -> Sequence[int] | None:
        """Not where marks fall: a point is not always to be had."""
        return None if self.gravity else super().lacking(s, player)

    @property
    def plain(self) -> bool:
        """Whether a line of own marks wins, all lines are of one length, and any empty point can be marked."""
        return not self.misere and not self.gravity and self.even and self.k > 2


class OwnEither(OwnBoard, EitherGame):
    """Either player sets either mark."""

    finite = True

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return self.with_exchanged(tuple(map(self._symmetry, self.group.maps)))

    def moves(self, s: State) -> Sequence[Move]:
        if not self.gravity:
            return EitherGame.moves(self, s)
        cells = OwnBoard.moves(self, s)
        return [*cells, *(self.cell_count + cell for cell in cells)]


class _Drawn(GraphGame, OwnBoard):
    """On the points of a picture."""

    face = "graph"

    def __init__(self, definition: Definition) -> None:
        super().__init__(definition)
        self._numbers = {place.name.lower(): number for number, place in enumerate(self.places)}
        self.points = spread([(place.name, place.x, place.y) for place in self.places])
        self.edges = straight(self.points, self.lines)

    def stones(self, s: State) -> Sequence[int]:
        return self.marks(s)

    def path(self, m: Move) -> tuple[int | None, int]:
        return None, self.cell(m)

    def format_cell(self, cell: int) -> str:
        return self.places[cell].name

    def parse_cell(self, text: str) -> int:
        found = self._numbers.get(text.strip().lower())
        if found is None:
            raise BadNotation(
                "{text} is no point; there are {points}.",
                text=quoted(text),
                points=" ".join(place.name for place in self.places[:60]),
            )
        return found


class OwnPoints(_Drawn, OwnLines):
    """Each player has marks of their own, set on the points of a picture."""

    finite = True

    @property
    def digit_moves(self) -> Mapping[str, Move]:
        return self._numbers if all(len(name) == 1 and name.isdecimal() for name in self._numbers) else {}


class OwnEitherPoints(_Drawn, OwnEither):
    """Either player sets either mark on the points of a picture."""

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
    values = definition.values
    if "points" in values:
        return (OwnEitherPoints if values.get("either") else OwnPoints)(definition)
    return (OwnEither if values.get("either") else OwnLines)(definition)


OWN_LINES = Family("own-lines", "LINES", "own-lines:NAME", (), _make)
