"""Of keys that come at once each does what it does after those before it."""

from __future__ import annotations

import pytest
from textual.app import ComposeResult
from textual.events import Key
from textual.message import Message
from textual.widget import Widget

from tests.tui.hall import Door
from tui.hall.steady import SteadyApp
from tui.screens.home.screen import HomeScreen
from tui.screens.home.welcome import Welcome
from tui.screens.play.screen import PlayScreen

PEOPLE = ("human", "human")


async def test_what_follows_the_key_of_the_search_at_once_is_written_there(hall: Door) -> None:
    async with hall() as visit:
        await visit.flood("slash", *"gomoku", "enter")
        assert visit.home.game.id == "gomoku"


async def test_keys_at_once_on_the_greeting_choose_and_open_a_game(hall: Door) -> None:
    hall.newcomer = True
    async with hall() as visit:
        await visit.flood("down", "down", "down", "enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.play.game.id == "nim:3,4,5"


async def test_what_follows_the_key_that_only_closes_the_greeting_is_for_the_games(hall: Door) -> None:
    hall.newcomer = True
    async with hall() as visit:
        await visit.flood("escape", "slash", *"gomoku", "enter")
        assert visit.home.game.id == "gomoku"


async def test_what_follows_the_key_that_opens_a_game_from_the_greeting_makes_no_move(hall: Door) -> None:
    hall.newcomer = True
    async with hall() as visit:
        await visit.flood("enter", "enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.moves == ""


async def test_keys_pressed_for_the_games_before_the_greeting_comes_are_for_the_games(
    hall: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.newcomer = True
    greet = HomeScreen._welcome
    monkeypatch.setattr(HomeScreen, "_welcome", lambda home: None)
    async with hall() as visit:
        home = visit.home
        monkeypatch.setattr(HomeScreen, "action_down", lambda home: greet(home))
        await visit.flood("down", "3")
        assert (home.game.id, isinstance(visit.app.screen, Welcome)) == ("pong-hau-ki", False)


async def test_the_keys_panel_asked_for_after_quitting_ends_the_app_without_an_error(hall: Door) -> None:
    async with hall() as visit:
        visit.app.exit()
        visit.app.action_show_help_panel()
        assert visit.app._exception is None


async def test_a_key_that_comes_as_the_first_of_two_has_come_back_waits_for_the_second() -> None:
    heard: list[str] = []

    class Hearing(Widget, can_focus=True):
        def on_key(self, event: Key) -> None:
            heard.append(event.key)

    class One(SteadyApp):
        def compose(self) -> ComposeResult:
            yield Hearing()

    app = One()
    async with app.run_test() as pilot:

        def press_third(message: Message) -> None:
            if isinstance(message, Key) and message.key == "x":
                app.post_message(Key("z", "z"))

        app.screen.message_signal.subscribe(app.screen, press_third, immediate=True)
        for key in "xy":
            app.post_message(Key(key, key))
        while len(heard) < 3:
            await pilot.pause()
    assert heard == ["x", "y", "z"]
