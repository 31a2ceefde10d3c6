"""What a written strategy is: for every position some moves, and the sentence that says why."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from core.game import Game, Move, Player
from core.phrase import Phrase
from core.position import Position


class Advice(NamedTuple):
    """Legal moves that are equally good by the strategy, at least one, and what speaks for them."""

    moves: Sequence[Move]
    reason: Phrase


class Strategy(ABC):
    """A player that looks up what to do and never searches. Each file names the source of its rules."""

    name: str
    """As it is written on a command line."""
    title: Phrase
    summary: Phrase
    brief: Phrase
    """How it plays, in at most 36 characters."""
    seats: tuple[Player, ...] = (0, 1)
    """For whom it is written; for the other it plays on by another rule, if at all."""

    @abstractmethod
    def plays(self, game: Game) -> bool:
        """Whether the strategy is written for this game."""

    @abstractmethod
    def advise(self, position: Position) -> Advice:
        """What to play in a position, of a game that it plays, that is not over."""
