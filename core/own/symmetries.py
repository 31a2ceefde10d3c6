"""The symmetries of a game of one's own, found by refinement and search.

Points get colours that no symmetry changes: what stands on them, and round by round the colours that meet on their lines and at
the ends of their edges. Where equal colours are left, a point is singled out and the rest refined again, until all differ: that
is the base, a chain of points v1, v2, ... Level by level, the last first, an image of v_i is looked for in every point of its
colour, with v1 ... v_(i-1) in their places; so each level has its orbit, and all symmetries are products of one map for
each level (C. C. Sims, Computational methods in the study of permutation groups, 1970).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import NamedTuple, TypeAlias

MAX_STEPS, MAX_MAPS = 2_000_000, 10_000
"""Points, their places on lines and ends of edges that are looked at, about a second; and maps of a group. Beyond, the identity
stands alone."""
_BUDGET = 40_000
"""Most maps times what each of them moves: their tables have to fit into memory, and be made while somebody waits."""

PointMap: TypeAlias = tuple[int, ...]
"""Where each point goes."""
_Colours: TypeAlias = tuple[int, ...]


class Structure(NamedTuple):
    """What a symmetry keeps: the ``colours`` of the points, sets of points as bits, and edges with a mark each."""

    colours: Sequence[int]
    lines: Sequence[int]
    edges: Sequence[tuple[int, int, int]]
    """From, to, and a number that says what kind of edge it is."""


class Group(NamedTuple):
    """The ``maps``, the identity first: all ``total`` of them, or where these are too many those that leave the first points of
    the base in their places. ``total`` is None where the search was given up."""

    maps: tuple[PointMap, ...]
    total: int | None


class _TooLong(Exception):
    pass


def keeps(structure: Structure, image: PointMap) -> bool:
    """Whether a map is a symmetry: one-to-one, with every colour, line and edge kept."""
    if sorted(image) != list(range(len(structure.colours))):
        return False
    lines, edges = set(structure.lines), set(structure.edges)
    return (
        all(structure.colours[point] == structure.colours[there] for point, there in enumerate(image))
        and {_moved(line, image) for line in lines} == lines
        and {(image[start], image[end], kind) for start, end, kind in edges} == edges
    )


def _moved(line: int, image: PointMap) -> int:
    return sum(1 << there for point, there in enumerate(image) if line >> point & 1)


def find(structure: Structure) -> Group:
    """The symmetries of a structure. The maps of which all are products have been held to it."""
    identity = tuple(range(len(structure.colours)))
    try:
        levels = _Search(structure).levels()
    except _TooLong:
        return Group((identity,), None)
    most = max(1, _BUDGET // (len(identity) + len(structure.lines) + len(structure.edges)))
    maps = [identity]
    for level in reversed(levels):
        if len(maps) * len(level) > most:
            break
        maps = [tuple(outer[point] for point in inner) for outer in level for inner in maps]
    maps = [identity, *(each for each in maps if each != identity)]
    return Group(tuple(maps), prod(map(len, levels)))


class _Search:
    def __init__(self, structure: Structure) -> None:
        self._structure = structure
        self._steps = 0
        size = len(structure.colours)
        self._members = [tuple(point for point in range(size) if line >> point & 1) for line in structure.lines]
        self._through: list[list[int]] = [[] for _ in range(size)]
        for number, members in enumerate(self._members):
            for point in members:
                self._through[point].append(number)
        self._ends: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        for start, end, kind in structure.edges:
            self._ends[start].append((2 * kind, end))
            self._ends[end].append((2 * kind + 1, start))
        self._cost = size + sum(map(len, self._members)) + len(structure.edges)

    def levels(self) -> list[list[PointMap]]:
        """For each point of the base one map for each point of its orbit, the identity first."""
        identity = tuple(range(len(self._structure.colours)))
        chain: list[tuple[int, _Colours]] = []
        colours = self._refined(tuple(self._structure.colours))
        point: int | None
        while (point := _ambiguous(colours)) is not None:
            chain.append((point, colours))
            colours = self._refined(_single(colours, point))
        found: list[list[PointMap]] = []
        generators: list[PointMap] = []
        for base, colours in reversed(chain):
            orbit = {base: identity}
            out: set[int] = set()
            for image in [other for other, colour in enumerate(colours) if colour == colours[base]]:
                if image in orbit or image in out:
                    continue
                made = self._extended(self._refined(_single(colours, base)), self._refined(_single(colours, image)))
                if made is None:
                    # What is no image is none after any map that keeps the points before.
                    out |= set(_orbit(image, generators, identity))
                else:
                    generators.append(made)
                    orbit = _orbit(base, generators, identity)
            found.append(list(orbit.values()))
            if prod(map(len, found)) > MAX_MAPS:
                raise _TooLong
        return found[::-1]

    def _extended(self, here: _Colours, there: _Colours) -> PointMap | None:
        """A symmetry that brings each point to one of the same colour; None where there is none."""
        if sorted(here) != sorted(there):
            return None
        first = _ambiguous(here)
        if first is None:
            by_colour = {colour: image for image, colour in enumerate(there)}
            made = tuple(by_colour[colour] for colour in here)
            return made if keeps(self._structure, made) else None
        fixed = self._refined(_single(here, first))
        for image in [other for other, colour in enumerate(there) if colour == here[first]]:
            found = self._extended(fixed, self._refined(_single(there, image)))
            if found is not None:
                return found
        return None

    def _refined(self, colours: _Colours) -> _Colours:
        """The colours once more rounds tell nothing new. They are numbered by what they are made of, so that equal points of
        two colourings get equal ones."""
        count = len(set(colours))
        while True:
            self._steps += self._cost
            if self._steps > MAX_STEPS:
                raise _TooLong
            lines = [tuple(sorted([colours[point] for point in members])) for members in self._members]
            signs = [
                (
                    colours[point],
                    tuple(sorted([lines[number] for number in through])),
                    tuple(sorted([(kind, colours[end]) for kind, end in ends])),
                )
                for point, (through, ends) in enumerate(zip(self._through, self._ends, strict=True))
            ]
            order = {sign: number for number, sign in enumerate(sorted(set(signs)))}
            colours = tuple(order[sign] for sign in signs)
            if len(order) == count:
                return colours
            count = len(order)


def _single(colours: _Colours, point: int) -> _Colours:
    """The colours with one of its own for a point."""
    return tuple(2 * colour + (number == point) for number, colour in enumerate(colours))


def _ambiguous(colours: _Colours) -> int | None:
    """The first point of the smallest colour that several have; None where all differ."""
    seen: dict[int, list[int]] = {}
    for point, colour in enumerate(colours):
        seen.setdefault(colour, []).append(point)
    several = [points for points in seen.values() if len(points) > 1]
    return min(several, key=lambda points: (len(points), colours[points[0]]))[0] if several else None


def _orbit(point: int, generators: Iterable[PointMap], identity: PointMap) -> dict[int, PointMap]:
    """Every point to which products of the generators bring one, with such a product."""
    known = list(generators)
    found = {point: identity}
    queue = [point]
    for at in queue:
        for generator in known:
            there = generator[at]
            if there not in found:
                before = found[at]
                found[there] = tuple(generator[image] for image in before)
                queue.append(there)
    return found
