"""Positions at random for tests of those in little memory."""

from __future__ import annotations

import math
import random

from core.proofs.packed import PackedLayer, Room


def states(count: int, seed: str) -> list[tuple[int, ...]]:
    """States at random, many of them twice, some with numbers of many digits."""
    draw = random.Random(seed)
    return [(draw.randrange(count // 100 + 1), draw.randrange(30) << draw.choice((0, 40, 361))) for _ in range(count)]


def hold_level(count: int) -> None:
    """Every position of a level with so many comes out once, in order and with one of its numbers."""
    level, kept = PackedLayer(Room(math.inf)), dict[tuple[int, ...], set[int]]()
    for number, state in enumerate(states(count, "level")):
        level.add(state, number)
        kept.setdefault(state, set()).add(number)
    assert bool(level) == bool(count)
    out = list(level.taken_out())
    assert [state for state, _ in out] == sorted(kept)
    assert all(number in kept[state] for state, number in out)
    assert not level
