"""Series: how several games between the same two stand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Literal, TypeAlias

from core.game import Player
from core.position import Outcome, other

Begins: TypeAlias = Literal["first", "turns", "loser", "lot"]
"""Who moves first in a game: the first player in all, both in turns, whoever lost the last one (the other one after a draw),
or whom the lot names."""


@dataclass(frozen=True)
class Series:
    """The standing between two players, named by their texts. ``results`` has for each game the index of the player who won
    it, or None for a draw; ``length`` is how many games are planned, 0 for no end, and they are played until one player
    cannot be caught up with, or ``every`` one of them. ``begins`` says who moves first, None for what is usual: in turns where
    games are planned, else the first player. ``firsts`` names who does, game by game, as far as it is not for that to say."""

    players: tuple[str, str]
    length: int = 0
    results: tuple[Player | None, ...] = ()
    every: bool = False
    begins: Begins | None = None
    firsts: tuple[Player, ...] = ()

    @property
    def first(self) -> Player:
        """The player who moves first in the game now due."""
        return self.first_of(len(self.results) + 1)

    def first_of(self, number: int) -> Player:
        """The player who moves first in a game, counted from 1."""
        if number <= len(self.firsts):
            return self.firsts[number - 1]
        match self.begins or ("turns" if self.length else "first"):
            case "turns":
                return 1 if number % 2 == 0 else 0
            case "loser" if number > 1:
                winner = self.results[number - 2]
                return other(self.first_of(number - 1) if winner is None else winner)
            case _:
                return 0

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
        firsts = tuple(other(player) for player in self.firsts)
        return replace(self, players=(self.players[1], self.players[0]), results=results, firsts=firsts)

    def flipped(self) -> Series:
        """The same standing with the other player moving first in the game now due."""
        before = tuple(self.first_of(number) for number in range(1, len(self.results) + 1))
        return replace(self, firsts=(*before, other(self.first)))

    def drawing(self, random: Random) -> Series:
        """The same, with the lot drawn for the game now due where the lot decides."""
        if self.begins != "lot":
            return self
        before = tuple(self.first_of(number) for number in range(1, len(self.results) + 1))
        lot: Player = random.choice((0, 1))
        return replace(self, firsts=(*before, lot))

    def after(self, outcome: Outcome) -> Series:
        """The standing once the game now due has ended so."""
        seat = outcome.winner
        winner = seat if seat is None or self.first == 0 else other(seat)
        return replace(self, results=(*self.results, winner))
