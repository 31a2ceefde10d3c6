"""Whether a player can go without a line where a line loses, against brute force."""

from __future__ import annotations

import random

import pytest

from core.engines.lines.avoiding import Avoiding
from core.games import get
from core.games.mnk import Mnk
from tests.core.certifying import wins


@pytest.mark.parametrize(
    "id", ["tictactoe/misere", "mnk:4,3,3/misere", "mnk:4,4,3/misere", "mnk:4,4,4/misere", "mnk:5,2,3/misere"]
)
def test_a_player_holds_where_brute_force_finds_no_win_of_the_other(id: str) -> None:
    game, draw, seen = get(id), random.Random(id), set[bool]()
    assert isinstance(game, Mnk)
    avoiding = Avoiding(game, lambda nodes: None)
    for _ in range(60):
        state = game.start()
        for _ in range(draw.randrange(game.cell_count - 9, game.cell_count)):
            if game.value(state) is None:
                state = game.play(state, draw.choice(game.moves(state)))
        for player in (0, 1):
            holds = not wins(game, state, 1 - player)
            assert avoiding.holds(state, player) == holds
            seen.add(holds)
            if game.value(state) is None and game.turn(state) == player:
                move = avoiding.move(state, player)
                assert (move is not None) == holds
                assert move is None or not wins(game, game.play(state, move), 1 - player)
    assert seen == {True, False}
