"""The marks of the players at every size, in blocks and in ASCII."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

_DRAWN = {
    ("X", 3): ("▀▄ ▄▀", "  █  ", "▄▀ ▀▄"),
    ("O", 3): ("▄▀▀▀▄", "█   █", "▀▄▄▄▀"),
    ("X", 2): ("╲╱", "╱╲"),
    ("O", 2): ("╭╮", "╰╯"),
}
_ASCII = {
    ("X", 3): ("\\   /", "  X  ", "/   \\"),
    ("O", 3): (" .-. ", "(   )", " '-' "),
    ("X", 2): ("\\/", "/\\"),
    ("O", 2): ("/\\", "\\/"),
}
_LINE = 0.1
"""Half the width of a stroke of a large mark, as a share of its size."""


@lru_cache(maxsize=256)
def glyph(mark: str, width: int, height: int, plain: bool) -> tuple[str, ...]:
    """The mark as rows of equal length, at most ``width`` by ``height``; a single letter where nothing larger fits."""
    if height >= 6 and width >= 12 and mark in "XO":
        return _large(mark, min(width, 2 * height), height, plain)
    for size in (3, 2):
        rows = (_ASCII if plain else _DRAWN).get((mark, size))
        if rows and size <= height and len(rows[0]) <= width:
            return rows
    return (mark[:width],)


def _large(mark: str, width: int, height: int, plain: bool) -> tuple[str, ...]:
    """X or O painted in half blocks, two to a character; in ASCII with the letter itself."""

    def inked(column: int, half_row: int) -> bool:
        x = (column + 0.5) / width * 2 - 1
        y = (half_row + 0.5) / height - 1
        if mark == "X":
            return min(abs(x - y), abs(x + y)) < 1.9 * _LINE
        return 1 - 2.6 * _LINE < hypot(x, y) <= 1

    def character(column: int, row: int) -> str:
        upper, lower = inked(column, 2 * row), inked(column, 2 * row + 1)
        if plain:
            return mark if upper or lower else " "
        return " ▄▀█"[2 * upper + lower]

    return tuple("".join(character(column, row) for column in range(width)) for row in range(height))
