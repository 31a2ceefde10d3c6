"""What decides a game is on the screen: in the frame of the board, else in the panel, else in the status line at its start."""

from __future__ import annotations

import pytest

from core.games import get
from core.players.opponents import HUMAN
from tests.tui.hall import FULL, Door

GOAL = str(get("nim:3,4,5").goal)
LIVE, QUIET = "live", "quiet"


@pytest.mark.parametrize("panel", [LIVE, QUIET])
async def test_the_panel_begins_with_the_goal_where_the_frame_of_the_board_has_no_room(hall: Door, panel: str) -> None:
    hall.furnish(panel=panel)
    async with hall("nim:3,4,5") as visit:
        first_row = visit.text.splitlines()[2]
        assert f"│ {GOAL} " in first_row


async def test_the_panel_leaves_out_a_goal_that_is_in_the_frame_of_the_board(hall: Door) -> None:
    async with hall("nim:3,4,5", size=(120, 40)) as visit:
        assert visit.text.count(GOAL) == 1


@pytest.mark.parametrize("ply", [3, 2, 1, 0])
async def test_the_goal_is_seen_once_at_every_ply_looked_back_at(hall: Door, ply: int) -> None:
    # "move 2 of 4" takes more of the frame than "move 5", and only one of the two leaves room for the goal.
    async with hall("tictactoe", "b2 c3 b1 b3") as visit:
        await visit.do(*["back"] * (4 - ply))
        assert visit.text.count(str(get("tictactoe").goal)) == 1


async def test_the_status_line_begins_a_game_with_the_goal_where_neither_board_nor_panel_shows_it(hall: Door) -> None:
    async with hall("nim:3,4,5", size=(40, 12)) as visit:
        assert f"(1st): {GOAL}." in visit.status


async def test_the_status_line_tells_the_goal_also_where_the_engine_has_begun(hall: Door) -> None:
    async with hall("nim:3,4,5", "A1", (FULL, HUMAN), size=(40, 12)) as visit:
        assert f"(2nd): {GOAL}." in visit.status


async def test_after_the_first_moves_the_status_line_is_about_moves_again(hall: Door) -> None:
    async with hall("nim:3,4,5", "A1 A1", size=(40, 12)) as visit:
        assert GOAL not in visit.status


async def test_an_open_panel_in_a_small_window_leaves_the_goal_out_of_the_status_line(hall: Door) -> None:
    async with hall("nim:3,4,5", size=(60, 20)) as visit:
        await visit.do("panel")
        assert visit.text.count(GOAL) == 1
