"""Series: how several games between the same two stand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.game import Player
from core.position import Outcome, other


@dataclass(frozen=True)
class Series:
    """The standing between two players, named by their texts. ``results`` has for each game the index of the player who won
    it, or None for a draw; ``length`` is how many games are planned, 0 for no end, and they are played until one player
    cannot be caught up with, or ``every`` one of them. In a planned series the players take turns at moving first; in one
    without end the first player keeps the first seat."""

    players: tuple[str, str]
    length: int = 0
    results: tuple[Player | None, ...] = ()
    every: bool = False

    @property
    def first(self) -> Player:
        """The player who moves first in the game now due."""
        return self.first_of(len(self.results) + 1)

    def first_of(self, number: int) -> Player:
        """The player who moves first in a game, counted from 1."""
        return 1 if self.length and number % 2 == 0 else 0

    @property
    def seats(self) -> tuple[str, str]:
        """Who sits where in the game now due."""
        return self.players if self.first == 0 else (self.players[1], self.players[0])

    @property
    def wins(self) -> tuple[int, int]:
        """Games won by each player."""
        return (self.results.count(0), self.results.count(1))

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return self.results.count(None)

    @property
    def over(self) -> bool:
        """Whether all planned games have been played, or the rest can change nothing."""
        left = self.length - len(self.results)
        first, second = self.wins
        return self.length > 0 and (left <= 0 or (abs(first - second) > left and not self.every))

    def swapped(self) -> Series:
        """The same standing with the players named in the other order."""
        results = tuple(None if winner is None else other(winner) for winner in self.results)
        return replace(self, players=(self.players[1], self.players[0]), results=results)

    def after(self, outcome: Outcome) -> Series:
        """The standing once the game now due has ended so."""
        seat = outcome.winner
        winner = seat if seat is None or self.first == 0 else other(seat)
        return replace(self, results=(*self.results, winner))
