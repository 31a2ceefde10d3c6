"""Pasted text is refused in a sentence, and the Enter after it does nothing."""

from __future__ import annotations

import pytest
from textual.events import Paste

from core.players.opponents import HUMAN
from tests.tui.hall import Door, Visit
from tui.screens.dialogs import QuestionDialog
from tui.screens.home import HomeScreen
from tui.screens.review import ReviewScreen

PEOPLE = (HUMAN, HUMAN)
REFUSED = "Pasted text isn't read here; type it."


async def paste(visit: Visit, text: str) -> None:
    """Paste a text as a terminal does."""
    visit.app.post_message(Paste(text))
    await visit.settle()


@pytest.mark.parametrize("keys", [(), ("b",)], ids=["board", "move box"])
async def test_a_paste_is_refused_in_a_sentence(hall: Door, keys: tuple[str, ...]) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.press(*keys)
        await paste(visit, "b3")
        assert visit.status == REFUSED


@pytest.mark.parametrize("keys", [(), ("c", "1")], ids=["board", "move box"])
async def test_the_enter_after_a_paste_plays_nothing(hall: Door, keys: tuple[str, ...]) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.press(*keys)
        await paste(visit, "b3")
        await visit.press("enter")
        assert (visit.moves, visit.status) == ("", REFUSED)


async def test_the_second_enter_after_a_paste_plays(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await paste(visit, "b3")
        await visit.press("enter", "enter")
        assert visit.moves == "b2"


async def test_what_is_typed_after_a_paste_is_played(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await paste(visit, "a1")
        await visit.press("b", "3", "enter")
        assert visit.moves == "b3"


async def test_a_paste_of_nothing_is_no_paste(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await paste(visit, "")
        await visit.press("enter")
        assert visit.moves == "b2"


async def test_the_enter_after_a_paste_at_home_begins_no_game(hall: Door) -> None:
    async with hall() as visit:
        await paste(visit, "mnk:7,7,4")
        await visit.press("enter")
        assert isinstance(visit.app.screen, HomeScreen)


async def test_the_enter_after_a_paste_plays_on_from_no_review(hall: Door) -> None:
    async with hall("tictactoe", "a1 b1 a2 b2 a3", PEOPLE) as visit:
        await visit.press("v")
        await paste(visit, "a1")
        await visit.press("enter")
        assert isinstance(visit.app.screen, ReviewScreen)


async def test_the_enter_after_a_paste_answers_no_question(hall: Door) -> None:
    async with hall("tictactoe/wild", players=PEOPLE) as visit:
        await visit.press("enter")
        await paste(visit, "Ob2")
        await visit.press("enter")
        assert isinstance(visit.app.screen, QuestionDialog)


async def test_a_question_says_that_it_takes_no_paste(hall: Door) -> None:
    async with hall("tictactoe/wild", players=PEOPLE) as visit:
        await visit.press("enter")
        await paste(visit, "Ob2")
        assert visit.notices == [REFUSED]


async def test_the_line_of_the_search_takes_a_paste(hall: Door) -> None:
    async with hall() as visit:
        await visit.press("slash")
        await paste(visit, "mnk:7,7,4")
        await visit.press("enter")
        assert visit.home.game.id == "mnk:7,7,4"
