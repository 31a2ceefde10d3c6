"""Who comes for the first time is greeted, can win, thinks before values stand on the cells, and is told how to see them."""

from __future__ import annotations

import pytest

from core.games import get
from core.play.seats import Setup
from core.players.opponents import DEFAULT, HUMAN
from tests.tui.hall import FULL, Door, with_keys
from tests.tui.told import DRAW, worth
from tui.household.settings_file import FILE
from tui.screens.play.screen import PlayScreen
from tui.text.seats import strength_words


@pytest.fixture
def first_visit(hall: Door) -> Door:
    """The hall of somebody who has chosen nothing yet."""
    hall.newcomer = True
    return hall


@pytest.mark.parametrize(("game", "level"), [("tictactoe", 2), ("morris", 1), ("nim:3,4,5", 2)])
async def test_the_first_opponent_is_one_that_can_be_beaten(first_visit: Door, game: str, level: int) -> None:
    async with first_visit() as visit:
        await visit.do("find")
        await visit.write(game)
        await visit.press("enter", "enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.play.state.match.players == (HUMAN, f"best:{level}")


async def test_a_digit_and_enter_show_the_values_of_the_moves_on_the_first_visit(first_visit: Door) -> None:
    async with first_visit() as visit:
        await visit.until(lambda: "Welcome" in visit.text)
        await visit.press("1", "enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        await visit.rest()
        assert "move value in line" in visit.side


async def test_the_strength_is_a_row_of_the_set_up(first_visit: Door) -> None:
    async with first_visit() as visit:
        await visit.press("escape")
        assert "Strength 2 easy, one of 4" in visit.text
        await visit.choose("level", "4")
        assert "Strength 4 medium, one of 4" in visit.text
        await visit.click("Strength")
        await visit.press("down", "enter")
        assert "Strength full, one of 4" in visit.text
        await visit.choose("seat_second", "newell-simon")
        assert "Strength no levels to choose" in visit.text, "a strategy plays as it plays"


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ((HUMAN, DEFAULT), "2 easy, one of 3"),
        (("mcts:full", "alphabeta:1"), "full 1 beginner"),
        ((HUMAN, HUMAN), "no levels to choose"),
    ],
)
def test_the_strength_is_one_of_those_that_the_game_tells_apart(seats: tuple[str, str], words: str) -> None:
    # Pong Hau K'i tells three levels apart.
    assert strength_words(Setup(seats), get("pong-hau-ki")) == words


async def test_the_panel_is_live_and_the_cells_wait_for_e(first_visit: Door) -> None:
    async with first_visit("tictactoe", "a1 b2 c3", (FULL, HUMAN)) as visit:
        assert worth("O", DRAW, 6) in visit.text
        assert not visit.board.view.marks
        await visit.do("marks")
        assert visit.board.view.marks
    async with first_visit("tictactoe", "a1 b2 c3", (FULL, HUMAN)) as visit:
        assert visit.board.view.marks, "who has chosen once keeps that"


async def test_one_line_says_how_the_values_are_shown_until_somebody_has_chosen(first_visit: Door) -> None:
    async with first_visit("tictactoe") as visit:
        assert with_keys("{key:marks} shows on the board what each move is worth.") in visit.status
        await visit.press("left")
        assert "a2 keeps the draw." in visit.status
        await visit.do("marks", "marks")
        assert not visit.board.view.marks
    async with first_visit("tictactoe") as visit:
        assert "b2 keeps the draw." in visit.status


async def test_a_settings_file_with_marks_keeps_them(first_visit: Door) -> None:
    first_visit.folder.mkdir()
    (first_visit.folder / FILE).write_text('marks = true\nopponent = "best:full"\n')
    async with first_visit("tictactoe") as visit:
        assert visit.board.view.marks
        assert visit.app.setup.seats == (HUMAN, "best:full")
