"""Setup: who is going to play, and how often."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from core.game import Game
from core.opponents import HUMAN
from core.series import Series
from tui.seats import fitting, next_level, next_seat, person, player_name
from tui.texts import _

LENGTHS = (0, 3, 5, 7, 9)


@dataclass(frozen=True)
class Setup:
    """``seats`` are the texts of the players who move first and second; with ``lot`` the seats are drawn before each game;
    ``length`` games are planned, 0 for no end."""

    seats: tuple[str, str]
    lot: bool = False
    length: int = 0

    def series(self, random: Random) -> Series:
        """The series to begin with."""
        series = Series(self.seats, self.length)
        return series.swapped() if self.lot and random.random() < 0.5 else series

    def fitting(self, game: Game) -> Setup:
        """The same, but for players who do not know the game."""
        return replace(self, seats=(fitting(self.seats[0], game), fitting(self.seats[1], game)))

    def with_next_seat(self, seat: int, game: Game) -> Setup:
        """The next choice for who sits on one seat."""
        return self._seat(seat, next_seat(self.seats[seat], game))

    def with_next_level(self, game: Game) -> Setup:
        """Both engines a level stronger."""
        return replace(self, seats=(next_level(self.seats[0], game), next_level(self.seats[1], game)))

    def with_next_first(self) -> Setup:
        """Who starts: you, then the AI, then by lot."""
        if self.lot:
            return replace(self, lot=False, seats=self.seats if person(self.seats) != 1 else self.seats[::-1])
        if person(self.seats) == 0:
            return replace(self, seats=self.seats[::-1])
        return replace(self, lot=True)

    def with_next_length(self) -> Setup:
        """Another number of games."""
        at = LENGTHS.index(self.length) if self.length in LENGTHS else -1
        return replace(self, length=LENGTHS[(at + 1) % len(LENGTHS)])

    def _seat(self, seat: int, text: str) -> Setup:
        return replace(self, seats=(text, self.seats[1]) if seat == 0 else (self.seats[0], text))

    @property
    def first_words(self) -> str:
        """Who starts, in words."""
        return _("by lot") if self.lot else player_name(self.seats[0])

    @property
    def length_words(self) -> str:
        """How many games, in words."""
        if not self.length:
            return _("open end")
        return _("best of {games}, swap sides").format(games=self.length)


def against(opponent: str) -> Setup:
    """You, moving first, against an opponent."""
    return Setup((HUMAN, opponent))
