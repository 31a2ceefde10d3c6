"""Games that stretch the grid: several boards, layers of a cube, numbers as marks, marks that fade, choices of colours. It
takes 20 seconds."""

from __future__ import annotations

import pytest

from core.games import get
from core.position import Position
from tests.tui.goldens import NARROW, check_board
from tests.tui.hall import Door, Visit
from tui.boards.grid import GridBoard

PEOPLE = ("human", "human")
GAMES = {
    "gomoku": "h8 a1 h9 b1 h10 c1 h11 d1 h12",
    "gomoku/exact": "h8 a1 h9 b1 h10 c1 h11 d1 h12",
    "gomoku/swap2": "h8 a1 h9 two b1 h10 black c1 h11 d1 h12",
    "notakto:1": "b2 a1 c3",
    "notakto:2": "1b2 1a1 1c3 2a1 2b1 2c1",
    "notakto:3": "1a1 1b1 1c1 2a1 2b1 2c1 3a1 3b1 3c1",
    "numerical": "5b2 8a1 1a3 2c3",
    "vanishing": "a1 b1 a2 b2 c3 c1 a3 c2 b3",
    "vanishing/reuse": "a3 b3 a1 a2 c3 c2 a3 b2",
    "tictactoe3d": "2b2 1a1 1b1 3c3 3b3",
    "qubic": "1a1 1b1 2b2 1c1 3c3 2a1 4d4",
}
"""A short game of each that ends by its rules."""
MIDDLES = {
    "gomoku-swap2": ("gomoku/swap2", "h8 h9 i9"),
    "notakto": ("notakto:2", "1b2 1a1 1c3 2b2"),
    "numerical": ("numerical", "5b2 8a1 1a3"),
    "vanishing": ("vanishing", "a1 b1 c2 a2 b2 c3"),
    "qubic": ("qubic", "1a1 1b1 2b2 1c1"),
    "tictactoe3d": ("tictactoe3d", "2b2 1a1"),
}


@pytest.mark.parametrize(("choice", "black"), [("white", 0), ("black", 1)])
async def test_stones_have_the_colour_of_whoever_plays_them(hall: Door, choice: str, black: int) -> None:
    # B chooses; whoever takes black is the seat of that colour in the header.
    hall.engines.hold()
    async with hall("gomoku/swap2", f"h8 h9 i9 {choice}", PEOPLE) as visit:
        board = visit.board
        seats = {look.letter: look.seat for look in board._looks() if look.letter}
        assert seats == {"●": black, "○": 1 - black}


async def test_of_many_places_guessed_alike_none_is_marked(hall: Door) -> None:
    # On the empty board the engine looks at the middle alone; of the corners it knows nothing.
    async with hall("gomoku", players=PEOPLE) as visit:
        assert [visit.play.state.match.position.name(move) for move in visit.board.view.marks] == ["h8"]


@pytest.mark.parametrize(
    ("id", "picture"),
    [
        ("mnk:4,4,4", ["· · · ·"] * 4),
        ("mnk:7,6,4", ["·······"] * 6),
        ("mnk:15,15,5", [*["··········…"] * 5, "…"]),
        ("tictactoe3d", ["··· ··· ···"] * 3),
        ("qubic", [*["···· ····"] * 4, "…"]),
        ("tictactoe", ["   │   │   ", "───┼───┼───", "   │   │   ", "───┼───┼───", "   │   │   "]),
    ],
)
def test_the_small_picture_is_that_of_the_variants_board(id: str, picture: list[str]) -> None:
    rows = GridBoard.thumbnail(Position.start(get(id)))
    assert ["".join(span.text for span in row) for row in rows] == picture


async def go(visit: Visit, board: GridBoard, name: str) -> None:
    """Move the cursor by the arrows to where a move is made."""
    move = board.position.parse(name)
    cell = board.game.cell(move)
    if cell < 0:
        target = board.game.cell_count + board.words.index(move)
        keys = ["right" if target > board.cursor else "left"] * abs(target - board.cursor)
    else:
        (x, y), (to_x, to_y) = board.place(board.cursor), board.place(cell)
        keys = ["right" if to_x > x else "left"] * abs(to_x - x) + ["down" if to_y > y else "up"] * abs(to_y - y)
    await visit.press(*keys)


async def choose(visit: Visit, board: GridBoard, name: str) -> bool:
    """Whether the cell leaves a choice; if so it is made by the first letter."""
    if len(board.chosen) > 1:
        await visit.press("enter", name[0])
        return True
    return False


@pytest.mark.parametrize("id", GAMES)
async def test_a_game_is_played_to_its_end_by_keys(hall: Door, id: str) -> None:
    hall.engines.hold()
    async with hall(id, players=PEOPLE) as visit:
        for name in GAMES[id].split():
            await go(visit, visit.board, name)
            if not await choose(visit, visit.board, name):
                await visit.press("enter")
        assert visit.moves == GAMES[id]
        assert visit.play.state.match.outcome
        assert "wins." in visit.status


