"""What goes over the line is little: the cells that change, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console
from textual._compositor import CompositorUpdate

from core.analysis import Analysis, Line, Score
from tests.tui.hall import FULL, Door, Visit

PEOPLE = ("human", "human")
CONSOLE = Console(force_terminal=True, color_system="256", width=80, height=24, legacy_windows=False)


class Wire:
    """Counts the bytes that a terminal with 256 colours would be sent."""

    def __init__(self) -> None:
        self.bytes = 0

    def __call__(self, screen: Any, update: Any) -> None:
        """Takes the place of App._display, which draws nothing in a test."""
        if isinstance(update, CompositorUpdate):
            self.bytes += len(update.render_segments(CONSOLE).encode())


async def bytes_of(visit: Visit, act: Callable[[], Any]) -> int:
    """What it costs to do something and to see it through."""
    await visit.settle()
    wire = Wire()
    visit.app._display = wire  # type: ignore[method-assign, assignment]
    await act()
    for _ in range(3):
        await visit.settle()
    return wire.bytes


def further(depth: int) -> Callable[[Analysis], Analysis]:
    """A report of a deeper search, in which the numbers of the first moves have changed."""

    def change(found: Analysis) -> Analysis:
        lines = [Line(line.move, Score.estimate(0.1 * depth / (i + 1)), line.pv) for i, line in enumerate(found.lines)]
        return replace(found, lines=tuple(lines), depth=depth, nodes=1000 * depth + 7)

    return change


@pytest.mark.parametrize(("game", "marks"), [("tictactoe", True), ("mnk:5,5,4", False), ("mnk:15,15,5", False)])
async def test_a_mark_placed_costs_less_than_a_kilobyte(hall: Door, game: str, marks: bool) -> None:
    hall.furnish(marks=marks)
    async with hall(game, "a1 b2 c3", PEOPLE) as visit:
        visit.engines.hold()
        await visit.go("b1")
        cost = await bytes_of(visit, lambda: visit.press("enter"))
        assert visit.moves == "a1 b2 c3 b1"
        assert 0 < cost < 1000


async def test_an_update_of_the_panel_costs_at_most_400_bytes(hall: Door) -> None:
    hall.furnish(marks=False)
    hall.engines.hold()
    async with hall("mnk:5,5,4", "a1 b2 c3", PEOPLE) as visit:
        visit.engines.report(further(3))
        await visit.until(lambda: visit.panel.analysis)

        async def report() -> None:
            visit.engines.report(further(4))

        cost = await bytes_of(visit, report)
        assert "depth 4" in visit.text
        assert 0 < cost <= 400


async def test_a_step_of_the_cursor_costs_less_than_a_kilobyte(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human")) as visit:
        cost = await bytes_of(visit, lambda: visit.press("up"))
        assert 0 < cost < 1000


async def test_what_does_not_change_costs_nothing(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        visit.engines.report(further(3))
        await visit.until(lambda: visit.panel.analysis)

        async def again() -> None:
            visit.engines.report(further(3))

        assert await bytes_of(visit, again) == 0
