"""A player sees the language change without leaving the app: every screen, with what is open above it, shows what it would
show if it had spoken so from the start. It takes 30 seconds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.every_screen import SCREENS, YOU_FIRST, a_finished_game, come_to_rest
from tests.tui.hall import Door
from tests.tui.languages import Locale


@pytest.fixture
def spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hall: Door) -> Door:
    """A hall that knows Spanish, with a game that is over."""
    Locale(tmp_path / "locale", monkeypatch).bring("es")
    a_finished_game(hall)
    return hall


async def shown(hall: Door, spoken: str, name: str, size: tuple[int, int] = (80, 24)) -> str:
    """A screen in Spanish, of an app that began in a language."""
    opened, keys, top = SCREENS[name]
    hall.furnish(language=spoken, panel="live", marks=True)
    game, moves, players = opened or (None, "", YOU_FIRST)
    async with hall(game, moves, players, size) as visit:
        await come_to_rest(visit)
        for key in keys:
            await visit.press(key)
            await come_to_rest(visit)
        await visit.until(lambda: isinstance(visit.app.screen, top))
        visit.app.choose("language", "es")
        await come_to_rest(visit)
        return visit.text


@pytest.mark.parametrize("name", SCREENS)
async def test_a_screen_that_learns_spanish_is_the_same_as_one_that_spoke_it_from_the_start(
    spanish: Door, name: str
) -> None:
    assert await shown(spanish, "en", name) == await shown(spanish, "es", name)


async def test_a_window_that_is_too_small_says_so_in_the_new_language(spanish: Door) -> None:
    text = await shown(spanish, "en", "play", (38, 12))
    assert "Agrándala" in text
    assert "Make it larger" not in text
