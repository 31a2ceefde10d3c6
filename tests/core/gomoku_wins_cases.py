"""What the tests of gomoku wins have in common, those that take long and those that do not."""

from __future__ import annotations

from pathlib import Path

WINS = [line.split() for line in (Path(__file__).parent / "gomoku_wins.txt").read_text().splitlines()]
