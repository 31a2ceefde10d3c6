"""What the tests of proof numbers have in common, those that take long and those that do not."""

from __future__ import annotations

from core.engines.lines.proof_numbers import ProofNumbers, by_potential
from core.engines.lines.threat_search import ThreatSearch
from core.position import Position
from tests.core.lanes_brute import rules
from tests.core.threats_cases import places


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
