"""What the games of a person against engines come to: results, streaks, and accuracy as far as reviews have judged it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from core.errors import CoreError
from core.game import Player
from core.play.match import Match
from core.play.seats import against_engine
from core.players.opponents import unfitted
from core.review.verdicts import FAULTS, Accuracy
from core.store.equal import OwnStrength, own_strengths
from core.store.rows import Stored

T = TypeVar("T")


@dataclass(frozen=True)
class Tally:
    """Games won, drawn and lost by the person."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @classmethod
    def of(cls, results: Sequence[int]) -> Tally:
        """Tally +1, 0 and -1, counted."""
        return cls(results.count(1), results.count(0), results.count(-1))


@dataclass(frozen=True)
class Streaks:
    """The longest runs of games in a row that were won, and that were not lost; ``now`` how many of the last ones had the same
    result ``last``, +1, 0 or -1."""

    won: int = 0
    unbeaten: int = 0
    now: int = 0
    last: int | None = None


@dataclass(frozen=True)
class Judged:
    """How well the person played, over the ``games`` and moves that a review has judged, of ``all_moves`` that the person made
    in those games."""

    accuracy: Accuracy = field(default_factory=lambda: Accuracy(0))
    games: int = 0
    all_moves: int = 0


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
            "results": _plain(self.results),
            "games": {game: _plain(results) for game, results in self.games.items()},
            "opponents": {opponent: _plain(results) for opponent, results in self.opponents.items()},
            "seats": {"first": _plain(self.seats[0]), "second": _plain(self.seats[1])},
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


def statistics(finished: Iterable[Stored], game: str | None = None) -> Statistics:
    """The statistics of finished games, newest first as the store has them; only those with the id of a ``game``, if one is
    named."""
    chosen = [kept for kept in finished if kept.outcome and game in (None, kept.game)]
    chosen.reverse()
    mine = [(kept, seat) for kept in chosen if (seat := against_engine(kept.players)) is not None]
    results = [_result(kept, seat) for kept, seat in mine]
    both = list(zip(mine, results, strict=True))

    def by(name: Callable[[Stored, Player], T]) -> dict[T, Tally]:
        found: dict[T, list[int]] = {}
        for (kept, seat), result in both:
            found.setdefault(name(kept, seat), []).append(result)
        counted = {key: Tally.of(of_key) for key, of_key in found.items()}
        return dict(sorted(counted.items(), key=lambda item: -item[1].games))

    seats = by(lambda kept, seat: seat)
    return Statistics(
        Tally.of(results),
        by(lambda kept, seat: kept.game),
        by(lambda kept, seat: unfitted(kept.players[1 - seat])),
        (seats.get(0, Tally()), seats.get(1, Tally())),
        _streaks(results),
        _judged(mine),
        own_strengths(reversed(chosen)),
        len(chosen) - len(mine),
    )


def _plain(results: Tally) -> dict[str, int]:
    return {"games": results.games, "wins": results.wins, "draws": results.draws, "losses": results.losses}


def _result(kept: Stored, seat: Player) -> int:
    assert kept.outcome, "only finished games are counted"
    winner = kept.outcome.winner
    return 0 if winner is None else 1 if winner == seat else -1


def _streaks(results: Sequence[int]) -> Streaks:
    """The runs in results from the oldest to the newest."""
    if not results:
        return Streaks()
    last = results[-1]
    now = _longest(results, lambda result: result == last)[1]
    return Streaks(
        _longest(results, lambda result: result > 0)[0], _longest(results, lambda result: result >= 0)[0], now, last
    )


def _longest(results: Sequence[int], fits: Callable[[int], bool]) -> tuple[int, int]:
    """How long the longest run is of results that fit, and the one at the end."""
    longest = run = 0
    for result in results:
        run = run + 1 if fits(result) else 0
        longest = max(longest, run)
    return longest, run


def marks_of_seat(kept: Stored, seat: Player) -> list[str | None]:
    """What a review has said of each move of a seat, None where it knew too little; empty where there was none, or where the
    texts of the game make none any more."""
    if not kept.marks:
        return []
    try:
        turns = [position.turn for position in Match.from_json(kept.document).positions]
    except CoreError:
        return []
    return [mark for mark, turn in zip(kept.marks, turns, strict=False) if turn == seat]


def _judged(mine: Iterable[tuple[Stored, Player]]) -> Judged:
    """What reviews say of the person's own moves."""
    games = moves = 0
    marks: list[str | None] = []
    for kept, seat in mine:
        own = marks_of_seat(kept, seat)
        known = any(mark is not None for mark in own)
        games += known
        moves += len(own) if known else 0
        marks += own
    return Judged(Accuracy.of(marks), games, moves)
