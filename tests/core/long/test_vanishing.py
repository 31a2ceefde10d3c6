"""All positions of vanishing tic-tac-toe, against a program that shares no code with the product."""

from __future__ import annotations

from core.score import Verdict
from tests.core.watching import ask, at


def test_values_and_distances_of_all_128170_positions() -> None:
    start = at("vanishing")
    analysis = ask("retrograde", start)
    assert analysis.counters["states"] == 128170
    assert analysis.counters["endless"] == 13193
    best = {start.name(line.move): line.score.plies for line in analysis.lines if line.score.verdict is Verdict.WIN}
    assert best == {"b1": 13, "a2": 13, "c2": 13, "b3": 13}
    others = {line.score.verdict for line in analysis.lines if start.name(line.move) not in best}
    assert others == {Verdict.ENDLESS}
