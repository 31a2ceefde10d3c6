"""The book of Qubic: positions in which the first player is proven to win, with the move that does.

``core/data/qubic.txt`` has one position a line, all with X to move, as *X's marks, O's marks, moves, kind*, with blanks
between. Each cell is one letter of :data:`LETTERS`, by its number, marks ascending, ``-`` where there are none. Of all
images of a position (:func:`key`) the line has the least. The kinds are::

    =  won by the move: each reply of O leads to a position of the book, or to one that X wins by fours alone
    .  won by the move, as the engine proves by fours and proof numbers within the nodes that the head of the file names
    ?  nothing is proven: the moves are those that the proof tries, the present one first; - where it has given up

``tests.tools.prove_qubic`` makes the book, and ``tests.tools.check_qubic`` goes through it again with rules of its own. It
is whole, as it has the empty cube: the first player wins, as O. Patashnik showed (Mathematics Magazine 53, 1980).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple, TypeAlias

from core.game import Move, State
from core.games import get
from core.kinds.lanes import members

LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@&"
REPLIES, SEARCH, PLANNED = "=", ".", "?"

BookKey: TypeAlias = tuple[int, int]
"""The marks of X and of O: of all images of a position the least."""


class BookEntry(NamedTuple):
    """What the book says of a position: its moves, and how they are known to win."""

    moves: tuple[Move, ...]
    kind: str


def key(state: State) -> BookKey:
    """The least image of a position."""
    x, o = get("qubic").canonical(state)
    return x, o


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
    at = key(state)
    move = _book().get(at)
    if move is None:
        return []
    return sorted({there.moves.index(move) for there in get("qubic").symmetries if there.image(state) == at})
