"""No sentence says what brute force refutes: the games that take the least time; ``long`` has all others."""

from __future__ import annotations

import pytest

from core.kits import KITS, family
from tests.core.truth import CASES, FEW, Case, told


@pytest.mark.parametrize("case", FEW, ids=lambda case: case.id)
def test_what_is_said_is_true(case: Case) -> None:
    assert told(case)


def test_every_family_is_held_to_the_truth() -> None:
    assert {family(case.id) for case in CASES} == set(KITS)
