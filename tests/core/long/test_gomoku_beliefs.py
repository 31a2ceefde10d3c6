"""Positions from games of the engine with itself in which the search once took a move for won, +0.9 and more, and in which
every attack with up to thirteen quiet moves fails, within 200,000 positions. It takes 8 seconds."""

from __future__ import annotations

from pathlib import Path

from core.analysis import Limit
from core.games import get
from core.position import Position
from tests.core.watching import ask

BELIEFS = Path(__file__).parents[1] / "gomoku_beliefs.txt"


def test_what_is_not_proven_is_no_longer_believed() -> None:
    best = [
        ask("gomoku", Position.from_text(get("gomoku"), text), Limit(nodes=7000)).lines[0].score for text in lines()
    ]
    guesses = [score.value for score in best if not score.proven]
    assert len(guesses) >= 35
    assert sum(value >= 0.9 for value in guesses) <= 3
    assert sum(value < 0.5 for value in guesses) >= len(guesses) // 2


def lines() -> list[str]:
    """The positions, each once."""
    texts = BELIEFS.read_text("utf-8").split()
    assert len(set(texts)) == len(texts) == 37
    return texts
