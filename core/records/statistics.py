"""What the games of a person against engines come to: results, streaks, and accuracy as far as reviews have judged it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from core.errors import CoreError
from core.games import get
from core.players.opponents import ME
from core.records.equal import OwnStrength, own_strengths
from core.records.record import RECORD, Kind, Streaks
from core.review.verdicts import FAULTS
from core.store.judged import Judged
from core.store.store import Store
from core.tally import Tally

T = TypeVar("T")


@dataclass(frozen=True)
class Statistics:
    """The finished games of one person against engines."""

    results: Tally
    """All of them."""
    games: Mapping[str, Tally]
    """By the id of the game, the most played first."""
    opponents: Mapping[str, Tally]
    """By the text of the player, each with its level, the most played first."""
    seats: tuple[Tally, Tally]
    """By who moved first: the person, the engine."""
    streaks: Streaks
    """Runs of games with the same result."""
    judged: Judged
    """How right the person's moves were, where a review has judged them."""
    strengths: Mapping[str, OwnStrength]
    """By the id of the game, the person's own strength as games against one of their strength tell it."""
    others: int
    """Finished games of two people or two engines, which are in nothing else."""

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
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
    """The statistics of what is in a store, only of the games with the id of a ``game`` if one is named; the ``whole`` curve of
    each strength, or the end of it. Raises what the store raises, and GaveWay."""
    record = store.totals.of(RECORD, game)

    def by(name: Callable[[Kind], T]) -> dict[T, Tally]:
        found: dict[T, Tally] = {}
        for kind, tally in record.results.items():
            key = name(kind)
            found[key] = found.get(key, Tally()).plus(tally)
        return dict(sorted(found.items(), key=lambda item: -item[1].games))

    games, seats = by(lambda kind: kind[0]), by(lambda kind: kind[2])
    for id in games:
        if not _is_known(id):
            store.finished(id, 1)  # with it come its rules
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
    """Whether there are rules for a game."""
    try:
        return bool(get(id))
    except CoreError:
        return False
