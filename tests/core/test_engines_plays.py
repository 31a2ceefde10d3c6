"""The play that an engine shows of a win or a loss of which it knows the distance, also where two bounds of that have met."""

from __future__ import annotations

import pytest

from core.analysis import Analysis, Limit, Line
from core.score import Verdict
from tests.core.watching import ask, at


def unfinished(found: Analysis) -> list[Line]:
    """The wins and losses of known distance whose play is not as long."""
    settled = [line for line in found.lines if line.score.settled and line.score.verdict is not Verdict.TIE]
    return [line for line in settled if len(line.pv) != line.score.plies]


@pytest.mark.parametrize("game", ["tictactoe/misere", "mnk:4,3,3/misere", "chomp:4,4"])
def test_alphabeta_shows_a_win_or_a_loss_of_known_distance_to_its_end(game: str) -> None:
    reports: list[Analysis] = []
    ask("alphabeta", at(game), Limit(nodes=20_000), reports.append)
    assert [line for found in reports for line in unfinished(found)] == []


def test_the_play_of_a_distance_that_threats_and_proof_numbers_bound_is_found_in_the_end() -> None:
    found = ask("lines", at("mnk:6,5,4", "....../...X../....../....../......"), Limit(nodes=30_000))
    assert unfinished(found) == []
