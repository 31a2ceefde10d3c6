"""What stands beside the board of an exercise: the task, what came of the tries, and the way through the dozen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from core.store.rows import Tried
from tui.drawing.canvas import Canvas, Row, Span
from tui.drawing.frame import Section, frame, section
from tui.text.catalogue import _
from tui.text.wrap import wrapped

AT_ONCE, LATER, WRONG, OPEN = "+", "~", "x", "·"


class SideView(NamedTuple):
    """What stands beside an exercise."""

    place: tuple[int, int]
    """The number of the exercise, and how many there are."""
    title: str
    """What it is called."""
    task: str
    """What is to be done."""
    facts: tuple[str, ...]
    """What is known of it."""
    verdict: tuple[str, str]
    """What came of the last try, and its role."""
    said: tuple[str, ...]
    """What follows from it."""
    tried: tuple[Tried, ...]
    """What came of each exercise."""


class PuzzleSide(Canvas):
    """The right side of an exercise."""

    def __init__(self) -> None:
        super().__init__(id="side")
        self.view: SideView | None = None

    def show(self, view: SideView) -> None:
        """Show other values."""
        if view != self.view:
            self.view = view
            self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """One frame with three sections."""
        view = self.view
        if view is None:
            return ()
        inner = width - 4
        task = _rows(view.task, inner, "strong") + [row for fact in view.facts for row in _rows(fact, inner, "dim")]
        said = _rows(view.verdict[0], inner, view.verdict[1]) if view.verdict[0] else []
        for text in view.said:
            said += [[], *_rows(text, inner)] if said else _rows(text, inner)
        way = _way(view, inner)
        parts = [section(view.title, task, len(task)), Section("", lambda w, h: said, len(said), 3)]
        if len(view.tried) > 1:
            parts.append(section(_("Your way"), way, len(way)))
            parts[1] = parts[1]._replace(wanted=height)
        return frame(width, height, parts)


def _rows(text: str, width: int, role: str = "") -> list[Row]:
    return [[Span(" "), Span(line, role)] for line in wrapped(text, width)]


def mark_of(tried: Tried) -> Span:
    """What came of an exercise, as a sign."""
    if tried.solved is not None:
        return Span(AT_ONCE, "win") if tried.at_first else Span(LATER, "tie")
    return Span(WRONG, "lose") if tried.wrong else Span(OPEN, "dim")


def _way(view: SideView, width: int) -> list[Row]:
    """A sign for each exercise under its number, and what the signs mean."""
    rows: list[Row] = []
    each = 6
    for first in range(0, len(view.tried), each):
        row: Row = [Span(" ")]
        for number, tried in list(enumerate(view.tried, 1))[first : first + each]:
            action = f"screen.exercise({number - 1})"
            here = number == view.place[0]
            row = [*row, Span(f"{number:>2}", "selected" if here else "", action), mark_of(tried), Span("  ")]
        rows.append(row)
    meaning = f"{AT_ONCE} {_('first try')}  {LATER} {_('later')}  {WRONG} {_('wrong')}"
    return [*rows, *_rows(meaning, width, "dim")]
