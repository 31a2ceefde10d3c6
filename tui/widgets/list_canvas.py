"""A list on a canvas: rows in groups, and one cursor that keys, wheel and mouse move along them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple, cast

from textual.events import MouseScrollDown, MouseScrollUp

from tui.drawing.canvas import Canvas, Row, Span, fit, spread, width_of
from tui.text.catalogue import _

PAGE = 10
"""Rows that a page key goes along."""


class ListRow(NamedTuple):
    """A row of a list: what is at the left and at the right end, and the name by which its owner knows it. A row without a
    name is a heading, which the cursor passes over. Names are strings, numbers or tuples of these."""

    left: Row
    right: Row = ()
    name: Hashable = None


def pointed(row: Row, here: bool, role: str = "selected") -> Row:
    """A row with the cursor before it and its text in a role, or with as much room."""
    if here:
        row = [span._replace(role=role) if span.role in ("", "strong") else span for span in row]
    return [Span(" ▸ " if here else "   ", "cursor"), *row]


class Along:
    """The actions of a screen or widget whose cursor goes along one list; the cursor itself belongs to it."""

    @property
    def names(self) -> Sequence[Hashable]:
        """What the cursor goes along, from the top."""
        raise NotImplementedError

    @property
    def chosen(self) -> Hashable:
        """The name of the row at the cursor; None if there is no row."""
        raise NotImplementedError

    def point(self, name: Hashable) -> None:
        """Move the cursor to a row, which may be the one that it is on, and show it."""
        raise NotImplementedError

    def take(self) -> None:
        """Do what Enter does with the row at the cursor."""
        raise NotImplementedError

    def nothing(self) -> None:
        """Say that there is no row."""

    def go(self, step: int, *, around: bool = False) -> None:
        """Move the cursor, past the ends only where the list goes round."""
        names = self.names
        if not names:
            self.nothing()
            return
        at = names.index(self.chosen) + step
        self.point(names[at % len(names) if around else max(0, min(at, len(names) - 1))])

    def action_up(self) -> None:
        """Go to the row above, from the first one to the last."""
        self.go(-1, around=True)

    def action_down(self) -> None:
        """Go to the row below, from the last one to the first."""
        self.go(1, around=True)

    def action_page_up(self) -> None:
        """Go a page up."""
        self.go(-PAGE)

    def action_page_down(self) -> None:
        """Go a page down."""
        self.go(PAGE)

    def action_go_first(self) -> None:
        """Go to the first row."""
        self.go(-len(self.names))

    def action_go_last(self) -> None:
        """Go to the last row."""
        self.go(len(self.names))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Go down by the wheel."""
        self.action_down()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go up by the wheel."""
        self.action_up()

    def action_pick(self, *name: Hashable) -> None:
        """Move the cursor to a row that was clicked, or take it if the cursor is there already; nothing if it has gone."""
        clicked = name[0] if len(name) == 1 else name
        if clicked == self.chosen:
            self.take()
        elif clicked in self.names:
            self.point(clicked)


class NumberedRows(Along):
    """A part of a canvas that keeps the cursor of its own list, whose rows are known by their numbers from 0."""

    _at = 0
    """The number of the row at the cursor."""

    @property
    def names(self) -> Sequence[int]:
        """The numbers of all rows."""
        raise NotImplementedError

    @property
    def chosen(self) -> int:
        """The number of the row at the cursor, of the last one where there are fewer by now."""
        return max(0, min(self._at, len(self.names) - 1))

    def point(self, name: Hashable) -> None:
        """Move the cursor to a row."""
        assert isinstance(name, int)
        self._at = name
        cast(Canvas, self).redraw()


class ListCanvas(Canvas, can_focus=True):
    """Draws the rows of a list so that the cursor of its owner is in view. A step of the cursor repaints two rows."""

    def __init__(self, owner: Along, id: str | None = None) -> None:
        super().__init__(id=id)
        self._owner = owner
        self._top = 0

    @property
    def cursor_role(self) -> str:
        """The look of the text at the cursor."""
        return "selected"

    def action_choose(self) -> None:
        """Take the row at the cursor."""
        self._owner.take()

    def action_pick(self, *name: Hashable) -> None:
        """Tell the owner of a click on a row."""
        self._owner.action_pick(*name)

    def in_view(self, rows: Sequence[ListRow], width: int, height: int) -> list[Row]:
        """The rows that fit, moved only when the cursor leaves them: to scroll is to repaint every row."""
        at = next((i for i, row in enumerate(rows) if row.name is not None and row.name == self._owner.chosen), 0)
        if not self._top < at < self._top + height:
            self._top = at - height // 2
        self._top = max(0, min(self._top, len(rows) - height))
        shown = [self._drawn(row, width) for row in rows[self._top : self._top + height]]
        below = len(rows) - self._top - height
        if below > 0 and height > 1:
            more = f" {_('{count} more below').format(count=below)} "
            if width_of(rows[self._top + height - 1].left) + len(" ▸ ") + len(more) > width:
                more = f" +{below} "
            last = self._drawn(rows[self._top + height - 1]._replace(right=()), width)
            shown[-1] = [*fit(last, width - len(more)), Span(more, "dim")]
        return shown

    def _drawn(self, row: ListRow, width: int) -> Row:
        if row.name is None:
            return spread([Span(" "), *row.left], row.right, width)
        left = pointed(row.left, row.name == self._owner.chosen, self.cursor_role)
        named = row.name if isinstance(row.name, tuple) else (row.name,)
        action = f"pick({', '.join(map(repr, named))})"
        return [span._replace(action=span.action or action) for span in spread(left, row.right, width)]
