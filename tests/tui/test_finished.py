"""The list of finished games: one's own first, those that were watched on a page of their own, older ones behind them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from core.store.rows import Stored
from core.store.store import open_store
from tests.core.finished import X_WINS, kept
from tests.tui.hall import Door, Visit
from tui.household.settings_file import FILE
from tui.household.surroundings import STORE_FILE
from tui.screens.home import finished
from tui.screens.home.finished import Finished
from tui.screens.review.screen import ReviewScreen

ENGINES = ("best:2", "random")


def games(count: int, players: tuple[str, str], first: int = 0) -> Iterator[Stored]:
    for number in range(first, first + count):
        match = replace(kept(X_WINS, players).match, id=str(number))
        yield Stored.of(match, 60.0 * number, 60.0 * number)


def furnish(hall: Door, own: int, watched: int) -> None:
    """Games of one's own, and after them some that were watched."""
    store = open_store(hall.folder / STORE_FILE)[0]
    store.take_in(games(own, ("human", "best:2")))
    store.take_in(games(watched, ENGINES, own))
    store.close()


async def opened(visit: Visit) -> Finished:
    await visit.until(lambda: visit.home.yours.finished)
    await visit.do("review")
    await visit.until(lambda: isinstance(visit.app.screen, Finished))
    screen = visit.app.screen
    assert isinstance(screen, Finished)
    await visit.settle()
    return screen


async def test_ones_own_games_come_first_and_tab_shows_those_that_were_watched(hall: Door) -> None:
    furnish(hall, own=1, watched=30)
    async with hall() as visit:
        await opened(visit)
        assert "You 1-0" in visit.text
        await visit.press("tab")
        await visit.until(lambda: "Review which watched game?" in visit.text)
        assert "You 1-0" not in visit.text
        await visit.press("tab")
        await visit.until(lambda: "You 1-0" in visit.text)


async def test_where_all_games_were_watched_these_are_listed(hall: Door) -> None:
    furnish(hall, own=0, watched=2)
    async with hall() as visit:
        await opened(visit)
        assert "Review which watched game?" in visit.text
        await visit.press("tab", "enter")
        await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))


async def test_older_games_stand_behind_the_last_of_the_page(hall: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished, "PAGE", 3)
    furnish(hall, own=5, watched=0)
    async with hall() as visit:
        screen = await opened(visit)
        await visit.press("end", "enter")
        await visit.until(lambda: "older games" not in visit.text)
        assert [game.id for game in screen._page.games] == ["1", "0"]


async def test_the_last_games_at_home_are_ones_own_before_those_that_were_watched(hall: Door) -> None:
    furnish(hall, own=2, watched=30)
    async with hall() as visit:
        await visit.until(lambda: visit.home.yours.finished)
        assert [game.id for game in visit.home.yours.finished[:3]] == ["1", "0", "31"]


async def test_beyond_the_setting_the_oldest_watched_games_are_dropped_and_that_is_said_once(hall: Door) -> None:
    furnish(hall, own=2, watched=5)
    (hall.folder / FILE).write_text("watched_games = 2\n")
    said = "3 old games between AIs were deleted; the setting Watched games says how many are saved."
    for notices in ([said], []):
        async with hall(notices=True) as visit:
            await visit.until(lambda: visit.home.yours.read)
            await visit.settle()
            assert visit.notices == notices
            assert [game.id for game in visit.store.finished()] == ["6", "5", "1", "0"]


async def test_no_watched_game_is_dropped_where_the_setting_says_so(hall: Door) -> None:
    furnish(hall, own=0, watched=5)
    (hall.folder / FILE).write_text('watched_games = "never"\n')
    async with hall() as visit:
        await visit.until(lambda: visit.home.yours.read)
        await visit.settle()
        assert len(visit.store.finished()) == 5
