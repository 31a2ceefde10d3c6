"""Three ways of searching that share no table and no order must come to the same."""

from __future__ import annotations

import pytest

from core import engines
from core.analysis import Limit, Score, Watch
from core.game import Move, State
from core.games import get
from core.position import Position

GAME = get("tictactoe")


def positions() -> list[Position]:
    """All that can be reached, the finished ones too."""
    found: dict[State, Position] = {}
    waiting = [Position.start(GAME)]
    while waiting:
        position = waiting.pop()
        if position.state not in found:
            found[position.state] = position
            waiting += [position.play(move) for move in position.moves]
    return list(found.values())


def scores(engine: str, position: Position) -> dict[Move, Score]:
    analysis = engines.get(engine).analyse(Watch(position, Limit(), lambda: 0.0))
    return {line.move: line.score for line in analysis.lines}


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "count"), [("minimax", 5478), ("mcts", 765)])
def test_on_all_positions_or_classes_every_move_is_worth_what_alphabeta_says(engine: str, count: int) -> None:
    every = positions()
    if count == 765:
        every = [position for position in every if position.state == position.game.canonical(position.state)]
    assert len(every) == count
    for position in every:
        if position.outcome:
            continue
        expected = scores("alphabeta", position)
        for move, score in scores(engine, position).items():
            assert score.proven
            assert score.verdict is expected[move].verdict, (position.text, position.name(move))
            assert score.plies in (None, expected[move].plies), (position.text, position.name(move))
