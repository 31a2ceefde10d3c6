"""What goes over the line is little: the cells that change, and nothing else. It takes 4 seconds."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pyte
import pytest
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate
from textual.strip import Strip
from textual.widgets import Static

from core.games import get
from core.play.clock import TimeControl
from core.play.seats import Setup
from core.study.study import StudyQuestion
from tests.tui.conftest import Hours
from tests.tui.hall import Door, Visit
from tests.tui.reports import further
from tests.tui.sent import CONSOLE, bytes_of, follow
from tui.boards.base import Board
from tui.boards.nested import NestedBoard
from tui.drawing.canvas import Canvas
from tui.screens.study.document import StudyScreen

PEOPLE = ("human", "human")


@pytest.fixture
def painting() -> None:
    """As in a terminal."""


@pytest.mark.parametrize(
    ("game", "marks", "most"),
    [
        *(("tictactoe", False, 1000), ("mnk:5,5,4", False, 1000), ("mnk:15,15,5", False, 1000)),
        *(("tictactoe", True, 1000), ("mnk:5,5,4", True, 1000), ("mnk:15,15,5", True, 1000)),
    ],
)
async def test_a_mark_placed_costs_a_kilobyte_and_with_values_on_the_board_what_takes_their_grounds_away(
    hall: Door, game: str, marks: bool, most: int
) -> None:
    hall.furnish(marks=marks)
    async with hall(game, "a1 b2 c3", PEOPLE) as visit:
        visit.engines.hold()
        await visit.go("b1")
        cost = await bytes_of(visit, lambda: visit.press("enter"))
        assert visit.moves == "a1 b2 c3 b1"
        assert 0 < cost <= most


def point_at(visit: Visit, name: str) -> None:
    """Put the cursor on a cell of ultimate."""
    board = visit.app.screen.query_one(NestedBoard)
    board._put_cursor(visit.play.state.match.position.parse(name))


ULTIMATE = [
    *(("5.5 5.1", "1.5"), ("5.5 5.1 1.5", "5.9"), ("5.5 5.1 1.5 5.9 9.5", "5.3"), ("5.5 5.1 1.2", "2.8")),
    *(("5.5", "5.1"), ("1.1 1.9 9.9 9.5", "5.2")),
]
"""Moves of which the last has forced a board, and a cell of that."""


@pytest.mark.parametrize("marks", [False, True])
@pytest.mark.parametrize(("moves", "cell"), ULTIMATE)
async def test_a_mark_in_ultimate_costs_a_kilobyte_though_the_frame_of_the_forced_board_moves(
    hall: Door, moves: str, cell: str, marks: bool
) -> None:
    hall.furnish(marks=marks)
    hall.engines.hold()
    async with hall("ultimate", moves, PEOPLE) as visit:
        visit.engines.report(further(3))
        await visit.until(lambda: visit.panel.analysis)
        point_at(visit, cell)
        cost = await bytes_of(visit, lambda: visit.press("enter"))
        assert visit.moves == f"{moves} {cell}"
        assert 0 < cost <= 1000


@pytest.mark.parametrize("marks", [False, True])
async def test_an_update_costs_at_most_320_bytes_in_ultimate(hall: Door, marks: bool) -> None:
    hall.furnish(marks=marks)
    hall.engines.hold()
    async with hall("ultimate", "5.5 5.1", PEOPLE) as visit:
        visit.engines.report(further(3))
        await visit.until(lambda: visit.panel.analysis)

        async def report() -> None:
            visit.engines.report(further(4))

        assert 0 < await bytes_of(visit, report) <= 320


@pytest.mark.parametrize(
    ("game", "moves", "name"),
    [
        *(("tictactoe", "a1 b2", "c3"), ("tictactoe", "a1 a2 b1 b2", "c1"), ("ultimate", "5.5 5.1", "1.5")),
        *(("connect-four", "1 2 3", "4"), ("connect-four", "1 2 1 2 1 2", "1"), ("nim:3,4,5", "", "B3")),
        ("mnk:15,15,5", "a1 b1 a2 b2 a3 b3 a4 b4", "a5"),
    ],
)
async def test_motion_costs_at_most_one_and_a_half_kilobytes_a_move_also_where_a_line_lights_up(
    hall: Door, game: str, moves: str, name: str
) -> None:
    costs = []
    for level in ("none", "full"):
        hall.engines.hold()
        async with hall(game, moves, PEOPLE) as visit:
            board = visit.app.screen.query_one(Board)
            board._wait = lambda: None  # type: ignore[method-assign]

            async def move(visit: Visit = visit, board: Board = board, level: Any = level) -> None:
                visit.app.animation_level = level
                visit.play.make_move(visit.play.state.match.position.parse(name))
                await visit.settle()
                while board.stages:
                    board.go_on()
                    await visit.settle()

            costs.append(await bytes_of(visit, move))
    assert costs[1] - costs[0] <= 1500


async def test_an_update_of_the_panel_costs_at_most_300_bytes(hall: Door) -> None:
    hall.furnish(marks=False)
    hall.engines.hold()
    async with hall("mnk:5,5,4", "a1 b2 c3", PEOPLE) as visit:
        visit.engines.report(further(3))
        await visit.until(lambda: visit.panel.analysis)

        async def report() -> None:
            visit.engines.report(further(4))

        cost = await bytes_of(visit, report)
        assert "depth 4" in visit.text
        assert 0 < cost <= 300


async def test_a_second_of_the_clock_costs_at_most_100_bytes_and_repaints_the_header_alone(
    hall: Door, hours: Hours
) -> None:
    hall.furnish(marks=False)
    async with hall() as visit:
        visit.app.open_game(get("tictactoe"), Setup(PEOPLE, control=TimeControl(20)))
        await visit.until(lambda: "0:20" in visit.text)
        await visit.rest()
        before = visit.text.splitlines()

        async def second() -> None:
            hours.run(visit.play.source, 1)

        assert 0 < await bytes_of(visit, second) <= 100
        after = visit.text.splitlines()
        assert "0:19" in after[0]
        assert [row for row, (old, new) in enumerate(zip(before, after, strict=True)) if old != new] == [0]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_an_update_of_the_second_engine_costs_no_more_than_one_of_the_first(
    hall: Door, size: tuple[int, int]
) -> None:
    hall.furnish(marks=False, second_engines={"mnk:5,5,4": "mcts"})
    hall.engines.hold()
    async with hall("mnk:5,5,4", "a1 b2 c3", PEOPLE, size) as visit:
        visit.engines.report(further(3))
        await visit.until(lambda: visit.panel.analysis)
        first = visit.panel.analysis
        assert first
        visit.engines.workers[1].tell(lambda found: replace(further(3)(first), engine="mcts"))

        async def report() -> None:
            visit.engines.workers[1].tell(lambda found: replace(further(4)(first), engine="mcts"))

        cost = await bytes_of(visit, report)
        assert visit.text.count("~ +0.40") == 1
        assert 0 < cost <= 300


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("game", ["tictactoe", "ultimate", "mnk:7,7,4"])
@pytest.mark.parametrize("marks", [False, True])
async def test_a_step_of_the_cursor_costs_at_most_300_bytes(
    hall: Door, game: str, size: tuple[int, int], marks: bool
) -> None:
    hall.furnish(marks=marks)
    hall.engines.hold()
    async with hall(game, "5.5 5.1" if game == "ultimate" else "a1 b2", PEOPLE, size) as visit:
        visit.engines.report(further(3))
        await visit.until(lambda: visit.panel.analysis)
        for key in ("right", "left"):
            cost = await bytes_of(visit, lambda key=key: visit.press(key))  # type: ignore[misc]
            assert 0 < cost <= (350 if marks else 300), "with values the cursor leaves a ground behind"


@pytest.mark.parametrize("cursor", ["down", "right"])
async def test_a_step_in_the_list_of_opponents_costs_at_most_300_bytes(hall: Door, cursor: str) -> None:
    async with hall("tictactoe", players=("human", "minimax:2")) as visit:
        await visit.do("seat_second")
        assert 0 < await bytes_of(visit, lambda: visit.do(cursor)) <= 300


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_step_in_a_table_of_100_games_costs_at_most_200_bytes(hall: Door, size: tuple[int, int]) -> None:
    async with hall(size=size) as visit:
        visit.app.study(StudyQuestion("listing"))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.press("down")
        assert 0 < await bytes_of(visit, lambda: visit.press("down")) <= 200


async def test_a_step_in_the_list_of_games_repaints_two_rows_of_it(hall: Door) -> None:
    async with hall() as visit:
        rows = [visit.text.splitlines()]
        for _step in range(20):
            await visit.press("down")
            rows.append(visit.text.splitlines())
        changed = [
            sum(a[:42] != b[:42] for a, b in zip(before[2:-2], after[2:-2], strict=True))
            for before, after in pairwise(rows)
        ]
        assert [count for count in changed if count != 2 and count < 10] == []
        assert sum(count != 2 for count in changed) <= 3, "the list scrolls half a page at a time"


async def test_a_board_shown_again_as_it_is_is_not_drawn(hall: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.engines.hold()
    async with hall("ultimate", "5.5 5.1", PEOPLE) as visit:
        await visit.settle()
        drawn: list[Canvas] = []
        redraw = Canvas.redraw

        def count(canvas: Canvas) -> None:
            drawn.append(canvas)
            redraw(canvas)

        monkeypatch.setattr(Canvas, "redraw", count)
        visit.play.refresh_all()
        assert drawn == []
        await visit.press("right")
        assert [type(canvas) for canvas in drawn].count(NestedBoard) == 1


async def test_a_canvas_keeps_no_list_of_what_it_has_painted(hall: Door) -> None:
    hall.engines.hold()
    async with hall("mnk:5,5,4", "a1 b2 c3", PEOPLE) as visit:
        for depth in range(3, 30):
            visit.engines.report(further(depth))
            await visit.settle()
        assert [len(canvas._dirty_regions) for canvas in visit.app.screen.query(Canvas) if canvas.display] == [0] * 5


async def test_what_does_not_change_costs_nothing(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        visit.engines.report(further(3))
        await visit.until(lambda: visit.panel.analysis)

        async def again() -> None:
            visit.engines.report(further(3))

        assert await bytes_of(visit, again) == 0


async def test_what_is_sent_after_a_change_makes_the_same_picture_as_all_of_it_would(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.settle()
        terminal = follow(visit)
        for keys in (("up", "left"), ("h",), ("enter",), ("e",), ("tab",), ("u", "u")):
            await visit.press(*keys)
            await visit.rest()
            assert [line.rstrip() for line in terminal.display] == [line.rstrip() for line in visit.text.splitlines()]


async def test_a_sentence_hidden_while_textual_looks_for_a_new_widget_leaves_nothing_behind(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        screen, terminal = visit.play, pyte.Screen(80, 24)
        stream = pyte.Stream(terminal)

        def display(_screen: Any, update: Any) -> None:
            if isinstance(update, CompositorUpdate):
                stream.feed(update.render_segments(CONSOLE))

        screen.say("word " * 30)
        await visit.settle()
        display(screen, screen._compositor.render_full_update())
        visit.app._display = display  # type: ignore[method-assign, assignment]
        screen._compositor.update_widgets({Static()})  # as that of a notice which comes or goes
        screen.say("")
        assert screen._compositor.full_map
        await visit.settle()
        assert [line.rstrip() for line in terminal.display] == [line.rstrip() for line in visit.text.splitlines()]


def update_of(chops: list[dict[int, Strip]], spans: list[tuple[int, int, int]], ends: list[list[int]]) -> str:
    """What a slim update writes."""
    from tui.drawing.slim import SlimUpdate

    return SlimUpdate(chops, spans, ends).render_segments(CONSOLE)


async def test_this_version_of_textual_is_one_whose_updates_are_made_slim(hall: Door) -> None:
    """Where it fails Textual is a newer one: look at its compositor, adapt tui/drawing/slim.py or do without it."""
    from tui.drawing.slim import SlimCompositor

    async with hall("tictactoe", players=PEOPLE) as visit:
        assert isinstance(visit.app.screen._compositor, SlimCompositor)


class NewerUpdate(ChopsUpdate):
    """An update that takes something more."""

    def __init__(self, chops: Any, spans: Any, chop_ends: Any, more: Any = None) -> None:
        super().__init__(chops, spans, chop_ends)


@pytest.mark.parametrize(("private", "newer"), [("Compositor", None), ("ChopsUpdate", NewerUpdate)])
async def test_with_other_private_parts_of_textual_the_hall_uses_its_updates(
    hall: Door, monkeypatch: pytest.MonkeyPatch, private: str, newer: Any
) -> None:
    monkeypatch.delitem(sys.modules, "tui.drawing.slim", raising=False)
    if newer:
        monkeypatch.setattr(f"textual._compositor.{private}", newer)
    else:
        monkeypatch.delattr(f"textual._compositor.{private}")
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        assert type(visit.app.screen._compositor).__name__ == "Compositor"
        assert await bytes_of(visit, lambda: visit.press("up")) > 0


def test_pieces_of_one_look_are_sent_together() -> None:
    red, blue = Style(color="red"), Style(color="blue")
    strip = Strip([Segment("ab", red), Segment("cd", blue), Segment("ef", red)])
    written = update_of([{0: strip}], [(0, 0, 6)], [[6]])
    screen = pyte.Screen(6, 1)
    pyte.Stream(screen).feed(written)
    assert screen.display == ["abcdef"]
    assert [screen.buffer[0][x].fg for x in range(6)] == ["red", "red", "blue", "blue", "red", "red"]
    assert written.count("m") == 2 + 1, "each look begins once, and all end together"


def test_a_look_sets_only_what_the_look_before_it_has_not() -> None:
    grey, bold = (
        Style(color="color(245)", bgcolor="color(16)"),
        Style(color="color(75)", bgcolor="color(16)", bold=True),
    )
    written = update_of([{0: Strip([Segment("ab", bold), Segment("cd", grey)])}], [(0, 0, 4)], [[4]])
    assert written == "\x1b[38;5;245;48;5;16m\x1b[1;3Hcd\x1b[1;38;5;75m\x1b[1;1Hab\x1b[0m"


def test_what_a_look_does_not_have_is_taken_back_from_the_look_before_it() -> None:
    bold, plain = Style(bold=True, color="color(75)"), Style(italic=True, color="color(75)")
    written = update_of([{0: Strip([Segment("ab", bold), Segment("cd", plain)])}], [(0, 0, 4)], [[4]])
    screen = pyte.Screen(4, 1)
    pyte.Stream(screen).feed(written)
    assert [(screen.buffer[0][x].bold, screen.buffer[0][x].italics) for x in (0, 2)] == [(True, False), (False, True)]


def test_a_span_is_sent_from_its_own_left_end_on() -> None:
    written = update_of([{0: Strip([Segment("abcdefgh")])}], [(0, 3, 5)], [[8]])
    assert "de" in written
    assert "abc" not in written
    assert "f" not in written


async def test_a_search_for_proofs_sends_nothing_until_it_has_found_one(
    hall: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.study.search.mnk.BUDGETS", ())
    async with hall() as visit:
        visit.app.study(StudyQuestion("mnk"))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        screen = visit.app.screen
        assert isinstance(screen, StudyScreen)
        assert screen.study
        begun = screen.study.unfinished()
        screen._hear(begun)

        async def search() -> None:
            for nodes in range(1000, 20_000, 1000):
                screen._hear(replace(begun, nodes=nodes))
                await visit.settle()

        assert await bytes_of(visit, search) == 0
        assert "Counting ..." in visit.status
