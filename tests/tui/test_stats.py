"""What the games come to, as the home screen shows it."""

from __future__ import annotations

from dataclasses import replace

from core.store.store import open_store
from tests.core.finished import DRAW, O_WINS, X_WINS, kept
from tests.tui.hall import Door
from tui.household.surroundings import STORE_FILE
from tui.screens.home.screen import HomeScreen
from tui.screens.home.stats import Stats

GAMES = (
    kept(X_WINS, marks=("", "??", None, None, "!")),
    kept(O_WINS),
    kept(DRAW),
    kept(X_WINS, game="tictactoe/misere"),
)


def furnish(hall: Door) -> None:
    """Games that were played before, from the oldest to the newest."""
    store = open_store(hall.folder / STORE_FILE)[0]
    store.take_in(replace(each, started=100.0 * at, updated=100.0 * at) for at, each in enumerate(GAMES))
    store.close()


async def test_a_key_shows_all_games_or_those_of_the_chosen_one(hall: Door) -> None:
    furnish(hall)
    async with hall() as visit:
        await visit.do("record")
        await visit.until(lambda: isinstance(visit.app.screen, Stats))
        await visit.settle()
        assert "4 of your games against engines: 1 won, 1 drawn, 2 lost." in visit.text
        assert "Longest runs: 1 won, 1 unbeaten; now 1 lost in a row." in visit.text
        assert "Accuracy: 100 %; moves judged: 2, games reviewed: 1 of 4." in visit.text
        assert "1 more of your moves in these games was not judged." in visit.text
        await visit.do("scope")
        assert "3 of your games against engines: 1 won, 1 drawn, 1 lost." in visit.text
        await visit.do("scope", "leave")
        assert isinstance(visit.app.screen, HomeScreen)


async def test_its_keys_are_those_of_the_settings(hall: Door) -> None:
    furnish(hall)
    hall.furnish(keys={"scope": "f6"})
    async with hall() as visit:
        await visit.do("record")
        await visit.until(lambda: isinstance(visit.app.screen, Stats))
        await visit.settle()
        assert "F6 this game or all" in visit.text
        await visit.press("f6")
        assert "3 of your games against engines" in visit.text


async def test_the_palette_leads_there_and_no_game_is_no_number(hall: Door) -> None:
    async with hall() as visit:
        names = [command.title for command in visit.app.get_system_commands(visit.app.screen)]
        assert "Your record" in names
        await visit.do("record")
        await visit.until(lambda: isinstance(visit.app.screen, Stats))
        await visit.settle()
        assert "0 of your games against engines." in visit.text
        assert "Accuracy: unknown" in visit.text


async def test_everything_is_there_in_a_small_window_too(hall: Door) -> None:
    furnish(hall)
    async with hall(size=(40, 12)) as visit:
        await visit.do("record")
        await visit.until(lambda: isinstance(visit.app.screen, Stats))
        await visit.settle()
        assert "…" not in visit.text.replace("game…", "")
        seen = visit.text
        await visit.press("end")
        assert "you second" in visit.text
        assert visit.text != seen
