"""What the tests of lists share, those that take long and those that do not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from core.players.opponents import HUMAN
from tests.tui.every_screen import SCREENS, a_finished_game
from tests.tui.hall import FULL, Door, Visit

LISTS = (
    *("home, variant", "home, finished games", "home, help", "settings, a list", "match", "clock", "hints"),
    *("tournament, new", "play, new", "play, resign", "play, a draw", "play, which move", "play, help"),
)


@asynccontextmanager
async def opened(hall: Door, name: str) -> AsyncIterator[Visit]:
    """A visit with a screen of SCREENS open, after a game that has ended."""
    at, keys, kind = SCREENS[name]
    a_finished_game(hall)
    game, moves, players = at or (None, "", (HUMAN, FULL))
    async with hall(game, moves, players) as visit:
        await visit.until(lambda: game or visit.home.yours.finished)
        await visit.press(*keys)
        await visit.until(lambda: isinstance(visit.app.screen, kind))
        yield visit
