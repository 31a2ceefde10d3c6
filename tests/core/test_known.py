"""What the hall calls solved an engine proves within a second; what only papers say is called so."""

from __future__ import annotations

import pytest

from core import engines
from core.analysis import Analysis, Limit
from core.games import get, presets
from core.position import Position
from tests.core.watching import ask

REPORTED = {
    "gomoku": "won",
    "gomoku/exact": "won",
    "qubic": "won",
    "mnk:5,5,4": "drawn",
    "mnk:15,15,5": "won",
    "mnk:8,8,5": "drawn",
}


@pytest.mark.parametrize("id", [game.id for game in presets() if game.known and game.id not in REPORTED])
def test_what_is_called_solved_is_proven_with_the_nodes_of_a_second(id: str) -> None:
    assert get(id).reported == ""
    position = Position.start(get(id))
    engine = engines.best(position).name
    seen: list[Analysis] = []

    def proven() -> bool:
        return bool(seen and seen[-1].score and seen[-1].score.proven)

    seen.append(ask(engine, position, Limit(nodes=engines.facts(engine).pace), seen.append, proven))
    assert proven()


@pytest.mark.parametrize("id", REPORTED)
def test_what_papers_alone_say_is_called_so(id: str) -> None:
    assert get(id).known
    assert get(id).reported == REPORTED[id]


@pytest.mark.parametrize("id", ["gomoku/swap2", "gomoku/19", "gomoku/19/exact", "gomoku/20", "ultimate", "mnk:9,9,5"])
def test_nothing_is_said_of_what_nobody_knows(id: str) -> None:
    assert (get(id).known, get(id).reported) == (None, "")
