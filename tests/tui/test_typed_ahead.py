"""Keys that come when what they are for is going or gone, and windows that are hardly there, end nothing."""

from __future__ import annotations

from typing import Any

import pytest
from textual.command import CommandPalette
from textual.events import MouseDown, MouseUp
from textual.geometry import Offset
from textual.screen import Screen
from textual.widgets._toast import Toast

from core.games import get
from core.phrase import phrase
from core.position import Position
from tests.tui.hall import Door, top
from tests.tui.monkey import mouse
from tests.tui.typed_ahead_cases import PEOPLE
from tui.hall.steady import Notice
from tui.household.settings import SETTINGS
from tui.screens.base.edit import EditScreen
from tui.screens.base.game import GameScreen
from tui.screens.base.picker import QuestionDialog
from tui.screens.home.list import GameList
from tui.screens.home.screen import HomeScreen
from tui.screens.play.screen import PlayScreen
from tui.screens.settings import SettingsScreen


async def test_a_question_cannot_be_answered_before_it_is_seen(hall: Door) -> None:
    async with hall() as visit:
        question = QuestionDialog(phrase("open"), ["yes", "no"])
        visit.app.push_screen(question)
        question.action_cancel()
        await visit.settle()
        assert visit.app.screen is question
        assert "yes" in visit.text
        await visit.press("escape")
        assert visit.app.screen is not question


async def test_a_question_takes_one_answer_and_what_was_typed_after_it_is_nothing(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        answers: list[int | None] = []
        question = QuestionDialog(phrase("Keys"), [phrase("Hint"), phrase("Undo")])
        await visit.app.push_screen(question, answers.append)
        question.dismiss(1)
        question.dismiss(0)
        await visit.settle()
        assert answers == [1]
        assert isinstance(visit.app.screen, GameScreen)


@pytest.mark.parametrize("actions", ["resign resign", "resign new", "new resign", "draw draw", "draw resign"])
async def test_of_keys_pressed_at_once_in_a_game_one_opens_a_dialog(hall: Door, actions: str) -> None:
    async with hall("tictactoe", players=PEOPLE, moves="b2") as visit:
        below = len(visit.app.screen_stack)
        await visit.flood(*map(visit.key, actions.split()))
        assert isinstance(visit.app.screen, QuestionDialog)
        assert len(visit.app.screen_stack) == below + 1
        await visit.press("escape")
        assert isinstance(visit.app.screen, GameScreen)


async def test_who_leaves_a_game_by_two_keys_at_once_leaves_the_hall_open(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE, moves="b2") as visit:
        await visit.flood(visit.key("leave"), visit.key("leave"))
        assert isinstance(visit.app.screen, HomeScreen)
        assert visit.app._exit is False


@pytest.mark.parametrize("actions", ["variant variant", "clock clock", "menu menu", "variant clock"])
async def test_of_keys_pressed_at_once_in_the_hall_one_opens_a_dialog(hall: Door, actions: str) -> None:
    async with hall() as visit:
        below = len(visit.app.screen_stack)
        await visit.flood(*map(visit.key, actions.split()))
        assert len(visit.app.screen_stack) == below + 1
        await visit.press("escape")
        assert isinstance(visit.app.screen, HomeScreen)


async def test_a_palette_that_is_closed_while_it_searches_ends_nothing(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.press("ctrl+p")
        palette = visit.app.screen
        assert isinstance(palette, CommandPalette)
        await palette.query("CommandList").remove()
        palette._gather_commands("hint")
        await visit.press("escape")
        await visit.move("b2")
        assert visit.moves == "b2"


async def test_a_screen_of_which_a_part_is_gone_shows_nothing_more(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        screen: Screen[Any] = visit.app.screen
        assert isinstance(screen, GameScreen)
        assert screen.is_ready
        await screen.board.remove()
        assert not screen.is_ready
        screen.refresh_all()


async def test_a_question_that_is_covered_keeps_what_covers_it(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        below, above = (QuestionDialog(phrase("Keys"), [phrase("Hint")]) for _ in range(2))
        await visit.app.push_screen(below)
        await visit.app.push_screen(above)
        below.dismiss(0)
        below.dismiss(0)
        await visit.settle()
        assert visit.app.screen is above


async def test_a_screen_that_is_closed_before_its_widgets_are_there_begins_nothing(hall: Door) -> None:
    async with hall() as visit:
        visit.app.push_screen(QuestionDialog(phrase("Keys"), [phrase("Hint")]))
        visit.app.pop_screen()
        await visit.settle()
        assert visit.app._exception is None
        assert isinstance(visit.app.screen, HomeScreen)


async def test_a_key_that_comes_before_the_widgets_of_a_screen_is_taken_once_they_are_there(hall: Door) -> None:
    async with hall() as visit:
        screen = EditScreen(Position.start(get("tictactoe")))
        visit.app.push_screen(screen)
        screen.show_keys()
        await visit.app.run_action("screen.as_text")
        await visit.settle()
        assert screen.has_class("-typing")


async def test_a_click_on_what_another_screen_covers_by_now_does_nothing_there(hall: Door) -> None:
    async with hall() as visit:
        games = visit.home.query_one(GameList)
        await visit.do("settings")
        await visit.app.run_action("screen.pick(3)", games)
        assert top(visit.app, SettingsScreen).setting.name == next(iter(SETTINGS))


async def test_two_clicks_beside_the_palette_close_it_alone(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.press("ctrl+p")
        for kind in (MouseDown, MouseUp) * 2:
            visit.app.post_message(mouse(kind, Offset(0, 0)))
        await visit.settle()
        assert isinstance(visit.app.screen, PlayScreen)


async def test_the_palette_is_opened_again_at_once(hall: Door) -> None:
    async with hall() as visit:
        await visit.press("ctrl+p")
        visit.app.screen.dismiss()
        visit.app.action_command_palette()
        await visit.settle()
        assert isinstance(visit.app.screen, CommandPalette)


@pytest.mark.parametrize("key", ["L", "g"])
async def test_a_list_that_has_no_row_is_not_paged_through(hall: Door, key: str) -> None:
    async with hall(size=(20, 5)) as visit:
        await visit.press(key, "pageup", "pagedown")
        assert visit.app._exception is None


async def test_a_notice_whose_time_is_up_as_it_is_shown_goes(hall: Door) -> None:
    async with hall(notices=True) as visit:
        visit.app.notify("This is over.")
        await visit.settle()
        (notice,) = visit.app._notifications
        assert isinstance(notice, Notice)
        await visit.app.screen.mount(Toast(Notice("This is over.", timeout=-1.0)))
        await visit.until(lambda: len(visit.app.screen.query(Toast)) == 1)
