"""Points of a picture on a board: where they stand in equal steps, and which of them are joined."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from core.kinds.faces import Point


def spread(places: Sequence[tuple[str, int, int]]) -> tuple[Point, ...]:
    """The points in equal steps: the first column of the picture with a name in it, the second, and so on; rows alike."""
    columns, rows = (sorted({place[axis] for place in places}) for axis in (1, 2))
    return tuple(Point(name, columns.index(x), rows.index(y)) for name, x, y in places)


def straight(points: Sequence[Point], lines: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The pairs of neighbours on those lines that are straight on the board, with no other point between them."""
    found: dict[tuple[int, int], None] = {}
    for line in lines:
        on_it = sorted((i for i in range(len(points)) if line >> i & 1), key=lambda i: points[i][1:])
        pairs = list(pairwise(on_it))
        if all(_turn(points[a], points[b], points[on_it[0]]) == 0 for a, b in pairs):
            found |= dict.fromkeys(pair for pair in pairs if not _between(points, *pair))
    return tuple(found)


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def _between(points: Sequence[Point], a: int, b: int) -> bool:
    """Whether another point stands on the way from one to the other."""
    return any(
        _turn(points[a], points[b], point) == 0
        and min(points[a].x, points[b].x) <= point.x <= max(points[a].x, points[b].x)
        and min(points[a].y, points[b].y) <= point.y <= max(points[a].y, points[b].y)
        for i, point in enumerate(points)
        if i not in (a, b)
    )
