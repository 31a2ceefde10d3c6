"""What moves on a board: marks that come, discs that fall, lines that light up, and ghosts. The tests take the place of the
clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core.analysis import Analysis
from tests.tui.colours import colour_letters
from tests.tui.hall import FULL, Door, Visit
from tui.boards.base import COMING_SECONDS, Board
from tui.boards.columns import ColumnsBoard
from tui.boards.grid import GridBoard

PEOPLE = ("human", "human")


def board(visit: Visit) -> Board:
    return visit.app.screen.query_one(Board)


def drawn(visit: Visit) -> str:
    """The board as it is drawn now."""
    shown = board(visit)
    return "\n".join("".join(span.text for span in row) for row in shown.draw(*shown.size))


async def begin(visit: Visit, *names: str) -> None:
    """Make moves, of which the last one has begun to move."""
    visit.app.animation_level = "full"
    for name in names:
        visit.play.make_move(visit.play.state.match.position.parse(name))
        await visit.settle()


async def pictures(visit: Visit, see: Callable[[], Any]) -> list[Any]:
    """What is seen at every stage, and at rest."""
    seen = [see()]
    while board(visit).stages:
        board(visit).go_on()
        await visit.settle()
        seen.append(see())
    return seen


@pytest.mark.parametrize(("game", "name"), [("tictactoe", "b2"), ("ultimate", "5.5"), ("morris", "b2")])
async def test_a_mark_is_drawn_in_three_pictures_within_120_milliseconds(
    hall: Door, game: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.boards.base.COMING_SECONDS", COMING_SECONDS)
    hall.engines.hold()
    async with hall(game, players=PEOPLE, size=(120, 40)) as visit:
        board(visit)._wait = lambda: None  # type: ignore[method-assign]
        await begin(visit, name)
        assert sum(stage.seconds for stage in board(visit).stages) <= 0.12
        shares = await pictures(visit, lambda: board(visit).share)
        assert shares == [1 / 3, 2 / 3, 1]


async def test_a_mark_grows(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", players=("human", FULL), size=(120, 40)) as visit:
        await begin(visit, "b2")
        ink = await pictures(visit, lambda: sum(drawn(visit).count(block) for block in "█▀▄"))
        assert ink[0] < ink[-1]


async def test_at_rest_a_board_looks_as_it_does_without_motion(hall: Door) -> None:
    hall.engines.hold()
    rested = []
    for level in ("none", "full"):
        async with hall("connect-four", "4 4", ("human", FULL), (120, 40)) as visit:
            await begin(visit, "3")
            visit.app.animation_level = level
            await pictures(visit, lambda: None)
            rested.append(drawn(visit))
    assert rested[0] == rested[1]


async def test_a_disc_falls_from_the_top_to_its_place(hall: Door) -> None:
    hall.engines.hold()
    async with hall("connect-four", players=PEOPLE) as visit:
        shown = board(visit)
        assert isinstance(shown, ColumnsBoard)

        def row() -> int:
            return next(cell for cell, look in enumerate(shown._looks()) if look.letter) // shown.game.columns

        await begin(visit, "4")
        rows = await pictures(visit, row)
        assert (rows[0], rows[-1]) == (0, 5)
        assert rows == sorted(rows)


async def test_a_disc_on_a_high_pile_has_no_more_pictures_than_places_to_fall_through(hall: Door) -> None:
    hall.engines.hold()
    async with hall("connect-four", "4 4 4 4 4", PEOPLE) as visit:
        await begin(visit, "4")
        assert len(await pictures(visit, lambda: None)) <= 2


async def test_a_winning_line_lights_up_cell_by_cell(hall: Door) -> None:
    async with hall("tictactoe", "a1 a2 b1 b2", PEOPLE) as visit:
        await begin(visit, "c1")
        shown = board(visit)
        assert isinstance(shown, GridBoard)
        lit = await pictures(visit, lambda: [cell for cell, look in enumerate(shown._looks()) if look.won])
        assert [each for each in lit if each] == [[0], [0, 1], [0, 1, 2]]


async def test_boards_that_win_ultimate_light_up_one_by_one(hall: Door) -> None:
    start = "/".join(["XXX.OO...", "XXX.OO...", "XX.OO....", "OO.......", *["........."] * 5, "XX.......", "3"])
    hall.engines.hold()
    async with hall("ultimate", players=PEOPLE, start=start) as visit:
        await begin(visit, "3.3")
        lit = await pictures(visit, lambda: list(board(visit).lit))
        assert lit[-4:] == [[], [0], [0, 9], [0, 9, 18]]


async def test_sticks_that_were_taken_are_ghosts_for_one_move(hall: Door) -> None:
    hall.engines.hold()
    hall.furnish(marks=False)
    async with hall("nim:3,4,5", players=PEOPLE, size=(120, 40)) as visit:

        def ghosts() -> int:
            shown = board(visit)
            return sum(
                span.text.count("┊") for row in shown.draw(*shown.size) for span in row if span.role.endswith("grid")
            )

        await begin(visit, "C2")
        two = ghosts()
        await begin(visit, "B1")
        assert (two > 0, ghosts()) == (True, two // 2)


@pytest.mark.parametrize(
    ("game", "moves", "size"),
    [
        ("tictactoe", "b2", (80, 24)),
        ("ultimate", "5.5", (120, 40)),
        ("connect-four", "4", (120, 40)),
        ("morris", "b2", (120, 40)),
    ],
)
async def test_a_ghost_of_the_mark_is_under_the_cursor(
    hall: Door, game: str, moves: str, size: tuple[int, int]
) -> None:
    hall.engines.hold()
    async with hall(game, moves, PEOPLE, size) as visit:
        without = drawn(visit)
        visit.app.animation_level = "full"
        assert drawn(visit) != without
        await visit.press("left", "up")
        at = board(visit).draw(*board(visit).size)
        assert any("▄" in span.text and span.role.split()[-1:] in (["grid"], ["frame"]) for row in at for span in row)


async def test_the_ghost_follows_the_mouse(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "b2", PEOPLE) as visit:
        visit.app.animation_level = "full"
        shown = visit.board
        x, y = next((x, y) for y in range(24) for x in range(40) if shown.place_at(x, y) == 0)
        await visit.pilot.hover(offset=(shown.region.x + x, shown.region.y + y))
        await visit.settle()
        assert [cell for cell, look in enumerate(shown._looks()) if look.ghost] == [0]


async def test_a_value_on_the_cell_is_not_covered_by_a_ghost(hall: Door) -> None:
    hall.furnish(panel="live", marks=True)
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        without = drawn(visit)
        visit.app.animation_level = "full"
        assert drawn(visit) == without


async def test_a_key_acts_while_something_moves(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", players=PEOPLE) as visit:
        await begin(visit, "b2")
        assert board(visit).stages
        await visit.press("up", "enter")
        assert len(visit.moves.split()) == 2


async def test_the_stages_of_a_move_end_when_another_is_made(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", players=PEOPLE) as visit:
        await begin(visit, "b2", "a1")
        shown = visit.board
        assert [cell for cell, look in enumerate(shown._looks()) if look.share < 1] == [0]


@pytest.mark.parametrize("action", ["undo", "back"])
async def test_nothing_moves_on_the_way_back(hall: Door, action: str) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "b2 a1", PEOPLE) as visit:
        visit.app.animation_level = "full"
        await visit.do(action)
        assert board(visit).stages == []


async def test_a_report_of_the_engine_leaves_the_stages_alone(hall: Door) -> None:
    hall.furnish(panel="live", marks=True)
    hall.engines.hold()
    async with hall("tictactoe", players=PEOPLE) as visit:
        await begin(visit, "b2")
        before = list(board(visit).stages)

        def same(found: Analysis) -> Analysis:
            return found

        visit.engines.report(same)
        await visit.settle()
        assert board(visit).stages == before


async def test_without_motion_a_move_is_drawn_at_once_and_nothing_has_a_ghost(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.press("enter")
        shown = visit.board
        assert shown.stages == []
        assert not [look for look in shown._looks() if look.ghost]


async def test_a_board_that_hides_its_pieces_does_not_move(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", players=PEOPLE) as visit:
        visit.play.blind = True
        await begin(visit, "b2")
        assert board(visit).stages == []
        assert "x" not in {*"".join(row[:40] for row in colour_letters(visit.app).splitlines()[1:-2])}
