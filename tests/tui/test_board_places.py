"""A place of a board is what is drawn inside it: no frame, wall or line beside it is taken for it, on a board of each kind."""

from __future__ import annotations

import pytest

from tests.tui.places import SIZES, at_size, hold
from tui.boards.base import PlaceBoard


@pytest.mark.parametrize("id", ["tictactoe", "connect-four", "pong-hau-ki", "nim:3,4,5"])
def test_a_click_on_a_line_is_a_click_on_no_place(id: str) -> None:
    hold(id)


@pytest.mark.parametrize("id", ["tictactoe", "qubic", "gomoku"])
def test_the_places_shown_are_those_at_which_the_mouse_points_somewhere_on_the_screen(id: str) -> None:
    for size in SIZES[::3]:
        board = at_size(id, size)
        assert isinstance(board, PlaceBoard)
        assert board.shown_places() == PlaceBoard.shown_places(board), size
