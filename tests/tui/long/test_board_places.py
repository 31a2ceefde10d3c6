"""A place of a board is what is drawn inside it, on all boards. It takes 3 seconds."""

from __future__ import annotations

import pytest

from core import games
from tests.tui.places import hold

OWN = ["own-lines:fano-plane", "own-slides:mu-torere", "own-slides:picaria", "own-heaps:treblecross"]


@pytest.mark.parametrize("id", [*(game.id for game in games.presets()), "nim:9,8,7,6,5,4,3,2", "mnk:19,19,5", *OWN])
def test_a_click_on_a_line_is_a_click_on_no_place(id: str) -> None:
    hold(id)
