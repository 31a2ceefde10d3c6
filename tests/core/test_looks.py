"""Engines look at the clock: first soon, then again and again, whatever the game."""

from __future__ import annotations

import pytest

from core import engines
from core.games import get, presets
from core.position import Position
from tests.core.looking import MAX_STEPS, looks_after, steps

LISTED = [game.id for game in presets()]


@pytest.mark.parametrize("id", ["tictactoe", "connect-four", "pong-hau-ki", "nim:3,4,5"])
def test_the_engine_of_a_game_of_the_list_looks_at_the_clock_soon_and_often(id: str) -> None:
    start = Position.start(get(id))
    assert steps(engines.best(start), start) <= MAX_STEPS


@pytest.mark.parametrize("id", LISTED)
def test_an_engine_that_is_told_to_stop_does_not_look_again(id: str) -> None:
    start = Position.start(get(id))
    assert looks_after(engines.best(start), start, 3) == 0
