"""What stands beside the board of an exercise: the task, what came of the last try, and the list of the exercises."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tui.drawing.canvas import Canvas, Row, Span
from tui.drawing.frame import Section, frame, section
from tui.screens.study.tasks import Listed
from tui.text.wrap import wrapped


class SideView(NamedTuple):
    """What stands beside an exercise, its texts in paragraphs, each with its role."""

    title: str
    task: Sequence[tuple[str, str]]
    said: Sequence[tuple[str, str]]
    listed: Listed


class ExerciseSide(Canvas):
    """The right side of an exercise."""

    def __init__(self) -> None:
        super().__init__(id="exercise")
        self.view: SideView | None = None

    def show(self, view: SideView) -> None:
        """Show other values."""
        if view != self.view:
            self.view = view
            self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """One frame with three sections. What is said is shown whole, and the task in the room that it leaves, at least
        a row. Of a long list the part is seen in which the exercise on the board is."""
        view = self.view
        if view is None:
            return ()
        inner = width - 4
        task = _rows(view.task, inner)
        said = [row for text in view.said for row in ([], *_rows([text], inner))][1:]
        listed = view.listed

        def part(width: int, height: int) -> Sequence[Row]:
            top = max(0, min(listed.at - height // 2, len(listed.rows) - height))
            return listed.rows[top : top + height]

        free = height - 3  # without the lines above, between and below both
        least_said = max(0, min(len(said), free - 1))
        least_task = max(1, min(len(task), free - least_said))
        least = max(3, min(len(listed.rows), height - len(task) - len(said) - 4))
        return frame(
            width,
            height,
            [
                section(view.title, task, least_task),
                Section("", lambda width, height: said, height, least_said),
                Section(listed.title, part, len(listed.rows), least, listed.note),
            ],
        )


def _rows(texts: Iterable[tuple[str, str]], width: int) -> list[Row]:
    return [[Span(" "), Span(line, role)] for text, role in texts for line in wrapped(text, width)]
