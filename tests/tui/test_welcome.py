"""Who comes for the first time is taught the basic keys, once, and is not kept from playing by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.games import get
from tests.tui.goldens import LISTED, check_golden
from tests.tui.hall import Door, Visit
from tests.tui.languages import Locale
from tui.household.settings_file import FILE, load
from tui.household.surroundings import Surroundings
from tui.screens.base.help import Help
from tui.screens.home.screen import HomeScreen
from tui.screens.home.welcome import Welcome
from tui.screens.play.screen import PlayScreen


@pytest.fixture
def first_visit(hall: Door) -> Door:
    """The hall of somebody who has chosen nothing yet."""
    hall.newcomer = True
    return hall


def greeted(visit: Visit) -> bool:
    return isinstance(visit.app.screen, Welcome)


def greets(hall: Door) -> bool:
    """Whether the settings say that the next visitor is to be greeted."""
    return load(hall.folder)[0].welcome


async def test_the_welcome_looks_as_it_is_meant(first_visit: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.games.listed", lambda: tuple(map(get, LISTED)))
    async with first_visit() as visit:
        check_golden("welcome", visit.text, (80, 24))


@pytest.mark.parametrize(("language", "last"), [("en", "only once."), ("es", "una vez.")])
async def test_all_of_it_is_seen_in_the_smallest_window(
    first_visit: Door, language: str, last: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Locale(tmp_path / "locale", monkeypatch).bring("es")
    first_visit.surroundings = Surroundings(language=language)
    async with first_visit(size=(40, 12)) as visit:
        assert greeted(visit)
        assert last in " ".join(visit.text.replace("│", " ").split())


@pytest.mark.parametrize("key", ["escape", "q", "a"])
async def test_a_key_ends_it_for_good(first_visit: Door, key: str) -> None:
    async with first_visit() as visit:
        assert greeted(visit)
        await visit.press(key)
        assert isinstance(visit.app.screen, HomeScreen)
        assert not greets(first_visit)
    async with first_visit() as visit:
        assert not greeted(visit)


async def test_a_click_ends_it(first_visit: Door) -> None:
    async with first_visit() as visit:
        await visit.click("the basic keys")
        assert not greeted(visit)


@pytest.mark.parametrize(("key", "screen"), [("enter", PlayScreen), ("question_mark", Help)])
async def test_the_keys_that_it_teaches_do_at_once_what_it_says(
    first_visit: Door, key: str, screen: type[object]
) -> None:
    async with first_visit() as visit:
        await visit.press(key)
        await visit.until(lambda: isinstance(visit.app.screen, screen))


async def test_the_arrows_and_digits_go_through_to_the_games(first_visit: Door) -> None:
    async with first_visit() as visit:
        await visit.press("3")
        assert visit.home.game.id == "pong-hau-ki"
    first_visit.furnish(welcome=True)
    async with first_visit() as visit:
        await visit.press("down")
        assert visit.home.game.id == "ultimate"


async def test_the_key_that_the_player_has_given_to_the_hint_is_the_one_that_is_named(first_visit: Door) -> None:
    first_visit.furnish(keys={"hint": "i"})
    async with first_visit() as visit:
        assert "│ i       in a game, gives a hint" in visit.text


async def test_who_has_played_is_not_greeted_any_more(first_visit: Door) -> None:
    async with first_visit("tictactoe") as visit:
        await visit.do("leave")
        assert isinstance(visit.app.screen, HomeScreen)
    assert not greets(first_visit)


async def test_who_has_games_of_an_earlier_version_is_not_greeted(hall: Door) -> None:
    async with hall("tictactoe", "a1") as visit:
        await visit.rest()
    (hall.folder / FILE).unlink(missing_ok=True)
    hall.newcomer = True
    async with hall() as visit:
        assert visit.home.yours.unfinished
        assert not greeted(visit)


async def test_in_a_served_hall_nobody_is_greeted_and_nothing_is_written(first_visit: Door) -> None:
    first_visit.surroundings = first_visit.surroundings._replace(served=True)
    async with first_visit() as visit:
        assert not greeted(visit)
        await visit.press("enter")
    assert not (first_visit.folder / FILE).exists()
