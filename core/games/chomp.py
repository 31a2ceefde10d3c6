"""Chomp: bite off a square of a bar of chocolate with all that lies to its right and below; the square a1 is poisoned.

State: how many squares each row has left, then the player to move. Move: the cell, row * columns + column::

         a b c
       1 P # #        state (3, 3, 1, 0 for the player)
       2 # # #        text xxx/xxx/x.. 1st
       3 # . .        b2 bites off b2 and c2
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from core.errors import BadNotation, UnknownGame, quoted
from core.game import Ending, Family, Move, Player, Reason, State, Symmetry
from core.kinds.faces import GridGame
from core.kinds.heaps import PLAYERS, signed, unsigned
from core.known import Known
from core.phrase import phrase

MAX_SIDE = 19
"""Maximum number of columns and rows."""


class Chomp(GridGame):
    """Who eats the poisoned square loses."""

    players = PLAYERS
    finite = True
    goal = phrase("the poisoned square loses")
    letters = ("X",)
    drawn = ".x"
    last_words = PLAYERS

    def __init__(self, columns: int, rows: int) -> None:
        self.id = f"chomp:{columns},{rows}"
        self.columns, self.rows = columns, rows
        self.move_count = columns * rows
        self.name = phrase("Chomp {size}", size=f"{columns}x{rows}")
        self.rules = phrase("Bite off a square with all to its right and below. Eating the poisoned corner a1 loses.")
        self.known = (
            Known("lose", 1, proof="rules") if columns == rows == 1 else Known("win", proof="strategy stealing")
        )

    def start(self) -> State:
        return (*[self.columns] * self.rows, 0)

    def turn(self, s: State) -> Player:
        return 1 if s[-1] else 0

    def moves(self, s: State) -> Sequence[Move]:
        return [row * self.columns + column for row, length in enumerate(s[:-1]) for column in range(length)]

    def play(self, s: State, m: Move) -> State:
        row, column = divmod(m, self.columns)
        return (*s[:row], *[min(length, column) for length in s[row:-1]], 1 - s[-1])

    def value(self, s: State) -> int | None:
        return None if s[0] else 1

    def ending(self, s: State) -> Ending:
        return Ending(Reason.LAST)

    def marks(self, s: State) -> Sequence[int]:
        return [-1 if column < length else 0 for length in s[:-1] for column in range(self.columns)]

    def bitten(self, s: State, m: Move) -> Sequence[int]:
        """The cells that move m takes, ascending."""
        row, column = divmod(m, self.columns)
        return [y * self.columns + x for y in range(row, self.rows) for x in range(column, s[y])]

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """A square bar may be turned over its diagonal."""
        same = super().symmetries
        if self.columns != self.rows:
            return same
        size = self.columns
        moves = tuple(cell % size * size + cell // size for cell in range(size * size))

        def image(s: State) -> State:
            return (*(sum(length > column for length in s[:-1]) for column in range(size)), s[-1])

        return (*same, Symmetry(moves, image)) if size > 1 else same

    def kind(self, s: State) -> State:
        return self.canonical(s)[:-1]

    def refusal(self, s: State, m: Move) -> str:
        return "{move} is already eaten; bite off a square that is left."

    def format_state(self, s: State) -> str:
        return signed("/".join("x" * length + "." * (self.columns - length) for length in s[:-1]), self.turn(s))

    def parse_state(self, text: str) -> State:
        body, turn = unsigned(text)
        rows = body.split("/")
        lengths = [row.count("x") for row in rows]
        whole = [len(row) == self.columns and re.fullmatch(r"x*\.*", row) for row in rows]
        if len(rows) != self.rows or not all(whole) or lengths != sorted(lengths, reverse=True):
            raise BadNotation(
                "{text} is not a position of this game; write an x for each square that is left and a dot for each "
                "that is eaten, row by row with / between, none longer than the row above, and the player to move, as "
                "in {start}.",
                text=quoted(text),
                start=quoted(self.format_state(self.start())),
            )
        return (*lengths, turn)


def _chomp(numbers: str | None, options: frozenset[str]) -> Chomp:
    found = re.fullmatch(r"([0-9]{1,3}),([0-9]{1,3})", numbers or "")
    if found and 1 <= int(found[1]) <= MAX_SIDE and 1 <= int(found[2]) <= MAX_SIDE:
        return Chomp(int(found[1]), int(found[2]))
    raise UnknownGame(
        "chomp is written chomp:M,N with M columns and N rows from 1 to {largest}, as in chomp:3,4.", largest=MAX_SIDE
    )


CHOMP = Family("chomp", "chomp:M,N", (), _chomp)
