"""A position with the other player to move: what that player threatens is best play from there."""

from __future__ import annotations

import random

import pytest

from core import engines
from core.analysis import Limit, Watch
from core.games import get, presets
from core.position import Position, play_all


def test_passing_twice_gives_the_position_again_and_the_same_moves_are_legal() -> None:
    tried = 0
    for game in presets():
        draw, position = random.Random(game.id), Position.start(game)
        for _ in range(8):
            state = None if position.outcome else game.passed(position.state)
            if state is not None:
                tried += 1
                assert game.passed(state) == position.state
                assert list(game.moves(state)) == list(position.moves)
            if not position.outcome:
                position = position.play(draw.choice(position.moves))
    assert tried > 50


@pytest.mark.parametrize(
    "name", ["tictactoe/wild", "nim:3,4,5", "gomoku/swap2", "ultimate", "pong-hau-ki", "numerical"]
)
def test_where_it_is_no_position_of_the_game_there_is_none(name: str) -> None:
    game = get(name)
    assert game.passed(game.start()) is None


def test_the_opening_book_is_not_asked_for_counts_of_discs_that_no_game_has() -> None:
    game = get("connect-four")
    position = Position.start(game).play(3).play(3).play(2)
    state = game.passed(position.state)
    assert state is not None
    found = engines.analyse(
        engines.best(Position(game, state)), Watch(Position(game, state), Limit(nodes=5_000), lambda: 0.0)
    )
    assert found.lines


def test_a_line_after_a_pass_is_told_with_the_players_who_make_it() -> None:
    position = play_all(get("tictactoe"), "a1 b2 c2 b1")[1]  # X would have to stop O in the middle column
    passed = position.passed()
    assert passed is not None
    assert passed.turn == 1
    assert passed.text == "XO./.OX/..."
    won = passed.play(passed.parse("b3"))
    assert won.text == "XO./.OX/.O."
    assert won.outcome is not None
    assert (won.outcome.winner, won.outcome.cells) == (1, (1, 4, 7))
    assert passed.searched.searched == passed.searched
    assert won.passed() is None
