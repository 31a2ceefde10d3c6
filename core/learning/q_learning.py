"""Tabular Q-learning (C. Watkins, 'Learning from delayed rewards', 1989), over the same classes as the matchboxes.

What a step is thought to be worth moves a little towards what came of it: the result where the game ended, else the best that
is thought of the next class in which this machine moves. One step in ten is made at random, so that nothing is left untried.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from core.learning.classes import Classes
from core.learning.learner import Learner, LearnerMove

RATE = 0.3
"""By what part of the way a value moves."""
EXPLORES = 0.1
"""The share of its steps that are made at random."""


class QLearner(Learner):
    """``table`` has, of each class met, what each step is thought to be worth, from -1 to +1, 0 at the start."""

    def __init__(self, classes: Classes) -> None:
        super().__init__(classes)
        self.table: dict[int, list[float]] = {}

    def worths(self, at: int) -> list[float]:
        """What the steps of a class are thought to be worth."""
        if at not in self.table:
            self.table[at] = [0.0] * len(self.classes.steps[at])
        return self.table[at]

    def choose(self, at: int, random: Random, learns: bool = True) -> int:
        """One of the best, or while it learns now and then any."""
        worths = self.worths(at)
        if learns and random.random() < EXPLORES:
            return random.randrange(len(worths))
        best = max(worths)
        return random.choice([step for step, worth in enumerate(worths) if worth == best])

    def learn(self, drawn: Sequence[LearnerMove], result: int) -> None:
        """Move the values, the last step's first, so that one game tells the whole way back."""
        target = float(result)
        for at, step in reversed(drawn):
            worths = self.worths(at)
            worths[step] += RATE * (target - worths[step])
            target = max(worths)
