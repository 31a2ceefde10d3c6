"""In 80 columns by 24 rows Spanish has the room of English: no screen cuts what is whole in English, and none in a word.
It takes 20 seconds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core import games
from core.game import Game
from tests.tui.every_screen import SCREENS, come_to_rest
from tests.tui.hall import FULL, Door
from tests.tui.languages import Locale
from tui.screens.play.screen import PlayScreen

CUT = re.compile(r"\S* ?(?:…|\.\.\.)")
IN_A_WORD = re.compile(r"[a-záéíóúñ](?:…|\.\.\.)")
PLACES = (
    *("home", "play", "play, ended", "watch", "review", "home, variant", "home, finished games", "review, help"),
    *(
        "settings",
        "settings, a list",
        "tournament",
        "tournament, new",
        "stats",
        "match",
        "clock",
        "clock, wrong",
        "hints",
        "editor",
        "editor, illegal",
    ),
    *("play, a variation", "play, a line", "play, a threat", "play, blind", "play, two engines", "play, a draw"),
)


@pytest.fixture
def spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hall: Door) -> Door:
    """A hall that knows Spanish."""
    Locale(tmp_path / "locale", monkeypatch).bring("es")
    hall.engines.hasty = True
    return hall


async def seen(hall: Door, spoken: str, game: Game) -> tuple[str, str]:
    """The play screen of a game in a language, with a hint asked for and after a move."""
    hall.furnish(language=spoken, panel="live", marks=True)
    async with hall(game.id, "", ("human", FULL)) as visit:
        await come_to_rest(visit)
        await visit.press("h")
        await come_to_rest(visit)
        first = visit.text
        await visit.press("enter")
        await visit.settle()
        if isinstance(visit.app.screen, PlayScreen):
            await come_to_rest(visit)
        return first, visit.text


def cuts(text: str) -> list[str]:
    """What is cut on a screen, but for the status line, which says what it has no room for in a notice too."""
    *rows, _status, keys = text.splitlines()
    return CUT.findall("\n".join((*rows, keys)))


@pytest.mark.parametrize("game", games.presets(), ids=lambda game: game.id)
async def test_the_play_screen_of_a_game_cuts_nothing_in_spanish_that_is_whole_in_english(
    spanish: Door, game: Game
) -> None:
    english, translated = await seen(spanish, "en", game), await seen(spanish, "es", game)
    for before, after in zip(english, translated, strict=True):
        assert len(cuts(after)) <= len(cuts(before)), after
        assert IN_A_WORD.findall(after) == [], after
    prompt = translated[0].splitlines()[-2].rstrip()
    assert prompt.endswith("_") or not english[0].splitlines()[-2].rstrip().endswith("_"), prompt


@pytest.mark.parametrize("name", PLACES)
async def test_the_other_screens_cut_nothing_in_a_word(spanish: Door, name: str) -> None:
    opened, keys, _top = SCREENS[name]
    game, moves, players = opened or (None, "", ("human", FULL))
    spanish.furnish(language="es", panel="live", marks=True)
    async with spanish(game, moves, players) as visit:
        await come_to_rest(visit)
        for key in keys:
            await visit.press(key)
            await come_to_rest(visit)
        assert IN_A_WORD.findall(visit.text) == [], visit.text
