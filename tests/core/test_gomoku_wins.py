"""Forty wins by fours and threes from games at random openings: none by fours alone, none found by a search of 4,000 positions
when they were collected. ``tests.tools.threat_solver``, which shares no code with the engine, is there to confirm them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.analysis import Limit, Verdict
from core.games import get
from core.position import Position
from tests.core.watching import ask

WINS = [line.split() for line in (Path(__file__).parent / "gomoku_wins.txt").read_text().splitlines()]


def won(text: str, nodes: int) -> bool:
    """Whether the engine proves a win within so many nodes."""
    line = ask("gomoku", Position.from_text(get("gomoku"), text), Limit(nodes=nodes)).lines[0]
    return line.score.verdict is Verdict.WIN


def test_they_are_forty_and_no_two_are_the_same() -> None:
    assert len({text for text, _ in WINS}) == len(WINS) == 40


@pytest.mark.slow
def test_three_of_four_are_proven_within_20000_nodes() -> None:
    assert sum(won(text, 20_000) for text, _ in WINS) >= 30
