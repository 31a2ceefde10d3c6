"""Sheets: the rows of a picture, a text or a table, of which a page shows as much as it has room for."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from tui.drawing.canvas import Row, Span, width_of
from tui.drawing.page import Page

TEXT_COLUMNS = 88
"""Maximum length of a line of text."""
STEP_COLUMNS = 8
"""Columns of a picture in a step to the side."""


class StudySheet:
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

    def within(self, width: int) -> StudySheet:
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

    def link(self, at: int, column: int) -> object:
        """What the cell of one of the :meth:`ways` of a row opens."""
        return None


class ListSheet(StudySheet):
    """Rows along which a cursor goes."""

    has_cursor = True


class TextSheet(StudySheet):
    """Paragraphs in lines as long as the page has room for."""

    def __init__(self, paragraphs: Sequence[str]) -> None:
        super().__init__((), TEXT_COLUMNS)
        self._paragraphs = [each for text in paragraphs for each in text.split("\n\n")]

    def within(self, width: int) -> StudySheet:
        lines = (line for text in self._paragraphs for line in (*wrap(text, min(width, TEXT_COLUMNS)), ""))
        return StudySheet([[Span(line)] for line in lines][:-1])
