"""The way out of every dialog is in its frame. It takes 3 seconds."""

from __future__ import annotations

import pytest

from tests.tui.hall import Door
from tests.tui.lists_cases import LISTS, opened


@pytest.mark.parametrize("name", [*LISTS, "stats", "play, rules"])
async def test_the_way_out_of_every_dialog_is_in_the_edge_of_its_frame(hall: Door, name: str) -> None:
    async with opened(hall, name) as visit:
        edges = [line for line in visit.text.splitlines() if "╰─" in line and "Esc " in line]
        assert len(edges) == 1
