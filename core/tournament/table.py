"""The crosstable: what the games of a tournament come to so far.

All games are points. Strengths, their intervals and the test count equal games once: two players of whom neither picks moves
blindly play one game again and again from one opening, and nothing is known better by that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from core.game import Move, Player
from core.players.opponents import parse
from core.tally import Tally
from core.tournament.bout import PlayedGame
from core.tournament.plan import Fixture, TournamentPlan
from core.tournament.ratings import Pair, RatingDecision, Ratings, SequentialTest, Strength


class TableRow(NamedTuple):
    """A player in the table: the index, all games, what was made against each player in the order of the rows (None where
    they do not meet), and their strength, None while they have not played."""

    player: int
    score: Tally
    against: tuple[Tally | None, ...]
    strength: Strength | None


class HeadToHead(NamedTuple):
    """How two that meet stand: the score of the first, how many of the games are different, by how much that player is
    stronger, None before a game, and what the test says with the logarithm of its likelihood ratio."""

    score: Tally
    different: int
    ahead: Strength | None
    verdict: RatingDecision | None
    ratio: float


_PlayedSame: TypeAlias = tuple[bool, str | None, tuple[Move, ...], Player | None]
"""What is the same in equal games of two: whether the sides are swapped, the start, the moves and the winner."""


@dataclass
class _Meeting:
    """The games between two; ``by_chance`` if equal ones count each. By pair the half points of the first and how many games
    they are of, once of all games and once of those that count; the number of the first of equal games; and the test of the
    pairs that are whole with all before them."""

    by_chance: bool
    score: Tally = field(default_factory=Tally)
    pairs: dict[int, tuple[int, int]] = field(default_factory=dict)
    counted: dict[int, tuple[int, int]] = field(default_factory=dict)
    firsts: dict[_PlayedSame, int] = field(default_factory=dict)
    counts: list[int] = field(default_factory=lambda: [0] * 5)
    tested: int = 0
    ratio: float = 0.0
    verdict: RatingDecision | None = None

    @property
    def different(self) -> int:
        """How many games count."""
        return self.score.games if self.by_chance else len(self.firsts)

    def test(self, test: SequentialTest) -> None:
        """Go on with the test. A game that ends early must not count before longer ones, which may end otherwise, so pairs are
        taken in their order; what comes after the decision changes nothing. A pair in which both games were played before is
        left out."""
        while self.verdict is None and self.pairs.get(self.tested, (0, 0))[1] == 2:
            if self.tested in self.counted:
                self.counts[self.pairs[self.tested][0]] += 1
            self.tested += 1
            self.ratio = test.ratio(self.counts)
            self.verdict = test.verdict(self.ratio)


class CrossTable:
    """The games that are over, in whatever order they came."""

    def __init__(self, plan: TournamentPlan, games: Iterable[PlayedGame] = ()) -> None:
        self.plan = plan
        self.numbers: set[int] = set()
        """The games that are in it."""
        by_chance = [bool((player := parse(text)) and player.by_chance) for text in plan.players]
        self._meetings = {(a, b): _Meeting(by_chance[a] or by_chance[b]) for a, b in plan.meetings}
        self._pairs: Counter[Pair] = Counter()
        for played in games:
            self.add(played)

    def add(self, played: PlayedGame) -> None:
        """Count a game, which is not counted yet."""
        fixture = self.plan.fixture(played.number)
        assert played.match.outcome, "it is over"
        self.numbers.add(played.number)
        winner = played.match.outcome.winner
        made = Tally.of(winner, 1 if fixture.swapped else 0)
        half_points = round(2 * made.points)
        a, b = fixture.meeting
        meeting = self._meetings[a, b]
        meeting.score = meeting.score.plus(made)
        before, games = meeting.pairs.get(fixture.pair, (0, 0))
        meeting.pairs[fixture.pair] = (before + half_points, games + 1)
        self._count(fixture, (fixture.swapped, played.match.start, tuple(played.match.moves), winner), half_points)
        if self.plan.test:
            meeting.test(self.plan.test)

    def _count(self, fixture: Fixture, played: _PlayedSame, half_points: int) -> None:
        """Count a game unless it was played before; of equal ones that come in whatever order the one with the least number."""
        meeting = self._meetings[fixture.meeting]
        if not meeting.by_chance:
            first = meeting.firsts.get(played, fixture.number)
            if first < fixture.number:
                return
            meeting.firsts[played] = fixture.number
            if first > fixture.number:
                self._change(self.plan.fixture(first), -half_points, -1)
        self._change(fixture, half_points, 1)

    def _change(self, fixture: Fixture, half_points: int, games: int) -> None:
        """Take a game into its pair, or out of it."""
        counted = self._meetings[fixture.meeting].counted
        a, b = fixture.meeting
        before, of = counted.pop(fixture.pair, (0, 0))
        if of:
            self._pairs[Pair(a, b, before / 2, of)] -= 1
        if of + games:
            counted[fixture.pair] = (before + half_points, of + games)
            self._pairs[Pair(a, b, (before + half_points) / 2, of + games)] += 1

    def decided(self, meeting: tuple[int, int]) -> bool:
        """Whether the test has decided between two."""
        return self._meetings[meeting].verdict is not None

    @property
    def different(self) -> int:
        """How many of the games are different, those between players by chance each."""
        return sum(meeting.different for meeting in self._meetings.values())

    @property
    def over(self) -> bool:
        """Whether there is nothing left to play."""
        return all(meeting.verdict or meeting.score.games == self.plan.games for meeting in self._meetings.values())

    @property
    def rows(self) -> list[TableRow]:
        """The table, the strongest first."""
        count = len(self.plan.players)
        ratings = Ratings(count, self.plan.meetings, dict(sorted(self._pairs.items())))
        scores = [
            Tally.sum(filter(None, (self.score(player, other) for other in range(count)))) for player in range(count)
        ]
        strengths = [ratings.of(player) if scores[player].games else None for player in range(count)]
        order = sorted(range(count), key=lambda player: -(s.elo if (s := strengths[player]) else 0.0))
        return [
            TableRow(player, scores[player], tuple(self.score(player, other) for other in order), strengths[player])
            for player in order
        ]

    def score(self, player: int, other: int) -> Tally | None:
        """What one player has made against another, None where they do not meet."""
        if (player, other) in self._meetings:
            return self._meetings[player, other].score
        if (other, player) in self._meetings:
            return -self._meetings[other, player].score
        return None

    def standing(self, meeting: tuple[int, int]) -> HeadToHead:
        """How two that meet stand, by the games between them alone."""
        found = self._meetings[meeting]
        pairs = {pair._replace(first=0, second=1): n for pair, n in sorted(self._pairs.items()) if pair[:2] == meeting}
        ahead = Ratings(2, [(0, 1)], pairs).between(0, 1) if found.score.games else None
        return HeadToHead(found.score, found.different, ahead, found.verdict, found.ratio)

    def to_json(self) -> dict[str, Any]:
        """The table as plain values."""
        players = self.plan.players
        return {
            **self.plan.to_json(),
            "played": len(self.numbers),
            "different": self.different,
            "over": self.over,
            "table": [
                {"player": players[row.player], **_tally(row.score), **_interval(row.strength)} for row in self.rows
            ],
            "meetings": [
                {
                    "players": [players[a], players[b]],
                    **_tally(standing.score),
                    "different": standing.different,
                    **_interval(standing.ahead),
                    **({"verdict": standing.verdict, "ratio": standing.ratio} if self.plan.test else {}),
                }
                for a, b in self.plan.meetings
                for standing in [self.standing((a, b))]
            ],
        }


def _tally(score: Tally) -> dict[str, Any]:
    return {**score.to_json(), "points": score.points}


def _interval(strength: Strength | None) -> dict[str, Any]:
    if strength is None:
        return {"elo": None, "low": None, "high": None}
    return {"elo": round(strength.elo, 1), "low": round(strength.low, 1), "high": round(strength.high, 1)}
