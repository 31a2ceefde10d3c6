"""Numerical tic-tac-toe (Ronald Graham): the numbers 1 to 9 once each, odd ones for the first player; a sum of 15 wins.

State: nine fields row by row from the top, each the number that stands there, or EMPTY::

       a b c
     1 5 . .       (5, 16, 16,  16, 2, 16,  16, 16, 16)      text: 5../.2./...
     2 . 2 .
     3 . . .

EMPTY is more than a line may sum to, so a line of sum 15 is a full one. Who moves follows from the number of empty
fields. Move: (number - 1) * 9 + cell, written number first, ``5b2``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from operator import itemgetter

from core.errors import BadNotation, UnknownGame, quoted
from core.game import Ending, Family, Move, Player, Reason, State, Symmetry
from core.kinds import bits
from core.kinds.faces import GridGame
from core.known import Known
from core.phrase import Phrase, phrase

EMPTY = 16
SUM = 15
_CELLS = 9
_NUMBERS = ((1, 3, 5, 7, 9), (2, 4, 6, 8))
"""Those of each player."""
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

_MIRRORED = (0, 9, 8, 7, 6, 5, 4, 3, 2, 1, *range(10, EMPTY + 1))
"""By each number what it becomes in the mirror of the numbers."""
_PERMUTATIONS = bits.rectangle_symmetries(3, 3, False)
_TURNED: list[Callable[[State], State]] = [
    itemgetter(*(permutation.index(cell) for cell in range(_CELLS))) for permutation in _PERMUTATIONS
]


class Numerical(GridGame):
    """The one game of its family."""

    id = "numerical"
    name = phrase("numerical tic-tac-toe")
    rules = phrase("Odd has 1 3 5 7 9, Even 2 4 6 8. Completing a line with the sum 15 wins.")
    known = Known("win", 9, how=phrase("starting on a side square"))
    goal = phrase("a line totalling 15 wins")
    players = ("Odd", "Even")
    letters = tuple("123456789")
    drawn = ".123456789"
    columns = rows = 3
    move_count = 81
    finite = True

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The eight of the board, each also with every number n made 10 - n: odd stays odd, and 15 = 3 * 10 - 15."""
        return tuple(_symmetry(way, mirrored) for mirrored in (False, True) for way in range(len(_PERMUTATIONS)))

    def canonical(self, s: State) -> State:
        mirrored = tuple([_MIRRORED[number] for number in s])
        return min([turned(each) for each in (s, mirrored) for turned in _TURNED])

    def start(self) -> State:
        return (EMPTY,) * _CELLS

    def turn(self, s: State) -> Player:
        return 0 if s.count(EMPTY) & 1 else 1

    def moves(self, s: State) -> Sequence[Move]:
        cells = [cell for cell, number in enumerate(s) if number == EMPTY]
        return [(number - 1) * _CELLS + cell for number in _NUMBERS[self.turn(s)] if number not in s for cell in cells]

    def play(self, s: State, m: Move) -> State:
        cell = m % _CELLS
        return (*s[:cell], m // _CELLS + 1, *s[cell + 1 :])

    def value(self, s: State) -> int | None:
        a, b, c, d, e, f, g, h, i = s
        if (
            a + b + c == SUM
            or d + e + f == SUM
            or g + h + i == SUM
            or a + d + g == SUM
            or b + e + h == SUM
            or c + f + i == SUM
            or a + e + i == SUM
            or c + e + g == SUM
        ):
            return -1
        return None if EMPTY in s else 0

    def completing(self, s: State, player: int) -> list[Move]:
        """The moves with which this player would make a sum of 15 if it were the turn for it."""
        found = set()
        for line in LINES:
            numbers = [s[cell] for cell in line]
            wanted = SUM + EMPTY - sum(numbers)
            if numbers.count(EMPTY) == 1 and wanted in _NUMBERS[player] and wanted not in s:
                found.add((wanted - 1) * _CELLS + line[numbers.index(EMPTY)])
        return sorted(found)

    def ending(self, s: State) -> Ending:
        won = {cell for line in LINES if sum(s[cell] for cell in line) == SUM for cell in line}
        return Ending(Reason.LINE, tuple(sorted(won))) if won else Ending(Reason.FULL)

    def marks(self, s: State) -> Sequence[int]:
        return [-1 if number == EMPTY else number - 1 for number in s]

    def cell(self, m: Move) -> int:
        return m % _CELLS

    def caption(self, s: State) -> Phrase | None:
        odd, even = (" ".join(str(number) for number in numbers if number not in s) for numbers in _NUMBERS)
        return phrase("Odd has {odd}   Even has {even}", odd=odd or "-", even=even or "-")

    def refusal(self, s: State, m: Move) -> str:
        number, cell = m // _CELLS + 1, m % _CELLS
        if number not in _NUMBERS[self.turn(s)]:
            return "{move} uses one of the other player's numbers; Odd has 1 3 5 7 9, Even has 2 4 6 8."
        if number in s:
            return "{move} uses a number that is already on the board; each is used once."
        assert s[cell] != EMPTY
        return "{move} is on a taken square; play an empty one."

    def format_move(self, s: State, m: Move) -> str:
        return f"{m // _CELLS + 1}{self.format_cell(m % _CELLS)}"

    def parse_move(self, s: State, text: str) -> Move:
        number = text.strip()[:1]
        if number not in self.letters:
            raise BadNotation(
                "{text} does not begin with a number from 1 to 9; type number and square: 5b2.", text=quoted(text)
            )
        return self.letters.index(number) * _CELLS + self.parse_cell(text.strip()[1:])

    def format_state(self, s: State) -> str:
        text = "".join("." if number == EMPTY else str(number) for number in s)
        return f"{text[:3]}/{text[3:6]}/{text[6:]}"

    def parse_state(self, text: str) -> State:
        rows = text.strip().split("/")
        if len(rows) != 3 or any(len(row) != 3 or set(row) - set(".123456789") for row in rows):
            raise BadNotation(
                "{text} is not a position of this game; write 3 rows of 3 characters 1 to 9 or a dot, from the top, "
                "with / between them.",
                text=quoted(text),
            )
        state = tuple(EMPTY if field == "." else int(field) for field in "".join(rows))
        odd, even = (sum(state.count(number) for number in numbers) for numbers in _NUMBERS)
        if odd - even not in (0, 1) or any(state.count(number) > 1 for number in range(1, 10)):
            raise BadNotation(
                "There are {odd} odd and {even} even numbers; each may appear only once, and Odd, who begins, has as "
                "many as Even or one more.",
                odd=odd,
                even=even,
            )
        return state


def _symmetry(way: int, mirrored: bool) -> Symmetry:
    turned = _TURNED[way]
    names = _MIRRORED if mirrored else range(EMPTY + 1)
    moves = tuple(
        (names[number] - 1) * _CELLS + _PERMUTATIONS[way][cell] for number in range(1, 10) for cell in range(_CELLS)
    )
    return Symmetry(moves, lambda s: turned(tuple([names[number] for number in s])))


def _make(numbers: str | None, options: frozenset[str]) -> Numerical:
    if numbers is not None:
        raise UnknownGame("numerical takes no numbers; its board is 3x3.")
    return Numerical()


NUMERICAL = Family("numerical", "numerical", (), _make)
