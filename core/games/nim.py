"""Nim, take any number from one heap, and subtraction games, in which only certain numbers may be taken.

State: the heaps, then the player to move. Move: heap * span + number - 1, where span is the most that can be taken::

       A  | | |               state (3, 4, 5, 0), span 5
       B  | | | |             text 3-4-5 1st
       C  | | | | |           A2 = move 1, C5 = move 14
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cached_property, reduce
from operator import xor

from core.errors import UnknownGame
from core.game import Family, Move, State
from core.kinds.goals import last_move, last_stick
from core.kinds.heaps import MAX_HEAPS, MAX_STICKS, GrundyGame, HeapwiseGame, read_numbers, read_sizes
from core.kinds.octal import Digits, NimValues, digits, mex
from core.kinds.solved import SolvedGame, winner
from core.phrase import Figures, Phrase, phrase

MAX_NUMBERS = 16
"""Maximum number of numbers in the set of a subtraction game."""
_PLIES = {"nim:3,4,5": 11, "nim:3,4,5/misere": 10, "nim:1,3,5,7": 16, "nim:1,3,5,7/misere": 15}
"""Plies of best play from the start, by game."""


class Nim(HeapwiseGame, SolvedGame):
    """Take as many as you like from one heap."""

    method = "xor"
    finite = True

    def __init__(self, sizes: tuple[int, ...], misere: bool, id: str) -> None:
        super().__init__(sizes, max(sizes))
        self.id = id
        self.misere = misere
        self.name = _misere(phrase("nim {heaps}", heaps="-".join(map(str, sizes))), misere)
        self.goal = last_stick(misere)
        self.rules = _rules(phrase("Take as many as you like from one heap."), misere)
        self.known = winner(self, _PLIES.get(id))

    @cached_property
    def digits(self) -> Digits:  # type: ignore[override]
        """3 for every number."""
        return digits(range(1, self.span + 1))

    def choices(self, s: State, group: int) -> Sequence[Move]:
        return range(group * self.span, group * self.span + s[group])

    def value(self, s: State) -> int | None:
        return None if any(s[:-1]) else 1 if self.misere else -1

    def grundy(self, s: State) -> int:
        """The nim-sum of the heaps."""
        return reduce(xor, s[:-1])

    def wins(self, s: State) -> bool:
        """Bouton 1901: who meets a nim-sum of 0 loses; in misere play too, unless no heap is higher than 1."""
        if self.misere and max(s[:-1]) <= 1:
            return not sum(s[:-1]) & 1
        return self.grundy(s) != 0

    def winning_moves(self, s: State) -> Sequence[Move]:
        heaps = s[:-1]
        if self.misere and sum(heap > 1 for heap in heaps) <= 1:
            return self._last_moves(heaps)
        nim_sum = self.grundy(s)
        return [
            heap * self.span + size - (size ^ nim_sum) - 1 for heap, size in enumerate(heaps) if size ^ nim_sum < size
        ]

    def _last_moves(self, heaps: Sequence[int]) -> Sequence[Move]:
        """The moves that leave an odd number of heaps of one stick and nothing else: misere play, one heap higher at most."""
        ones = heaps.count(1)
        high = max(heaps)
        if high > 1:
            left = 1 - ones % 2
            return [heaps.index(high) * self.span + high - left - 1]
        return [] if ones % 2 else [heap * self.span for heap, size in enumerate(heaps) if size]


class Subtraction(HeapwiseGame, GrundyGame):
    """Take one of certain numbers from one heap; ``numbers`` are those, ascending."""

    finite = True

    def __init__(self, sizes: tuple[int, ...], numbers: tuple[int, ...], misere: bool, id: str) -> None:
        super().__init__(sizes, numbers[-1])
        self.id = id
        self.misere = misere
        self.method = "table" if misere else "Grundy"
        self.numbers = numbers
        self.digits = digits(numbers)
        listed = ",".join(map(str, numbers))
        heaps = "-".join(map(str, sizes))
        self.name = (
            phrase("take {numbers} of {heaps}, misere", numbers=listed, heaps=heaps)
            if misere
            else phrase("take {numbers} of {heaps}", numbers=listed, heaps=heaps)
        )
        self.goal = last_move(misere)
        self.rules = _rules(phrase("Take {numbers} from one heap.", numbers=_either(numbers)), misere)
        self.known = winner(self)

    def choices(self, s: State, group: int) -> Sequence[Move]:
        first, heap = group * self.span - 1, s[group]
        return [first + number for number in self.numbers if number <= heap]

    def value(self, s: State) -> int | None:
        least = self.numbers[0]
        for heap in s[:-1]:
            if heap >= least:
                return None
        return 1 if self.misere else -1

    @cached_property
    def nim_values(self) -> NimValues:
        """The Grundy values of heaps; in misere play 1 for a heap that is won and 0 for one that is lost."""
        return NimValues(self.digits, _won if self.misere else mex)

    def wins(self, s: State) -> bool | None:
        """By Grundy values; in misere play of one heap by the table of won and lost sizes."""
        if not self.misere:
            return super().wins(s)
        won = self.nim_values.of(s[0]) if len(s) == 2 else None
        return None if won is None else won == 1

    def refusal(self, s: State, m: Move) -> str:
        if m % self.span + 1 in self.numbers:
            return super().refusal(s, m)
        return "{move} takes a number that this game does not allow; its id and its rules list the allowed numbers."


def _won(options: Collection[int]) -> int:
    """1 where the last stick loses and a heap with these options is won, else 0."""
    return int(not options or 0 in options)


def _either(numbers: Sequence[int]) -> str:
    return " / ".join(map(str, numbers))


def _misere(name: Phrase, misere: bool) -> Phrase:
    return phrase("misere {game}", game=name) if misere else name


def _rules(take: Phrase, misere: bool) -> Phrase:
    if misere:
        return phrase("{rules} Taking the last one loses.", rules=take)
    return phrase("{rules} Taking the last one wins.", rules=take)


def _nim(numbers: str | None, options: frozenset[str]) -> Nim:
    sizes = read_sizes(numbers)
    if not sizes:
        raise UnknownGame(
            "nim is written nim:A,B,... with 1 to {count} heaps of 1 to {largest} sticks each, as in nim:3,4,5.",
            count=MAX_HEAPS,
            largest=Figures(f"{MAX_STICKS:,}"),
        )
    return Nim(sizes, bool(options), "/".join(["nim:" + ",".join(map(str, sizes)), *options]))


def _subtraction(numbers: str | None, options: frozenset[str]) -> Subtraction:
    found = re.fullmatch("([^:]*):([^:]*)", numbers or "")
    if found:
        sizes = read_sizes(found[1])
        allowed = sorted(set(read_numbers(found[2], ",")))
        if sizes and allowed and 1 <= allowed[0] <= max(sizes) and len(allowed) <= MAX_NUMBERS:
            root = f"subtraction:{','.join(map(str, sizes))}:{','.join(map(str, allowed))}"
            return Subtraction(sizes, tuple(allowed), bool(options), "/".join([root, *options]))
    raise UnknownGame(
        "subtraction is written subtraction:HEAPS:NUMBERS with 1 to {count} heaps of 1 to {largest} sticks each and 1 "
        "to {most} numbers from 1 to {largest} that may be taken, the smallest at most the highest heap, as in "
        "subtraction:21:1,2,3.",
        count=MAX_HEAPS,
        largest=Figures(f"{MAX_STICKS:,}"),
        most=MAX_NUMBERS,
    )


NIM = Family(
    "nim",
    "nim:A,B,...",
    ("misere",),
    _nim,
)
SUBTRACTION = Family(
    "subtraction",
    str(phrase("subtraction:HEAPS:NUMBERS")),
    ("misere",),
    _subtraction,
)
