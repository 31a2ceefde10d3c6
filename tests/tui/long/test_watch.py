"""Two engines play; the one who watches holds the clock. It takes half a minute."""

from __future__ import annotations

import gc
import sys
from collections import Counter, deque

import pytest

from core.analysis import Limit
from tests.tui.hall import Door, think
from tests.tui.pacing import fast as fast

think_alone = think.__wrapped__
"""Without a memory of what was thought."""


def ours() -> Counter[str]:
    """How many objects of each kind of ours there are."""
    gc.collect()
    kinds = (type(each) for each in gc.get_objects())
    return Counter(kind.__qualname__ for kind in kinds if kind.__module__.partition(".")[0] in ("core", "tui"))


def blocks() -> int:
    """How many objects there are, of whatever kind."""
    gc.collect()
    return sys.getallocatedblocks()


async def test_three_hundred_games_leave_at_most_ten_objects_each(hall: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    warm, games = 100, 300
    monkeypatch.setattr(hall.engines, "asked", deque(maxlen=1))
    monkeypatch.setattr(hall.engines, "think", lambda request: think_alone(request.position, None, Limit(depth=1), 50))
    async with hall("tictactoe", players=("random", "alphabeta:1")) as visit:
        counted = []
        for number in (warm, warm + games):
            await visit.until(lambda n=number: visit.watch.state.match.number >= n)  # type: ignore[misc]
            counted.append(blocks())
        assert counted[1] - counted[0] <= 10 * games


async def test_nothing_of_ours_grows_with_the_games_that_engines_play(
    hall: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = 40
    monkeypatch.setattr("core.store.keeper.MAX_OVER", 2)
    monkeypatch.setattr(hall.engines, "asked", deque(maxlen=1))
    monkeypatch.setattr(hall.engines, "think", lambda request: think_alone(request.position, None, Limit(depth=1), 50))
    async with hall("tictactoe", players=("random", "alphabeta:1")) as visit:
        counted = []
        for number in (10, 10 + games):
            await visit.until(lambda n=number: visit.watch.state.match.number >= n)  # type: ignore[misc]
            counted.append(ours())
        grown = {kind: count - counted[0][kind] for kind, count in counted[1].items()}
        assert {kind: more for kind, more in grown.items() if more >= games} == {}
