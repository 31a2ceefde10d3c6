"""What a level plays does not hang on what was asked before. It takes 4 seconds."""

from __future__ import annotations

from random import Random

import pytest

from core import engines
from core.analysis import Analysis, Limit, Watch
from core.players.opponents import (
    EnginePlayer,
)
from core.strategies.levels import LEVELS
from tests.core.opponents_cases import GAMES, random_position


@pytest.mark.parametrize("id", GAMES)
def test_what_a_level_plays_does_not_hang_on_what_was_asked_before(id: str) -> None:
    position = random_position(id, 2, Random(id))
    weak = [EnginePlayer(None, level) for level in LEVELS[:5]]
    engine = type(weak[0].request(position).chosen)()

    def answers() -> list[Analysis]:
        limits = [one.request(position).limit_of(engine.name) for one in weak]
        return [engines.analyse(engine, Watch(position, limit, lambda: 0.0)) for limit in limits]

    before = answers()
    engines.analyse(engine, Watch(position, Limit(nodes=5000) if position.game.finite else Limit(), lambda: 0.0))
    assert [each.lines for each in before] == [each.lines for each in answers()]
