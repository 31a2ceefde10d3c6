"""Page: characters in rows and columns, to draw on in any order."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby, islice

from tui.drawing.canvas import Row, Span


class Page:
    """A blank page; what is written outside of it is dropped."""

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._chars = [[" "] * width for _ in range(height)]
        self._roles = [[""] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, role: str = "") -> None:
        """Write a text from a place to the right."""
        if 0 <= y < len(self._chars) and x < self._width:
            text = text[max(0, -x) : self._width - x]
            x = max(0, x)
            self._chars[y][x : x + len(text)] = text
            self._roles[y][x : x + len(text)] = [role] * len(text)

    def at(self, x: int, y: int) -> str:
        """The character at a place; a space outside."""
        return self._chars[y][x] if 0 <= y < len(self._chars) and 0 <= x < self._width else " "

    def colour(self, x: int, y: int, width: int, role: str) -> None:
        """Give what is written from a place to the right another role."""
        self.write(x, y, "".join(self.at(x + i, y) for i in range(width)), role)

    def ground(self, x: int, y: int, width: int, height: int, role: str) -> None:
        """Lay a role below those of a rectangle inside the page, which go before it; an empty one lays nothing."""
        for roles in self._roles[y : y + height] if role else ():
            roles[x : x + width] = [f"{role} {above}".rstrip() for above in roles[x : x + width]]

    def paste(self, x: int, y: int, rows: Iterable[Row]) -> None:
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
            [Span("".join(islice(line, len(list(run)))), role) for role, run in groupby(roles)]
            for line, roles in zip(map(iter, self._chars), self._roles, strict=True)
        ]
