"""Proof numbers. It takes 1 second."""

from __future__ import annotations

from random import Random

import pytest

from tests.core.lanes_brute import Brute
from tests.core.proof_numbers_cases import decided, numbers
from tests.core.threats_cases import SMALL, random_position, sides


@pytest.mark.parametrize(("id", "most"), SMALL)
@pytest.mark.parametrize("nodes", [1, 10_000])
def test_who_wins_is_as_brute_force_says_for_either_player_as_the_attacker(id: str, most: int, nodes: int) -> None:
    random = Random(id)
    answers = set()
    for i in range(40):
        position = random_position(id, most - i % 3, random)
        value = Brute(id).value(*sides(position))
        search = numbers(id)
        assert decided(search, position, True, nodes) == (value > 0), position.text
        assert decided(search, position, False, nodes) == (value < 0), position.text
        answers.add(value)
    assert len(answers) > 1
