from __future__ import annotations

from random import Random

import pytest

from core.engines.lines import threat_search
from core.engines.lines.proof_numbers import ProofNumbers, by_potential
from core.engines.lines.threat_search import ThreatSearch
from core.position import Position
from tests.core.lanes_brute import Brute, rules
from tests.core.test_threats import SMALL, places, random_position, sides


def numbers(id: str) -> ProofNumbers:
    search = ThreatSearch(rules(id), lambda nodes: None)
    return ProofNumbers(search, by_potential(search.lanes))


def decided(search: ProofNumbers, position: Position, attacking: bool, nodes: int) -> bool:
    """Whether the attacker wins, asked with so many nodes at first and twice as many each time it is broken off."""
    own, other, empty = places(position)
    place = (own, other, empty) if attacking else (other, own, empty)
    while (answer := search.decide(place, attacking, nodes)) is None:
        nodes *= 2
    return answer


@pytest.mark.slow
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
