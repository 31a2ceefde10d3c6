"""No sentence says what brute force refutes, in every game, and every sentence is met. It takes a minute."""

from __future__ import annotations

import pytest

from tests.core.claims import CLAIMS
from tests.core.truth import CASES, FEW, Case, templates, told


@pytest.mark.parametrize("case", [case for case in CASES if case not in FEW], ids=lambda case: case.id)
def test_what_is_said_is_true(case: Case) -> None:
    assert told(case)


def test_every_sentence_claims_something_and_is_met() -> None:
    assert templates() == set(CLAIMS)
    assert not set(CLAIMS) - frozenset().union(*map(told, CASES))
