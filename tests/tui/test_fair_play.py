"""Whoever plays somebody in a served hall sees no value of that game in any window: each way to one is tried."""

from __future__ import annotations

import pytest

from core.games import get
from core.position import Position, play_all
from core.study.study import StudyQuestion
from tests.tui.hall import Visit
from tests.tui.street import Open, Silent, at, play
from tests.tui.ways import (
    begin,
    closed_while_played,
    reviewed,
    served,
    studied,
)
from tui.game.remote_table import RemoteTable
from tui.screens.base.edit import EditScreen
from tui.screens.lobby.screen import LobbyScreen
from tui.screens.play.screen import PlayScreen
from tui.screens.review.screen import ReviewScreen
from tui.screens.study.document import StudyScreen
from tui.screens.study.exercise import ExerciseScreen
from tui.screens.study.tasks import Tasks
from tui.text.keys import KEYS


@pytest.mark.parametrize("way", ["minimax", "a review", "a game against an engine"])
async def test_what_tells_of_a_game_is_closed_in_every_window_when_it_begins_and_stays_closed_until_its_end(
    opened: Open, way: str
) -> None:
    await closed_while_played(opened, way, post=False)


async def test_a_page_about_another_game_stays_open(opened: Open) -> None:
    async with opened() as street:
        window = await street.come("ana")
        studied("xor", "nim:3,4,5")(window)
        await at(window, StudyScreen)
        await begin(street, "tictactoe")
        await window.until(lambda: served(window).link.bound)
        await window.settle()
        assert isinstance(window.app.screen, StudyScreen)
        assert not window.notices


async def test_what_others_see_stays_open(opened: Open) -> None:
    async with opened() as street:
        eva = await street.come("eva")
        studied("minimax")(eva)
        await at(eva, StudyScreen)
        await begin(street, "tictactoe")
        await eva.settle()
        assert isinstance(eva.app.screen, StudyScreen)


async def test_a_page_under_a_dialog_is_closed_with_it(opened: Open) -> None:
    async with opened() as street:
        window = await street.come("ana")
        studied("minimax")(window)
        await at(window, StudyScreen)
        await window.press("question_mark")
        assert not isinstance(window.app.screen, StudyScreen)
        await begin(street, "tictactoe")
        await at(window, LobbyScreen)


async def test_a_page_below_is_closed_when_what_lies_on_it_is(opened: Open) -> None:
    async with opened() as street:
        window = await street.come("ana")
        studied("table", "subtraction:30:1,2,3")(window)
        await at(window, StudyScreen)
        _ana, ben, table = await begin(street, "nim:3,4,5")
        served(window).open_table(table)
        await at(window, PlayScreen)
        ana = Silent(street.premises, "ana")
        await ana.ask("watch", table=table)
        for mover, move in ((ana, "A2"), (ben, "B2"), (ana, "C3")):
            await mover.do(table, "move", move=move)
        await window.until(lambda: len(window.play.state.match.moves) == 3)
        assert isinstance(window.app.screen, PlayScreen), "the table itself"
        window.app.pop_screen()
        await at(window, LobbyScreen)


def exercises(visit: Visit) -> Tasks:
    """The exercises that are on top."""
    screen = visit.app.screen
    assert isinstance(screen, ExerciseScreen)
    return screen.tasks


async def test_the_puzzle_of_the_day_is_not_told_where_it_is_one_of_the_game(opened: Open) -> None:
    async with opened() as street:
        window = await street.come("ana")
        question = StudyQuestion("daily", ("2026-01-31",))
        served(window).study(question)
        await at(window, ExerciseScreen)
        await window.until(lambda: exercises(window).all)
        await begin(street, exercises(window).valued[0].id)
        await at(window, LobbyScreen)
        served(window).study(question)
        await at(window, ExerciseScreen)
        await window.until(lambda: "You are playing" in window.text)
        assert not exercises(window).all


async def test_a_set_up_position_is_not_played_from(opened: Open) -> None:
    async with opened() as street:
        window = await street.come("ana")
        await begin(street, "tictactoe")
        await window.until(lambda: served(window).link.bound)
        served(window).push_screen(EditScreen(Position.start(get("tictactoe"))))
        await at(window, EditScreen)
        await window.app.run_action("screen.play_here")
        await window.settle()
        assert not isinstance(window.app.screen, PlayScreen)
        assert "You are playing" in " ".join(window.notices)


async def test_a_mistake_is_not_retried_once_the_game_has_begun(opened: Open) -> None:
    async with opened() as street:
        window = await street.come("ana")
        reviewed("tictactoe")(window)
        await at(window, ReviewScreen)
        await window.rest()
        await window.press(KEYS["next_mistake"].keys)
        await window.settle()
        assert isinstance(window.app.screen, ExerciseScreen | ReviewScreen)
        await begin(street, "tictactoe")
        await at(window, LobbyScreen)


