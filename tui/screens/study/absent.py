"""What stands in place of the board as long as no exercise is known: why there is none, what comes here, and the way on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from textual.timer import Timer

from tui.drawing.canvas import Canvas, Row, Span, bar
from tui.drawing.frame import frame, section
from tui.text.catalogue import _
from tui.text.wrap import wrapped

_BAR = 10
"""Cells of the bar that fills while exercises are looked for, once in as many seconds."""


class Absence(NamedTuple):
    """Why there is no exercise, what exercises come here and what can be done, in a sentence or two each; and whether exercises
    are looked for. ``go_on`` is what Enter does, and ``verb`` says it in few words."""

    missing: str = ""
    about: str = ""
    way_on: str = ""
    looking: bool = False
    verb: str = ""
    go_on: Callable[[], None] | None = None


class ExerciseAbsent(Canvas):
    """A frame with the sentences one below the other, and a bar as long as exercises are looked for. ``repeat`` calls something
    at intervals of some seconds while the screen is seen."""

    def __init__(self, repeat: Callable[[float, Callable[[], None]], Timer]) -> None:
        super().__init__(id="absent")
        self._repeat = repeat
        self.absence = Absence()
        self._seconds = 0
        """For how long exercises have been looked for."""
        self._clock: Timer | None = None

    def show(self, absence: Absence) -> None:
        """Show other values."""
        if absence == self.absence:
            return
        if self._clock:
            self._clock.stop()
        self._clock = self._repeat(1.0, self.count) if absence.looking else None
        self.absence, self._seconds = absence, 0
        self.redraw()

    def count(self) -> None:
        """One more second is over."""
        self._seconds += 1
        self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        missing, about, way_on, looking, *_enter = self.absence
        rows: list[Row] = [*_rows(missing, "strong", width - 4)]
        if looking:
            filled = bar(self._seconds % (_BAR + 1), _BAR, _BAR)
            rows.append([Span(f" {filled} ", "win"), Span(_("{seconds} s").format(seconds=self._seconds), "dim")])
        for text, role in ((about, "dim"), (way_on, "")):
            rows += [(), *_rows(text, role, width - 4)]
        if len(rows) + 3 <= height:
            rows.insert(0, ())
        return frame(width, height, [section(_("Exercises"), rows, len(rows))])


def _rows(text: str, role: str, width: int) -> Sequence[Row]:
    return [[Span(f" {line}", role)] for line in wrapped(text, width)]
