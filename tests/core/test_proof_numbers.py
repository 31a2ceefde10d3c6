from __future__ import annotations

from random import Random

import pytest

from core.engines.lines import threat_search
from tests.core.lanes_brute import Brute
from tests.core.proof_numbers_cases import decided, numbers
from tests.core.threats_cases import places, random_position, sides


def test_a_table_that_is_cleared_again_and_again_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.engines.root.MEMORY", 20_000)
    monkeypatch.setattr(threat_search, "_TICK", 20)
    random = Random(7)
    for _ in range(30):
        position = random_position("mnk:5,5,4", 8, random)
        value = Brute("mnk:5,5,4").value(*sides(position))
        assert decided(numbers("mnk:5,5,4"), position, True, 10_000) == (value > 0)


def test_the_play_of_a_win_ends_with_the_line() -> None:
    random = Random(5)
    won = 0
    for _ in range(60):
        position = random_position("mnk:5,5,4", 10, random)
        search = numbers("mnk:5,5,4")
        if decided(search, position, True, 10_000):
            after = position
            for move in search.won(places(position), True):
                after = after.play(move)
            assert after.outcome
            assert after.outcome.winner == position.turn
            won += 1
    assert won > 10
