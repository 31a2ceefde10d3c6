"""Keys that come when what they are for is going or gone, and windows that are hardly there, end nothing."""

from __future__ import annotations

from typing import Any

import pytest
from textual.command import CommandPalette
from textual.screen import Screen

from core.phrase import phrase
from tests.tui.hall import Door
from tui.screens.dialogs import Question
from tui.screens.game import GameScreen
from tui.screens.home import HomeScreen

PEOPLE = ("human", "human")


async def test_a_question_cannot_be_answered_before_it_is_seen(hall: Door) -> None:
    async with hall() as visit:
        question = Question(phrase("open"), ["yes", "no"])
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
        question = Question(phrase("Keys"), [phrase("Hint"), phrase("Undo")])
        await visit.app.push_screen(question, answers.append)
        question.dismiss(1)
        question.dismiss(0)
        await visit.press("escape")
        assert answers == [1]
        assert isinstance(visit.app.screen, GameScreen)


@pytest.mark.parametrize("keys", ["RR", "Rn", "nR", "qq", "OO", "OR"])
async def test_of_keys_pressed_at_once_in_a_game_one_opens_a_dialog(hall: Door, keys: str) -> None:
    async with hall("tictactoe", players=PEOPLE, moves="b2") as visit:
        below = len(visit.app.screen_stack)
        await visit.flood(*keys)
        assert isinstance(visit.app.screen, Question)
        assert len(visit.app.screen_stack) == below + 1
        await visit.press("escape")
        assert isinstance(visit.app.screen, GameScreen)


@pytest.mark.parametrize("keys", ["gg", "kk", "mm", "gk"])
async def test_of_keys_pressed_at_once_in_the_hall_one_opens_a_dialog(hall: Door, keys: str) -> None:
    async with hall() as visit:
        below = len(visit.app.screen_stack)
        await visit.flood(*keys)
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


@pytest.mark.parametrize("key", ["ctrl+p", "question_mark", "comma", ""])
async def test_a_window_of_any_size_draws_what_is_open(hall: Door, key: str) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        if key:
            await visit.press(key)
        else:
            await visit.app.push_screen(Question(phrase("Keys"), [phrase("Hint")] * 9))
        for width in (*range(1, 14), 80):
            await visit.resize(width, 24 if width % 2 == 0 else width % 4)
            await visit.press("pagedown", "pageup", "end", "home")
            assert visit.text
        await visit.press("escape")


async def test_a_screen_of_which_a_part_is_gone_shows_nothing_more(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        screen: Screen[Any] = visit.app.screen
        assert isinstance(screen, GameScreen)
        assert screen.stands
        await screen.board.remove()
        assert not screen.stands
        screen.refresh_all()


async def test_a_question_that_is_covered_keeps_what_covers_it(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        below, above = (Question(phrase("Keys"), [phrase("Hint")]) for _ in range(2))
        await visit.app.push_screen(below)
        await visit.app.push_screen(above)
        below.dismiss(0)
        below.dismiss(0)
        await visit.settle()
        assert visit.app.screen is above
