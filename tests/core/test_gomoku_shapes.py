"""Threes and open fours of gomoku are those of the rules: told by plain lists of rows, stone by stone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from core.engines.gomoku.shapes import WORTHS, GomokuBoard, along

SIDE = 15
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))

Cell = tuple[int, int]
"""Column and row, from 0."""


def beside(cell: Cell, step: Cell, far: int) -> Cell:
    """So many steps away."""
    return cell[0] + far * step[0], cell[1] + far * step[1]


def wins(stones: set[Cell], cell: Cell, step: Cell, exact: bool) -> bool:
    """Whether a further stone on a cell makes five in a row that way, or without the exact rule more."""
    length = 1
    for way in (1, -1):
        far = way
        while beside(cell, step, far) in stones:
            length += 1
            far += way
    return length == 5 if exact else length >= 5


def open_rows(
    own: set[Cell], empty: set[Cell], lacking: int, exact: bool
) -> Iterator[tuple[Cell, set[Cell], set[Cell]]]:
    """The rows of four cells that lack so many stones and, once they are full, can be made five at both ends: their step, the
    cells that they lack, and all empty cells with the ends."""
    for step in STEPS:
        for first in empty:
            row, last = [beside(first, step, far) for far in range(1, 5)], beside(first, step, 5)
            lacks = {cell for cell in row if cell in empty}
            if last not in empty or len(lacks) != lacking or not all(cell in own or cell in lacks for cell in row):
                continue
            if all(wins(own | lacks, end, step, exact) for end in (first, last)):
                yield step, lacks, lacks | {first, last}


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("corner", [0, 6])
def test_threes_and_open_fours_are_those_of_the_rules(exact: bool, corner: int) -> None:
    board, draw = GomokuBoard(SIDE, SIDE, exact), Random(7)
    seen = double = 0
    for _ in range(80):
        square = [(x, y) for x in range(corner, corner + 9) for y in range(corner, corner + 9)]
        stones = draw.sample(square, 34)
        own, other = set(stones[:20]), set(stones[20:])
        empty = {(x, y) for x in range(SIDE) for y in range(SIDE)} - own - other
        ways: dict[int, set[Cell]] = {}
        plays: dict[int, list[tuple[set[int], set[int]]]] = {}
        for step, lacks, cells in open_rows(own, empty, 2, exact):
            inner, ends = ({y * SIDE + x for x, y in some} for some in (lacks, cells - lacks))
            for move in inner:
                ways.setdefault(move, set()).add(step)
                plays.setdefault(move, []).append((inner - {move}, ends))
        full, shut = set[int](), set[int]()
        for _step, lacks, cells in open_rows(own, empty, 1, exact):
            full |= {y * SIDE + x for x, y in lacks}
            shut |= {y * SIDE + x for x, y in cells}

        mine, free = (board.of(sum(1 << y * SIDE + x for x, y in cells)) for cells in (own, empty))
        found, shapes = board.threes(mine, free), along(mine, free, exact)
        assert sorted(found) == sorted(ways)
        for move, (gain, *fives) in found.items():
            assert ({gain}, set(fives)) in plays[move], "the open four that is to come, and its two fives"
        twice = {move for move in ways if len(ways[move]) > 1}
        assert set(list(found)[: len(twice)]) == twice, "those in two directions come first"
        assert shapes
        assert set(board.cells(shapes.threes)) == set(ways)
        assert set(board.cells(shapes.open_fours)) == full
        assert set(board.cells(shapes.shut)) == shut
        seen, double = seen + len(ways) + len(full), double + len(twice)
    assert seen > 300
    assert double > 20


@pytest.mark.parametrize("exact", [False, True])
def test_a_colour_is_worth_its_lone_stones_and_the_cells_of_its_shapes(exact: bool) -> None:
    board, draw = GomokuBoard(SIDE, SIDE, exact), Random(11)
    for _ in range(30):
        stones = draw.sample(range(SIDE * SIDE), 60)
        own, other = (board.of(sum(1 << move for move in some)) for some in (stones[:30], stones[30:]))
        found = along(own, board.all ^ own ^ other, exact)
        assert found
        lone = 0
        for line in board.lines:
            marks = [
                "O",
                *("X" if own & board.bits[move] else "O" if other & board.bits[move] else "." for move in line),
                "O",
            ]
            for first in range(1, len(marks) - 5):
                row, ends = marks[first : first + 5], (marks[first - 1], marks[first + 5])
                lone += sorted(row) == [*"....X"] and not (exact and "X" in ends)
        counts = (lone, *(each.bit_count() for each in (found.wide, found.threes, found.fours, found.open_fours)))
        assert found.worth == sum(each * count for each, count in zip(WORTHS, counts, strict=True))
