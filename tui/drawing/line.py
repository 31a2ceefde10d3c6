"""Rows of their own: the header, the status."""

from __future__ import annotations

from collections.abc import Iterable

from tui.drawing.canvas import Canvas, Row, Span, fit, width_of
from tui.text.fit import cut


class LineOfText(Canvas):
    """One row that never wraps: a piece at the left, one in the middle, one at the right. The right one goes first when room
    is short, then the middle one."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.parts: tuple[Row, Row, Row] = ((), (), ())

    def show(self, left: Row, middle: Row = (), right: Row = ()) -> None:
        """Show other text."""
        if (left, middle, right) != self.parts:
            self.parts = (left, middle, right)
            self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The row."""
        left, middle, right = ([Span(" "), *part] if part else [] for part in self.parts)
        inner = width - 1
        if len(left) == 2:
            left = [left[0], left[1]._replace(text=cut(left[1].text, inner))]
        if width_of(left) + width_of(middle) + width_of(right) > inner:
            right = []
        if width_of(left) + width_of(middle) > inner:
            middle = []
        centre = max(width_of(left), (width - width_of(middle)) // 2)
        centre = min(centre, inner - width_of(middle) - width_of(right))
        row = fit(left, max(centre, 0)) if middle or right else left
        row = fit([*row, *middle], inner - width_of(right)) if right else [*row, *middle]
        return [fit([*row, *right], width)]


def plain_row(text: str, role: str = "") -> Row:
    """A text as a row of one piece; an empty text as no row."""
    return [Span(text, role)] if text else []
