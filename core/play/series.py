"""Series: the score of several games between the same two players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal, TypeAlias, get_args

from core.game import Player
from core.position import Outcome, other
from core.tally import Tally

Begins: TypeAlias = Literal["first", "turns", "loser", "lot"]
"""The player who moves first: always the first player, both in turns, the loser of the last game (after a draw the
player who did not make its last move, as in the program of Fernández 2021), or a random player."""
LISTED = 50
"""Maximum number of results that a series without end lists: each of its games is saved with those before it, and there
may be thousands."""


@dataclass(frozen=True)
class Series:
    """The games between two players so far, and what is planned."""

    players: tuple[str, str]
    """Their texts. The first one has the first seat in the first game."""
    length: int = 0
    """Number of planned games; 0 for no end."""
    results: tuple[Player | None, ...] = ()
    """For each game the index of its winner in ``players``; None for a draw."""
    all_games: bool = False
    """Whether every planned game is played, even if one player can no longer be overtaken."""
    begins: Begins | None = None
    """The player who moves first; None for the usual order: in turns if games are planned, otherwise the first
    player."""
    firsts: tuple[Player, ...] = ()
    """The index of the player who moves first, game by game, as far as ``begins`` does not decide it."""
    earlier: Tally = field(default_factory=Tally)
    """The games of the first player before those that are listed."""

    @property
    def played(self) -> int:
        """Number of games played."""
        return self.earlier.games + len(self.results)

    @property
    def under_way(self) -> bool:
        """Whether some, but not all, of the planned games have been played."""
        return bool(self.length and self.results) and not self.over

    @property
    def first(self) -> Player:
        """The player who moves first in the next game."""
        return self.first_of(self.played + 1)

    def first_of(self, number: int) -> Player:
        """The player who moves first in a game, counted from 1, that is listed or the next one."""
        listed = number - self.earlier.games
        if listed <= len(self.firsts):
            return self.firsts[listed - 1]
        match self.begins or ("turns" if self.length else "first"):
            case "turns":
                return 1 if number % 2 == 0 else 0
            case "loser" if number > 1:
                winner = self.results[listed - 2]
                return other(self.first_of(number - 1) if winner is None else winner)
            case _:
                return 0

    @property
    def seats(self) -> tuple[str, str]:
        """The players by seat in the next game."""
        return self.players if self.first == 0 else (self.players[1], self.players[0])

    def tally(self, player: Player) -> Tally:
        """The results of one of the players."""
        first = self.earlier.plus(_tally(self.results))
        return -first if player else first

    @property
    def wins(self) -> tuple[int, int]:
        """Games won by each player."""
        return self.tally(0).wins, self.tally(1).wins

    @property
    def draws(self) -> int:
        """Number of drawn games."""
        return self.tally(0).draws

    @property
    def over(self) -> bool:
        """Whether all planned games have been played, or the remaining ones can no longer change the winner."""
        left = self.length - self.played
        first, second = self.wins
        return self.length > 0 and (left <= 0 or (abs(first - second) > left and not self.all_games))

    def swapped(self) -> Series:
        """The series with the players in the other order."""
        results = tuple(None if winner is None else other(winner) for winner in self.results)
        firsts = tuple(other(player) for player in self.firsts)
        players = self.players[1], self.players[0]
        return replace(self, players=players, results=results, firsts=firsts, earlier=-self.earlier)

    def flipped(self) -> Series:
        """The series with the other player moving first in the next game."""
        return replace(self, firsts=(*self._begun_by, other(self.first)))

    def turned(self) -> Series:
        """The series in which the player who did not move first in the last game does so in the next one."""
        begun = self._begun_by
        return replace(self, firsts=(*begun, other(begun[-1]))) if begun else self

    def drawing(self, random: Random) -> Series:
        """The series with a random player to move first in the next game, if ``begins`` says so."""
        if self.begins != "lot":
            return self
        lot: Player = random.choice((0, 1))
        return replace(self, firsts=(*self._begun_by, lot))

    def after(self, outcome: Outcome, last: Player | None = None) -> Series:
        """The series after the next game has ended with ``outcome``; ``last`` is the seat that made the last move, None
        without one."""
        seat, first = outcome.winner, self.first
        winner = seat if seat is None or first == 0 else other(seat)
        series = replace(self, results=(*self.results, winner))
        if not self.length:
            series = series._shortened()
        if self.begins != "loser" or winner is not None or last is None:
            return series
        waited = other(last) if first == 0 else last
        return replace(series, firsts=(*series._begun_by, waited))

    @property
    def _begun_by(self) -> tuple[Player, ...]:
        """The player who moved first in each of the listed games."""
        return tuple(self.first_of(number) for number in range(self.earlier.games + 1, self.played + 1))

    def _shortened(self) -> Series:
        """The series with at most LISTED games listed."""
        gone = self.results[:-LISTED]
        if not gone:
            return self
        earlier = self.earlier.plus(_tally(gone))
        return replace(self, results=self.results[-LISTED:], firsts=self._begun_by[-LISTED:], earlier=earlier)

    def to_json(self) -> dict[str, Any]:
        """The series as plain JSON values."""
        return {
            "players": list(self.players),
            "length": self.length,
            "results": list(self.results),
            "every": self.all_games,
            "begins": self.begins,
            "firsts": list(self.firsts),
            "earlier": [self.earlier.wins, self.earlier.losses, self.earlier.draws],
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Series:
        """The inverse of :meth:`to_json`. Values that earlier versions did not have may be missing. Raises ValueError
        or TypeError."""
        facts = dict(document)
        series = cls(all_games=facts.pop("every", False), **facts)
        first, second = series.players
        won, lost, drawn = series.earlier
        results, firsts = tuple(series.results), tuple(series.firsts)
        if not all(isinstance(count, int) and count >= 0 for count in (won, lost, drawn)):
            raise ValueError(series.earlier)
        if not set(results) <= {0, 1, None} or not set(firsts) <= {0, 1}:
            raise ValueError(results)
        if not isinstance(series.length + series.all_games, int) or series.begins not in (None, *get_args(Begins)):
            raise ValueError(series.begins)
        "".join((first, second)).encode()
        return replace(series, players=(first, second), results=results, firsts=firsts, earlier=Tally(won, drawn, lost))


def _tally(results: Sequence[Player | None]) -> Tally:
    """The results as the first player counts them."""
    return Tally(results.count(0), results.count(None), results.count(1))
