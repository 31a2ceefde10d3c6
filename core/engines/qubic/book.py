"""The book of Qubic: positions in which the first player is proven to win, with the move that does.

``core/data/qubic.txt`` has one position a line, all with X to move, as *X's marks, O's marks, moves, kind*, with blanks
between. Each cell is one letter of :data:`LETTERS`, by its number, marks ascending, ``-`` where there are none. Of all
images of a position (:func:`key`) the line has the least. The kinds are::

    =  won by the move: each reply of O leads to a position of the book, or to one that X wins by fours alone
    .  won by the move, as the engine proves by fours and proof numbers within the nodes that the head of the file names
    ?  nothing is proven: the moves are those that the proof tries, the present one first; - where it has given up

``tests.tools.prove_qubic`` makes the book, and ``tests.tools.check_qubic`` goes through it again with rules of its own. It
is whole, as it has the empty cube: the first player wins, as O. Patashnik showed (Mathematics Magazine 53, 1980).

Lines are carried to lines not by the 48 symmetries of a cube alone but, as cells at the ends of an axis change places with
those in the middle, by 192 (R. Silver, American Mathematical Monthly 74, 1967).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import permutations, product
from typing import NamedTuple, TypeAlias

from core.game import Move, State
from core.kinds.lanes import members

LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@&"
REPLIES, SEARCH, PLANNED = "=", ".", "?"
_SIDE = 4
_ALONG = [along for along in permutations(range(_SIDE)) if along[0] + along[3] == along[1] + along[2] == _SIDE - 1]
"""The orders of the cells of an axis that keep opposite cells opposite."""

BookKey: TypeAlias = tuple[int, int]
"""The marks of X and of O: of all images of a position the least."""


class BookEntry(NamedTuple):
    """What the book says of a position: its moves, and how they are known to win."""

    moves: tuple[Move, ...]
    kind: str


@cache
def symmetries() -> tuple[tuple[Move, ...], ...]:
    """The 192 maps of cells that carry lines to lines."""
    found = set()
    for along in _ALONG:
        for order in permutations(range(3)):
            for flips in product((0, _SIDE - 1), repeat=3):
                cells = []
                for cell in product(range(_SIDE), repeat=3):
                    layer, row, column = (along[cell[axis]] ^ flip for axis, flip in zip(order, flips, strict=True))
                    cells.append((layer * _SIDE + row) * _SIDE + column)
                found.add(tuple(cells))
    return tuple(sorted(found))


def image(marks: int, symmetry: Sequence[Move]) -> int:
    """A set of cells as a symmetry carries it."""
    return sum(1 << symmetry[cell] for cell in members(marks))


def key(state: State) -> tuple[BookKey, Sequence[Move]]:
    """The least image of a position, and the symmetry that leads there."""
    x, o = state
    cells = list(members(x)), list(members(o))
    least = None
    for symmetry in symmetries():
        found = sum([1 << symmetry[cell] for cell in cells[0]]), sum([1 << symmetry[cell] for cell in cells[1]])
        if least is None or found < least:
            least, there = found, symmetry
    assert least is not None
    return least, there


def read(lines: Iterable[str]) -> Iterator[tuple[BookKey, BookEntry]]:
    """The entries of a book."""
    for line in lines:
        if line and not line.startswith("#"):
            x, o, moves, kind = line.split()
            yield (
                (_marks(x), _marks(o)),
                BookEntry(tuple(LETTERS.index(letter) for letter in moves if letter != "-"), kind),
            )


def written(at: BookKey, entry: BookEntry) -> str:
    """An entry as a line."""
    x, o = ("".join(LETTERS[cell] for cell in members(marks)) or "-" for marks in at)
    return f"{x} {o} {''.join(LETTERS[move] for move in entry.moves) or '-'} {entry.kind}"


def _marks(text: str) -> int:
    return 0 if text == "-" else sum(1 << LETTERS.index(letter) for letter in text)


@cache
def _book() -> dict[BookKey, Move]:
    """The winning moves of what is proven."""
    text = files("core.data").joinpath("qubic.txt").read_text("utf-8")
    return {at: entry.moves[0] for at, entry in read(text.splitlines()) if entry.kind != PLANNED}


@cache
def deepest() -> int:
    """The most marks of a position of the book; -1 where it has none."""
    return max((x.bit_count() + o.bit_count() for x, o in _book()), default=-1)


def winning(state: State) -> list[Move]:
    """The moves with which X, who is to move, wins: that of the book and what the symmetries of the position make of it; none
    where the book does not know the position."""
    x, o = state
    if (x | o).bit_count() > deepest():
        return []
    at, _ = key(state)
    move = _book().get(at)
    if move is None:
        return []
    return sorted({there.index(move) for there in symmetries() if (image(x, there), image(o, there)) == at})
