"""Every engine looks at the clock, in every game of the list and in 500 drawn at random. It takes four minutes."""

from __future__ import annotations

import pytest

from core import engines
from core.games import get, presets
from core.position import Position
from tests.core.looking import LONG_LINES, MAX_STEPS, drawn, made, steps


def slow(start: Position) -> list[str]:
    """The engines that do more between two looks than they may."""
    best = engines.best(start).name
    limits = {**dict.fromkeys(engines.of(start.game), 100_000), best: 1_000_000}
    return [name for name, limit in limits.items() if steps(engines.get(name), start, limit) > MAX_STEPS]


@pytest.mark.parametrize("id", [game.id for game in presets()])
def test_every_engine_looks_at_the_clock_in_a_game_of_the_list(id: str) -> None:
    assert slow(Position.start(get(id))) == []


@pytest.mark.parametrize("seed", range(20))
def test_every_engine_looks_at_the_clock_in_games_drawn_at_random(seed: int) -> None:
    found = [(document, slow(Position.start(game))) for document, game in drawn(25, seed)]
    assert [(document, names) for document, names in found if names] == []


@pytest.mark.parametrize("id", [*(game.id for game in presets()), "mnk:2,19,19"])
def test_the_engine_of_a_game_of_the_list_looks_at_the_clock_soon_and_often(id: str) -> None:
    start = Position.start(get(id))
    assert steps(engines.best(start), start) <= MAX_STEPS


@pytest.mark.parametrize("name", LONG_LINES)
def test_lines_of_many_points_cost_no_look_at_the_clock(name: str) -> None:
    start = Position.start(made(LONG_LINES[name]))
    assert steps(engines.best(start), start) <= MAX_STEPS


def test_the_engine_of_a_game_drawn_at_random_looks_at_the_clock_soon_and_often() -> None:
    starts = [(document, Position.start(game)) for document, game in drawn(20, 20)]
    assert [document for document, start in starts if steps(engines.best(start), start) > MAX_STEPS] == []
