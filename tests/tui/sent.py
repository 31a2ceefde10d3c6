"""Bytes that go to a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyte
from rich.console import Console
from textual._compositor import CompositorUpdate

from tests.tui.hall import Visit

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
    visit.app.screen._on_timer_update()  # what was to be painted before, a sixtieth of a second later
    await visit.settle()
    wire.bytes = 0
    await act()
    for _ in range(3):
        await visit.settle()
    return wire.bytes


def follow(visit: Visit) -> pyte.Screen:
    """A terminal that has the picture of now and is sent every update from now on."""
    terminal = pyte.Screen(*visit.app.size)
    stream = pyte.Stream(terminal)

    def display(_screen: Any, update: Any) -> None:
        if isinstance(update, CompositorUpdate):
            stream.feed(update.render_segments(CONSOLE))

    stream.feed(visit.app.screen._compositor.render_full_update().render_segments(CONSOLE))
    visit.app._display = display  # type: ignore[method-assign, assignment]
    return terminal
