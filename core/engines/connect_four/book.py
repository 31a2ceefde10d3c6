"""The book of Connect Four on 7x6: the exact score of every position of 3, 7 or 12 discs, as
:mod:`core.engines.connect_four.search` counts scores.

``core/data/connect-four-N.xz`` holds one byte for each colouring of each shape of N discs: 0 where nobody needs it, as the
player to move wins at once or no game leads there, else 32 + score. Shapes are the heights of the columns from the left,
ascending; of a shape and its mirror image the lesser. A colouring is the discs of the player to move, read from the left
and in a column upwards as binary digits, ascending. Made by
``tests.tools.make_connect_four_book``, from Markus Thill's database (MIT licence) of all positions of 12 discs.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import combinations

COLUMNS, ROWS = 7, 6
DISCS = (3, 7, 12)
ZERO = 32
_HIGH = ROWS + 1
_COLUMN = (1 << _HIGH) - 1


def score(own: int, taken: int) -> int | None:
    """The score of an unfinished position of as many discs as a book has; None where the byte is 0."""
    byte = _book(taken.bit_count())[index(own, taken)]
    return byte - ZERO if byte else None


def index(own: int, taken: int) -> int:
    """Where the byte of a position stands."""
    columns = [(own >> shift & _COLUMN, (taken >> shift & _COLUMN).bit_length()) for shift in _SHIFTS]
    shape = tuple(height for _, height in columns)
    # A position and its mirror image score the same, so the book has but one of them.
    if shape > shape[::-1]:
        columns.reverse()
        shape = shape[::-1]
    colouring = 0
    for discs, height in columns:
        colouring = colouring << height | discs
    shapes, colourings = _layout(taken.bit_count())
    return shapes[shape] + colourings[colouring]


def size(discs: int) -> int:
    """The number of bytes of a book."""
    shapes, colourings = _layout(discs)
    return len(shapes) * len(colourings)


_SHIFTS = range(0, COLUMNS * _HIGH, _HIGH)


@cache
def _layout(discs: int) -> tuple[dict[tuple[int, ...], int], dict[int, int]]:
    """Where the bytes of a shape begin, and where among them that of a colouring stands."""
    own = sorted(sum(1 << i for i in places) for places in combinations(range(discs), discs // 2))
    shapes = [shape for shape in _shapes(discs, COLUMNS) if shape <= shape[::-1]]
    return {shape: i * len(own) for i, shape in enumerate(shapes)}, {discs: i for i, discs in enumerate(own)}


def _shapes(discs: int, columns: int) -> Iterator[tuple[int, ...]]:
    if columns == 0:
        yield ()
        return
    for height in range(max(0, discs - (columns - 1) * ROWS), min(ROWS, discs) + 1):
        for rest in _shapes(discs - height, columns - 1):
            yield (height, *rest)


@cache
def _book(discs: int) -> bytes:
    return lzma.decompress(files("core.data").joinpath(f"connect-four-{discs}.xz").read_bytes())
