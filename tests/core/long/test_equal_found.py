"""Somebody of one's own strength finds it: levels in the place of a person, eight lots each. It takes 20 seconds."""

from __future__ import annotations

from statistics import mean

import pytest

from core.games import get
from core.players.opponents import EnginePlayer
from core.records.strengths import strengths
from core.strategies.levels import FULL, GENTLEST, Level, levels_of
from tests.tools.equal import course

GAME = get("tictactoe")
SEEDS = 8


@pytest.mark.parametrize("level", levels_of(GAME), ids=lambda level: str(level.name))
def test_after_12_games_it_stands_within_100_points_and_gives_about_half_from_then_on(level: Level) -> None:
    own = strengths(GAME)[level.name]
    courses = [course(GAME, EnginePlayer(None, level), 30, seed) for seed in range(SEEDS)]
    assert abs(mean(rating for rating, _share in courses) - own) < 100
    assert 0.4 < mean(share for _rating, share in courses) < 0.6


def test_a_person_who_moves_blindly_soon_makes_a_third_of_the_points_at_connect_four() -> None:
    # Where it stopped at level 1, that was 15 % in the games 6 to 20.
    courses = [course(get("connect-four"), EnginePlayer(None, GENTLEST), 10, seed) for seed in range(SEEDS)]
    assert mean(share for _rating, share in courses) > 1 / 3


def test_a_person_who_knows_nim_makes_half_of_the_points_as_both_begin_in_turns() -> None:
    game = get("nim:3,4,5")  # lost for whoever does not begin, against a player who knows it too
    rating, share = course(game, EnginePlayer(None, FULL), 30, 1)
    assert abs(share - 0.5) < 0.05
    assert abs(rating - strengths(game)["full"]) < 100
