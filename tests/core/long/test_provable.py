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


@pytest.mark.parametrize(
    "game", [each for each in games.presets() if provable(each.id, each.move_count)], ids=lambda game: game.id
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
