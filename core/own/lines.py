"""Games of the kind ``lines``: marks are set on points, and who fills a line wins, or loses."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from core.own.points import Names, check_lines, check_places, places_of
from core.own.text import OwnText

KEYS = ("points", "rows", "columns", "cube", "lines", "straight", "misere", "either", "gravity")
MAX_POINTS, MAX_LINES = 400, 4000


def check(written: OwnText) -> dict[str, Any]:
    """What a file says of such a game, as it is kept. Raises BadOwnFile."""
    values: dict[str, Any]
    if "cube" in written.values:
        values = _cube(written)
    else:
        values = check_places(written, MAX_POINTS)
        written.alone(("lines", "straight"))
        if "straight" in written.values:
            values["straight"] = _straight(written, values)
        elif "lines" in written.values:
            values["lines"] = check_lines(written, Names(places_of(values)), MAX_LINES)
        else:
            raise written.wrong_at(
                written.line("points" if "points" in values else "rows"),
                "The lines are missing; list them under lines, or give their length under straight."
                if "rows" in values
                else "The lines are missing; list them under lines.",
            )
    for key in ("misere", "either", "gravity"):
        if written.flag(key):
            values[key] = True
    if "gravity" in values and "rows" not in values:
        raise written.wrong(
            "gravity", "Marks can only fall on a rectangular board; give rows and columns, or leave out gravity."
        )
    return values


def _cube(written: OwnText) -> dict[str, Any]:
    for other in ("points", "rows", "columns", "lines", "straight"):
        written.alone(("cube", other))
    sizes = written.numbers("cube", 1, 20, 2)
    if not sizes or len(sizes) != 2 or sizes[0] < 2 or sizes[1] > 8:
        raise written.wrong(
            "cube",
            "Write a cube as cube = [side, dimensions], with a side of 2 or more and 1 to 8 dimensions, as in [3, 4].",
        )
    side, dimensions = sizes
    if side**dimensions > MAX_POINTS:
        raise written.wrong(
            "cube", "There are more than {most} points, the maximum for a game of this kind.", most=MAX_POINTS
        )
    if ((side + 2) ** dimensions - side**dimensions) // 2 > MAX_LINES:
        raise written.wrong(
            "cube", "There are more than {most} lines, the maximum for a game of this kind.", most=f"{MAX_LINES:,}"
        )
    return {"cube": sizes}


def _straight(written: OwnText, values: Mapping[str, Any]) -> int:
    if "rows" not in values:
        raise written.wrong(
            "straight", "Straight lines need a rectangular board; give rows and columns, or list the lines."
        )
    length = written.number("straight", 1, 20)
    assert length is not None
    if length > max(values["rows"], values["columns"]):
        raise written.wrong("straight", "No line of {length} fits on this board; make it shorter.", length=length)
    return length


def sets(values: Mapping[str, Any]) -> list[int]:
    """The lines of checked values as sets of points, a bit each, ascending."""
    if "lines" in values:
        names = Names(places_of(values))
        return sorted(sum(1 << names[name] for name in line.split()) for line in values["lines"])
    if "cube" in values:
        return _of_cube(*values["cube"])
    rows, columns, length = values["rows"], values["columns"], values["straight"]
    found = set()
    for y, x in product(range(rows), range(columns)):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            end_x, end_y = x + (length - 1) * dx, y + (length - 1) * dy
            if end_x < columns and 0 <= end_y < rows:
                found.add(sum(1 << (y + i * dy) * columns + x + i * dx for i in range(length)))
    return sorted(found)


def held(values: Mapping[str, Any]) -> int:
    """About how many bytes a game of checked values, of whatever kind, holds in memory to find its lines; what else it holds is
    little beside a large one."""
    if values["kind"] != "lines" or "straight" in values:
        return 0
    return 26 * len(places_of(values)) * (len(sets(values)) + 300)  # measured; see bits.holds_one


def _of_cube(side: int, dimensions: int) -> list[int]:
    """((side + 2)^d - side^d) / 2 lines: along each a coordinate stands, runs forwards or runs backwards."""
    found = set()
    for ways in product((*range(side), "+", "-"), repeat=dimensions):
        if "+" in ways or "-" in ways:
            line = 0
            for i in range(side):
                cell = 0
                for way in ways:
                    cell = cell * side + (i if way == "+" else side - 1 - i if way == "-" else int(way))
                line |= 1 << cell
            found.add(line)
    return sorted(found)
