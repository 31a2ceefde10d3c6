"""One cell of a grid, drawn at any size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tui.drawing.canvas import Row, Span, merged
from tui.drawing.glyphs import glyph


class CellMark(NamedTuple):
    """What a board writes on a cell that can be played: the mark of the verdict, at most five columns that say more, the
    role that colours both, and the role of the ground below them."""

    mark: str
    text: str
    role: str
    ground: str = ""

    @property
    def whole_role(self) -> str:
        """The role of the writing and that of its ground."""
        return f"{self.role} {self.ground}".rstrip()


class Size(NamedTuple):
    """Columns and rows of a cell, the columns between two cells, and those kept free on both sides of a mark. Two columns to
    a row keep diagonals diagonal."""

    width: int
    height: int
    gap: int
    margin: int = 1


class CellLook(NamedTuple):
    """What there is to see on a cell."""

    letter: str
    """Of its mark, empty for none."""
    seat: int
    """Whose mark it is, 0 or 1."""
    won: bool
    """Whether it belongs to the winning line."""
    last: bool
    """Whether it was played last."""
    cursor: bool
    """Whether the cursor is there."""
    legal: bool
    """Whether it may be played."""
    mark: CellMark | None
    """What is written on it."""
    faint: bool = False
    """Whether its mark counts for little: it is shown small and in lower case."""
    share: float = 1.0
    """How large its mark is drawn, as a share of its size, while it comes."""
    ghost: str = ""
    """The letter that a move at the cursor would put there."""
    digit: str = ""
    """The digit that plays there, if one does."""


def signs_of(size: Size) -> tuple[str, str]:
    """What stands around the cursor and around the last move on a cell."""
    return "▸◂" if size.width >= 5 else "[]", "┌┘" if size.height >= 3 else "()"


@lru_cache(maxsize=1024)
def draw_cell(look: CellLook, size: Size, plain: bool) -> Sequence[Row]:
    """The cell as rows of spans. Most cells look as they did the last time, so drawings are kept."""
    width, height, _, margin = size
    middle = height // 2
    player = ("first", "second")[look.seat % 2]
    won = f"{player} won" if look.won else ""
    ground = look.mark.ground if look.mark and not look.letter else ""
    cells = [[Span(" ", won or ground)] * width for _ in range(height)]

    def write(x: int, y: int, text: str, role: str) -> None:
        for i, char in enumerate(text):
            if 0 <= x + i < width:
                cells[y][x + i] = Span(char, won or f"{role} {ground}".rstrip())

    def write_mark(letter: str, role: str) -> None:
        room = width if width < 5 else width - 2 * margin, height if height < 7 else height - 2
        rows = glyph(letter, max(1, int(look.share * room[0])), max(1, int(look.share * room[1])), plain)
        for i, row in enumerate(rows):
            write((width - len(row) + (width == 2)) // 2, (height - len(rows)) // 2 + i, row, role)

    if look.letter and look.faint and not look.won:
        write((width - 1 + (width == 2)) // 2, middle, look.letter.lower(), "dim")
    elif look.letter:
        write_mark(look.letter, player)
    elif look.mark:
        text = look.mark.text if len(look.mark.text) <= width - 2 else look.mark.mark
        write((width - len(text) + (width % 2 == 0)) // 2, middle, text, look.mark.role)
    elif look.ghost:
        write_mark(look.ghost, "grid")
    elif look.legal:
        write(width // 2, middle, look.digit or "·", "dim")
    edge = 1 if width >= 9 else 0
    cursor, last = signs_of(size)
    if look.last:
        if last == "┌┘":
            write(edge, 0, "┌", "last")
            write(width - 1 - edge, 0, "┐", "last")
            write(edge, height - 1, "└", "last")
            write(width - 1 - edge, height - 1, "┘", "last")
        else:
            write(0, middle, last[0], "last")
            if width > 2:
                write(width - 1, middle, last[1], "last")
    if look.cursor:
        write(edge, middle, cursor[0], "cursor")
        if width > 2:
            write(width - 1 - edge, middle, cursor[1], "cursor")
    return [merged(row) for row in cells]
