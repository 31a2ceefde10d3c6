"""The table of a study as the sheet of a page."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from core.study.study import StudyLink
from tui.drawing.canvas import Row, Span
from tui.drawing.sheet import StudySheet
from tui.text.catalogue import say
from tui.text.studied import ShownTable


class TableSheet(StudySheet):
    """A table. Steps to the side leave out one column each, but for the first, unless it takes half of the page."""

    has_cursor = True

    def __init__(self, table: ShownTable) -> None:
        self._table = table
        heads = [say(column.head) for column in table.columns]
        texts = [[cell.text for cell in row] for row in table.rows]
        self._widths = [max(map(cell_len, column)) for column in zip(heads, *texts, strict=True)]
        self._heads = self._padded(heads, ["dim"] * len(heads))
        self._cells = [
            self._padded(line, [cell.role for cell in row]) for line, row in zip(texts, table.rows, strict=True)
        ]
        super().__init__((), sum(self._widths) + 2 * (len(heads) - 1))

    @property
    def count(self) -> int:
        """The number of rows."""
        return len(self._cells)

    def _padded(self, texts: Sequence[str], roles: Sequence[str]) -> list[Row]:
        """The cells of a row, each as wide as its column."""
        cells: list[Row] = []
        for text, role, width, column in zip(texts, roles, self._widths, self._table.columns, strict=True):
            blank = Span(" " * (width - cell_len(text)))
            cells.append((blank, Span(text, role)) if column.right else (Span(text, role), blank))
        return cells

    def _seen(self, left: int, width: int) -> tuple[list[int], int]:
        """The columns that a page shows after ``left`` steps, and the blanks between two of them."""
        gap = 2 if self.width <= width else 1
        stays = 1 if 2 * self._widths[0] < width else 0
        columns = list(range(stays))
        used = sum(self._widths[:stays]) + gap * stays
        for at in range(stays + left, len(self._widths)):
            used += self._widths[at]
            if used > width and at > stays + left:
                break
            columns.append(at)
            used += gap
        return columns, gap

    def steps(self, width: int) -> int:
        last = len(self._widths) - 1
        return next(left for left in range(last + 1) if last in self._seen(left, width)[0])

    def shows(self, column: int, left: int, width: int) -> bool:
        return column in self._seen(left, width)[0]

    def head(self, left: int, width: int) -> Row | None:
        return self._joined(self._heads, left, width)

    def row(self, at: int, left: int, width: int, column: int | None = None) -> Row:
        cells = list(self._cells[at])
        ways = self.ways(at)
        for way in ways if len(ways) > 1 else ():
            cells[way] = [span._replace(action=f"pick(({at}, {way}))") for span in cells[way]]
        if column is not None:
            cells[column] = [
                span._replace(role=f"{span.role} selected".strip()) if span.text.strip() else span
                for span in cells[column]
            ]
        return self._joined(cells, left, width)

    def _joined(self, cells: Sequence[Row], left: int, width: int) -> Row:
        columns, gap = self._seen(left, width)
        spans = [span for at in columns for span in (*cells[at], Span(" " * gap))]
        return spans[:-1]

    def ways(self, at: int) -> Sequence[int]:
        return [column for column, cell in enumerate(self._table.rows[at]) if cell.link]

    def link(self, at: int, column: int) -> StudyLink | None:
        return self._table.rows[at][column].link