@pytest.mark.parametrize("id", GAMES)
async def test_a_game_is_played_to_its_end_by_the_mouse(hall: Door, id: str) -> None:
    hall.engines.hold()
    async with hall(id, players=PEOPLE) as visit:
        for name in GAMES[id].split():
            board = visit.board
            if board.game.cell(board.position.parse(name)) < 0:
                rows = visit.text.splitlines()
                await visit.click(name, next(y for y, row in enumerate(rows) if "white" in row and "black" in row))
                continue
            await visit.click_cell(name)
            if "Which move?" in visit.text:
                await visit.click(name)
        assert visit.moves == GAMES[id]
        assert visit.play.state.match.outcome


@pytest.mark.parametrize("id", GAMES)
async def test_a_game_is_played_to_its_end_by_typing(hall: Door, id: str) -> None:
    hall.engines.hold()
    async with hall(id, players=PEOPLE) as visit:
        for name in GAMES[id].split():
            await visit.press("colon", *name, "enter")
        assert visit.moves == GAMES[id]
        assert visit.play.state.match.outcome


@pytest.mark.usefixtures("canned")
@pytest.mark.parametrize(
    ("name", "size"),
    [
        *((name, NARROW) for name in MIDDLES),
        ("qubic", (40, 12)),
        ("gomoku-swap2", (40, 12)),
    ],
)
async def test_how_it_looks(hall: Door, name: str, size: tuple[int, int]) -> None:
    id, moves = MIDDLES[name]
    hall.furnish(panel="live", marks=True)
    async with hall(id, moves, PEOPLE, size) as visit:
        check_board(f"{name}-{size[0]}x{size[1]}", visit)


@pytest.mark.usefixtures("canned")
@pytest.mark.parametrize("name", MIDDLES)
async def test_how_it_looks_in_ascii(hall: Door, name: str) -> None:
    id, moves = MIDDLES[name]
    hall.furnish(panel="live", marks=True, glyphs="ascii")
    async with hall(id, moves, PEOPLE, NARROW) as visit:
        assert visit.text.isascii()
        check_board(f"{name}-ascii", visit)


@pytest.mark.usefixtures("canned")
async def test_a_line_through_the_layers_is_shown(hall: Door) -> None:
    async with hall("qubic", GAMES["qubic"], PEOPLE, NARROW) as visit:
        check_board("qubic-won", visit)
        shown = [look.won for look in visit.board._looks()]
        assert [cell for cell, won in enumerate(shown) if won] == [0, 21, 42, 63]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
@pytest.mark.parametrize("id", ["qubic", "notakto:3"])
async def test_the_arrows_lead_to_every_cell(hall: Door, id: str, size: tuple[int, int]) -> None:
    hall.engines.hold()
    async with hall(id, players=PEOPLE, size=size) as visit:
        board = visit.board
        for cell in (0, board.game.cell_count - 1, board.game.cell_count // 2, board.game.columns * board.game.rows):
            await go(visit, board, board.game.format_cell(cell))
            assert board.cursor == cell
            assert board.place_at(*at(board, cell)) == cell, "the cursor is on the screen"


def at(board: GridBoard, cell: int) -> tuple[int, int]:
    """Where a cell is shown."""
    size = board.size
    return next((x, y) for y in range(size.height) for x in range(size.width) if board.place_at(x, y) == cell)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_a_board_of_19_scrolls_with_the_cursor_and_keeps_its_coordinates(
    hall: Door, size: tuple[int, int]
) -> None:
    hall.engines.hold()
    async with hall("gomoku/19", "a1 s19 s1", PEOPLE, size) as visit:
        for name in ("b1", "a19", "r19", "s2"):
            await go(visit, visit.board, name)
            rows = [line[: visit.board.size.width - 1] for line in visit.text.splitlines()]
            assert name[0] in rows[2].split()
            assert any(line[1:].strip().startswith(f"{name[1:]} ") for line in rows)
            assert at(visit.board, visit.board.cursor)


async def test_the_oldest_mark_is_small_and_named(hall: Door) -> None:
    async with hall("vanishing", "a1 b1 c2 a2 b2 c3", PEOPLE) as visit:
        assert "X on a1 vanishes with the next move." in visit.text
        assert visit.board._looks()[0].faint


async def test_the_numbers_left_stand_below_the_board(hall: Door) -> None:
    async with hall("numerical", "5b2 8a1", PEOPLE) as visit:
        assert "Odd has 1 3 7 9   Even has 2 4 6" in visit.text


async def test_a_number_is_chosen_after_its_square(hall: Door) -> None:
    hall.engines.hold()
    async with hall("numerical", players=PEOPLE) as visit:
        await visit.press("enter")
        assert "Which move?" in visit.text
        await visit.press("7")
        assert visit.moves == "7b2"
        await visit.press("left", "enter", "escape")
        assert visit.moves == "7b2"


async def test_a_choice_of_colours_is_taken_back_like_any_move(hall: Door) -> None:
    hall.engines.hold()
    async with hall("gomoku/swap2", "h8 h9 i9", PEOPLE) as visit:
        assert "B takes a colour, or places two more." in visit.text
        await visit.press("right", "enter")
        assert visit.moves == "h8 h9 i9 black"
        assert "A is ○, B is ●." in visit.text
        await visit.do("undo")
        assert visit.moves == "h8 h9 i9"
        await visit.press("left", "left", "enter")
        assert visit.moves.endswith("white")
