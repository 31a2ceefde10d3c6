"""The machine of matchboxes as an engine: it scores each move by the beads of its box.

The guess for a move is (beads - start) / (beads + start), where ``start`` is the number of beads of its colour at first: 0 if
nothing has changed, -1 if no bead is left, nearer to +1 the more beads were added. :func:`ratio` is the inverse.
"""

from __future__ import annotations

from core.analysis import Analysis, Limit, Line, Solver, Watch
from core.engines import MENACE
from core.learning.classes import classes_of, learnable
from core.learning.menace import Menace
from core.position import Position
from core.score import Score


class Beads(Solver):
    """``machine`` is a machine that has played; None for one with the boxes of the start."""

    name = MENACE

    def __init__(self, machine: Menace | None = None) -> None:
        self._machine = machine

    def takes(self, position: Position, limit: Limit) -> bool:
        """Whether it has a box for the position, which follows the start of a small game."""
        return learnable(position.game) and position.state in classes_of(position.game)

    def solves(self, position: Position) -> bool:
        return False

    def analyse(self, watch: Watch) -> Analysis:
        assert self.takes(watch.position, watch.limit)
        position = watch.position
        watch.engine = self.name
        machine = self._machine or Menace(classes_of(position.game))
        place = machine.classes.place(position.state)
        beads, start = machine.beads(place.at), machine.filled(place.at)
        lines = []
        for move, step in place.steps.items():
            guess = (beads[step] - start[step]) / (beads[step] + start[step])
            lines.append(Line(move, Score.estimate(guess), (move,)))
        return watch.finish(lines, 0)


def ratio(guess: float) -> float:
    """The number of beads divided by that at the start."""
    return (1 + guess) / (1 - guess)
