"""Octal codes: which numbers may be taken from a heap, into how many heaps the rest may then be parted, and Grundy values.

The digit of a number is a sum: 1 allows taking a whole heap, 2 allows leaving one heap, 4 allows leaving two (R. K. Guy and
C. A. B. Smith, The G-values of various games, 1956). So nim has the digit 3 for every number, a subtraction game has it for
the numbers that may be taken, Kayles is 0.77 and Dawson's Kayles 0.07.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from operator import xor
from typing import TypeAlias

WHOLE, ONE, TWO = 1, 2, 4
Digits: TypeAlias = Mapping[int, int]
"""The digit of each number that may be taken; numbers with the digit 0 are left out."""
HeapNames: TypeAlias = dict[frozenset[tuple[int, ...]], int]
"""A number for each set of options that a heap can have, where an option is the numbers of the heaps that are left."""
_MAX_ENTRIES = 1 << 16
"""Heaps after which no period is looked for where heaps are never split; with numbers to about 50 periods are short."""
_MAX_EFFORT = 3_000_000
"""Maximum number of options looked at where heaps are split: about half a second."""
_MIN_ENTRIES = 64
_USUAL_ENTRIES = 1301
"""Heaps to which a period is looked for, even where no heap of the game is as high."""


def digits(numbers: Iterable[int], digit: int = WHOLE | ONE) -> Digits:
    """The code of a game in which all numbers that may be taken have the same digit."""
    return dict.fromkeys(numbers, digit)


def unsplit(digit: int, taken: int, rest: int) -> bool:
    """Whether a digit allows a move that splits nothing. Taking nothing is then no move."""
    return taken > 0 and bool((digit & WHOLE and rest == 0) or (digit & ONE and rest > 0))


def mex(options: Collection[int]) -> int:
    """The least number from 0 on that is not among the options."""
    return next(value for value in range(len(options) + 1) if value not in options)


def left(code: Digits, size: int) -> Iterator[tuple[int, ...]]:
    """The heaps that a move can leave of a heap of ``size`` sticks, the smaller one first."""
    for taken, digit in code.items():
        rest = size - taken
        if unsplit(digit, taken, rest):
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


class NimValues:
    """The Grundy values of heaps under a code, computed as they are asked for.

    ``worth`` makes the value of a heap of the values of its options. Where no heap is split, a value depends on the last k
    values, k the most that may be taken, so k values that occur twice prove a period. Otherwise values have period p from n0 on
    if they do up to 2 n0 + 2 p + k (R. K. Guy and C. A. B. Smith, The G-values of various games, 1956).
    """

    def __init__(self, code: Digits, worth: Callable[[set[int]], int] = mex) -> None:
        self._code = sorted(code.items())
        self._worth = worth
        self._values = array("H")
        self._most = max(code)
        self._splits = any(digit & TWO for digit in code.values())
        self._effort = 0
        self._done = False
        self._period: tuple[int, int] | None = None

    def of(self, size: int) -> int | None:
        """The value of a heap; None where it takes too long and no period is proven."""
        values = self._values
        while size >= len(values) and not self._done:
            self._grow()
        if size < len(values):
            return values[size]
        if self._period is None:
            return None
        length, begin = self._period
        return values[begin + (size - begin) % length]

    @property
    def period(self) -> tuple[int, int] | None:
        """The length of the proven period and the heap at which it begins; None where none is proven."""
        self.of(_USUAL_ENTRIES - 1)
        return self._period

    def _grow(self) -> None:
        """Compute about twice as many values, and look for the period."""
        values = self._values
        for size in range(len(values), max(2 * len(values), 2 * self._most, _MIN_ENTRIES)):
            values.append(self._worth(self._options(size)))
            if self._effort > _MAX_EFFORT:
                break
        found = _period(values, len(values) // 2 if self._splits else self._most)
        if found and not (self._splits and 2 * sum(found) + self._most >= len(values)):
            self._period = found
        self._done = bool(self._period) or len(values) >= _MAX_ENTRIES or self._effort > _MAX_EFFORT

    def _options(self, size: int) -> set[int]:
        values, options = self._values, set()
        for taken, digit in self._code:
            rest = size - taken
            if unsplit(digit, taken, rest):
                options.add(values[rest])
            if digit & TWO and rest > 1:
                options.update(split_values(values, rest))
                self._effort += rest // 2
        if self._splits:
            self._effort += len(self._code)
        return options


def split_values(values: Sequence[int], rest: int) -> Iterator[int]:
    """The xor of the values of both parts, for every split of ``rest`` sticks into a smaller and a larger part."""
    return map(xor, values[1 : rest // 2 + 1], values[rest - 1 : (rest - 1) // 2 : -1])


def _period(values: Sequence[int], window: int) -> tuple[int, int] | None:
    """The length of the least period with which the last ``window`` values occur before, and its begin; None without one."""
    text = "".join(map(chr, values))
    last = len(text) - window
    again = text.rfind(text[last:], 0, len(text) - 1)
    if again < 0:
        return None
    length = last - again
    while again > 0 and text[again - 1] == text[again - 1 + length]:
        again -= 1
    return length, again
