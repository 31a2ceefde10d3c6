"""Somebody of one's own strength at the board: the first choice of who is new, who says what it does and shows no values."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.play.match import Match
from core.play.seats import Setup
from core.players.opponents import DEFAULT, HUMAN, ME, unfitted
from core.records.equal import standing
from tests.tui.hall import Door, Engines, PromptKeeper, Visit, top, with_keys
from tests.tui.plainly import Reader
from tests.tui.told import DRAW, worth
from tui.screens.base.picker import Picker
from tui.screens.play.screen import PlayScreen
from tui.text.counted import curve

SEATS = (HUMAN, ME)


async def played(visit: Visit, *names: str) -> Match:
    """Resign after some moves: a game that the person has lost."""
    for name in names:
        await visit.write(name)
        await visit.press("enter")
        await visit.rest()
    await visit.do("resign")
    await visit.press("y")
    await visit.until(lambda: visit.play.state.match.outcome)
    return visit.play.state.match


async def test_who_is_new_to_it_hears_where_it_begins(hall: Door) -> None:
    hall.newcomer = True
    hall.furnish(opponent=ME)
    async with hall() as visit:
        await visit.press("escape")
        assert "Play me" in visit.text
        assert "Strength as strong as you are" in visit.text
        await visit.press("enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        await visit.until(lambda: visit.play.state.match.players[1] != ME)
        assert visit.play.state.match.players == (HUMAN, "me:2+2:0")
        assert "You are new here, so Play me begins at level 2." in visit.status


async def test_it_shows_no_values_and_those_that_are_asked_for_make_a_lesson(hall: Door) -> None:
    for action in ("marks", "panel"):
        async with hall("tictactoe", players=SEATS) as visit:
            assert f"{visit.app.active_keys('hint')} gives one; the game then counts" in visit.text
            await visit.do(action)
            assert "this game becomes a lesson" in visit.status
            assert not visit.play.state.match.helped
            await visit.do(action)
            assert visit.play.state.match.helped
            assert visit.play.panel.switches.on_cells == (action == "marks")
            assert visit.play.panel.switches.study == (action == "panel")


async def test_in_a_narrow_window_values_are_shown_in_the_panel_that_lies_over_the_board(hall: Door) -> None:
    async with hall("tictactoe", players=SEATS, size=(40, 12)) as visit:
        await visit.do("panel")
        assert with_keys("Values are hidden. {key:marks} shows them;") in visit.text
        assert not visit.play.state.match.helped, "the quiet panel helps nobody"
        await visit.do("marks", "marks")
        assert worth("X", DRAW, 9) in visit.text
        assert visit.play.state.match.helped
        await visit.do("marks")
        assert "Values are hidden." in visit.text
        await visit.do("panel", "marks")
        assert visit.play.panel.switches.on_cells


async def test_a_hint_and_an_undone_move_make_a_lesson(hall: Door) -> None:
    for action in ("hint", "undo"):
        async with hall("tictactoe", players=SEATS) as visit:
            await visit.write("b2")
            await visit.press("enter")
            await visit.rest()
            await visit.do(action)
            assert visit.play.state.match.helped, action


async def test_after_a_lost_game_the_next_is_weaker_and_the_score_goes_on(hall: Door) -> None:
    async with hall("tictactoe", players=SEATS) as visit:
        await played(visit, "b2")
        assert "Your strength:" in visit.text
        await visit.do("again")
        await visit.until(lambda: not visit.play.state.match.outcome)
        await visit.until(lambda: visit.play.state.match.moves)
        assert "Level 2 -> 1: you lost the last game." in visit.status, "also where it has made the first move"
        assert visit.play.state.match.standing.wins == (0, 1)
        assert visit.play.state.match.players[0].startswith("me:1+2:"), "it begins, as the person did before"


async def test_the_dial_has_your_rating_beside_it_once_a_game_has_counted(hall: Door) -> None:
    async with hall("tictactoe", players=SEATS) as visit:
        assert "you 1" not in visit.text
        await played(visit, "b2")
        own = standing(visit.store, visit.play.state.match.game).last[-1].after
        await visit.do("again")
        await visit.until(lambda: not visit.play.state.match.outcome)
        await visit.until(lambda: "│ level " in visit.text)
        (dial,) = [line for line in visit.text.splitlines() if "│ level 1  " in line]
        assert f" you {own.rating:.0f} ±{1.96 * own.deviation:.0f} │" in dial


async def test_a_lesson_changes_nothing_and_the_card_says_so(hall: Door) -> None:
    async with hall("tictactoe", players=SEATS) as visit:
        before = visit.play.state.match.players
        await visit.do("hint")
        match = await played(visit, "b2")
        assert match.helped
        assert "A lesson: you had help" in visit.text
        await visit.do("again")
        await visit.until(lambda: not visit.play.state.match.outcome)
        assert visit.play.state.match.players == before[::-1], "it is as strong as before, and begins"


async def test_a_game_in_which_no_choice_changes_the_result_says_that_it_is_not_rated(hall: Door) -> None:
    async with hall("subtraction:11:1,3/misere", players=SEATS) as visit:
        assert "No choice changes the result of this game, so it is not rated." in visit.status
        await played(visit, "A1")
        assert "so it is not rated." in " ".join(visit.text.split())


async def test_a_second_game_from_one_side_says_that_it_is_not_rated(hall: Door) -> None:
    said = "Not rated: you had this side in your last rated game too."
    async with hall("tictactoe", players=SEATS) as visit:
        await visit.choose("first", "0")
        await played(visit, "b2")
        assert "Your strength:" in visit.text
        await visit.do("again")
        await visit.until(lambda: not visit.play.state.match.outcome)
        await visit.until(lambda: said in visit.status)
        await played(visit, "b2")
        assert "Not rated: you had" in visit.text
        assert standing(visit.store, visit.play.state.match.game).games == 1


async def test_at_home_both_begin_in_turns(hall: Door) -> None:
    async with hall() as visit:
        visit.app.setup = Setup(SEATS)
        await visit.press("1")
        assert "Starts alternating" in " ".join(visit.text.split())


async def test_who_sits_down_before_the_first_move_is_fitted_too(hall: Door) -> None:
    async with hall("tictactoe", players=(HUMAN, HUMAN)) as visit:
        await visit.choose("seat_second", ME)
        await visit.until(lambda: visit.play.state.match.players[1] == "me:2+2:0")
        assert visit.app.setup.seats == SEATS


async def test_it_sits_opposite_to_a_person_only(hall: Door) -> None:
    first, second = (
        with_keys(f"Play me plays against a person only; {{key:{seat}}} chooses another player in its place.")
        for seat in ("seat_first", "seat_second")
    )
    async with hall("tictactoe", players=SEATS) as visit:
        before = visit.play.state.match.players
        await visit.do("seat_first")
        assert visit.status == second
        assert visit.play.state.match.players == before
    async with hall() as visit:
        visit.app.setup = Setup(SEATS)
        await visit.press("1")
        await visit.do("seat_first")
        assert visit.status == second
        assert visit.home.setup.seats == SEATS
        visit.app.setup = Setup(SEATS[::-1])
        await visit.do("seat_second")
        assert visit.status == first
        visit.app.setup = Setup(SEATS)
        await visit.choose("seat_second", DEFAULT)
        await visit.do("seat_first")
        names = [row.name for row in top(visit.app, Picker).listed.rows]
        assert names[:2] == ["Best", "You"], "it is left out where an engine sits opposite"


async def test_at_home_its_name_is_kept_and_not_its_strength(hall: Door) -> None:
    async with hall("tictactoe", players=SEATS) as visit:
        assert unfitted(visit.play.state.match.players[1]) == ME
        await visit.choose("first", "1")
        setup = visit.app.setup
        assert ME in setup.seats
        assert all(":" not in text or not text.startswith(ME) for text in setup.seats)


@pytest.fixture
def read(home: Path, engines: Engines, monkeypatch: pytest.MonkeyPatch) -> Reader:
    monkeypatch.setattr("tui.household.household.Keeper", PromptKeeper)
    monkeypatch.setattr("core.play.saving.SAVING_SECONDS", 3600.0)
    return Reader(home, engines)


def test_in_lines_it_is_introduced_once_and_says_where_it_begins(read: Reader) -> None:
    read("values", game="tictactoe", seats=SEATS)
    introduced = [line for line in read.said if "Play me" in line and "Tic-tac-toe" in line]
    assert len(introduced) == 1
    assert introduced[0].endswith("You are new here, so Play me begins at level 2.")


def test_a_curve_goes_from_its_lowest_to_its_highest_step() -> None:
    assert curve([1500, 1600, 1550, 1500]) == "▁▇▄▁"
    assert curve([1500]) == "▄"
    assert len(curve(list(range(100)))) == 24
