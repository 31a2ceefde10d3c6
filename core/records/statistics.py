"""Statistics of a person against engines: results, streaks, strength, and reviewed accuracy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from core.errors import CoreError
from core.games import get
from core.players.opponents import ME
from core.records.equal import OwnStrength, own_strengths
from core.records.record import Kind, Record, Streaks
from core.review.verdicts import FAULTS
from core.store.judged import Judged
from core.store.store import Store
from core.tally import Tally

T = TypeVar("T")


@dataclass(frozen=True)
class Statistics:
    """Statistics of a person's finished games against engines."""

    results: Tally
    """The tally of all games."""
    games: Mapping[str, Tally]
    """Results by game id, the most played first."""
    opponents: Mapping[str, Tally]
    """Results by opponent, the most played first. Each level of an engine is an opponent."""
    seats: tuple[Tally, Tally]
    """Results by the first mover: the person, the engine."""
    streaks: Streaks
    """Runs of equal results."""
    judged: Judged
    """Accuracy of the person's moves in reviews."""
    strengths: Mapping[str, OwnStrength]
    """The person's strength by game id, from games against equal opponents."""
    others: int
    """Number of finished games between two people or two engines. They are counted nowhere else."""

    def to_json(self) -> dict[str, Any]:
        """The statistics as plain JSON values."""
        accuracy = self.judged.accuracy
        return {
            "results": self.results.to_json(),
            "games": {game: results.to_json() for game, results in self.games.items()},
            "opponents": {opponent: results.to_json() for opponent, results in self.opponents.items()},
            "seats": {"first": self.seats[0].to_json(), "second": self.seats[1].to_json()},
            "streaks": {
                "won": self.streaks.won,
                "unbeaten": self.streaks.unbeaten,
                "now": self.streaks.now,
                "last": self.streaks.last,
            },
            "accuracy": {
                "percent": accuracy.percent,
                "moves_judged": accuracy.judged,
                "faults": dict(zip(FAULTS, accuracy.faults, strict=True)),
                "games_reviewed": self.judged.games,
                "moves_in_them": self.judged.all_moves,
            },
            "strengths": {game: own.to_json() for game, own in self.strengths.items()},
            "others": self.others,
        }


def statistics(store: Store, game: str | None = None, whole: bool = False) -> Statistics:
    """Compute the statistics of all stored games or of one game id. ``whole`` gives each strength's whole curve, else
    its end. Raises GaveWay and the errors of the store."""
    record = store.totals.of(Record(), game)

    def by(name: Callable[[Kind], T]) -> dict[T, Tally]:
        return dict(sorted(record.by(name).items(), key=lambda item: -item[1].games))

    games, seats = by(lambda kind: kind[0]), by(lambda kind: kind[2])
    for id in games:
        if not _is_known(id):
            store.finished(id, 1)  # loads the rules that are stored with it
    return Statistics(
        record.tally,
        games,
        by(lambda kind: kind[1]),
        (seats.get(0, Tally()), seats.get(1, Tally())),
        record.streaks,
        store.judgements.of(game),
        own_strengths(store, {kind[0] for kind in record.results if kind[1] == ME}, whole),
        record.people + store.watched(game),
    )


def _is_known(id: str) -> bool:
    """Whether this version has rules for a game id."""
    try:
        return bool(get(id))
    except CoreError:
        return False
