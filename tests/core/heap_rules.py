"""Games of taking from heaps in a few plain lines, without a word of ``core``: what studies of heaps are held to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

Numbers = tuple[int, ...] | None
"""What may be taken, None for any number."""


def takes(heaps: tuple[int, ...], numbers: Numbers) -> Iterator[tuple[int, ...]]:
    """What can be left by taking from one heap."""
    for i, heap in enumerate(heaps):
        for number in numbers or range(1, heap + 1):
            if number <= heap:
                yield (*heaps[:i], heap - number, *heaps[i + 1 :])


class Told(NamedTuple):
    """For who is to move: whether he wins, in how many plies; and of all games how many there are, how many he wins, his chance
    at random; and the nodes of the tree."""

    wins: bool
    plies: int
    games: int
    won: int
    chance: Fraction
    nodes: int


@cache
def told(heaps: tuple[int, ...], numbers: Numbers, misere: bool) -> Told:
    """By trying everything."""
    after = [told(left, numbers, misere) for left in takes(heaps, numbers)]
    if not after:
        return Told(misere, 0, 1, int(misere), Fraction(misere), 1)
    lost = [each.plies for each in after if not each.wins]
    return Told(
        bool(lost),
        1 + min(lost) if lost else 1 + max(each.plies for each in after),
        sum(each.games for each in after),
        sum(each.games - each.won for each in after),
        Fraction(sum(1 - each.chance for each in after), len(after)),
        1 + sum(each.nodes for each in after),
    )


@cache
def mex(heap: int, numbers: Sequence[int]) -> int:
    """The Grundy value of one heap."""
    below = {mex(heap - number, numbers) for number in numbers if number <= heap}
    value = 0
    while value in below:
        value += 1
    return value


def table(numbers: tuple[int, ...], misere: bool, most: int) -> list[bool]:
    """Whether heaps of 0, 1, ... are won."""
    won: list[bool] = []
    for heap in range(most + 1):
        after = [won[heap - number] for number in numbers if number <= heap]
        won.append(not all(after) if after else misere)
    return won
