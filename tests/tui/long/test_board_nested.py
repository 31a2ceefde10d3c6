"""The nine boards of ultimate tic-tac-toe: played by keys and by clicks, and drawn at every size. It takes 14 seconds."""

from __future__ import annotations

from random import Random

import pytest

from tests.tui.colours import LETTERS, colour_letters, ground_letters
from tests.tui.goldens import NARROW, check_board
from tests.tui.hall import FULL, Door, Visit
from tui.boards.base import BoardView
from tui.boards.nested import NestedBoard

PEOPLE = ("human", "human")
MIDDLE = (
    "1.5 5.4 4.5 5.5 5.7 7.5 5.9 9.3 3.5 5.8 8.5 5.2 2.5 7.7 7.3 3.7 7.9 9.5 1.7 7.6 6.1 1.3 3.1 1.1 1.2 2.3 3.9 9.7"
)
"""28 plies: boards 3, 5 and 9 are won, and X has to play in board 7."""
BEFORE = "OXO.X.X../..O.X..../X...X.O.X/....X..../.O.OO.XOX/X......../..X.OOO.X/....X..../..O.O..../..X.O..../9"
"""The position one ply earlier."""
FREED = "X.O.O.O../........./........./........./X......../........./X......../........./........./O......../3"
"""X plays 3.1 and sends O to board 1, which is won."""
WHOLE = [
    *(4, 43, 69, 58, 38, 18, 3, 32, 51, 62, 76, 40, 42, 54, 8, 78, 21, 33, 68, 47, 26, 75, 30, 35, 73, 11, 20, 19, 17),
    *(80, 74, 23, 49, 37, 9, 7, 65, 25, 64, 15, 63, 1, 12, 34, 0, 22),
]
"""A game of random moves that O wins, as 9 * board + cell; from another program."""


def board(visit: Visit) -> NestedBoard:
    return visit.app.screen.query_one(NestedBoard)


async def click(visit: Visit, cell: int) -> None:
    """Click on the middle of a cell."""
    shown = board(visit)
    x, y = shown._layout(shown.size.width - 2, shown._height).corner(cell)
    await visit.pilot.click(offset=(shown.region.x + x + 2, shown.region.y + y + 1))


@pytest.mark.usefixtures("canned")
async def test_a_whole_game_is_played_by_typing_and_cells_of_a_forced_board_need_one_digit(hall: Door) -> None:
    hall.furnish(engine="alphabeta")
    hall.engines.hold()
    async with hall("ultimate", players=PEOPLE, size=NARROW) as visit:
        for move in WHOLE:
            free = len({legal // 9 for legal in board(visit).position.moves}) > 1
            await visit.write(f"{move // 9 + 1}{move % 9 + 1}" if free else str(move % 9 + 1))
            await visit.press("enter")
        assert list(visit.play.state.match.moves) == WHOLE
        assert visit.status.startswith("O wins.")
        await visit.settle()
        check_board("ultimate-end", visit)


async def test_a_whole_game_is_played_by_clicks(hall: Door) -> None:
    hall.engines.hold()
    async with hall("ultimate", players=PEOPLE) as visit:
        for move in WHOLE:
            await click(visit, move)
        assert list(visit.play.state.match.moves) == WHOLE
        assert visit.status.startswith("O wins.")


async def test_a_click_outside_the_forced_board_plays_nothing_and_says_where_to_play(hall: Door) -> None:
    hall.engines.hold()
    async with hall("ultimate", MIDDLE, PEOPLE) as visit:
        await click(visit, 40)
        await click(visit, 0)
        assert visit.moves == MIDDLE
        assert visit.status == "You cannot play there; choose a cell with a dot."
        await visit.write("1.2")
        await visit.press("enter")
        assert visit.status == "1.2 is taken; play an empty cell of an open board."


async def test_the_status_line_says_where_the_cursor_sends_the_opponent(hall: Door) -> None:
    hall.engines.hold()
    async with hall("ultimate", MIDDLE, PEOPLE) as visit:
        await visit.press("up", "left")
        assert visit.status == "X to move. Board 7 only. Cell 1 sends O to board 1. Type a cell 1-9: _"
        await visit.press("right", "enter")
        assert visit.moves.split()[28] == "7.2"
    async with hall("ultimate", "1.1 1.5 5.1 1.7 7.1 1.3 3.1", PEOPLE) as visit:
        assert visit.status == "O to move. Any open board. 5.5 sends X to board 5. Type board and cell: _"
        board(visit).point_at(9)
        await visit.press("right", "left")
        assert visit.status == "O to move. Any open board. 2.1 lets X choose. Type board and cell: _"


async def test_the_arrows_reach_every_legal_cell_from_every_other(hall: Door) -> None:
    random = Random(3)
    hall.engines.hold()
    async with hall("ultimate", players=PEOPLE) as visit:
        shown = board(visit)
        positions = [shown.position]
        while not positions[-1].outcome:
            positions.append(positions[-1].play(random.choice(positions[-1].moves)))
        for position in positions[:-1:4]:
            shown.show(BoardView(position))
            assert shown.chosen
            seen, waiting = {shown.cursor}, [shown.cursor]
            while waiting:
                start = waiting.pop()
                for step in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                    shown.cursor = start
                    shown.action_move(*step)
                    if shown.cursor not in seen:
                        seen.add(shown.cursor)
                        waiting.append(shown.cursor)
            assert seen == set(position.moves)


@pytest.mark.usefixtures("canned")
@pytest.mark.parametrize("size", [(40, 12), (60, 20), NARROW, (79, 40)])
async def test_a_forced_board_in_four_sizes(hall: Door, size: tuple[int, int]) -> None:
    hall.furnish(engine="alphabeta")
    async with hall("ultimate", "9.7", PEOPLE, size, start=BEFORE) as visit:
        await visit.press("up")
        check_board(f"ultimate-{size[0]}x{size[1]}", visit)


@pytest.mark.usefixtures("canned")
async def test_in_ascii(hall: Door) -> None:
    hall.furnish(glyphs="ascii", engine="alphabeta")
    async with hall("ultimate", "9.7", PEOPLE, NARROW, start=BEFORE) as visit:
        await visit.press("up")
        assert visit.text.isascii()
        check_board("ultimate-ascii", visit)


@pytest.mark.usefixtures("canned")
async def test_every_open_board_is_marked_when_the_choice_is_free(hall: Door) -> None:
    hall.furnish(engine="alphabeta")
    async with hall("ultimate", "3.1", PEOPLE, NARROW, start=FREED) as visit:
        assert visit.text.count("PLAY") == 8
        check_board("ultimate-free", visit)


@pytest.mark.usefixtures("canned")
async def test_a_won_board_that_stays_open_shows_its_cells(hall: Door) -> None:
    hall.furnish(engine="alphabeta")
    async with hall("ultimate/open", "3.1", PEOPLE, NARROW, start=FREED) as visit:
        check_board("ultimate-open", visit)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])
