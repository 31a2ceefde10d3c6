"""A position is set up by keys and by the mouse, judged, analysed, and played from. It takes 1 second."""

from __future__ import annotations

import pytest

from core import games
from core.position import Position
from tests.tui.every_screen import ONE_OF_EACH
from tests.tui.hall import Door
from tui.screens.base.edit import EditScreen


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (120, 40)])
async def test_every_kind_of_game_is_drawn_with_a_cursor(hall: Door, size: tuple[int, int]) -> None:
    hall.engines.hold()
    async with hall(size=size) as visit:
        for id in ONE_OF_EACH:
            visit.app.push_screen(EditScreen(Position.start(games.get(id))))
            await visit.settle()
            assert "[" in visit.text, id
            assert visit.footer.strip()
            visit.app.pop_screen()
            await visit.settle()
