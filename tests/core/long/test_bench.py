"""The signature of the engines on the questions that take them longest. It takes 20 seconds."""

from __future__ import annotations

import pytest

from core.engines.bench import QUESTIONS, BenchQuestion, ask
from tests.core.signature import FEW, SIGNATURE


@pytest.mark.parametrize(
    "question",
    [each for each in QUESTIONS if SIGNATURE.get((each.engine, each.game), 0) > FEW],
    ids=lambda each: f"{each.engine}-{each.game}",
)
def test_an_engine_visits_as_many_nodes_as_before(question: BenchQuestion) -> None:
    assert ask(question)[0] == SIGNATURE[question.engine, question.game]
