"""The living board of a wide home screen: it plays one game of the chosen kind, and then rests."""

from __future__ import annotations

from tests.tui.hall import Door
from tui.boards.base import Board
from tui.screens.home.living import LivingColumn

WIDE = (120, 40)


async def test_a_window_of_80_columns_has_no_living_board(hall: Door) -> None:
    async with hall() as visit:
        assert not visit.home.query(LivingColumn)


async def test_where_nothing_may_move_no_engine_is_asked(hall: Door) -> None:
    async with hall(size=WIDE) as visit:
        await visit.press("2")
        assert visit.home.query_one(LivingColumn).query_one(Board).position.game.id == "ultimate"
        assert not visit.engines.workers


async def test_games_chosen_faster_than_boards_change_leave_the_one_board_of_the_last(hall: Door) -> None:
    async with hall(size=WIDE) as visit:
        for index in (1, 2, 3, 0, 4, 1):
            visit.home.shelf.choose(index)
            visit.home.show_all()
        await visit.rest()
        boards = visit.home.query_one(LivingColumn).query(Board)
        assert [board.position.game for board in boards] == [visit.home.game]


async def test_one_game_is_played_to_its_end_and_the_process_of_its_engines_ends(hall: Door) -> None:
    async with hall(size=WIDE) as visit:
        visit.app.animation_level = "full"
        await visit.press("2", "1")
        living = visit.home.query_one(LivingColumn)
        await visit.until(lambda: living.query_one(Board).position.outcome)
        await visit.until(lambda: all(worker.closed for worker in visit.engines.workers))
        asked = len(visit.engines.asked)
        await visit.settle()
        assert len(visit.engines.asked) == asked
