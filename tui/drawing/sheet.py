"""Sheets: the rows of a picture, a text or a table, of which a page shows as much as it has room for."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.cells import cell_len

from core.study.study import StudyLink
from tui.drawing.canvas import Row, Span, width_of
from tui.drawing.page import Page
from tui.text.catalogue import say
from tui.text.studied import ShownTable

TEXT_COLUMNS = 88
"""Maximum length of a line of text."""
STEP_COLUMNS = 8
"""Columns of a picture in a step to the side."""


class Sheet:
    """The rows of a picture, ``width`` columns wide. On a narrow page its left end can be left out, in steps."""

    has_cursor = False
    """Whether a cursor goes along the rows."""

    def __init__(self, rows: Sequence[Row] = (), width: int = 0) -> None:
        self.rows = rows
        self.width = width or max(map(width_of, rows), default=0)

    @property
    def count(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def within(self, width: int) -> Sheet:
        """The sheet for a page of ``width`` columns."""
        return self

    def steps(self, width: int) -> int:
        """How many steps to the side bring its right end onto a page of ``width`` columns."""
        return max(0, -(-(self.width - width) // STEP_COLUMNS))

    def head(self, left: int, width: int) -> Row | None:
        """The row that stays above the others, after ``left`` steps; None where there is none."""
        return None

    def row(self, at: int, left: int, width: int, column: int | None = None) -> Row:
        """A row after ``left`` steps to the side. The cell of a ``column`` is selected."""
        if not left:
            return self.rows[at]
        page = Page(self.width, 1)
        page.paste(-left * STEP_COLUMNS, 0, [self.rows[at]])
        return page.rows[0]

    def shows(self, column: int, left: int, width: int) -> bool:
        """Whether a column of cells is seen after ``left`` steps."""
        return True

    def ways(self, at: int) -> Sequence[int]:
        """The columns of a row whose cells open something."""
        return ()

    def link(self, at: int, column: int) -> StudyLink | None:
        """What the cell of one of the :meth:`ways` of a row opens."""
        return None


class ListSheet(Sheet):
    """Rows along which a cursor goes."""

    has_cursor = True


class TextSheet(Sheet):
    """Paragraphs in lines as long as the page has room for."""

    def __init__(self, paragraphs: Sequence[str]) -> None:
        super().__init__((), TEXT_COLUMNS)
        self._paragraphs = [each for text in paragraphs for each in text.split("\n\n")]

    def within(self, width: int) -> Sheet:
        lines = (line for text in self._paragraphs for line in (*wrap(text, min(width, TEXT_COLUMNS)), ""))
        return Sheet([[Span(line)] for line in lines][:-1])


class TableSheet(Sheet):
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
