"""A person's record against engines, as a running total."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass, field
from typing import Any, TypeAlias, TypeVar

from core.game import Player
from core.play.seats import against_engine
from core.players.opponents import unfitted
from core.store.rows import Stored
from core.tally import Tally, add_tally

T = TypeVar("T")

LAST_RESULTS = 12
"""Number of results listed one by one."""
Kind: TypeAlias = tuple[str, str, Player]
"""Game id, opponent without its fitted strength, and the person's seat."""


@dataclass(frozen=True)
class Streaks:
    """Runs of results in consecutive games. ``won`` and ``unbeaten`` are the longest runs of wins, and of games without
    a loss; ``winning`` and ``holding`` are the current ones. ``now`` is the number of latest games with the result
    ``last``: +1, 0 or -1."""

    won: int = 0
    unbeaten: int = 0
    now: int = 0
    last: int | None = None
    winning: int = 0
    holding: int = 0

    def after(self, result: int) -> Streaks:
        """The runs after one more game."""
        winning = self.winning + 1 if result > 0 else 0
        holding = self.holding + 1 if result >= 0 else 0
        now = self.now + 1 if result == self.last else 1
        return Streaks(max(self.won, winning), max(self.unbeaten, holding), now, result, winning, holding)


@dataclass
class Record:
    """Results against engines by kind, a :class:`core.store.running.Total`. The kinds are in the order of their first
    games. ``last`` has the latest results, the newest at the end. ``people`` counts the games between people, which are
    counted nowhere else."""

    results: dict[Kind, Tally] = field(default_factory=dict)
    streaks: Streaks = Streaks()
    last: tuple[int, ...] = ()
    people: int = 0

    name = "record"
    watched = False

    @property
    def tally(self) -> Tally:
        """The tally of all games."""
        return Tally.sum(self.results.values())

    def by(self, part: Callable[[Kind], T]) -> dict[T, Tally]:
        """The tallies by a part of the kind."""
        found: dict[T, Tally] = {}
        for kind, tally in self.results.items():
            add_tally(found, part(kind), tally)
        return found

    def add(self, game: Stored) -> None:
        """Add one more game. A game that replays moves of another does not count."""
        if game.retried:
            return
        seat = against_engine(game.players)
        if seat is None or not game.outcome:
            self.people += 1
            return
        one = Tally.of(game.outcome.winner, seat)
        result = one.wins - one.losses
        add_tally(self.results, (game.game, unfitted(game.players[1 - seat]), seat), one)
        self.streaks = self.streaks.after(result)
        self.last = (*self.last, result)[-LAST_RESULTS:]

    def to_json(self) -> Any:
        """The record as plain JSON values."""
        return {
            "results": [[*kind, *tally] for kind, tally in self.results.items()],
            "streaks": astuple(self.streaks),
            "last": self.last,
            "people": self.people,
        }

    @classmethod
    def from_json(cls, value: Any) -> Record:
        """The inverse of :meth:`to_json`."""
        results = {(game, opponent, seat): Tally(*counts) for game, opponent, seat, *counts in value["results"]}
        return cls(results, Streaks(*value["streaks"]), tuple(value["last"]), int(value["people"]))
