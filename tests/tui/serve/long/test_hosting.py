"""What a game of the host's own is said to hold in memory, against what Python counts."""

from __future__ import annotations

import tracemalloc

import pytest

from core import own
from core.games import get
from core.own import lines


@pytest.mark.parametrize("board", ["cube = [3, 5]", "cube = [4, 4]", "cube = [7, 3]", "cube = [20, 2]"])
def test_what_a_game_is_said_to_hold_in_memory_is_about_what_it_holds(board: str) -> None:
    definition = own.register(own.read(f'triqui = 1\nkind = "lines"\nname = "held"\n{board}\n'.encode()))
    get("tictactoe")  # what all games share
    tracemalloc.start()
    try:
        game = get(definition.id)
        game.value(game.start())  # which makes the tables of its lines
        held, _peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 0.7 < lines.held(definition.values) / held < 1.5
