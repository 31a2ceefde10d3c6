"""The falling discs of Connect Four: played by keys and by clicks, and drawn at every size. It takes 10 seconds."""

from __future__ import annotations

import pytest

from tests.tui.goldens import NARROW, check_board
from tests.tui.hall import FULL, Door, Visit
from tui.boards.columns import ColumnsBoard

PEOPLE = ("human", "human")
MIDDLE = "4 4 4 4 5 3 5 3 4"
WON = "4 4 5 5 6 6 7"


def board(visit: Visit) -> ColumnsBoard:
    return visit.app.screen.query_one(ColumnsBoard)


async def click(visit: Visit, column: int, row: int = 5) -> None:
    """Click on a column, counted from 1, in a row of the board's frame."""
    shown = board(visit)
    layout = shown._layout(shown.size.width - 2, shown.room)
    x = 1 + layout.left + layout.across * (column - 1) + layout.across // 2
    await visit.pilot.click(offset=(shown.region.x + x, shown.region.y + row))


@pytest.mark.usefixtures("canned")
async def test_a_whole_game_is_played_by_column_keys(hall: Door) -> None:
    hall.furnish(engine="alphabeta")
    hall.engines.hold()
    async with hall("connect-four", players=PEOPLE, size=NARROW) as visit:
        for column in WON.split():
            await visit.press(column, "enter")
        assert visit.moves == WON
        assert visit.status.startswith("● wins.")
        await visit.settle()
        check_board("connect-four-end", visit)


async def test_a_whole_game_is_played_by_arrows(hall: Door) -> None:
    hall.engines.hold()
    async with hall("connect-four", players=PEOPLE) as visit:
        await visit.press(
            "enter", "space", "right", "enter", "down", "right", "enter", "enter", "right", "right", "enter"
        )
        assert visit.moves == WON
        assert visit.status.startswith("● wins.")


async def test_a_whole_game_is_played_by_clicks_anywhere_in_a_column(hall: Door) -> None:
    hall.engines.hold()
    async with hall("connect-four", players=PEOPLE) as visit:
        for row, column in enumerate(WON.split(), 2):
            await click(visit, int(column), row)
        assert visit.moves == WON
        assert visit.status.startswith("● wins.")


async def test_a_full_column_is_refused_in_words(hall: Door) -> None:
    hall.engines.hold()
    async with hall("connect-four", "4 4 4 4 4 4", PEOPLE) as visit:
        await visit.press("right")  # back from the column before, to which the cursor has gone
        assert visit.status == "● to move. This column is full; choose another, or type one: _"
        await visit.press("enter")
        assert visit.status == "This column is full; choose another."
        await visit.press("left", "4")
        assert visit.status == "This column is full; choose another."
        await visit.press("8", "enter")
        assert "type a number from 1 to 7" in visit.status
        assert visit.moves == "4 4 4 4 4 4"


async def test_the_cursor_stays_between_the_walls(hall: Door) -> None:
    hall.engines.hold()
    async with hall("connect-four", players=PEOPLE) as visit:
        await visit.press(*["left"] * 9)
        assert board(visit).chosen == (0,)
        await visit.press(*["right"] * 9)
        assert board(visit).chosen == (6,)


@pytest.mark.usefixtures("canned")
@pytest.mark.parametrize("size", [(40, 12), NARROW, (79, 40)])
async def test_the_middle_of_a_game_in_three_sizes(hall: Door, size: tuple[int, int]) -> None:
    hall.furnish(panel="live", marks=True, engine="alphabeta")
    async with hall("connect-four", MIDDLE, PEOPLE, size) as visit:
        check_board(f"connect-four-{size[0]}x{size[1]}", visit)


@pytest.mark.usefixtures("canned")
@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40), (200, 60)])
async def test_what_a_column_is_worth_stands_on_the_board_once(hall: Door, size: tuple[int, int]) -> None:
    hall.furnish(panel="live", marks=True, engine="alphabeta")
    async with hall("connect-four", MIDDLE, PEOPLE, size) as visit:
        shown = board(visit)
        drawn = "".join(span.text for row in shown.draw(*shown.size) for span in row)
        assert drawn.count("~") == 7


@pytest.mark.usefixtures("canned")
async def test_in_ascii(hall: Door) -> None:
    hall.furnish(glyphs="ascii", engine="alphabeta")
    async with hall("connect-four", MIDDLE, PEOPLE, NARROW) as visit:
        assert visit.text.isascii()
        check_board("connect-four-ascii", visit)


@pytest.mark.usefixtures("canned")
async def test_watched(hall: Door) -> None:
    async with hall("connect-four", MIDDLE, (FULL, "mcts:2"), NARROW) as visit:
        await visit.do("run")
        await visit.rest()
        check_board("connect-four-watch", visit)


async def test_a_board_that_is_too_high_scrolls_to_where_the_disc_would_fall(hall: Door) -> None:
    hall.engines.hold()
    async with hall("connect-four:9,9,5", "5 5 5 5 5 5 5", PEOPLE, (40, 12)) as visit:
        rows = visit.text.splitlines()
        assert "(●)" in rows[4]
        await visit.press("left")
        assert "(●)" not in visit.text
        assert "[4]" in visit.text.splitlines()[2]
