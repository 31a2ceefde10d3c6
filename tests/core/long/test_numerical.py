"""Numerical tic-tac-toe against a brute force of its own: boards as dictionaries, sums added up. It takes 1 second."""

from __future__ import annotations

import pytest

from core.score import Verdict
from tests.core.watching import ask, at


@pytest.mark.parametrize(
    ("first", "verdict"),
    [("1b1", Verdict.LOSE), ("9b1", Verdict.LOSE), ("5b1", Verdict.TIE), ("5b2", Verdict.TIE), ("1a1", Verdict.TIE)],
)
def test_first_moves_are_worth_what_another_program_says(first: str, verdict: Verdict) -> None:
    position = at("numerical")
    analysis = ask("alphabeta", position.play(position.parse(first)))
    assert analysis.best
    assert (analysis.best.score.verdict, analysis.best.score.plies) == (verdict, 8)
