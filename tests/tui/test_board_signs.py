"""What boards say of themselves is true in every size: letters above their points, marks as the legend has them, and what has
no room."""

from __future__ import annotations

import pytest

from core.players.opponents import HUMAN
from tests.tui.hall import FULL, Door, Visit
from tests.tui.pressing import hasty as hasty
from tui.boards.base import Board

PEOPLE = (HUMAN, HUMAN)
COLUMN_A = "a1 b1 a2 b2 a3 b3 a4 b4 a5"
"""Five in a column."""
WHOLE = (
    "1.5 5.8 8.7 7.5 5.3 3.1 1.4 4.6 6.7 7.9 9.5 5.5 5.7 7.1 1.9 9.7 3.4 4.7 8.6 6.3 3.9 9.4 4.4 4.9 9.2 2.3 3.3 3.2 2.9 "
    "9.9 9.3 3.6 6.5 5.2 2.1 1.8 8.3 3.8 8.2 2.7 8.1 1.2 2.4 4.8 1.1 3.5"
)
"""A game of ultimate that is over, with free squares on boards 2, 6 and 9."""


def rows(visit: Visit) -> list[str]:
    """The rows of the board's frame."""
    board = visit.app.screen.query_one(Board)
    left, width = board.region.x, board.region.width
    return [line[left : left + width] for line in visit.text.splitlines()]


@pytest.mark.parametrize("game", ["gomoku", "qubic", "mnk:19,19,5"])
@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40)])
async def test_the_letters_stand_above_the_points(hall: Door, game: str, size: tuple[int, int]) -> None:
    hall.engines.hold()
    async with hall(game, players=PEOPLE, size=size) as visit:
        seen = rows(visit)
        letters = next(i for i, row in enumerate(seen) if row.startswith("│") and " a " in row)
        points = next(row for row in seen[letters:] if "·" in row)
        assert points.index("·") == seen[letters].index("a")


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
async def test_the_points_of_gomoku_stay_when_the_game_is_over(hall: Door, size: tuple[int, int]) -> None:
    async with hall("gomoku", COLUMN_A, PEOPLE, size) as visit:
        assert visit.play.state.match.outcome
        assert sum(row.count("·") for row in rows(visit)) > 50


@pytest.mark.parametrize(
    ("game", "size", "said"),
    [
        ("qubic", (40, 12), "Board, #1-3 of 4 "),
        ("gomoku", (40, 12), "Board, rows 3-8 of 15 "),
        ("gomoku", (60, 20), "Board, rows 1-14 of 15"),
        ("gomoku", (80, 24), "Board: five in a row wins ─"),
    ],
)
async def test_what_has_no_room_is_said(hall: Door, game: str, size: tuple[int, int], said: str) -> None:
    async with hall(game, players=PEOPLE, size=size) as visit:
        assert said in visit.text


@pytest.mark.parametrize(
    ("game", "legend"),
    [
        ("tictactoe", "▸◂ cursor   ┌┘ last move"),
        ("gomoku", "[] cursor   () last move"),
        ("connect-four", "▼ cursor   ┌┘ last move"),
        ("pong-hau-ki", "▸◂ cursor   () last move"),
    ],
)
async def test_the_legend_has_the_marks_of_the_board(hall: Door, game: str, legend: str) -> None:
    async with hall(game, players=PEOPLE, size=(110, 36)) as visit:
        assert legend in visit.text


async def test_the_marks_on_ultimate_have_one_legend(hall: Door) -> None:
    async with hall("ultimate", players=PEOPLE, size=(110, 36)) as visit:
        assert visit.text.count("last move") == 1


async def test_the_legend_of_ultimate_has_the_marks_of_the_board(hall: Door) -> None:
    async with hall("ultimate", "5.5", PEOPLE, (120, 40)) as visit:
        assert "( ) last move   ▸ ◂ cursor" in visit.text


@pytest.mark.parametrize("said", ["you may play", "cursor"])
async def test_a_game_of_ultimate_that_is_watched_has_no_legend_for_a_player(hall: Door, said: str) -> None:
    hall.engines.hold()
    async with hall("ultimate", players=(FULL, FULL)) as visit:
        assert said not in "\n".join(rows(visit))


@pytest.mark.parametrize("said", ["you may play", "cursor"])
async def test_a_review_of_ultimate_has_no_legend_for_a_player(hall: Door, said: str) -> None:
    hall.engines.hold()
    async with hall("ultimate", "5.5 5.1", PEOPLE, (100, 30)) as visit:
        visit.app.review(visit.play.source.archive)
        await visit.settle()
        assert "Big board" in visit.text
        assert said not in "\n".join(rows(visit))


@pytest.mark.parametrize("opponent", [HUMAN, FULL])
async def test_the_cursor_leaves_a_stone_that_cannot_move(hall: Door, opponent: str) -> None:
    async with hall("pong-hau-ki", players=(HUMAN, opponent)) as visit:
        movable = []
        for _ply in range(6):
            visit.play.make_move(visit.play.state.match.position.moves[-1])
            await visit.rest()
            movable.append(bool(visit.app.screen.query_one(Board).chosen))
        assert all(movable)


async def test_the_cursor_leaves_a_column_that_is_full(hall: Door) -> None:
    async with hall("connect-four", "4 4 4 4 4", PEOPLE) as visit:
        await visit.press("enter")
        assert visit.app.screen.query_one(Board).chosen


async def test_boards_with_free_squares_are_still_called_open_when_the_game_is_over(hall: Door) -> None:
    async with hall("ultimate", WHOLE, PEOPLE, (160, 36)) as visit:
        assert visit.play.state.match.outcome
        assert "open 2 6 9" in visit.text
