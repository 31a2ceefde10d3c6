"""The way out of a screen by Escape alone."""

from __future__ import annotations

from tests.tui.every_screen import SCREENS
from tests.tui.hall import Door, Engines
from tui.screens.home.screen import HomeScreen


async def leave(hall: Door, name: str, engines: Engines) -> None:
    """Open a screen by its name, and press Escape until the home list is there."""
    engines.hasty = True
    opening, keys, _kind = SCREENS[name]
    async with hall(*(opening or ())) as visit:
        await visit.press(*keys)
        for _step in range(8):
            if isinstance(visit.app.screen, HomeScreen):
                break
            await visit.press("escape")
            await visit.settle()
        assert isinstance(visit.app.screen, HomeScreen), visit.text
