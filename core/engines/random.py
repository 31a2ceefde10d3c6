"""The mover that does not think: every move is worth the same to it."""

from __future__ import annotations

from core.analysis import Analysis, Line, Score, Watch
from core.engines.root import sample


class Random:
    """Gives each legal move the same estimate; whoever plays by it draws lots among equals."""

    name = "random"
    summary = "Thinks nothing: every legal move is worth the same to it."
    thinks = False
    pace = 1_000_000

    def analyse(self, watch: Watch) -> Analysis:
        lines = [Line(move, Score.estimate(0.0), (move,)) for move in sample(watch.position)]
        return watch.finish(lines, 0)
