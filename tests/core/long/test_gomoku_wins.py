"""Forty wins by fours and threes from games at random openings: none by fours alone, none found by a search of 4,000
positions when they were collected. ``tests.tools.threat_solver``, which shares no code with the engine, is there to
confirm them. It takes 1 second."""

from __future__ import annotations

from core.analysis import Limit
from core.games import get
from core.position import Position
from core.score import Verdict
from tests.core.gomoku_wins_cases import WINS
from tests.core.watching import ask


def won(text: str, nodes: int) -> bool:
    """Whether the engine proves a win within so many nodes."""
    line = ask("gomoku", Position.from_text(get("gomoku"), text), Limit(nodes=nodes)).lines[0]
    return line.score.verdict is Verdict.WIN


def test_nine_of_ten_are_proven_within_20000_nodes() -> None:
    assert sum(won(text, 20_000) for text, _ in WINS) >= 36
