"""Valido's two programs for won and lost heaps, followed step by step: the recursion, and the loop that fills a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

POINTER_OVER_INT = 2
"""The value of ``sizeof(moves) / sizeof(moves[0])`` in his C++, however many moves there are: the size of a pointer by that of
an int, 8 by 4 bytes on the machines of today."""


class Call(NamedTuple):
    """A call of the recursion. ``took`` is the number whose taking won, None if there is none; ``remembered`` the earlier step
    with the same heap, 0 if this is the first."""

    step: int
    depth: int
    heap: int
    wins: bool
    took: int | None
    remembered: int


def calls(heap: int, numbers: Sequence[int], wins: Sequence[int]) -> list[Call]:
    """Every call for a heap in its order, if answers are remembered; ``wins`` has the answers up to the heap."""
    made: list[Call] = []
    first: dict[int, int] = {}
    waiting = [(heap, 0)]
    while waiting:
        of, depth = waiting.pop()
        seen = looked_up(of, numbers, wins)
        took = of - seen[-1] if seen and wins[of] else None
        made.append(Call(len(made) + 1, depth, of, bool(wins[of]), took, first.get(of, 0)))
        if of not in first:
            first[of] = len(made)
            waiting += [(left, depth + 1) for left in reversed(seen)]
    return made


def plain_calls(heap: int, numbers: Sequence[int], wins: Sequence[int]) -> int:
    """The number of calls of the recursion as printed, which remembers nothing; ``wins`` has the answers up to the heap."""
    count: list[int] = []
    for of in range(heap + 1):
        count.append(1 + sum(count[left] for left in looked_up(of, numbers, wins)))
    return count[heap]


def looked_up(heap: int, numbers: Sequence[int], wins: Sequence[int]) -> list[int]:
    """The entries that the program looks at for a heap: one for each number in turn, up to the first that is lost."""
    left = [heap - number for number in numbers if number <= heap]
    lost = next((at for at, each in enumerate(left) if not wins[each]), len(left))
    return left[: lost + 1]
