"""Ways of searching that share no table and no order must come to the same. Alphabeta is held to brute force in every
position elsewhere, the others here. It takes 6 seconds."""

from __future__ import annotations

import pytest

from core.position import Position
from core.score import Verdict
from tests.core.brute import representatives, solve
from tests.core.watching import ask, at

VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}


@pytest.mark.parametrize(("engine", "count"), [("minimax", 5478), ("mcts", 765)])
def test_on_all_positions_or_classes_every_move_is_worth_what_brute_force_says(engine: str, count: int) -> None:
    known = solve(3, 3, 3)
    every = list(known) if count == len(known) else representatives(known)
    assert len(every) == count
    for text in every:
        if not known[text].plies:
            continue
        position: Position = at("tictactoe", text)
        for line in ask(engine, position).lines:
            value, plies = known[position.play(line.move).text]
            assert line.score.proven
            assert line.score.verdict is VERDICTS[-value], (text, position.name(line.move))
            assert line.score.plies in (None, plies + 1), (text, position.name(line.move))
