"""Rows of their own: the header, the status, the keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tui.drawing.canvas import Canvas, Row, Span, fit, width_of
from tui.text.fit import whole


class LineOfText(Canvas):
    """One row that never wraps: a piece at the left, one in the middle, one at the right. The right one goes first when room
    is short, then the middle one, then the last sentences of the left one."""

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
            left = [left[0], left[1]._replace(text=whole(left[1].text, inner))]
        taken, of_middle, of_right = map(width_of, (left, middle, right))
        if taken + of_middle + of_right > inner:
            right, of_right = [], 0
        if taken + of_middle > inner:
            middle, of_middle = [], 0
        if not (middle or right):
            return [fit(left, width)]
        centre = min(max(taken, (width - of_middle) // 2), inner - of_middle - of_right)
        return [fit([*fit([*fit(left, max(centre, 0)), *middle], inner - of_right), *right], width)]


class ShownKey(NamedTuple):
    """A key as it is shown, in few words what it does, and the action of a click there. Where room is short, those of a lower
    ``rank`` stay, and of those the first."""

    key: str
    label: str
    action: str
    rank: int = 0

    @property
    def row(self) -> Row:
        """The key and its words."""
        return [Span(self.key, "key", self.action), Span(f" {self.label}", "", self.action)]


class KeyLine(Canvas):
    """One row of keys, as many as fit."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.keys: Sequence[ShownKey] = ()

    def show(self, keys: Sequence[ShownKey]) -> None:
        """Show other keys."""
        if keys != self.keys:
            self.keys = keys
            self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The row."""
        room, staying = width + 1, []
        for key in sorted(self.keys, key=lambda key: key.rank):
            room -= width_of(key.row) + 2
            if room < 0:
                break
            staying.append(key)
        return [[Span(" "), *(span for key in self.keys if key in staying for span in (*key.row, Span("  ")))]]


def plain_row(text: str, role: str = "") -> Row:
    """A text as a row of one piece; an empty text as no row."""
    return [Span(text, role)] if text else []
