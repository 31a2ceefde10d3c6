"""Page: characters in rows and columns, to draw on in any order."""

from __future__ import annotations

from itertools import groupby

from tui.drawing.canvas import Row, Span


class Page:
    """A blank page; what is written outside of it is dropped."""

    def __init__(self, width: int, height: int) -> None:
        self._cells = [[(" ", "")] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, role: str = "") -> None:
        """Write a text from a place to the right."""
        if 0 <= y < len(self._cells):
            row = self._cells[y]
            for i, char in enumerate(text, x):
                if 0 <= i < len(row):
                    row[i] = (char, role)

    def at(self, x: int, y: int) -> str:
        """The character at a place; a space outside."""
        inside = 0 <= y < len(self._cells) and 0 <= x < len(self._cells[y])
        return self._cells[y][x][0] if inside else " "

    def paste(self, x: int, y: int, rows: list[Row]) -> None:
        """Write rows of spans, their upper left corner at a place."""
        for dy, row in enumerate(rows):
            at = x
            for span in row:
                self.write(at, y + dy, span.text, span.role)
                at += len(span.text)

    @property
    def rows(self) -> list[Row]:
        """The page as rows of spans."""
        return [
            [Span("".join(char for char, _ in run), role) for role, run in groupby(row, key=lambda cell: cell[1])]
            for row in self._cells
        ]