async def test_lines_are_between_all_marks_of_a_board(hall: Door, size: tuple[int, int]) -> None:
    hall.engines.hold()
    async with hall("ultimate", players=PEOPLE, size=size) as visit:
        shown = board(visit)
        layout = shown._layout(shown.size.width - 2, shown._height)
        drawn = ["".join(span.text for span in row) for row in shown.draw_inside(shown.size.width - 2, shown._height)]
        corners = [(cell % 9, *layout.corner(cell)) for cell in range(81)]
        assert {drawn[y][x + layout.cell.width] for place, x, y in corners if place % 3 < 2} == {"│"}
        assert {drawn[y + layout.cell.height][x] for place, x, y in corners if place < 6} == {"─"}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_forced_board_alone_has_a_ground_in_the_colour_of_the_player_to_move(
    hall: Door, size: tuple[int, int]
) -> None:
    hall.engines.hold()
    async with hall("ultimate", "9.7", PEOPLE, size, start=BEFORE) as visit:
        shown = board(visit)
        layout = shown._layout(shown.size.width - 2, shown._height)
        left, top = layout.corner(54)
        x, y = shown.region.x + 1 + left, shown.region.y + 1 + top
        rows = [row[x : x + layout.across] for row in ground_letters(visit.app).splitlines()[y : y + layout.down]]
        assert ground_letters(visit.app).count("x") == "".join(rows).count("x")
        assert "".join(rows).count("x") == 9 * layout.cell.width * layout.cell.height


async def test_a_free_choice_has_no_ground(hall: Door) -> None:
    hall.engines.hold()
    async with hall("ultimate", "3.1", PEOPLE, start=FREED) as visit:
        assert "o" not in ground_letters(visit.app)


async def test_marks_outside_the_forced_board_are_faded(hall: Door) -> None:
    hall.engines.hold()
    async with hall("ultimate", "9.7", PEOPLE, start=BEFORE) as visit:
        shown = board(visit)
        layout = shown._layout(shown.size.width - 2, shown._height)
        x, y = layout.corner(1)
        letters = colour_letters(visit.app).splitlines()[shown.region.y + 1 + y]
        assert letters[shown.region.x + 1 + x + 1] == LETTERS["faded-first"]


async def test_a_game_that_is_watched_has_no_dots(hall: Door) -> None:
    hall.engines.hold()
    async with hall("ultimate", "5.5", (FULL, FULL)) as visit:
        shown = board(visit)
        inside = shown.draw_inside(shown.size.width - 2, shown._height)
        assert "·" not in "".join(span.text for row in inside for span in row)


async def test_a_drawn_board_says_so_and_stands_as_such_on_the_big_board(hall: Door) -> None:
    text = "/".join(["XOXXOOOXX", *["........."] * 3, "....O....", *["........."] * 5, "5"])
    hall.engines.hold()
    async with hall("ultimate", players=PEOPLE, size=(100, 30), start=text) as visit:
        assert "1 draw" in visit.text
        assert any(row.startswith("│  =  2  3 ") for row in visit.text.splitlines())


async def test_verdicts_stand_on_the_dots_and_guesses_only_colour_them(hall: Door) -> None:
    hall.furnish(panel="live", marks=True)
    won = "XX..OO.../XXX.OO.../XXX..OO../OO......./........./........./........./........./........./.XX....../1"
    async with hall("ultimate", players=PEOPLE, start=won) as visit:
        rows = [line[:42] for line in visit.text.splitlines()]
        assert rows[3].startswith("│ ║ X │ X │ + ║")
        assert rows[5].startswith("│ ║[·]│ O │ O ║")


async def test_who_has_which_boards_is_readable_where_one_has_five(hall: Door) -> None:
    moves = (
        "5.5 5.7 7.5 5.9 9.5 5.8 8.5 5.2 2.5 5.3 3.5 5.6 6.5 5.4 4.5 5.1 1.1 1.3 3.1 1.2 2.1 1.5 9.1 1.4 4.1 1.9 9.9 9.4 4.9 "
        "9.7 7.1 1.8 8.1 1.7 7.9 9.6 6.1 1.6 6.9 9.3 3.9"
    )
    async with hall("ultimate/open", moves, PEOPLE, (100, 30)) as visit:
        assert "X has 3 4 6 7 9  O has 1 5" in visit.text
    async with hall("ultimate/open", moves[:99], PEOPLE, (100, 30)) as visit:
        assert "X has none     O has 5 " in visit.text
