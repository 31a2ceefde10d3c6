"""A place of a board is what is drawn inside it: no frame, wall or line beside it is taken for it, on a board of each kind."""

from __future__ import annotations

import pytest

from tests.tui.places import hold


@pytest.mark.parametrize("id", ["tictactoe", "connect-four", "pong-hau-ki", "nim:3,4,5"])
def test_a_click_on_a_line_is_a_click_on_no_place(id: str) -> None:
    hold(id)
