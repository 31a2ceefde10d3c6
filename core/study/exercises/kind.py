"""What an exercise asks for: a kind looks at a position whose moves are judged, and tells whether it is one of its own."""

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
    """What is proven of the one answer: that no other move wins (``WINS``), that every other move loses (``HOLDS``), or that
    no other move wins as fast (``SOONEST``)."""

    WINS = "wins"
    HOLDS = "holds"
    SOONEST = "soonest"


@dataclass(frozen=True)
class Solved:
    """A position with exactly one right move: the ``answer``, what it is worth, the proven worth of the ``others`` as far as
    ``ground`` needs it, and what is proven."""

    position: Position
    answer: Move
    score: Score
    others: Mapping[Move, Score]
    ground: AnswerProof

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
        """Whether each other move loses at once, to the next one at the latest."""
        return self.ground is AnswerProof.HOLDS and all(0 < (score.plies or 9) <= 2 for score in self.others.values())


class ExerciseKind(NamedTuple):
    """A kind of exercises: its name, how far on the path it stands, whether a solved position is one, and the task as it is
    told, given the position, the answer and the plies to the end, None where those are not known."""

    name: str
    level: int
    holds: Callable[[Solved], bool]
    task: Callable[[Position, Move, int | None], Sentence]


def mover(position: Position) -> Phrase:
    """The name of the player to move."""
    return Phrase(position.game.players[position.turn])


def waiter(position: Position) -> Phrase:
    """The name of the other player."""
    return Phrase(position.game.players[1 - position.turn])
