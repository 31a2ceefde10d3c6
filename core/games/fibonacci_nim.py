"""Fibonacci Nim: one heap; the first player takes some but not all, then everyone at most twice what was taken last.

State: the heap, the most that may be taken now, the player to move. Move: number - 1::

       A  | | | | |           state (5, 4, 0), text 5/4 1st; A2 = move 1, and leaves 3/4 2nd
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from core.errors import BadNotation, UnknownGame, quoted
from core.game import Family, Move, State
from core.kinds.drafts import Draft, DraftPart, Numbers, last_word
from core.kinds.goals import LAST_STICK
from core.kinds.heaps import MAX_STICKS, PLAYERS, HeapGame, Take, read_numbers, read_sizes, signed, unsigned
from core.kinds.solved import SolvedGame, winner
from core.phrase import Figures, phrase

_FIBONACCI = [1, 2]
while _FIBONACCI[-1] <= MAX_STICKS:
    _FIBONACCI.append(_FIBONACCI[-2] + _FIBONACCI[-1])


class FibonacciNim(HeapGame, SolvedGame):
    """Whinihan 1963: lost are the Fibonacci numbers."""

    method = "Zeckendorf"
    finite = True
    goal = LAST_STICK
    groups = ((0,),)

    def __init__(self, size: int) -> None:
        self.id = f"fibonacci-nim:{size}"
        self.sizes = (size,)
        self.span = self.move_count = size
        self.name = phrase("Fibonacci Nim {size}", size=size)
        self.rules = phrase("Take some but not all, then at most twice what was taken last. Taking the last one wins.")
        self.known = winner(self)

    def start(self) -> State:
        return (self.sizes[0], self.sizes[0] - 1, 0)

    def choices(self, s: State, group: int) -> Sequence[Move]:
        return range(min(s[0], s[1]))

    def play(self, s: State, m: Move) -> State:
        return (s[0] - m - 1, 2 * (m + 1), 1 - s[2])

    def value(self, s: State) -> int | None:
        return None if s[0] else -1

    def taken(self, s: State, m: Move) -> Sequence[Take]:
        return (Take(0, s[0] - m - 1, m + 1),)

    def wins(self, s: State) -> bool:
        """Who may take the least part of the heap's sum of Fibonacci numbers wins."""
        return bool(s[0]) and zeckendorf(s[0])[0] <= s[1]

    def winning_moves(self, s: State) -> Sequence[Move]:
        """Some of the least parts together, so that the least part left is more than twice as much."""
        parts = zeckendorf(s[0])
        sums = accumulate(parts)
        return [
            taken - 1
            for taken, above in zip(sums, [*parts[1:], 2 * MAX_STICKS + 1], strict=True)
            if taken <= s[1] and above > 2 * taken
        ]

    def refusal(self, s: State, m: Move) -> str:
        return "{move} takes too many; take at most twice what was taken last, and not all on the first move."

    def draft(self, text: str) -> Draft:
        body, _, _ = text.rpartition(" ")
        heap, most = body.split("/")
        size = self.sizes[0]
        limit = DraftPart(most, Numbers(2 * size), before="/", label=phrase("at most"))
        return (DraftPart(heap, Numbers(size)), limit, *last_word(text[len(body) :], PLAYERS))

    def format_state(self, s: State) -> str:
        return signed(f"{s[0]}/{s[1]}", self.turn(s))

    def parse_state(self, text: str) -> State:
        body, turn = unsigned(text)
        numbers = read_numbers(body, "/", 2 * MAX_STICKS)
        size = self.sizes[0]
        reached = len(numbers) == 2 and (
            numbers == (size, size - 1) or (numbers[1] % 2 == 0 and 2 <= numbers[1] <= 2 * (size - numbers[0]))
        )
        if not reached:
            raise BadNotation(
                "{text} is not a position of this game; write the heap, the most that may be taken (twice the last "
                "number) and the player to move, as in {start}.",
                text=quoted(text),
                start=self.format_state(self.start()),
            )
        return (*numbers, turn)


def zeckendorf(number: int) -> list[int]:
    """The only sum of Fibonacci numbers, no two of them neighbours, that gives the number; ascending."""
    parts: list[int] = []
    while number:
        parts.insert(0, _FIBONACCI[bisect_right(_FIBONACCI, number) - 1])
        number -= parts[0]
    return parts


def _fibonacci_nim(numbers: str | None, options: frozenset[str]) -> FibonacciNim:
    sizes = read_sizes(numbers)
    if len(sizes) != 1 or sizes[0] < 2:
        raise UnknownGame(
            "fibonacci-nim is written fibonacci-nim:N with a heap of 2 to {largest} sticks, as in fibonacci-nim:20.",
            largest=Figures(f"{MAX_STICKS:,}"),
        )
    return FibonacciNim(sizes[0])


FIBONACCI_NIM = Family("fibonacci-nim", "fibonacci-nim:N", (), _fibonacci_nim)
