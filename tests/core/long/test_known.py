"""What is called solved is proven. It takes 2 seconds."""

from __future__ import annotations

import pytest

from core import engines
from core.analysis import Analysis, Limit
from core.games import get, presets
from core.position import Position
from tests.core.watching import ask

SLOW = ["mnk:5,5,4"]
"""Proven with more than the nodes of a second."""


@pytest.mark.parametrize(
    "id", [game.id for game in presets() if game.known and game.known.proof if game.id not in SLOW]
)
def test_what_is_called_solved_is_proven_with_the_nodes_of_a_second_just_as_it_is_said(id: str) -> None:
    position, known = Position.start(get(id)), get(id).known
    engine = engines.best(position).name
    seen: list[Analysis] = []

    def solved() -> bool:
        return bool(seen and seen[-1].score and seen[-1].score.proven)

    seen.append(ask(engine, position, Limit(nodes=engines.facts(engine).nodes_a_second), seen.append, solved))
    score = seen[-1].score
    assert solved()
    assert score
    assert score.verdict
    assert known
    assert score.verdict.value == known.verdict
    if known.plies is not None:
        assert score.least <= known.plies <= score.most
    if known.within is not None:
        assert score.least <= known.within
