"""What the tests of ultimate net have in common, those that take long and those that do not."""

from __future__ import annotations

import lzma
import sys
from array import array
from functools import cache
from importlib.resources import files
from random import Random

from core.engines.ultimate.net import UNITS
from core.position import Position
from tests.core.watching import at

ROWS = ("012", "345", "678")


COLUMNS = ("036", "147", "258")


DIAGONALS = ("048", "246")


# As the sets of their cells are ordered as numbers, which is how the file counts them.
LINES = sorted((*ROWS, *COLUMNS, *DIAGONALS), key=lambda line: sum(1 << int(cell) for cell in line))


GAMES = {"draw": "ultimate", "count": "ultimate/count"}


@cache
def weights(rule: str) -> list[array[int]]:
    """The rows of the file, the last one the bias of the guess alone."""
    numbers = array("h")
    numbers.frombytes(lzma.decompress(files("core.data").joinpath(f"ultimate-{rule}.xz").read_bytes()))
    assert sys.byteorder == "little"
    return [numbers[at : at + UNITS] for at in range(0, len(numbers), UNITS)]


def wins(board: str, mark: str) -> set[int]:
    """The empty cells in which a mark would make three in line."""
    found = set()
    for line in LINES:
        marks = [board[int(cell)] for cell in line]
        if marks.count(mark) == 2 and marks.count(".") == 1:
            found.add(int(line[marks.index(".")]))
    return found


def features(text: str) -> list[int]:
    """The features of a position, from its text."""
    *boards, owners, where = text.split("/")
    marks = "".join(boards)
    turn = marks.count("X") - marks.count("O")
    found = []
    for b, board in enumerate(boards):
        first = 255 * b
        if owners[b] != "." or "." not in board:
            found.append(first + 252 + "XO.".index(owners[b]))
            continue
        for number, line in enumerate(LINES):
            found.append(first + 27 * number + sum(3**i * ".XO".index(board[int(cell)]) for i, cell in enumerate(line)))
        x, o = wins(board, "X"), wins(board, "O")
        found += [first + 216 + 3 * cell + (2 if cell in x & o else cell in o) for cell in x | o]
        found.append(first + 243 + 3 * min(len(x), 2) + min(len(o), 2))
    if where == "-":
        return [*found, 9 * 255 + 486 + turn]
    board = boards[int(where) - 1]
    mine, theirs = (min(len(wins(board, mark)), 2) for mark in ("OX" if turn else "XO"))
    empty = board.count(".")
    room = 0 if empty <= 3 else 1 if empty <= 6 else 2
    return [*found, 9 * 255 + 27 * (9 * turn + int(where) - 1) + 9 * mine + 3 * theirs + room]


def units(rule: str, text: str) -> list[int]:
    """The hidden units, lane by lane."""
    rows = weights(rule)
    return [sum(values) for values in zip(*(rows[row] for row in [*features(text), 2783]), strict=True)]


def positions(rule: str, count: int) -> list[Position]:
    """Positions of random games, which go further than any that are played."""
    random = Random(rule)
    found: list[Position] = []
    while len(found) < count:
        position = at(GAMES[rule])
        while not position.outcome:
            found.append(position)
            position = position.play(random.choice(position.moves))
    return found
