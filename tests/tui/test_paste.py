"""A pasted move waits in the box for Enter. Where no move is made text is refused, and the Enter after it does nothing."""

from __future__ import annotations

import pytest

from core.players.opponents import HUMAN
from tests.tui.hall import FULL, Door, top
from tests.tui.pasting import paste
from tests.tui.told import refused
from tui.screens.base.edit import EditScreen
from tui.screens.base.picker import QuestionDialog
from tui.screens.home.screen import HomeScreen
from tui.screens.review.screen import ReviewScreen

PEOPLE = (HUMAN, HUMAN)
REFUSED = "Pasted text isn't read here; type it."


ENGINE = (HUMAN, FULL)


@pytest.mark.parametrize("keys", [(), ("colon",)], ids=["board", "move box"])
async def test_a_pasted_move_waits_for_enter(hall: Door, keys: tuple[str, ...]) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.press(*keys)
        await paste(visit, " b3\n")
        assert (visit.play.typing.typed, visit.moves) == ("b3", "")
        await visit.press("enter")
        assert visit.moves == "b3"


async def test_several_moves_are_played_where_one_person_has_both_seats(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await paste(visit, "b2 a1\nc3 c1")
        await visit.press("enter")
        assert visit.moves == "b2 a1 c3 c1"


async def test_several_moves_are_played_in_a_variation(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 b1", PEOPLE) as visit:
        await visit.do("back")
        await paste(visit, "b3 a2")
        await visit.press("enter")
        assert " ".join(visit.play.ply.state.match.names) == "a1 b2 c3 b3 a2"
        assert visit.moves == "a1 b2 c3 b1"


async def test_against_an_engine_one_move_can_be_pasted(hall: Door) -> None:
    async with hall("tictactoe", players=ENGINE) as visit:
        await paste(visit, "b2 a1")
        await visit.press("enter")
        assert (visit.moves, visit.status) == ("", "You can only make one move at a time; this text has 2.")


@pytest.mark.parametrize("players", [PEOPLE, ENGINE])
async def test_what_is_no_move_is_named_with_its_place_in_the_text(hall: Door, players: tuple[str, str]) -> None:
    async with hall("tictactoe", players=players) as visit:
        await paste(visit, "a1 zz b2")
        await visit.press("enter")
        assert visit.moves == ""
        assert visit.status.startswith("Move 2: ")
        assert "zz" in visit.status


async def test_a_move_that_cannot_be_read_is_told_by_its_number_and_none_is_made(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await paste(visit, "b2 a1 b2")
        await visit.press("enter")
        assert (visit.moves, visit.status) == ("", f"Move 3: {refused('tictactoe', 'b2 a1', 'b2')}")
        await visit.press("enter")
        assert visit.moves == ""


async def test_the_next_character_after_a_refusal_begins_another_move(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await paste(visit, "nonsense")
        await visit.press("enter", "a", "1", "enter")
        assert visit.moves == "a1"


async def test_full_width_letters_are_read(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await paste(visit, "\uff42\uff12")
        await visit.press("enter")
        assert visit.moves == "b2"


async def test_a_pasted_position_is_set_up(hall: Door) -> None:
    async with hall("tictactoe", "a1", PEOPLE) as visit:
        await visit.do("edit_here")
        await paste(visit, "X.O/.X./..O")
        assert top(visit.app, EditScreen).text == "X.O/.X./..O"


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
        await visit.do("review")
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
