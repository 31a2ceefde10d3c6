"""The record of a person: what their games against engines came to, as a running total."""

from __future__ import annotations

from dataclasses import astuple, dataclass, field
from typing import Any, TypeAlias

from core.game import Player
from core.play.seats import against_engine
from core.players.opponents import unfitted
from core.store.rows import Stored
from core.tally import Tally

LAST_RESULTS = 12
"""Number of results that a record lists one by one."""
Kind: TypeAlias = tuple[str, str, Player]
"""Game id, text of the opponent without its strength of the day, and seat of the person."""


@dataclass(frozen=True)
class Streaks:
    """The longest runs of games in a row that were won, and that were not lost; ``now`` how many of the last ones had the same
    result ``last``, +1, 0 or -1. ``winning`` and ``holding`` are how many of the last ones were won, and not lost."""

    won: int = 0
    unbeaten: int = 0
    now: int = 0
    last: int | None = None
    winning: int = 0
    holding: int = 0

    def after(self, result: int) -> Streaks:
        """The runs after one game more."""
        winning = self.winning + 1 if result > 0 else 0
        holding = self.holding + 1 if result >= 0 else 0
        now = self.now + 1 if result == self.last else 1
        return Streaks(max(self.won, winning), max(self.unbeaten, holding), now, result, winning, holding)


@dataclass
class Record:
    """Results by kind, in the order in which each kind was first played; the ``last`` results, the newest at the end; and the
    number of games of two people, which are in nothing else."""

    results: dict[Kind, Tally] = field(default_factory=dict)
    streaks: Streaks = Streaks()
    last: tuple[int, ...] = ()
    people: int = 0

    @property
    def tally(self) -> Tally:
        """All games."""
        return Tally.sum(self.results.values())


class RecordTotal:
    """A :class:`core.store.running.Total`."""

    name = "record"
    watched = False

    def begin(self) -> Record:
        """No game."""
        return Record()

    def add(self, total: Record, game: Stored) -> Record:
        """One game more, unless it plays on from the moves of one that has counted."""
        if game.retried:
            return total
        seat = against_engine(game.players)
        if seat is None or not game.outcome:
            total.people += 1
            return total
        one = Tally.of(game.outcome.winner, seat)
        result = one.wins - one.losses
        kind = (game.game, unfitted(game.players[1 - seat]), seat)
        total.results[kind] = total.results.get(kind, Tally()).plus(one)
        total.streaks = total.streaks.after(result)
        total.last = (*total.last, result)[-LAST_RESULTS:]
        return total

    def to_json(self, total: Record) -> Any:
        """The record as plain values."""
        return {
            "results": [[*kind, *tally] for kind, tally in total.results.items()],
            "streaks": astuple(total.streaks),
            "last": total.last,
            "people": total.people,
        }

    def from_json(self, value: Any) -> Record:
        """The inverse of :meth:`to_json`."""
        results = {(game, opponent, seat): Tally(*counts) for game, opponent, seat, *counts in value["results"]}
        return Record(results, Streaks(*value["streaks"]), tuple(value["last"]), int(value["people"]))


RECORD = RecordTotal()
