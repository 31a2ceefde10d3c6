"""The way out of every dialog is in its frame. It takes 3 seconds."""

from __future__ import annotations

import pytest

from core.players.opponents import HUMAN
from tests.tui.every_screen import SCREENS, a_finished_game
from tests.tui.hall import FULL, Door
from tests.tui.lists_cases import LISTS


@pytest.mark.parametrize("name", [*LISTS, "stats", "play, rules"])
async def test_the_way_out_of_every_dialog_is_in_the_edge_of_its_frame(hall: Door, name: str) -> None:
    at, keys, kind = SCREENS[name]
    a_finished_game(hall)
    game, moves, players = at or (None, "", (HUMAN, FULL))
    async with hall(game, moves, players) as visit:
        await visit.until(lambda: game or visit.home.finished)
        await visit.press(*keys)
        await visit.until(lambda: isinstance(visit.app.screen, kind))
        edges = [line for line in visit.text.splitlines() if "╰─" in line and "Esc " in line]
        assert len(edges) == 1
