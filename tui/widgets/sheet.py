"""SheetCanvas: a page of a study in its frame: a table along which a cursor goes, a picture or a text, and how it is read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import ClassVar

from textual.binding import BindingType

from tui.drawing.canvas import Canvas, Row, Span
from tui.drawing.frame import frame, section
from tui.drawing.sheet import StudySheet
from tui.text.catalogue import _
from tui.text.fit import cut
from tui.text.keys import bindings
from tui.text.wrap import wrapped
from tui.widgets.list_canvas import NumberedRows, pointed

BESIDE, FAR_BESIDE = 44, 60
"""Columns of the notes beside a sheet, in a wide window and in a very wide one."""
WIDE, VERY_WIDE = 100, 160
"""Columns from which on a window is so."""
MIN_ROWS = 8
"""Rows that a long table keeps above its notes; of a picture or a text none gives way to them."""
MIN_LINES = 2
"""Lines of notes that are worth a frame where not all of them have room."""
_FRAME, _MARGIN, _THUMB = 2, 3, "┃"


class SheetCanvas(NumberedRows, Canvas, can_focus=True):
    """Shows a :class:`~tui.drawing.sheet.StudySheet` with a title, and ``notes`` that explain it: beside it where both have
    room, else below it. ``moved`` is called when the cursor has moved, ``taken`` for a click on the row at the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(
            hidden=("up", "down", "left", "right", "page_up", "page_down", "go_first", "go_last"),
            runs={"left": "aside(-1)", "right": "aside(1)"},
        )
    )

    def __init__(self, moved: Callable[[], object], taken: Callable[[], object]) -> None:
        super().__init__(id="sheet")
        self._moved, self._taken = moved, taken
        self._title = ""
        self._notes: Sequence[str] = ()
        self._whole = self._sheet = StudySheet()
        """As it was given, and for the width of the page."""
        self._at = self._way = 0
        """The row at the cursor, and which of the cells of a row is meant that open something."""
        self._top = self._left = 0
        """The first row that is seen, and the steps to the side."""
        self._width, self._height, self._is_tight = sys.maxsize, 1, False
        """The room for rows in the last picture."""

    def show(self, title: str, sheet: StudySheet, notes: Sequence[str] = ()) -> None:
        """Show a sheet. The cursor keeps its place as far as there is such a row."""
        self._title, self._notes = title, tuple(notes)
        self._whole, self._sheet = (
            sheet,
            sheet.within(self._width),
        )  # at once, since the next key may come before the next picture
        self._at = max(0, min(self._at, sheet.count - 1))
        self.redraw()

    def rewind(self) -> None:
        """Go to the beginning."""
        self._at = self._way = self._top = self._left = 0

    # The cursor.

    @property
    def names(self) -> Sequence[int]:
        """The rows."""
        return range(self._sheet.count)

    @property
    def _ways(self) -> Sequence[int]:
        """The columns whose cells open something in the row at the cursor."""
        return self._whole.ways(self._at) if self._at < self._whole.count else ()

    @property
    def _column(self) -> int | None:
        """The one of these that is meant."""
        return self._ways[min(self._way, len(self._ways) - 1)] if self._ways else None

    @property
    def links(self) -> Sequence[object]:
        """What the cells of the row at the cursor open."""
        return [link for column in self._ways if (link := self._whole.link(self._at, column))]

    @property
    def link(self) -> object:
        """What Enter opens: in a row whose cells open several things, the one that is meant."""
        return None if self._column is None else self._whole.link(self._at, self._column)

    @property
    def opens(self) -> bool:
        """Whether any row opens something."""
        return any(self._whole.ways(at) for at in range(self._whole.count))

    @property
    def is_cut(self) -> bool:
        """Whether the sheet is wider than its page."""
        return self._sheet.steps(self._width) > 0

    def point(self, name: Hashable) -> None:
        """Move the cursor to a row."""
        super().point(name)
        self._moved()

    def take(self) -> None:
        """Do what a click on the row at the cursor does."""
        self._taken()

    def go(self, step: int, *, around: bool = False) -> None:
        """Move the cursor, or the rows where there is none."""
        if self._sheet.has_cursor:
            super().go(step, around=around)
        else:
            self._top += step
            self.redraw()

    def action_aside(self, step: int) -> None:
        """To the cell before or behind that opens something, else to what is cut off at that side."""
        ways, steps = self._ways, self._sheet.steps(self._width)
        if len(ways) < 2:
            self._left = max(0, min(self._left + step, steps))
        elif self._column is not None:
            self._way = max(0, min(ways.index(self._column) + step, len(ways) - 1))
            near = sorted(range(steps + 1), key=lambda left: abs(left - self._left))
            self._left = next(left for left in near if self._sheet.shows(ways[self._way], left, self._width))
        self.point(self._at)

    def action_pick(self, *name: Hashable) -> None:
        """Move the cursor to a row or cell that was clicked; take it if the cursor is there already."""
        row, column = name[0] if isinstance(name[0], tuple) else (self._at, -1)
        before = self._at, self._column
        self._at = min(row, self._sheet.count - 1)
        if column in self._ways:
            self._way = [*self._ways].index(column)
        if before == (self._at, self._column):
            self.take()
        else:
            self.point(self._at)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that would move nothing are left to the screen, as all are while another picture stands in its place."""
        if not self.display:
            return False
        if action == "aside":
            return len(self._ways) > 1 or self.is_cut
        if action in ("up", "down", "page_up", "page_down", "go_first", "go_last"):
            return self._sheet.has_cursor or self._sheet.count > self._height
        return True

    # The picture.

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame, and beside it that of the notes where both have room."""
        beside = (FAR_BESIDE if width >= VERY_WIDE else BESIDE) if width >= WIDE and self._notes else 0
        around = (_MARGIN if self._whole.has_cursor else 1) + 1 + _FRAME
        if self._whole.width + around > width - beside:
            beside = 0
        main = width - beside
        self._is_tight = self._whole.has_cursor and self._whole.width + around > main
        self._width = max(1, main - around + 2 * self._is_tight)  # nothing is seen of it where there is no room
        self._sheet = sheet = self._whole.within(self._width)
        self._left = min(self._left, sheet.steps(self._width))
        head = sheet.head(self._left, self._width)
        heads = [] if head is None else [[Span(" " * (_MARGIN - self._is_tight)), *head]]
        room = height - _FRAME - len(heads)
        least = min(sheet.count, MIN_ROWS) if sheet.has_cursor else sheet.count
        notes = [] if beside else self._said(main, room - least - 1)
        self._height = max(1, min(sheet.count, room - len(notes) - 1) if notes else room)
        self._keep_in_view()
        rows = [*heads, *self._seen()]
        below = [section(_("How to read it"), notes, len(notes))] if notes else []
        drawn = frame(main, height, [section(self._title, rows, len(heads) + self._height, self._place()), *below])
        for at in self._thumb():
            row = drawn[1 + len(heads) + at]
            drawn[1 + len(heads) + at] = [*row[:-1], Span(_THUMB, "dim")]
        if not beside:
            return drawn
        notes = self._said(beside, height - _FRAME)
        return [
            [*a, *b] for a, b in zip(drawn, frame(beside, height, [section(_("How to read it"), notes)]), strict=True)
        ]

    def _keep_in_view(self) -> None:
        """Move the rows only when the cursor leaves them, and then by half a page: that repaints them all."""
        if self._sheet.has_cursor and not self._top <= self._at < self._top + self._height:
            self._top = self._at - self._height // 2
        self._top = max(0, min(self._top, self._sheet.count - self._height))

    def _seen(self) -> list[Row]:
        """The rows that are seen, the one at the cursor selected, or only its cell where others open something else."""
        several = len(self._ways) > 1
        rows: list[Row] = []
        for at in range(self._sheet.count)[self._top : self._top + self._height]:
            here = self._sheet.has_cursor and at == self._at
            row = self._sheet.row(at, self._left, self._width, self._column if here and several else None)
            if self._sheet.has_cursor:
                mark, *cells = pointed(row, here)
                row = [mark._replace(text=mark.text[self._is_tight :]), *(row if several else cells)]
                row = [span._replace(action=span.action or f"pick(({at}, -1))") for span in row]
            else:
                row = [Span(" "), *row]
            rows.append(row)
        return rows

    def _place(self) -> str:
        """On which sides there is more, and at which row of how many the cursor is."""
        steps = self._sheet.steps(self._width)
        sides = "◂" * (self._left > 0) + "▸" * (self._left < steps)
        more = self._sheet.has_cursor and self._sheet.count > self._height
        return " ".join(filter(None, (sides, f"{self._at + 1}/{self._sheet.count}" if more else "")))

    def _thumb(self) -> range:
        """The rows in whose frame the scroll bar is, none where all rows are seen."""
        count, height = self._sheet.count, self._height
        if count <= height:
            return range(0)
        long = max(1, height * height // count)
        first = round((height - long) * self._top / (count - height))
        return range(first, first + long)

    def _said(self, width: int, height: int) -> list[Row]:
        """The notes in a frame of a width, cut with a sign where there are more than ``height`` lines."""
        paragraphs = [paragraph for note in self._notes for paragraph in note.split("\n\n")]
        lines = [line for paragraph in paragraphs for line in (*wrapped(paragraph, width - 4), "")][:-1]
        if len(lines) > height >= 0:
            if height < MIN_LINES:
                return []
            lines = lines[: height if lines[height - 1] else height - 1]
            lines[-1:] = [cut(f"{line} …", width - 4) for line in lines[-1:]]
        return [[Span(f" {line}", "dim")] for line in lines[: max(0, height)]]
