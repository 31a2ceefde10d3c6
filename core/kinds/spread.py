"""Points of a picture on a board: where they stand in equal steps, and which of them are joined."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import atan2, hypot

from core.kinds.faces import Point

_STRAIGHT = 0.8
"""The least cosine of a bend in a line that still looks straight: some 37 degrees."""


def spread(places: Sequence[tuple[str, int, int]]) -> tuple[Point, ...]:
    """The points in equal steps: the first column of the picture with a name in it, the second, and so on; rows alike."""
    columns, rows = (sorted({place[axis] for place in places}) for axis in (1, 2))
    return tuple(Point(name, columns.index(x), rows.index(y)) for name, x, y in places)


def straight(points: Sequence[Point], lines: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The pairs of neighbours on those lines that look straight on the board, or nearly so, with no other point between
    them. A line that does not is drawn around its middle where it is the only one, as the seventh of the Fano plane."""
    found: dict[tuple[int, int], None] = {}
    bent: list[list[int]] = []
    for line in lines:
        on_it = [i for i in range(len(points)) if line >> i & 1]
        way = max(
            ((b.x - a.x, b.y - a.y) for a, b in combinations([points[i] for i in on_it], 2)),
            key=_length,
            default=(0, 0),
        )
        on_it.sort(key=lambda i: points[i].x * way[0] + points[i].y * way[1])
        steps = [(points[b].x - points[a].x, points[b].y - points[a].y) for a, b in pairwise(on_it)]
        if all(_bend(*each) >= _STRAIGHT for each in pairwise(steps)):
            found |= dict.fromkeys(pair for pair in pairwise(on_it) if not _between(points, *pair))
        else:
            bent.append(on_it)
    if len(bent) == 1:
        around = _around(points, bent[0])
        pairs = [(min(pair), max(pair)) for pair in zip(around, [*around[1:], around[0]], strict=True)]
        drawn = {(min(pair), max(pair)) for pair in found}
        found |= dict.fromkeys(pair for pair in pairs if pair not in drawn and not _between(points, *pair))
    return tuple(found)


def _around(points: Sequence[Point], some: Sequence[int]) -> list[int]:
    """Some of the points in the order in which they stand around their middle."""
    middle_x, middle_y = sum(points[i].x for i in some) / len(some), sum(points[i].y for i in some) / len(some)
    return sorted(some, key=lambda i: atan2(points[i].y - middle_y, points[i].x - middle_x))


def _length(step: tuple[int, int]) -> float:
    return hypot(*step)


def _bend(one: tuple[int, int], other: tuple[int, int]) -> float:
    """The cosine of the angle between two steps."""
    return (one[0] * other[0] + one[1] * other[1]) / (hypot(*one) * hypot(*other))


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
