"""MENACE, the machine of matchboxes (D. Michie, 'Trial and error', Penguin Science Survey 2, 1961; 'Experiments on the
mechanization of game-learning', The Computer Journal 6, 1963).

Each class of positions is a box with beads, a colour for each move that is not one with another by symmetry. A bead is drawn,
and its move played. Michie's boxes hold 4, 3, 2, 1 beads of each colour at his machine's first, second, third and fourth move;
after a win three beads of the colour are added to each box that was drawn from, after a draw one, and after a loss the bead
that was drawn is taken away. His machine gives up where a box is empty; here the box is filled as at the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from core.game import Move, State
from core.learning.classes import Classes
from core.learning.learner import Learner, LearnerMove

FIRST_BEADS = (4, 3, 2, 1)
"""Of each colour in a box of the machine's first, second, third and any later move."""
REWARDS: Mapping[int, int] = {1: 3, 0: 1, -1: -1}
"""Beads that come into a box, by the result."""


class Menace(Learner):
    """``boxes`` has, of each class from which was drawn, how many beads there are for each step; the others are as at the
    start."""

    def __init__(self, classes: Classes) -> None:
        super().__init__(classes)
        self.boxes: dict[int, list[int]] = {}

    def filled(self, at: int) -> list[int]:
        """The beads that a box has at the start."""
        each = FIRST_BEADS[min(self.classes.plies[at] // 2, len(FIRST_BEADS) - 1)]
        return [each] * len(self.classes.steps[at])

    def beads(self, at: int) -> Sequence[int]:
        """The beads that a box has now."""
        return self.boxes.get(at) or self.filled(at)

    def choose(self, at: int, random: Random, learns: bool = True) -> int:
        """The step whose bead is drawn."""
        beads = self.beads(at)
        drawn = random.randrange(sum(beads))
        for step, count in enumerate(beads):
            drawn -= count
            if drawn < 0:
                return step
        raise AssertionError("a box has as many beads as it has")

    def learn(self, drawn: Sequence[LearnerMove], result: int) -> None:
        """Put beads in, or take them out."""
        for at, step in drawn:
            box = self.boxes.get(at)
            if box is None:
                box = self.boxes[at] = self.filled(at)
            # A box that one game has drawn from twice, and that was filled again meanwhile, keeps the bead it has.
            box[step] = max(0, box[step] + REWARDS[result])
            if not any(box):
                self.boxes[at] = self.filled(at)

    def hear(self, match: Iterable[tuple[State, Move]], result: int) -> None:
        """Learn from a game that it has played elsewhere: the positions in which it moved, each with its move."""
        drawn = []
        for state, move in match:
            place = self.classes.place(state)
            drawn.append(LearnerMove(place.at, place.steps[move]))
        self.learn(drawn, result)

    def to_json(self) -> dict[str, Any]:
        """All boxes that were drawn from, as plain values: the position and, by the moves in its notation, the beads."""
        classes, game = self.classes, self.classes.game
        return {
            "game": game.id,
            "boxes": [
                {
                    "position": game.format_state(classes.states[at]),
                    "beads": {
                        game.format_move(classes.states[at], step.moves[0]): count
                        for step, count in zip(classes.steps[at], box, strict=True)
                    },
                }
                for at, box in sorted(self.boxes.items())
            ],
        }
