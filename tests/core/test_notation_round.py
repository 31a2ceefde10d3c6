"""Games come back from every format with all that it holds."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.game import Game
from core.games import presets
from core.notation import positions
from core.position import Position
from tests.core.round_trips import OF, again, played, same


@pytest.mark.parametrize("form", OF)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=25, deadline=None)
def test_a_game_comes_back_from_every_format(form: str, seed: int) -> None:
    stored = played(form, Random(seed))
    assert same(form, stored, again(form, stored))


@pytest.mark.parametrize("game", presets(), ids=lambda game: game.id)
def test_a_position_comes_back(game: Game) -> None:
    position, random = Position.start(game), Random(game.id)
    while not position.outcome and random.random() < 0.9:
        moves = position.moves
        position = position.play(moves[random.randrange(len(moves))])
    assert positions.read(position.text, game) == position
