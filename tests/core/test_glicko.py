"""Ratings are those of Glickman's paper, and the strengths of levels those of the measured table."""

from __future__ import annotations

from itertools import pairwise
from math import log10

import pytest

from core.foregone import foregone
from core.game import Game
from core.games import get, presets
from core.records.glicko import RatedResult, Rating, expected, updated
from core.records.strengths import NEW, UNMEASURED, first_met, measured, strengths
from core.strategies.levels import levels_of
from tests.core.own_cases import NAMED as OWN

PAPER = [RatedResult(1400, 30, 1.0), RatedResult(1550, 100, 0.0), RatedResult(1700, 300, 0.0)]


def test_the_example_of_the_paper_comes_out() -> None:
    after = updated(Rating(1500, 200, 0.06), PAPER, tau=0.5)
    # The paper rounds on the way: it has 1464.06, 151.52 and 0.05999.
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_what_is_expected_of_the_three_games_of_the_paper() -> None:
    against = [expected(1500, Rating(game.rating, game.deviation)) for game in PAPER]
    assert against == pytest.approx([0.639, 0.432, 0.303], abs=0.001)


def test_who_keeps_winning_rises_by_less_and_less_and_becomes_surer() -> None:
    at, steps = Rating(), list[float]()
    for _ in range(8):
        after = updated(at, [RatedResult(1500, 40, 1.0)])
        steps.append(after.rating - at.rating)
        assert after.deviation < at.deviation
        at = after
    assert all(one > two > 0 for one, two in pairwise(steps))


def test_a_surprise_makes_the_volatility_grow_and_what_was_expected_does_not() -> None:
    sure = Rating(1500, 50, 0.06)
    lost = [RatedResult(900, 30, 0.0)] * 6
    assert updated(sure, lost).volatility > 0.06
    assert updated(sure, [RatedResult(1500, 30, 0.5)]).volatility < 0.06


def test_levels_stand_as_far_apart_as_the_table_has_measured() -> None:
    # tictactoe;1100;71% (65-77%);63% (59-68%);;67% (63-71%);;;;61% (58-63%)
    at = strengths(get("tictactoe"))
    assert list(at) == ["0", "1", "2", "4", "full"]
    steps = [400 * log10(share / (1 - share)) for share in (0.71, 0.63, 0.67, 0.61)]
    assert [later - earlier for earlier, later in pairwise(at.values())] == pytest.approx(steps)
    assert at["2"] == NEW


def test_a_game_that_nobody_has_measured_has_usual_steps() -> None:
    at = list(strengths(get("mnk:7,6,5")).values())
    assert [later - earlier for earlier, later in pairwise(at)] == pytest.approx([UNMEASURED] * (len(at) - 1))


@pytest.mark.parametrize("game", [*presets(), *map(get, OWN)], ids=lambda game: str(game.id))
def test_no_level_is_weaker_than_the_one_below(game: Game) -> None:
    at = strengths(game)
    assert list(at) == ["0", *(level.name for level in levels_of(game))]
    assert all(later >= earlier for earlier, later in pairwise(at.values()))


@pytest.mark.parametrize(
    ("id", "first"),
    [
        *(("tictactoe", "2"), ("pong-hau-ki", "2"), ("gomoku", "2"), ("mnk:9,9,5", "2")),
        *(("morris", "1"), ("mnk:5,5,4", "1"), ("mnk:5,5,5", "1"), ("chomp:3,4", "1")),
    ],
)
def test_new_players_meet_the_strongest_level_not_above_2(id: str, first: str) -> None:
    game = get(id)
    assert first_met(game).name == first
    assert strengths(game)[first] == NEW


LADDERS = [game.id for game in presets() if not foregone(game)]
MIN_SHARE = 53
"""The percentage of the points that a level makes at least against the one below: less is no step that anybody would feel."""
FEW_GAMES = {("ultimate", "full"), ("ultimate/open", "full"), ("ultimate/tic-tac-ku", "full")}
"""Steps of which the interval still reaches a half, as a game takes more than a minute; all of them are 60 % or more."""


@pytest.mark.parametrize("id", LADDERS)
def test_every_level_that_a_game_offers_is_measured_to_be_stronger_than_the_one_below(id: str) -> None:
    assert id in measured(), f"python -m tests.tools.levels {id} measures it; its row goes to core/data/levels.csv"
    gaps = measured()[id][1]
    steps = {level.name: gaps[level.name] for level in levels_of(get(id))[1:]}
    assert {name for name, gap in steps.items() if int(gap.partition("%")[0]) < MIN_SHARE} == set()
    assert {(id, name) for name, gap in steps.items() if gap.endswith("?")} <= FEW_GAMES
