"""What is kept of the lines of a board from move to move is what the shapes of the whole board say, and the rules."""

from __future__ import annotations

from random import Random

import pytest

from core.engines.gomoku.lines import (
    FIVE,
    FOUR,
    GROWN,
    OPEN_FOUR,
    RUINED,
    SHUT,
    THREAT,
    THREE,
    WIDE,
    BoardLines,
    lines_of,
    moves_of,
    stand,
)
from core.engines.gomoku.shapes import along
from core.kinds import bits

BOARDS = [(15, 15, False), (15, 15, True), (9, 11, False), (20, 20, True)]


def scatter(lines: BoardLines, draw: Random, most: int) -> list[int]:
    """Moves in a corner of the board, where lines end and stones meet."""
    near = [move for move, near in enumerate(lines.near) if moves_of(near)[0] < 9 * 15]
    return draw.sample(near[: 9 * 15], draw.randint(0, most))


@pytest.mark.parametrize("board", BOARDS)
def test_the_sum_over_lines_is_what_the_whole_board_shows(board: tuple[int, int, bool]) -> None:
    lines = lines_of(*board)
    draw = Random(7)
    seen = 0
    for _ in range(40):
        moves = scatter(lines, draw, 45)
        here = stand(lines, 0, 0)
        for move in moves:
            here = here.play(move)
        empty = lines.board.all & ~(here.own | here.other)
        shapes = [along(stones, empty, lines.board.exact) for stones in (here.own, here.other)]
        for found, colour in zip(shapes, (here.colour, 1 - here.colour), strict=True):
            assert found
            for kind, cells in (
                (FIVE, found.fives),
                (OPEN_FOUR, found.open_fours),
                (THREAT, found.fours | found.threes),
                (FOUR, found.fours),
                (THREE, found.threes),
                (WIDE, found.wide),
                (SHUT, found.shut),
            ):
                assert set(moves_of(here.makes(kind, colour))) == set(lines.board.cells(cells))
                assert here.can(kind, colour) == bool(cells)
                seen |= bool(cells) << kind
            for kind, cells in ((THREAT, found.fours | found.threes), (WIDE, found.wide)):
                twice = {move for move, bit in enumerate(lines.board.bits) if (cells & bit).bit_count() > 1}
                assert set(moves_of(here.doubles(kind, colour))) == twice
        assert shapes[0]
        assert shapes[1]
        assert here.worth == shapes[0].worth - shapes[1].worth
        assert moves_of(here.empty) == [move for move in range(board[0] * board[1]) if move not in moves]
        assert set(moves_of(here.near)) == {
            y * board[0] + x
            for y in range(board[1])
            for x in range(board[0])
            if any(abs(move % board[0] - x) < 3 and abs(move // board[0] - y) < 3 for move in moves)
        }
    assert seen == 127


def test_a_board_set_up_at_once_is_the_one_that_was_played() -> None:
    lines = lines_of(15, 15, False)
    draw = Random(3)
    for _ in range(20):
        played = stand(lines, 0, 0)
        for move in scatter(lines, draw, 30):
            played = played.play(move)
        at_once = stand(lines, played.own, played.other)
        for kind in range(7):
            assert at_once.makes(kind, at_once.colour) == played.makes(kind, played.colour)
            assert at_once.makes(kind, 1 - at_once.colour) == played.makes(kind, 1 - played.colour)
        assert at_once.worth == played.worth == -stand(lines, played.other, played.own).worth


@pytest.mark.parametrize("exact", [False, True])
def test_fives_are_those_of_the_rules(exact: bool) -> None:
    lines = lines_of(15, 15, exact)
    wins = bits.line_test(15, 15, 5, False, exact)
    draw = Random(9)
    seen = 0
    for _ in range(60):
        cells = draw.sample([row * 15 + column for row in range(8) for column in range(8)], 28)
        own = sum(1 << cell for cell in cells[:18])
        if wins(own):
            continue
        here = stand(lines, lines.board.of(own), lines.board.of(sum(1 << cell for cell in cells[18:])))
        fives = {move for move in range(225) if move not in cells and wins(own | 1 << move)}
        assert set(moves_of(here.makes(FIVE, here.colour))) == fives
        seen += len(fives)
    assert seen > 30


def windows(lines: BoardLines, own: int, other: int, move: int) -> int:
    """What the windows through a cell count for a stone there, window by window."""
    found = 0
    for cells in lines.cells:
        for first in range(len(cells) - 4):
            window = cells[first : first + 5]
            if move in window:
                mine, theirs = (
                    sum(bool(stones & lines.board.bits[cell]) for cell in window) for stones in (own, other)
                )
                found += 0 if mine and theirs else RUINED[theirs] if theirs else GROWN[mine]
    return found


@pytest.mark.parametrize("board", [(15, 15, False), (9, 11, False)])
def test_a_gain_is_what_the_windows_through_a_cell_count(board: tuple[int, int, bool]) -> None:
    lines = lines_of(*board)
    draw = Random(3)
    for _ in range(3):
        here = stand(lines, 0, 0)
        for move in scatter(lines, draw, 30):
            here = here.play(move)
        for colour, (own, other) in ((here.colour, (here.own, here.other)), (1 - here.colour, (here.other, here.own))):
            gains = here.gains(colour)
            for move in moves_of(here.empty):
                assert gains[move] == windows(lines, own, other, move)
            assert any(gains)
