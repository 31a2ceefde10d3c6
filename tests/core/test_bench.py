"""The signature of the engines: how many nodes each visits on fixed questions.

These numbers are our own output, on purpose: they say nothing of what is right, only that an engine searches as it did.
Whoever changes a search writes the new ones here and says why.
"""

from __future__ import annotations

from itertools import islice

import pytest

from core.engines import NAMES
from core.engines.bench import QUESTIONS, BenchQuestion, ask, rows
from tests.core.signature import FEW, SIGNATURE
from tests.core.watching import Clock


@pytest.mark.parametrize(
    "question",
    [each for each in QUESTIONS if SIGNATURE.get((each.engine, each.game), 0) <= FEW],
    ids=lambda each: f"{each.engine}-{each.game}",
)
def test_an_engine_visits_as_many_nodes_as_before(question: BenchQuestion) -> None:
    assert ask(question)[0] == SIGNATURE[question.engine, question.game]


def test_every_row_has_its_nodes_and_its_share_of_the_calibration_loop() -> None:
    measured = rows(Clock(1.0))
    calibration, perft = next(measured), next(measured)
    assert (calibration.name, calibration.nodes, calibration.ratio) == ("calibration", 10_000_000, 1.0)
    assert calibration.nps == 10_000_000
    assert (perft.name, perft.game, perft.nodes, perft.ratio) == ("perft", "tictactoe", 549_946, 1.0)


def test_the_longest_waits_for_a_look_at_the_clock_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.engines.bench.ROUNDS", 1)
    monkeypatch.setattr("core.engines.bench.PERFTS", ())
    waits = [row for row in islice(rows(Clock(1.0)), 3) if "look" in row.limit]
    # Every look is a second after the one before, so that all waits are equal and those of the first game are shown.
    assert [(row.limit, row.game, row.seconds) for row in waits] == [
        ("first look", "tictactoe", 1.0),
        ("between looks", "tictactoe", 1.0),
    ]


def test_questions_are_limited_by_depth_or_nodes_or_end_by_themselves() -> None:
    assert len({(question.engine, question.game) for question in QUESTIONS}) == len(QUESTIONS)
    assert {question.engine for question in QUESTIONS} >= set(NAMES) - {"random", "menace"}