async def test_a_game_of_others_is_looked_on_at_without_values(opened: Open) -> None:
    async with opened() as street:
        window = await street.come("ana")
        cid, dan = Silent(street.premises, "cid"), Silent(street.premises, "dan")
        offer = await cid.ask("seek", game="tictactoe", seat=0, clock=None, post=False)
        other = (await dan.ask("accept", id=offer["id"]))["table"]
        for one in (cid, dan):
            await one.ask("watch", table=other)
        served(window).open_table(other)
        await at(window, PlayScreen)
        await window.until(lambda: window.panel.analysis)
        ana, _ben, table = await begin(street, "tictactoe")
        await at(window, LobbyScreen)
        served(window).open_table(other)
        await at(window, PlayScreen)
        assert "no values here while you play a game like this" in window.panel.message
        await cid.do(other, "move", move="b2")
        await window.until(lambda: len(window.play.state.match.moves) == 1)
        await window.settle()
        assert not window.panel.analysis
        await ana.do(table, "resign")
        await dan.do(other, "move", move="a1")
        await window.until(lambda: window.panel.analysis)


async def test_at_the_end_of_a_game_a_review_is_closed_by_the_next(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await street.agree(ana, bea)
        await play([ana, bea], "a1", "b1", "a2", "b2", "a3")
        await ana.do("review")
        await at(ana, ReviewScreen)
        for visit in (ana, bea):
            source = next(screen.source for screen in visit.app.screen_stack if isinstance(screen, PlayScreen))
            assert isinstance(source, RemoteTable)
            source._ask("rematch")
            await visit.settle()
        await at(ana, PlayScreen)
        await ana.until(lambda: not ana.play.state.match.moves)
        assert "A page was closed." in " ".join(ana.notices)


def set_up(visit: Visit, moves: str) -> None:
    """Opens a set-up position of tic-tac-toe."""
    _moves, position = play_all(get("tictactoe"), moves)
    served(visit).push_screen(EditScreen(position))


async def test_a_set_up_position_that_was_looked_at_before_shows_no_values_once_it_may_come_up(opened: Open) -> None:
    async with opened() as street:
        window = await street.come("ana", (120, 40))
        set_up(window, "a1 b2")
        await at(window, EditScreen)
        await window.until(lambda: "exact" in window.text)
        await begin(street, "tictactoe")
        await window.until(lambda: "You are playing" in window.text)
        assert "exact" not in window.text


async def test_a_set_up_position_is_told_of_again_after_the_game(opened: Open) -> None:
    async with opened() as street:
        window = await street.come("ana", (120, 40))
        ana, _ben, table = await begin(street, "tictactoe")
        await window.until(lambda: served(window).link.bound)
        set_up(window, "a1 b2")
        await at(window, EditScreen)
        await window.until(lambda: "You are playing" in window.text)
        await ana.do(table, "resign")
        await window.until(lambda: "exact" in window.text)


async def test_a_table_at_which_a_game_is_over_shows_no_values_during_another_game_of_its_kind(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana", (120, 40)), await street.come("bea")
        await street.agree(ana, bea)
        await play([ana, bea], "a1", "b1", "a2", "b2", "a3")
        await ana.do("back")
        await ana.until(lambda: "exact" in ana.text)
        await begin(street, "tictactoe", post=True)
        await ana.until(lambda: "exact" not in ana.text)
        assert "no values" in ana.text


async def test_the_teacher_says_nothing_about_a_game_against_somebody_whatever_was_found_out_before(
    opened: Open,
) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana", (120, 40)), await street.come("bea")
        ana.app.preferences.change(teacher=True)
        await street.agree(ana, bea)
        await play([ana, bea], "b2", "a1", "a2", "b1", "c2")
        for _ in range(2):
            await ana.do("back")
        await ana.until(lambda: "exact" in ana.text)
        for visit in (ana, bea):
            source = next(screen.source for screen in visit.app.screen_stack if isinstance(screen, PlayScreen))
            assert isinstance(source, RemoteTable)
            source._ask("rematch")
            await visit.settle()
        await ana.until(lambda: not ana.play.state.match.moves)
        await play([bea, ana], "b2", "a1", "a2")
        await ana.write("c3")
        await ana.press("enter")
        await ana.until(lambda: len(ana.play.state.match.moves) == 4)


async def test_the_panel_key_says_at_a_table_why_there_are_no_values(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await street.agree(ana, bea)
        await ana.do("panel")
        assert "Between people there are no values" in ana.status


async def test_a_narrow_window_at_a_table_opens_its_panel(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana", (60, 24)), await street.come("bea")
        await street.agree(ana, bea)
        await ana.do("panel")
        assert ana.play.has_class("-overlay")
