"""Kinds of exercises: each decides whether a position with evaluated moves is one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from core.game import Move
from core.phrase import Phrase, Sentence
from core.position import Position
from core.score import Score, Verdict


class AnswerProof(Enum):
    """The proof of an answer: no other move wins (``WINS``), every other move loses (``HOLDS``), or no other move wins as fast
    (``SOONEST``)."""

    WINS = "wins"
    HOLDS = "holds"
    SOONEST = "soonest"


@dataclass(frozen=True)
class Solved:
    """A position with exactly one right move."""

    position: Position
    """The position."""
    answer: Move
    """The right move."""
    score: Score
    """Its score."""
    others: Mapping[Move, Score]
    """The scores of the other moves, proven as far as the proof needs them."""
    ground: AnswerProof
    """The proof."""

    @property
    def after(self) -> Position:
        """The position after the answer."""
        return self.position.play(self.answer)

    @property
    def wins(self) -> bool:
        """Whether the answer is proven to win."""
        return self.score.verdict is Verdict.WIN

    @property
    def threatened(self) -> bool:
        """Whether each other move loses within two plies."""
        return self.ground is AnswerProof.HOLDS and all(0 < (score.plies or 9) <= 2 for score in self.others.values())


class ExerciseKind(NamedTuple):
    """A kind of exercises."""

    name: str
    """Its name."""
    level: int
    """Its difficulty: exercises of a lower level come first."""
    holds: Callable[[Solved], bool]
    """Whether a position is an exercise of this kind."""
    task: Callable[[Position, Move, int | None], Sentence]
    """The task, by the position, the answer, and the plies to the end, None if unknown."""


def mover(position: Position) -> Phrase:
    """The name of the player to move."""
    return Phrase(position.game.players[position.turn])


def waiter(position: Position) -> Phrase:
    """The name of the other player."""
    return Phrase(position.game.players[1 - position.turn])
