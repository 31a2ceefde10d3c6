"""Brute force over the rules written a second time: what positions are worth, also where a game goes round."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import NamedTuple

from tests.core.plain_boards import Plain, Pos

_MAX_NODES = 200_000
"""Positions after which a game is too large."""


class Worth(NamedTuple):
    """``value`` -1, 0, +1 for the player to move; ``plies`` to the end, a win as soon as can be, a loss as late, None where
    neither side can force an end."""

    value: int
    plies: int | None


@cache
def _known(rules: Plain) -> dict[Pos, Worth]:
    return {}


def worth(rules: Plain, pos: Pos) -> Worth:
    """The worth of a position. Fails where more positions can follow than can be looked at."""
    found = small(rules, pos, _MAX_NODES)
    assert found
    return found


def small(rules: Plain, pos: Pos, most: int) -> Worth | None:
    """The same, None where more positions than ``most`` can follow."""
    known = _known(rules)
    if pos not in known:
        known.update(_solve(rules, pos, most))
    return known.get(pos)


def _solve(rules: Plain, start: Pos, most: int) -> dict[Pos, Worth]:
    """Every position that can follow, from the ends backwards; none where there are more than ``most``."""
    after: dict[Pos, list[Pos]] = {}
    before: defaultdict[Pos, list[Pos]] = defaultdict(list)
    waiting = [start]
    while waiting:
        pos = waiting.pop()
        if pos not in after:
            after[pos] = list(rules.replies(pos).values())
            waiting += after[pos]
            for child in after[pos]:
                before[child].append(pos)
        if len(after) > most:
            return {}
    ends = {pos: value for pos in after if (value := rules.result(pos)) is not None}
    worths = {pos: Worth(value, 0) for pos, value in ends.items()}
    left = {pos: len(children) for pos, children in after.items()}
    for decided in (True, False):
        plies, layer = 0, [pos for pos, value in ends.items() if bool(value) is decided]
        while layer:
            plies, following = plies + 1, []
            for child in layer:
                value = worths[child].value
                for pos in before[child]:
                    left[pos] -= value == 1
                    if pos not in worths and (value < 1 or not left[pos]):
                        worths[pos] = Worth(-value, plies)
                        following.append(pos)
            layer = following
    return {pos: worths.get(pos, Worth(0, None)) for pos in after}
