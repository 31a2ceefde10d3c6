"""Boards as integers: bit ``row * columns + column`` is a cell. Lines, symmetries and quick tests, shared by the games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

_TABLE_CELLS = 9
"""Boards up to this many cells answer from a table with one entry a set of cells: 512 entries, built in 0.2 ms."""
_CHUNK = 8
_WIDE_CHUNK = 11
"""Cells to a look for lines: few looks, and tables of 2048 entries."""


@cache
def lines(columns: int, rows: int, k: int, toroidal: bool) -> tuple[int, ...]:
    """Every straight line of k different cells as a set of bits, ascending; on a torus the edges are joined."""
    found: set[int] = set()
    for column in range(columns):
        for row in range(rows):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                mask = 0
                for i in range(k):
                    x, y = column + i * dx, row + i * dy
                    if toroidal:
                        x, y = x % columns, y % rows
                    elif not (0 <= x < columns and 0 <= y < rows):
                        break
                    mask |= 1 << (y * columns + x)
                if mask.bit_count() == k:
                    found.add(mask)
    return tuple(sorted(found))


@cache
def cube_lines(size: int) -> tuple[int, ...]:
    """Every straight line through a cube from side to side, ascending; cell = (layer * size + row) * size + column.

    There are ((size + 2)^3 - size^3) / 2 of them: 49 for size 3, 76 for size 4.
    """
    found: set[int] = set()
    for start in product(range(size), repeat=3):
        for step in product((-1, 0, 1), repeat=3):
            cells = [tuple(at + i * by for at, by in zip(start, step, strict=True)) for i in range(size)]
            if any(step) and all(0 <= part < size for cell in cells for part in cell):
                found.add(sum(1 << (layer * size + row) * size + column for layer, row, column in cells))
    return tuple(sorted(found))


@cache
def line_test(columns: int, rows: int, k: int, toroidal: bool, exact: bool = False) -> Callable[[int], bool]:
    """A function that tells whether a set of cells holds a line of k; with ``exact`` one that no further cell prolongs.

    The flat test follows runs with shifts, four directions at once cheaper than a look at every line; a torus, where a
    shift would have to wrap, looks at the lines.
    """
    cell_count = columns * rows
    if toroidal or k == 1:
        return holds_one(lines(columns, rows, k, toroidal), cell_count)

    def neighbours(dx: int, dy: int) -> int:
        return sum(
            1 << (y * columns + x)
            for y in range(rows)
            for x in range(columns)
            if 0 <= x + dx < columns and 0 <= y + dy < rows
        )

    room = {(1, 0): columns, (0, 1): rows, (1, 1): min(columns, rows), (-1, 1): min(columns, rows)}
    steps = tuple((dy * columns + dx, neighbours(dx, dy)) for (dx, dy), size in room.items() if size >= k)
    more = range(k - 2)

    def by_runs(cells: int) -> bool:
        for shift, has_neighbour in steps:
            run = cells & (cells >> shift) & has_neighbour
            for _ in more:
                if not run:
                    break
                run &= run >> shift
            if exact:
                run &= ~(run << shift | run >> shift)
            if run:
                return True
        return False

    if cell_count <= _TABLE_CELLS:
        return tuple(by_runs(cells) for cells in range(1 << cell_count)).__getitem__
    return by_runs


def holds_one(sets: Sequence[int], cell_count: int) -> Callable[[int], bool]:
    """A function that tells whether some cells hold one of these sets whole: every cell that is missing breaks the sets it
    belongs to, looked up for many cells at once."""
    through = [sum(1 << i for i, cells in enumerate(sets) if cells >> cell & 1) for cell in range(cell_count)]
    unbroken = (1 << len(sets)) - 1
    tables = []
    for low in range(0, cell_count, _WIDE_CHUNK):
        chunk = through[low : low + _WIDE_CHUNK]
        full = (1 << len(chunk)) - 1
        table = [0] * (full + 1)
        for missing in range(1, full + 1):
            lowest = missing & -missing
            table[full ^ missing] = table[full ^ missing ^ lowest] | chunk[lowest.bit_length() - 1]
        tables.append(table)
    if len(tables) == 1:
        return tuple(broken != unbroken for broken in tables[0]).__getitem__
    mask = (1 << _WIDE_CHUNK) - 1

    def test(cells: int) -> bool:
        broken = 0
        for table in tables:
            broken |= table[cells & mask]
            if broken == unbroken:
                return False
            cells >>= _WIDE_CHUNK
        return True

    return test


@cache
def members(cell_count: int) -> Callable[[int], Sequence[int]]:
    """A function that lists the cells of a set, ascending."""
    if cell_count <= _TABLE_CELLS:
        return tuple(
            tuple(cell for cell in range(cell_count) if cells >> cell & 1) for cells in range(1 << cell_count)
        ).__getitem__
    bits = tuple((cell, 1 << cell) for cell in range(cell_count))
    return lambda cells: [cell for cell, bit in bits if cells & bit]


def rectangle_symmetries(columns: int, rows: int, shifts: bool) -> list[tuple[int, ...]]:
    """The permutations of the cells that keep straight lines, the identity first: the eight of a square or the four of
    an oblong; with ``shifts`` (a torus) each followed by every translation."""
    flips: list[Callable[[int, int], tuple[int, int]]] = [
        lambda x, y: (x, y),
        lambda x, y: (columns - 1 - x, y),
        lambda x, y: (x, rows - 1 - y),
        lambda x, y: (columns - 1 - x, rows - 1 - y),
    ]
    if columns == rows:
        flips += [
            lambda x, y: (y, x),
            lambda x, y: (columns - 1 - y, x),
            lambda x, y: (y, rows - 1 - x),
            lambda x, y: (columns - 1 - y, rows - 1 - x),
        ]
    offsets = [(i, j) for i in range(columns) for j in range(rows)] if shifts else [(0, 0)]
    images: dict[tuple[int, ...], None] = {}
    for di, dj in offsets:
        for flip in flips:
            cells = (flip(x, y) for y in range(rows) for x in range(columns))
            images[tuple((y + dj) % rows * columns + (x + di) % columns for x, y in cells)] = None
    return list(images)


def permuter(permutation: Sequence[int]) -> Callable[[int], int]:
    """A function that moves every bit i of a set to ``permutation[i]``, eight bits at a look."""
    tables = []
    for low in range(0, len(permutation), _CHUNK):
        chunk = permutation[low : low + _CHUNK]
        table = [0] * (1 << len(chunk))
        for i, target in enumerate(chunk):
            for cells in range(1 << i, 2 << i):
                table[cells] = table[cells - (1 << i)] | 1 << target
        tables.append(table)
    if len(tables) == 1:
        return tables[0].__getitem__
    if len(tables) == 2:
        first, second = tables
        return lambda cells: first[cells & 255] | second[cells >> 8]

    def permute(cells: int) -> int:
        image = 0
        for table in tables:
            image |= table[cells & 255]
            cells >>= _CHUNK
        return image

    return permute
