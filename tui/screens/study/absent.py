"""What stands in place of the board as long as no exercise is known: why there is none, what comes here, and the way on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tui.drawing.canvas import Canvas, Row, Span, bar
from tui.drawing.frame import frame, section
from tui.text.catalogue import _
from tui.text.wrap import wrapped

_BAR = 10
"""Cells of the bar that fills while exercises are looked for, once in as many seconds."""


class AbsentView(NamedTuple):
    """Why there is no exercise, what exercises come here and what can be done, in a sentence or two each; and for how many
    seconds exercises have been looked for, None if they are no longer."""

    missing: str = ""
    about: str = ""
    way_on: str = ""
    seconds: int | None = None


class ExerciseAbsent(Canvas):
    """A frame with the sentences one below the other."""

    def __init__(self) -> None:
        super().__init__(id="absent")
        self.view = AbsentView()

    def show(self, view: AbsentView) -> None:
        """Show other values."""
        if view != self.view:
            self.view = view
            self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        missing, about, way_on, seconds = self.view
        rows: list[Row] = [*_rows(missing, "strong", width - 4)]
        if seconds is not None:
            filled = bar(seconds % (_BAR + 1), _BAR, _BAR)
            rows.append([Span(f" {filled} ", "win"), Span(_("{seconds} s").format(seconds=seconds), "dim")])
        for text, role in ((about, "dim"), (way_on, "")):
            rows += [(), *_rows(text, role, width - 4)]
        if len(rows) + 3 <= height:
            rows.insert(0, ())
        return frame(width, height, [section(_("Exercises"), rows, len(rows))])


def _rows(text: str, role: str, width: int) -> Sequence[Row]:
    return [[Span(f" {line}", role)] for line in wrapped(text, width)]
