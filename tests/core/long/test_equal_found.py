"""Somebody of one's own strength finds it: levels in the place of a person, eight lots each. It takes 10 seconds."""

from __future__ import annotations

from statistics import mean

import pytest

from core.games import get
from core.players.opponents import EnginePlayer
from core.strategies.levels import Level, levels_of
from core.strategies.strengths import strengths
from tests.tools.equal import course

GAME = get("tictactoe")
SEEDS = 8


@pytest.mark.parametrize("level", levels_of(GAME), ids=lambda level: str(level.name))
def test_after_12_games_it_stands_within_100_points_and_gives_about_half_from_then_on(level: Level) -> None:
    own = strengths(GAME)[level.name]
    courses = [course(GAME, EnginePlayer(None, level), 30, seed) for seed in range(SEEDS)]
    assert abs(mean(rating for rating, _share in courses) - own) < 100
    assert 0.4 < mean(share for _rating, share in courses) < 0.6
