"""FormList: a list among the fields of a form, with a cursor of its own."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import ClassVar

from textual.binding import BindingType

from tui.drawing.canvas import Row
from tui.text.keys import bindings
from tui.widgets.list_canvas import ListCanvas, ListRow, NumberedRows


class FormList(NumberedRows, ListCanvas):
    """Rows named by their index.

    ``rows`` gives them, as many as the list is high. ``moved`` is called when the cursor has moved, ``taken`` when Enter or
    Space takes the row at the cursor. The cursor begins ``at`` one of them; ``ticks``: a click takes a row at once.
    """

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(hidden=("choose", "up", "down", "page_up", "page_down", "go_first", "go_last"))
    )

    def __init__(
        self,
        rows: Callable[[], Sequence[Row]],
        taken: Callable[[], object],
        moved: Callable[[], object],
        at: int = 0,
        *,
        ticks: bool = False,
        id: str | None = None,
    ) -> None:
        super().__init__(self, id)
        self._of, self._taken, self._moved, self._at = rows, taken, moved, at
        self._ticks = ticks
        self.styles.height = len(rows())

    @property
    def names(self) -> Sequence[int]:
        """The rows by their numbers."""
        return range(len(self._of()))

    @property
    def cursor_role(self) -> str:
        """The row at the cursor is reversed only while the list has the keys."""
        return "selected" if self.has_focus else "strong"

    def point(self, name: Hashable) -> None:
        """Move the cursor to a row."""
        super().point(name)
        self._moved()

    def take(self) -> None:
        """Do what is done with the row at the cursor."""
        self._taken()
        self.redraw()

    def action_pick(self, *name: Hashable) -> None:
        """Move the cursor to a row that was clicked; take it if that is wanted at once, or if the cursor is there already."""
        if self._ticks:
            self.point(name[0])
            self.take()
        else:
            super().action_pick(*name)

    def on_focus(self) -> None:
        """Show that the list has the keys."""
        self.redraw()

    def on_blur(self) -> None:
        """Show that something else has them."""
        self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The rows that fit."""
        return self.in_view([ListRow(row, (), i) for i, row in enumerate(self._of())], width, height)
