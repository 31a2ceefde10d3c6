"""Notakto: all marks are X; a board with three in a row is dead, and who kills the last live board loses.

State: for each board its marks as nine bits, cell = row * 3 + column, row 0 on top::

       a b c   a b c
     1 X . .   . . .      state (0b000_010_001, 0b100_000_000)
     2 . X .   . . .      text  X../.X./.../.../.../..X
     3 . . .   . . X

Who moves follows from the number of marks. Move: board * 9 + cell; only live boards take marks.

A board is worth an element of a commutative monoid, several boards are worth the product of theirs, and of the 18 elements four
are lost for the player to move (Thane Plambeck and Greg Whitehead, "The Secrets of Notakto", arXiv 1301.1672)::

    aa = 1    bbb = b    bbc = c    ccc = acc    bbd = d    cd = ad    dd = cc        lost: a, bb, bc, cc
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache, cached_property, reduce
from itertools import permutations, product
from typing import NamedTuple

from core.errors import BadNotation, UnknownGame, quoted
from core.game import Ending, Family, Move, Player, Reason, State, Symmetry
from core.kinds import bits
from core.kinds.faces import GridGame, numbered
from core.kinds.goals import in_a_row
from core.kinds.solved import SolvedGame
from core.known import Known
from core.phrase import phrase

MAX_BOARDS = 3
_CELLS = 9
_LINES = bits.lines(3, 3, 3, False)
DEAD = tuple(any(marks & line == line for line in _LINES) for marks in range(1 << _CELLS))
"""Whether a board with these marks is dead."""
_EMPTY = tuple(
    () if dead else tuple(cell for cell in range(_CELLS) if not marks >> cell & 1) for marks, dead in enumerate(DEAD)
)
"""The cells that may be played, for each board: none on a dead one."""
_PERMUTATIONS = bits.rectangle_symmetries(3, 3, False)
_PERMUTERS = [bits.permuter(permutation) for permutation in _PERMUTATIONS]
_CANONICAL = tuple(min(permute(marks) for permute in _PERMUTERS) for marks in range(1 << _CELLS))

_KNOWN = {
    1: Known("win", 6, how=phrase("by the centre")),
    2: Known("lose", 11),
    3: Known("win", how=phrase("by the centre of a board"), proof="misere monoid"),
}


class Element(NamedTuple):
    """An element of the monoid: how often each generator stands in its shortest product."""

    a: int = 0
    b: int = 0
    c: int = 0
    d: int = 0

    def times(self, other: Element) -> Element:
        """The product, by the relations above."""
        a, b, c, d = (mine + theirs for mine, theirs in zip(self, other, strict=True))
        c, d = c + d // 2 * 2, d % 2
        if d:
            a, c = a + c, 0
        if c > 2:
            a, c = a + c - 2, 2
        if b > 2 or c or d:
            b = b % 2 if b % 2 or c or d else 2
        return Element(a % 2, b, c, d)

    def __str__(self) -> str:
        return "".join(name * count for name, count in zip("abcd", self, strict=True)) or "1"


_ONE, _A, _B, _C, _D = Element(), Element(a=1), Element(b=1), Element(c=1), Element(d=1)
_ELEMENTS = {_ONE.times(Element(*powers)) for powers in product(range(2), range(3), range(3), range(2))}
_LOST = {_A, _B.times(_B), _B.times(_C), _C.times(_C)}
_GENERATORS = (
    (_A, (_ONE,)),
    (_B, (_ONE, _A)),
    (_C, (_ONE, _C.times(_C))),
    (_D, (_ONE, _A, _B, _A.times(_B), _A.times(_D))),
)
"""Each with what one move makes of a board that is worth it."""


def _after(element: Element) -> set[Element]:
    """What one move makes of boards that are worth the generators of an element."""
    return {
        Element(*(have - one for have, one in zip(element, generator, strict=True))).times(option)
        for count, (generator, options) in zip(element, _GENERATORS, strict=True)
        if count
        for option in options
    }


@cache
def _from(options: frozenset[Element]) -> Element:
    """The worth of a live board that a move makes worth one of ``options``: the only element that is, beside any other, lost
    exactly when no move on this board or beside it leaves something lost."""
    return next(
        own
        for own in _ELEMENTS
        if all(
            (own.times(other) in _LOST)
            == _LOST.isdisjoint(
                {option.times(other) for option in options} | {own.times(later) for later in _after(other)}
            )
            for other in _ELEMENTS
        )
    )


@cache
def worth(marks: int) -> Element:
    """What a board is worth; 1 when it is dead."""
    if DEAD[marks]:
        return _ONE
    return _from(frozenset(worth(_CANONICAL[marks | 1 << cell]) for cell in _EMPTY[marks]))


@cache
def _wins(boards: tuple[Element, ...]) -> bool:
    return reduce(Element.times, boards) not in _LOST


class Notakto(GridGame, SolvedGame):
    """One to three boards."""

    method = "misere monoid"
    finite = True
    players = ("1st", "2nd")
    letters = ("X",)
    drawn = ".X"
    columns = rows = 3

    def __init__(self, boards: int) -> None:
        self.id = f"notakto:{boards}"
        self.layers = boards
        self.move_count = self.cell_count
        self.name = phrase("notakto, one board") if boards == 1 else phrase("notakto, {count} boards", count=boards)
        self.goal = phrase("the last line loses") if boards > 1 else in_a_row(3, misere=True)
        self.rules = phrase("All marks are X. Three in a row kills a board; killing the last one loses.")
        self.known = _KNOWN.get(boards)

    @property
    def digit_moves(self) -> Mapping[str, Move]:
        return numbered(self.move_count)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The eight of each board, and every order of the boards."""
        return tuple(
            self._symmetry(order, turned)
            for order in permutations(range(self.layers))
            for turned in product(range(len(_PERMUTATIONS)), repeat=self.layers)
        )

    def _symmetry(self, order: tuple[int, ...], turned: tuple[int, ...]) -> Symmetry:
        """Board i becomes board order[i], turned in its own way."""
        moves = tuple(
            order[board] * _CELLS + _PERMUTATIONS[way][cell]
            for board, way in enumerate(turned)
            for cell in range(_CELLS)
        )

        def image(s: State) -> State:
            after = list(s)
            for marks, place, way in zip(s, order, turned, strict=True):
                after[place] = _PERMUTERS[way](marks)
            return tuple(after)

        return Symmetry(moves, image)

    def canonical(self, s: State) -> State:
        return tuple(sorted([_CANONICAL[marks] for marks in s]))

    def start(self) -> State:
        return (0,) * self.layers

    def turn(self, s: State) -> Player:
        return 1 if sum([marks.bit_count() for marks in s]) & 1 else 0

    def moves(self, s: State) -> Sequence[Move]:
        return [board * _CELLS + cell for board, marks in enumerate(s) for cell in _EMPTY[marks]]

    def play(self, s: State, m: Move) -> State:
        board, cell = divmod(m, _CELLS)
        return (*s[:board], s[board] | 1 << cell, *s[board + 1 :])

    def value(self, s: State) -> int | None:
        for marks in s:
            if not DEAD[marks]:
                return None
        return 1

    def wins(self, s: State) -> bool:
        return _wins(tuple([worth(marks) for marks in s]))

    def kind(self, s: State) -> State:
        return tuple(sorted([_CANONICAL[marks] for marks in s if not DEAD[marks]]))

    def ending(self, s: State) -> Ending:
        cells = {
            board * _CELLS + cell
            for board, marks in enumerate(s)
            for line in _LINES
            if marks & line == line
            for cell in range(_CELLS)
            if line >> cell & 1
        }
        return Ending(Reason.LINE, tuple(sorted(cells)))

    def marks(self, s: State) -> Sequence[int]:
        return [0 if marks >> cell & 1 else -1 for marks in s for cell in range(_CELLS)]

    def faint(self, s: State) -> Collection[int]:
        return [board * _CELLS + cell for board, marks in enumerate(s) if DEAD[marks] for cell in range(_CELLS)]

    def refusal(self, s: State, m: Move) -> str:
        if DEAD[s[m // _CELLS]]:
            return "{move} is on a dead board; play on a board without three in a row."
        return "{move} is taken; play an empty square."

    def format_state(self, s: State) -> str:
        text = "".join(".X"[mark + 1] for mark in self.marks(s))
        return "/".join(text[i : i + 3] for i in range(0, self.cell_count, 3))

    def parse_state(self, text: str) -> State:
        rows = text.strip().upper().split("/")
        if len(rows) != 3 * self.layers or any(len(row) != 3 or set(row) - set("X.") for row in rows):
            raise BadNotation(
                "{text} is not a position of this game; write {rows} rows of 3 characters X or a dot, board after "
                "board from the top, with / between them.",
                text=quoted(text),
                rows=3 * self.layers,
            )
        cells = "".join(rows)
        state = tuple(
            sum(1 << cell for cell in range(_CELLS) if cells[board * _CELLS + cell] == "X")
            for board in range(self.layers)
        )
        if any(
            all(DEAD[marks & ~(1 << cell)] for cell in range(_CELLS) if marks >> cell & 1) for marks in state if marks
        ):
            raise BadNotation("A board was played on after it was dead; leave out the marks after its first line.")
        return state


def _make(numbers: str | None, options: frozenset[str]) -> Notakto:
    if re.fullmatch(r"[1-9]", numbers or "") and int(numbers or 0) <= MAX_BOARDS:
        return Notakto(int(numbers or 0))
    raise UnknownGame("notakto is written notakto:N with 1 to {most} boards, as in notakto:2.", most=MAX_BOARDS)


NOTAKTO = Family("notakto", "notakto:N", (), _make)
