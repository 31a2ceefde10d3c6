"""Every screen comes to its first picture."""

from __future__ import annotations

import pytest

from tests.tui.every_screen import SCREENS, YOU_FIRST, a_finished_game, come_to_rest
from tests.tui.hall import Door, Visit
from tui.screens.base.window import Window


@pytest.fixture
def painting() -> None:
    """How the hall is painted: as for a terminal."""


def painted(visit: Visit) -> bool:
    """Whether the screen on top was painted."""
    return isinstance(visit.app.screen, Window) and not visit.app.screen._is_opening


@pytest.mark.parametrize("screen", SCREENS)
async def test_every_screen_is_painted(hall: Door, screen: str) -> None:
    a_finished_game(hall)
    opened, keys, top = SCREENS[screen]
    game, moves, players = opened or (None, "", YOU_FIRST)
    async with hall(game, moves, players) as visit:
        for key in keys:
            await visit.press(key)
            await come_to_rest(visit)
        await visit.until(lambda: isinstance(visit.app.screen, top))
        await visit.until(lambda: painted(visit))
