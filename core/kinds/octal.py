"""Octal codes: which numbers may be taken from a heap, and into how many heaps the remaining sticks may then be parted.

The digit of a number is a sum: 1 allows taking a whole heap, 2 allows leaving one heap, 4 allows leaving two (R. K. Guy and
C. A. B. Smith, The G-values of various games, 1956). So nim has the digit 3 for every number, a subtraction game has it for
the numbers that may be taken, Kayles is 0.77 and Dawson's Kayles 0.07.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

WHOLE, ONE, TWO = 1, 2, 4
Digits: TypeAlias = Mapping[int, int]
"""The digit of each number that may be taken; numbers with the digit 0 are left out."""
HeapNames: TypeAlias = dict[frozenset[tuple[int, ...]], int]
"""A number for each set of options that a heap can have, where an option is the numbers of the heaps that are left."""


def digits(numbers: Iterable[int], digit: int = WHOLE | ONE) -> Digits:
    """The code of a game in which all numbers that may be taken have the same digit."""
    return dict.fromkeys(numbers, digit)


def left(code: Digits, size: int) -> Iterator[tuple[int, ...]]:
    """The heaps that a move can leave of a heap of so many sticks, the smaller one first."""
    for taken, digit in code.items():
        rest = size - taken
        # Nothing taken and nothing split is no move.
        if taken and ((digit & WHOLE and rest == 0) or (digit & ONE and rest > 0)):
            yield (rest,) if rest else ()
        if digit & TWO and rest > 1:
            for part in range(1, rest // 2 + 1):
                yield part, rest - part


def kinds_of_heaps(code: Digits, highest: int, names: HeapNames) -> set[int]:
    """What heaps of 0 to ``highest`` sticks are but for their size: heaps get the same number where their moves lead to heaps
    of the same numbers. Numbers in ``names`` are used again and new ones added, so that two games can be compared. A heap
    without moves has the number 0."""
    names.setdefault(frozenset(), 0)
    numbers: list[int] = []
    for size in range(highest + 1):
        options = frozenset(
            tuple(sorted(number for number in (numbers[part] for part in parts) if number))
            for parts in left(code, size)
        )
        numbers.append(names.setdefault(options, len(names)))
    return set(numbers)
