"""The marks of the players at every size, in blocks and in ASCII."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

_DRAWN: dict[str, tuple[tuple[str, ...], ...]] = {
    "X": (
        (
            "▀█▄       ▄█▀",
            "  ▀█▄   ▄█▀  ",
            "    ▀█▄█▀    ",
            "    ▄█▀█▄    ",
            "  ▄█▀   ▀█▄  ",
            "▄█▀       ▀█▄",
        ),
        ("▀▄ ▄▀", "  █  ", "▄▀ ▀▄"),
        ("▀█▄█▀", "▄█▀█▄"),
        ("▀▄▀", "▄▀▄"),
    ),
    "O": (
        (
            "  ▄▄█████▄▄  ",
            "▄█▀▀     ▀▀█▄",
            "██         ██",
            "██         ██",
            "▀█▄▄     ▄▄█▀",
            "  ▀▀█████▀▀  ",
        ),
        ("▄▀▀▀▄", "█   █", "▀▄▄▄▀"),
        ("▄█▀█▄", "▀█▄█▀"),
        ("▄▀▄", "▀▄▀"),
    ),
    "●": (("▄███▄", "█████", "▀███▀"), ("▄██▄", "▀██▀")),
    "○": (("▄▀▀▀▄", "█   █", "▀▄▄▄▀"), ("▄▀▀▄", "▀▄▄▀")),
}
_ASCII: dict[str, tuple[tuple[str, ...], ...]] = {
    "X": (("\\   /", "  X  ", "/   \\"), ("\\ /", " X ", "/ \\")),
    "O": ((" .-. ", "(   )", " '-' "), (".-.", "| |", "'-'")),
    "●": ((" @@@ ", "@@@@@", " @@@ "), ("@@@@", "@@@@")),
    "○": ((" ooo ", "o   o", " ooo "), ("/oo\\", "\\oo/")),
}
"""Drawings by hand, the largest first."""
_PAINTED = {"X": (11, 7), "O": (11, 7), "●": (7, 4), "○": (7, 4)}
"""Columns and rows from which a mark is painted; in ASCII a row less, where X and O have no drawing of that size."""
_DIGITS = "▀█  █ ▀▀▀ ▀▀██▀▀▀▀▀ ▀▀█ ▀█▀▀▀ █ █▀▀█  ▀ █▀▀▀▀█▀▀▀ █▀▀█▀█▀▀▀ ▀▀█  █  ▀ █▀██▀█▀▀▀ █▀█▀▀█▀▀▀"
_ASCII_DIGITS = "     |  |  _  _||_   _  _| _|    |_|  |  _ |_  _|  _ |_ |_|  _   |  |  _ |_||_|  _ |_| _|"
"""The digits from 1 to 9: three rows of three columns each, and a space."""
for _table, _rows in ((_DRAWN, _DIGITS), (_ASCII, _ASCII_DIGITS)):
    for _i in range(9):
        _table[str(_i + 1)] = (tuple(_rows[10 * _i + at : 10 * _i + at + 3] for at in (0, 3, 6)),)
_LETTERS = {"●": "@", "○": "o"}
"""What stands for a mark in ASCII."""
_LINE = 0.1
"""Half the width of a stroke of a large mark, as a share of its size."""


@lru_cache(maxsize=256)
def glyph(mark: str, width: int, height: int, plain: bool) -> tuple[str, ...]:
    """The mark as rows of equal length, at most ``width`` by ``height``; a single letter where nothing larger fits."""
    least_width, least_height = _PAINTED.get(mark, (width + 1, height + 1))
    if width >= least_width and height >= least_height - plain:
        return _large(mark, min(width, 2 * height + (mark in "●○")), height, plain)
    for rows in (_ASCII if plain else _DRAWN).get(mark, ()):
        if len(rows) <= height and len(rows[0]) <= width:
            return rows
    return (mark[:width],)


def _large(mark: str, width: int, height: int, plain: bool) -> tuple[str, ...]:
    """A mark painted in half blocks, two to a character; in ASCII with a letter."""

    def inked(column: int, half_row: int) -> bool:
        x = (column + 0.5) / width * 2 - 1
        y = (half_row + 0.5) / height - 1
        if mark == "X":
            return min(abs(x - y), abs(x + y)) < 1.9 * _LINE
        return (0 if mark == "●" else 1 - 2.6 * _LINE) <= hypot(x, y) <= 1

    def character(column: int, row: int) -> str:
        upper, lower = inked(column, 2 * row), inked(column, 2 * row + 1)
        if plain:
            return _LETTERS.get(mark, mark) if upper or lower else " "
        return " ▄▀█"[2 * upper + lower]

    return tuple("".join(character(column, row) for column in range(width)) for row in range(height))
