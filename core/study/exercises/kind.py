"""Kinds of exercises: each decides whether a position with evaluated moves is one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from core.game import Move
from core.phrase import Phrase, Sentence, fact
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


@dataclass(frozen=True)
class ExerciseKind:
    """A kind of exercises."""

    name: str
    """Its name, also that of its task on the page of exercises."""
    level: int
    """Its difficulty: exercises of a lower level come first."""
    holds: Callable[[Solved], bool]
    """Whether a position is an exercise of this kind."""

    def task(self, position: Position, plies: int | None) -> Sentence:
        """The task in a position with ``plies`` to the end, None if unknown."""
        mover, waiter = (Phrase(position.game.players[player]) for player in (position.turn, 1 - position.turn))
        return fact(f"exercises.{self.name}", player=mover, other=waiter)
