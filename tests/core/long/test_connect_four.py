"""Connect Four: slow rules on strings, the values of small boards, and what is said about wrong texts. It takes 1
second."""

from __future__ import annotations

from core.score import Verdict
from tests.core.watching import ask, at


def test_first_moves_on_a_small_board_are_worth_what_another_program_found() -> None:
    """By an engine for any game; the engine of this game is asked for more boards."""
    analysis = ask("alphabeta", at("connect-four:4,4,4"))
    assert [(line.score.verdict, line.score.plies) for line in analysis.lines] == [(Verdict.TIE, 16)] * 4
