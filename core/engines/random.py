"""The mover that does not think: every move is worth the same to it."""

from __future__ import annotations

from core.analysis import Analysis, Line, Score, Watch


class Random:
    """Gives each legal move the same estimate; whoever plays by it draws lots among equals."""

    name = "random"
    summary = "Thinks nothing: every legal move is worth the same to it."
    thinks = False

    def analyse(self, watch: Watch) -> Analysis:
        position = watch.position
        lines = [Line(move, Score.estimate(0.0), (move,)) for move in position.game.moves(position.state)]
        return watch.finish(lines, 0)
