"""Minimax as the textbooks have it, over a whole game."""

from __future__ import annotations

from core.analysis import Analysis
from tests.core.watching import ask, at


def test_plain_minimax_visits_549946_positions_from_the_empty_board() -> None:
    seen: list[Analysis] = []
    analysis = ask("minimax", at("tictactoe"), listener=seen.append)
    assert analysis.nodes == 549_946
    assert analysis.settled
    settled = [sum(line.score.settled for line in report.lines) for report in seen]
    assert settled == sorted(settled)
    assert set(range(9)) <= set(settled)
