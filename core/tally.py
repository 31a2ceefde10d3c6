"""Tally: games won, drawn and lost."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple

from core.game import Player


class Tally(NamedTuple):
    """Games won, drawn and lost by one player; ``-tally`` has the same games as the opponent counts them."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, winner: Player | None, player: Player, games: int = 1) -> Tally:
        """Games with one result, as one of the players counts them; a winner of None is a draw."""
        if winner is None:
            return cls(draws=games)
        return cls(wins=games) if winner == player else cls(losses=games)

    @classmethod
    def sum(cls, tallies: Iterable[Tally]) -> Tally:
        """The games of several tallies."""
        return reduce(cls.plus, tallies, cls())

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """1 for a win, 1/2 for a draw."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """Points per game, from 0 to 1; 0 without a game."""
        return self.points / self.games if self.games else 0.0

    def plus(self, other: Tally) -> Tally:
        """The games of both tallies."""
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __neg__(self) -> Tally:
        return Tally(self.losses, self.draws, self.wins)

    def to_json(self) -> dict[str, int]:
        """The tally as plain JSON values."""
        return {"games": self.games, **self._asdict()}
