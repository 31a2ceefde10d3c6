"""Where the points of a game stand: in a picture, in a rectangle or in a cube."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from core.errors import quoted
from core.own.text import OwnText

MAX_SIDE = 20
"""Maximum number of columns and rows of a rectangle."""
_NAMES = re.compile("[A-Za-z0-9]+")
_SEEN = " -|/\\."
"""What a picture may show besides the names."""
_MAX_WIDTH, _MAX_HEIGHT = 120, 60
"""Columns and rows of a picture."""


class Place(NamedTuple):
    """A point: its name, and the column and row of the picture where the name begins."""

    name: str
    x: int
    y: int


def picture(text: str) -> str:
    """A picture as it is kept: without blank lines around it, and what is blank at the left and the right of all rows."""
    rows = [row.rstrip() for row in text.split("\n")]
    while rows and not rows[0]:
        rows.pop(0)
    while rows and not rows[-1]:
        rows.pop()
    indent = min((len(row) - len(row.lstrip()) for row in rows if row), default=0)
    return "\n".join(row[indent:] for row in rows)


def places(text: str) -> list[Place]:
    """The points of a checked picture, row by row."""
    return [
        Place(found[0], found.start(), y) for y, row in enumerate(text.split("\n")) for found in _NAMES.finditer(row)
    ]


def check_picture(written: OwnText, most: int) -> str:
    """The picture under ``points``. Raises BadOwnFile."""
    text = written.text_of("points")
    assert text is not None
    below = written.first_row("points", text)
    rows = text.split("\n")
    if len(rows) > _MAX_HEIGHT or max(map(len, rows)) > _MAX_WIDTH:
        raise written.wrong(
            "points", "The picture is larger than {width}x{height}.", width=_MAX_WIDTH, height=_MAX_HEIGHT
        )
    seen: dict[str, str] = {}
    for y, row in enumerate(rows):
        for character in row:
            if character not in _SEEN and not _NAMES.fullmatch(character):
                raise written.wrong(
                    "points",
                    "{character} is not allowed in a picture; use names of points, spaces and {seen}.",
                    row=below + y,
                    character=quoted(character),
                    seen=" ".join(_SEEN.strip()),
                )
        for name in _NAMES.findall(row):
            if len(name) > 2:
                raise written.wrong(
                    "points",
                    (
                        "{name} is too long for a point; names have one or two letters or digits, with spaces between "
                        "them."
                    ),
                    row=below + y,
                    name=quoted(name),
                )
            if name.lower() in seen:
                raise written.wrong(
                    "points",
                    "There is already a point {name}; give each its own name, not counting capitals.",
                    row=below + y,
                    name=quoted(name),
                )
            seen[name.lower()] = name
    if not seen:
        raise written.wrong("points", "There are no points in the picture; write a name for each point.")
    if len(seen) > most:
        raise written.wrong(
            "points", "There are more than {most} points, the maximum for a game of this kind.", most=most
        )
    return picture(text)


def check_places(written: OwnText, most: int) -> dict[str, Any]:
    """``points``, or ``rows`` and ``columns``, as they are kept. Raises BadOwnFile."""
    written.alone(("points", "rows"))
    written.alone(("points", "columns"))
    if "points" in written.values:
        return {"points": check_picture(written, most)}
    rows, columns = (written.number(key, 1, MAX_SIDE) for key in ("rows", "columns"))
    if rows is None or columns is None:
        raise written.wrong_at(
            written.line("rows" if columns is None else "columns"),
            "The points are missing; draw them under points, or give both rows and columns.",
        )
    if rows * columns > most:
        raise written.wrong(
            "rows", "There are more than {most} points, the maximum for a game of this kind.", most=most
        )
    return {"rows": rows, "columns": columns}


def places_of(values: Mapping[str, Any]) -> list[Place]:
    """The points of checked values, in the order of their numbers."""
    if "points" in values:
        return places(values["points"])
    if "cube" in values:
        side, dimensions = values["cube"]
        layers = side ** max(0, dimensions - 2)
        rows, columns = (side, side) if dimensions > 1 else (1, side)
        return [
            Place(f"{layer + 1}{_square(x, y)}" if layers > 1 else _square(x, y), x + layer * (columns + 1), y)
            for layer, y, x in product(range(layers), range(rows), range(columns))
        ]
    return [Place(_square(x, y), x, y) for y in range(values["rows"]) for x in range(values["columns"])]


def _square(x: int, y: int) -> str:
    return f"{chr(ord('a') + x)}{y + 1}"


class Names:
    """The numbers of points by their names."""

    def __init__(self, found: Sequence[Place]) -> None:
        self.places = found
        self._numbers = {place.name.lower(): number for number, place in enumerate(found)}

    def __getitem__(self, name: str) -> int:
        return self._numbers[name.lower()]

    def find(self, written: OwnText, key: str, name: str, item: int | None = None) -> int:
        """The point of a name in a file. Raises BadOwnFile."""
        if name.lower() not in self._numbers:
            raise written.wrong(key, "There is no point {name} in this game.", item, name=quoted(name))
        return self[name]

    def read(self, written: OwnText, key: str, text: str, item: int | None = None) -> list[int]:
        """The points that a text names, each once. Raises BadOwnFile."""
        found: list[int] = []
        for word in text.split():
            number = self.find(written, key, word, item)
            if number in found:
                raise written.wrong(key, "The point {name} appears twice.", item, name=quoted(word))
            found.append(number)
        return found

    def text(self, numbers: Sequence[int]) -> str:
        """The names of some points."""
        return " ".join(self.places[number].name for number in numbers)


def check_lines(written: OwnText, names: Names, most: int) -> list[str]:
    """The list under ``lines``, each line with its points in their order, and the lines in theirs. Raises BadOwnFile."""
    found: dict[tuple[int, ...], None] = {}
    for item, text in enumerate(written.strings("lines", most) or ()):
        points = tuple(sorted(names.read(written, "lines", text, item)))
        if not points:
            raise written.wrong("lines", "A line without a point can never be full; name its points.", item)
        if points in found:
            raise written.wrong("lines", "The line {text} appears twice.", item, text=quoted(names.text(points)))
        found[points] = None
    return [names.text(points) for points in sorted(found)]
