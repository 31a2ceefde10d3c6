"""The games in which no guess blames anybody are proven from any position."""

from __future__ import annotations

from random import Random

import pytest

from core import engines, games
from core.analysis import Limit, Watch
from core.game import Game
from core.kits import provable
from core.position import Position

NODES = 4_000_000
"""What the engines visit in the ten seconds of a review and less."""


LARGE_BOARDS = (
    *("mnk:5,5,3", "mnk:6,4,3", "mnk:6,4,4", "mnk:8,3,4", "mnk:12,2,3", "mnk:5,5,4/toroidal"),
    *("mnk:4,4,3/misere", "mnk:8,2,3/misere", "mnk:4,4,4/misere/toroidal", "mnk:4,3,4/wild", "mnk:4,2,3/misere/wild"),
)
"""The largest boards that can be proven, beside those that the hall lists."""


def _provable(game: Game) -> bool:
    return provable(game.id, game.move_count)


def test_the_largest_boards_that_are_proven_are_called_provable() -> None:
    assert all(_provable(games.get(id)) for id in LARGE_BOARDS)


@pytest.mark.parametrize(
    "game",
    [*filter(_provable, games.presets()), *map(games.get, LARGE_BOARDS)],
    ids=lambda game: game.id,
)
def test_every_move_of_a_game_that_can_be_proven_is_proven(game: Game) -> None:
    random, position = Random(game.id), Position.start(game)
    for plies in (0, 1, 3):
        position = Position.start(game)
        for _ in range(plies):
            led = [after for move in position.moves if not (after := position.play(move)).outcome]
            position = random.choice(led) if led else position
        found = engines.analyse(engines.best(position), Watch(position, Limit(nodes=NODES), lambda: 0.0))
        assert all(line.score.proven for line in found.lines)
