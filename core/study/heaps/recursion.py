"""Valido's two programs for won and lost heaps, followed step by step: the recursion, and the loop that fills a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

POINTER_OVER_INT = 2
"""What ``sizeof(moves) / sizeof(moves[0])`` gives in his C++: the size of a pointer by that of an int, 8 by 4 bytes on the
machines of today, however many moves there are."""


class Call(NamedTuple):
    """A call of the recursion: its number from 1, how deep it stands, the heap, its answer, the number whose taking ended the
    search, None where none did; and the step whose answer was remembered, 0 where the call had to find out."""

    step: int
    depth: int
    heap: int
    wins: bool
    took: int | None
    remembered: int


class _Open(NamedTuple):
    step: int
    heap: int
    left: list[int]


def calls(heap: int, numbers: Sequence[int], misere: bool) -> list[Call]:
    """Every call for a heap, in the order in which they are made, with a memory of the answers: a call tries the numbers in
    their order and stops at the first that leaves a lost heap."""
    made: dict[int, Call] = {}
    known: dict[int, Call] = {}
    stack: list[_Open] = []

    def call(of: int) -> None:
        step = len(made) + 1
        if of in known:
            first = known[of]
            made[step] = Call(step, len(stack), of, first.wins, first.took, first.step)
            return
        made[step] = Call(step, len(stack), of, False, None, 0)
        stack.append(_Open(step, of, [number for number in numbers if number <= of]))

    def close(wins: bool, took: int | None) -> None:
        done = stack.pop()
        known[done.heap] = made[done.step] = made[done.step]._replace(wins=wins, took=took)

    call(heap)
    while stack:
        _step, of, left = stack[-1]
        tried = [number for number in numbers if number <= of]
        if not tried:
            close(misere, None)
            continue
        answered = len(tried) - len(left)
        if answered and of - tried[answered - 1] in known and not known[of - tried[answered - 1]].wins:
            close(True, tried[answered - 1])
        elif not left:
            close(False, None)
        else:
            call(of - left.pop(0))
    return list(made.values())


def plain_calls(heap: int, numbers: Sequence[int], wins: Sequence[int]) -> int:
    """How many calls the recursion makes as it is printed, which remembers nothing; ``wins`` has the answers up to the heap."""
    count: list[int] = []
    for of in range(heap + 1):
        made = 1
        for number in numbers:
            if number <= of:
                made += count[of - number]
                if not wins[of - number]:
                    break
        count.append(made)
    return count[heap]


def looked_up(heap: int, numbers: Sequence[int], wins: Sequence[int]) -> list[int]:
    """The entries that the loop looks at for a heap: one for each number in turn, to the first that is lost."""
    seen: list[int] = []
    for number in numbers:
        if number <= heap:
            seen.append(heap - number)
            if not wins[heap - number]:
                break
    return seen


def as_printed(most: int, numbers: Sequence[int]) -> list[int]:
    """What the C++ program answers for heaps from 0 on: it looks at the first two numbers only. ``numbers`` are two or more;
    of fewer it would read beyond their end."""
    won: list[int] = []
    for heap in range(most + 1):
        won.append(int(any(number <= heap and not won[heap - number] for number in numbers[:POINTER_OVER_INT])))
    return won
