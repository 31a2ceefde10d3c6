"""Matches and clocks on the screen: the forms that set them up, what is told while they run, and how they end."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from textual.widgets import Label

from core.games import get
from core.play.actions import Resign
from core.play.clock import TimeControl
from core.play.seats import Setup
from core.players.opponents import HUMAN
from tests.tui.conftest import Hours
from tests.tui.hall import FULL, Door, Visit, with_keys
from tui.screens.base.picker import QuestionDialog
from tui.screens.base.terms import MatchDialog
from tui.screens.home.screen import HomeScreen
from tui.screens.play.screen import PlayScreen

PEOPLE = (HUMAN, HUMAN)
ALONE = (HUMAN, FULL)
IN_A_WORD = re.compile(r"\w…")


async def play(visit: Visit, setup: Setup, game: str = "tictactoe") -> None:
    """Begin a game as it is set up."""
    visit.app.open_game(get(game), setup)
    await visit.settle()
    await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
    await visit.rest()


def seen(visit: Visit) -> str:
    """The header, without the spaces that are left over."""
    return " ".join(visit.header.split())


async def at_end(visit: Visit) -> None:
    """Wait until what can be done after a game is listed."""
    await visit.until(lambda: isinstance(visit.app.screen, PlayScreen) and visit.play.state.match.outcome)
    await visit.settle()
    await visit.until(lambda: "What now" in visit.text)


async def dialog(visit: Visit) -> str:
    """What a question on top says, once it is there."""
    await visit.until(lambda: isinstance(visit.app.screen, QuestionDialog))
    await visit.settle()
    return visit.text


# Setting up.


@pytest.mark.parametrize(
    ("action", "keys", "change"),
    [
        ("length", ("down", "7", "f2"), {"length": 7, "all_games": True}),
        ("length", ("down", "down", "9", "9", "enter"), {"length": 99}),
        ("length", ("down", "enter", "enter"), {"length": 3, "all_games": True}),
        ("clock", ("down", "enter", "enter"), {"control": TimeControl(20)}),
        ("clock", ("down", "down", "5", "f2"), {"control": TimeControl(5, loses=True)}),
        ("clock", ("down", "down", "down", "2", "tab", "3", "enter"), {"control": TimeControl(0, 120, 3, True)}),
        ("clock", ("down", "down", "down", "down", "f2"), {"control": TimeControl(0, 300)}),
        ("hints", ("down", "2", "enter"), {"hints": 2}),
        ("hints", ("down", "down", "enter"), {"hints": 0}),
        ("hints", ("down", "escape"), {}),
    ],
)
async def test_match_clock_and_hints_are_set_up_in_forms(
    hall: Door, action: str, keys: tuple[str, ...], change: dict[str, int]
) -> None:
    async with hall() as visit:
        before = visit.app.setup
        await visit.do(action)
        await visit.press(*keys)
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
        assert visit.app.setup == replace(before, **change)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("action", "keys", "said"),
    [
        ("length", ("down", "0"), "number of games is a whole number from 1 to 99, not '0'."),
        ("length", ("down", "down", "1", "0", "0"), "number of games is a whole number from 1 to 99, not '100'."),
        ("clock", ("down", "0"), "seconds is a whole number from 1 to 3600, not '0'."),
        (
            "clock",
            ("down", "down", "down", "1", "4", "4", "1"),
            "minutes is a whole number from 1 to 1440, not '1441'.",
        ),
        ("hints", ("down", "1", "backspace"), "hints is a whole number from 1 to 99, not ''."),
    ],
)
async def test_a_wrong_number_is_refused_in_the_form_and_changes_nothing(
    hall: Door, action: str, keys: tuple[str, ...], said: str
) -> None:
    async with hall() as visit:
        before = visit.app.setup
        await visit.do(action)
        await visit.press(*keys, "enter", "f2")
        form = visit.app.screen
        assert isinstance(form, MatchDialog)
        assert str(form.query_one("#answer", Label).render()) == said
        assert "screen.take" not in str(form.query_one(".dialog").border_subtitle)
        await visit.press("escape")
        assert visit.app.setup == before


async def test_a_form_opens_at_what_holds_now(hall: Door) -> None:
    async with hall() as visit:
        for control in (
            None,
            TimeControl(7),
            TimeControl(7, loses=True),
            TimeControl(0, 60, 2, True),
            TimeControl(0, 60),
        ):
            visit.app.remember_setup(replace(visit.app.setup, control=control))
            await visit.do("clock")
            await visit.press("f2")
            assert visit.app.setup.control == control


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("control", [TimeControl(120), TimeControl(120, loses=True), TimeControl(0, 5400, 30, True)])
async def test_the_card_of_the_set_up_has_room_for_clock_and_hints(
    hall: Door, language: str, control: TimeControl
) -> None:
    hall.furnish(language=language)
    async with hall() as visit:
        visit.app.remember_setup(replace(visit.app.setup, control=control, hints=99, length=99))
        visit.home.refresh_all()
        await visit.settle()
        card = "\n".join(line[42:] for line in visit.text.splitlines()[10:])
        assert "120 s" in card or "90 min" in card
        assert IN_A_WORD.findall(card) == [], card


# The clock.


async def test_the_clock_of_the_side_on_turn_runs_and_warns_with_a_sign(hall: Door, hours: Hours) -> None:
    async with hall() as visit:
        await play(visit, Setup(PEOPLE, control=TimeControl(20)))
        hours.run(visit.play.source, 13)
        await visit.settle()
        assert "X 0 0:07 vs O 0 0:20" in seen(visit)
        hours.run(visit.play.source, 1)
        await visit.settle()
        assert "X 0 0:06! vs O 0 0:20" in seen(visit)
        await visit.move("b2")
        hours.run(visit.play.source, 2)
        await visit.settle()
        assert "X 0 0:20 vs O 0 0:18" in seen(visit)


async def test_when_the_time_is_up_chance_moves_and_the_move_is_marked(hall: Door, hours: Hours) -> None:
    async with hall() as visit:
        await play(visit, Setup(PEOPLE, control=TimeControl(20)))
        hours.run(visit.play.source, 20)
        await visit.until(lambda: visit.play.state.match.moves)
        await visit.rest()
        move = visit.moves
        assert visit.status == f"Time is up for X: {move} was played at random."
        assert "random, time up" in visit.text
        await visit.do("undo")
        await visit.rest()
        assert visit.moves == ""
        assert "X 0 0:20 vs" in seen(visit)


async def test_or_the_game_is_lost_in_a_sentence(hall: Door, hours: Hours) -> None:
    async with hall() as visit:
        await play(visit, Setup(PEOPLE, control=TimeControl(20, loses=True)))
        hours.run(visit.play.source, 20)
        await visit.until(lambda: visit.play.state.match.outcome)
        await visit.settle()
        assert visit.status.startswith("O wins: X has no time left.")


async def test_a_game_left_is_continued_with_its_score_and_its_clocks(hall: Door, hours: Hours) -> None:
    async with hall() as visit:
        await play(visit, Setup(PEOPLE, 3, control=TimeControl(0, 60, 0, True)))
        await visit.do("resign")
        await visit.press("enter")
        await at_end(visit)
        await visit.press("enter")
        await visit.until(lambda: visit.play.state.match.number == 2 and not visit.play.state.match.outcome)
        await visit.move("b2")
        hours.run(visit.play.source, 15)
        await visit.do("leave")
        await visit.press("enter")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
    hours.now += 5000.0
    async with hall() as visit:
        await visit.until(lambda: visit.home.yours.unfinished)
        await visit.do("continue_game")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        await visit.rest()
        # The games are begun in turns: who had O, and has won, has X now.
        assert "X 1 1:00 vs O 0 0:45 game 2/3 =0" in seen(visit)


async def test_a_watched_game_shows_both_clocks(hall: Door, hours: Hours) -> None:
    hall.engines.hold()
    async with hall() as visit:
        visit.app.open_game(get("tictactoe"), Setup((FULL, "mcts:2"), 2, True, control=TimeControl(20)))
        await visit.settle()
        await visit.until(lambda: "WATCH" in visit.text)
        assert visit.header.count("0:20") == 2


# After a game, and after the match.


async def test_after_each_game_of_a_match_comes_the_result_the_score_and_a_question(hall: Door) -> None:
    async with hall() as visit:
        await play(visit, Setup(PEOPLE, 2, True))
        await visit.do("resign")
        await visit.press("enter")
        await at_end(visit)
        assert "O wins: X resigned." in visit.text
        assert "You 0, Guest 1, draws 0 after 1" in visit.text
        assert with_keys("▸ {key:again}  next game") in visit.text
        assert with_keys("{key:again} next game") in visit.footer
        await visit.press("enter")
        await visit.until(lambda: visit.play.state.match.number == 2 and not visit.play.state.match.outcome)
        await visit.do("resign")
        await visit.press("enter")
        await at_end(visit)
        assert "The match is over and drawn, 1 to 1." in visit.text
        assert with_keys("▸ {key:again}  new match") in visit.text
        await visit.press("enter")
        await visit.until(lambda: visit.play.state.match.number == 1 and not visit.play.state.match.outcome)
        assert visit.play.state.match.standing.results == ()


async def test_a_game_that_ends_below_the_help_is_told_of_once_that_is_closed(hall: Door) -> None:
    async with hall() as visit:
        await play(visit, Setup(PEOPLE, 2, True))
        table = visit.play
        await visit.do("help")
        table.source.do(Resign(0))
        await visit.press("escape")
        await at_end(visit)
        assert "draws 0 after 1" in visit.text


async def test_stopping_after_a_game_keeps_the_match_under_continue(hall: Door) -> None:
    async with hall(size=(120, 40)) as visit:
        await play(visit, Setup(PEOPLE, 3))
        await visit.do("resign")
        await visit.press("enter")
        await at_end(visit)
        await visit.press("up", "enter")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
        await visit.until(lambda: "game 2 of 3 next" in visit.text)


async def test_stopping_in_a_match_tells_its_result_so_far(hall: Door) -> None:
    async with hall() as visit:
        await play(visit, Setup(PEOPLE, 5))
        for action in ("choose", "leave"):
            await visit.do("resign")
            await visit.press("enter")
            await at_end(visit)
            await visit.do(action)
            await visit.rest()
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
        assert visit.status == "You 1, Guest 1, draws 0 after 2 of 5."


async def test_leaving_a_match_before_a_game_is_over_or_when_all_are_tells_no_result_so_far(hall: Door) -> None:
    async with hall() as visit:
        await play(visit, Setup(PEOPLE, 5))
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
        assert "after" not in visit.status
        await play(visit, Setup(PEOPLE, 1, True))
        await visit.do("resign")
        await visit.press("enter")
        await at_end(visit)
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
        assert "after" not in visit.status


# Draws, sides, hints.


async def test_of_two_people_the_other_one_is_asked_about_a_draw(hall: Door) -> None:
    async with hall() as visit:
        await play(visit, Setup(PEOPLE))
        await visit.do("draw")
        assert "X offers a draw. Does O accept it?" in await dialog(visit)
        await visit.press("down", "enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.status == "O declines the draw. The game goes on."
        await visit.move("b2")
        await visit.do("draw")
        await dialog(visit)
        await visit.press("enter")
        await visit.until(lambda: visit.play.state.match.outcome)
        await visit.settle()
        assert visit.status.startswith("A draw: both agreed.")


@pytest.mark.parametrize(
    ("moves", "said"), [("a1 b2", "A draw: both agreed."), ("b1 b2 b3 a1 c2 a3", "O Alphabeta declines the draw.")]
)
async def test_an_engine_takes_the_draw_that_it_proves_and_none_that_it_does_not(
    hall: Door, moves: str, said: str
) -> None:
    # Of a1 b2 nothing comes with best play; after the other moves O threatens a2, c1 and c3 at once.
    async with hall("tictactoe", moves, ALONE) as visit:
        await visit.do("draw")
        await visit.rest()
        await visit.until(lambda: visit.play.state.course.offer is None)
        await visit.settle()
        assert said in visit.text


async def test_the_sides_of_a_game_are_exchanged_and_those_of_a_match_stay(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2", ALONE) as visit:
        await visit.do("flip")
        await visit.rest()
        assert visit.play.state.match.players == (FULL, HUMAN)
        assert len(visit.play.state.match.moves) == 3
    async with hall() as visit:
        await play(visit, Setup(ALONE, 3))
        await visit.do("flip")
        assert visit.status == "In a planned match you cannot swap sides during a game."
        assert visit.play.state.match.players == ALONE


@pytest.mark.parametrize(("hints", "said"), [(0, "There are no hints in this game."), (1, "this game allows 1.")])
async def test_a_hint_beyond_those_allowed_is_refused_in_a_sentence(hall: Door, hints: int, said: str) -> None:
    async with hall() as visit:
        await play(visit, Setup(ALONE, hints=hints))
        await visit.do(*["hint"] * hints)
        assert said not in visit.status
        await visit.do("hint")
        assert said in visit.status
