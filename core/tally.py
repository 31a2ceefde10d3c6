"""Tally: the number of wins, draws and losses."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple, TypeVar

from core.game import Player

K = TypeVar("K")


class Tally(NamedTuple):
    """Wins, draws and losses of one player. ``-tally`` is the opponent's tally."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, winner: Player | None, player: Player, games: int = 1) -> Tally:
        """The tally of games with one result, for one player. A winner of None is a draw."""
        if winner is None:
            return cls(draws=games)
        return cls(wins=games) if winner == player else cls(losses=games)

    @classmethod
    def sum(cls, tallies: Iterable[Tally]) -> Tally:
        """The sum of several tallies."""
        return reduce(cls.plus, tallies, cls())

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Points: 1 for a win, 1/2 for a draw."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """Points per game, from 0 to 1; 0 without a game."""
        return self.points / self.games if self.games else 0.0

    def plus(self, other: Tally) -> Tally:
        """The sum of two tallies."""
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __neg__(self) -> Tally:
        return Tally(self.losses, self.draws, self.wins)

    def to_json(self) -> dict[str, int]:
        """The tally as plain JSON values."""
        return {"games": self.games, **self._asdict()}


def add_tally(tallies: dict[K, Tally], key: K, tally: Tally) -> None:
    """Add a tally to that of a key."""
    tallies[key] = tallies.get(key, Tally()).plus(tally)
