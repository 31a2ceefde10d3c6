"""What all learners have in common: they choose a step of a class, and hear how a game has ended.

Steps are numbers: which of the ``steps`` of a class. A learner of a person plays against one, those of the study in thousands
of games, so nothing is checked here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from core.learning.classes import Classes


class LearnerMove(NamedTuple):
    """A step that a learner has made: in which class, and which of its steps."""

    at: int
    step: int


class Learner(ABC):
    """A machine that begins without knowing anything of a game but what can be played."""

    def __init__(self, classes: Classes) -> None:
        self.classes = classes

    @abstractmethod
    def choose(self, at: int, random: Random, learns: bool = True) -> int:
        """The step that it makes in a class, while it ``learns`` or when it only plays."""

    @abstractmethod
    def learn(self, drawn: Sequence[LearnerMove], result: int) -> None:
        """Hear that a game in which it has drawn these, in their order, ended with +1, 0 or -1 for it."""
