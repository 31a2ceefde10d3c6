"""What the tests of morris have in common, those that take long and those that do not."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest

from core.game import State
from core.games import get
from core.games.morris import Morris


class Known(NamedTuple):
    """What retrograde analysis by other programs found from the start: positions, those that are over, lost, won and endless,
    moves in all, classes under the eight symmetries, and what the first move is worth in the centre, a corner, a side."""

    positions: int
    over: int
    lost: int
    won: int
    endless: int
    moves: int
    classes: int
    first: tuple[tuple[str, int | None], ...]


ENDLESS = ("endless", None)


KNOWN = {
    "morris": Known(5390, 416, 1201, 2877, 1312, 18709, 744, (("win", 9), ENDLESS, ("lose", 8))),
    "morris/tapatan": Known(5390, 416, 1185, 2997, 1208, 21509, 744, (("win", 9), ENDLESS, ("lose", 8))),
    "morris/any": Known(5390, 416, 900, 2914, 1576, 24197, 744, (ENDLESS, ENDLESS, ENDLESS)),
    "morris/fly": Known(5390, 416, 1084, 3334, 972, 35133, 744, (ENDLESS, ENDLESS, ENDLESS)),
    "morris/no-centre": Known(5381, 416, 1200, 2868, 1313, 18644, 741, (("banned", None), ENDLESS, ("lose", 8))),
    "morris/no-centre/tapatan": Known(
        5381, 416, 1184, 2988, 1209, 21444, 741, (("banned", None), ENDLESS, ("lose", 8))
    ),
    "morris/any/no-centre": Known(5381, 416, 900, 2910, 1571, 24132, 741, (("banned", None), ENDLESS, ENDLESS)),
    "morris/fly/no-centre": Known(5381, 416, 1084, 3330, 967, 35068, 741, (("banned", None), ENDLESS, ENDLESS)),
    "achi": Known(5716, 1016, 2189, 3527, 0, 16741, 793, (("win", 11), ("lose", 12), ("lose", 10))),
}


@pytest.fixture(params=KNOWN)
def id(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@cache
def reachable(game: Morris) -> dict[State, list[State]]:
    """Every position that can come up, with those after it."""
    found: dict[State, list[State]] = {}
    waiting = [game.start()]
    while waiting:
        s = waiting.pop()
        if s not in found:
            found[s] = [] if game.value(s) is not None else [game.play(s, move) for move in game.moves(s)]
            waiting += found[s]
    return found


def rules(id: str) -> Morris:
    game = get(id)
    assert isinstance(game, Morris)
    return game
