"""Every board in many sizes: nothing is cut, cursor and last move are seen, and a move is drawn at its place. It takes 20
seconds."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core import games
from core.game import Move
from tests.tui.places import SIZES, at_size, drawn
from tui.boards.base import BoardView, PlaceBoard
from tui.boards.heaps import HeapBoard

MAX_TRIED = 3
"""How many moves of a position are tried at most."""
OWN = ["own-lines:fano-plane", "own-slides:mu-torere", "own-slides:picaria", "own-heaps:treblecross"]
EVERY = [*(game.id for game in games.presets()), "nim:9,8,7,6,5,4,3,2", "mnk:19,19,5", *OWN]


def boards(id: str, *, plain: bool = False) -> list[PlaceBoard | HeapBoard]:
    """The board of a game in all sizes."""
    return [at_size(id, size, plain=plain) for size in SIZES]


def some_moves(board: PlaceBoard | HeapBoard) -> Sequence[Move]:
    """Moves from all over the board."""
    moves = board.position.moves
    return moves[:: len(moves) // MAX_TRIED + 1]


@pytest.mark.parametrize("plain", [False, True], ids=["unicode", "ascii"])
@pytest.mark.parametrize("id", EVERY)
def test_a_board_fills_its_size_and_its_frame_is_closed(id: str, plain: bool) -> None:
    for board in boards(id, plain=plain):
        rows = drawn(board)
        assert [len(row) for row in rows] == [board.size.width] * board.size.height
        assert {row[0] + row[-1] for row in rows[1:-1]} <= {"││", "├┤", "▴▴", "│▴", "│▾"}, board.size
        assert (rows[0][0] + rows[0][-1], rows[-1][0] + rows[-1][-1]) == ("╭╮", "╰╯")


@pytest.mark.parametrize("id", EVERY)
def test_the_cursor_is_seen_wherever_it_stands(id: str) -> None:
    for board in boards(id):
        board.view = BoardView(board.position)
        seen: dict[tuple[Move, ...], tuple[str, ...]] = {}
        for move in some_moves(board):
            board.point_at(move)
            seen[board.chosen] = tuple(drawn(board))
        assert len(set(seen.values())) == len(seen), board.size


@pytest.mark.parametrize("id", EVERY)
def test_the_last_move_is_seen(id: str) -> None:
    for board in boards(id):
        before, moves = board.position, some_moves(board)
        for move in moves:
            board.view = BoardView(before, active=False)
            board.point_at(move)
            board.view = BoardView(before.play(move), active=False)
            without = drawn(board)
            board.view = board.view._replace(last=move)
            assert drawn(board) != without, (board.size, before.name(move))


@pytest.mark.parametrize("id", EVERY)
def test_a_move_is_drawn_at_its_place(id: str) -> None:
    for board in boards(id):
        before, moves = board.position, some_moves(board)
        for move in moves:
            board.view = BoardView(before, active=False)
            board.point_at(move)
            old = drawn(board)
            places = [[board.place_at(x, y) for x in range(board.size.width)] for y in range(board.size.height)]
            board.view = BoardView(before.play(move), active=False)
            changed = {
                places[y][x]
                for y, (was, now) in enumerate(zip(old, drawn(board), strict=True))
                for x, (one, other) in enumerate(zip(was, now, strict=True))
                if one != other
            }
            assert board.cursor in changed or isinstance(board, HeapBoard), (board.size, before.name(move))
