"""An equal opponent: it plays at the person's rating, computed by Glicko-2.

Only finished games from the usual start without help are rated. Help is a hint, a move stopped by the teacher, a move
taken back, values shown or exchanged sides. A game in which no choice changes the result is not rated either. Each game
is a rating period against the opponent's strength, which its share interpolates between its two levels. The next
opponent plays at the person's rating, where about half of the points are expected, within the levels of the game. It is
weaker than these levels only for a person who has lost three games in a row. Sides alternate, also between rated games:
a game in which the person has the same side as in the last rated one is not rated, since the side alone decides some
games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from core.errors import CoreError
from core.foregone import foregone
from core.game import Game, Player
from core.games import get
from core.phrase import Phrase, phrase
from core.play.seats import Setup, person
from core.players.opponents import ME, Fitted, parse, unfitted
from core.records.glicko import RatedResult, Rating, updated
from core.records.strengths import NEW, first_met, strength_of, strengths
from core.store.rows import Stored
from core.store.store import Store
from core.strategies.levels import GENTLEST, Level, named

LEVEL_DEVIATION = 40.0
"""Rating deviation of a level. The table's intervals are a few percent wide."""
NORMAL_95 = 1.96
MIN_DEVIATION, MAX_DEVIATION = 150.0, 700.0
"""Bounds of a newcomer's rating deviation."""
_SLIGHT, _MUCH = 15.0, 80.0
"""Minimum change of strength, in rating points, called a little or much."""
MAX_RATED = 250
"""Maximum number of games remembered with their rating."""
LOST_IN_A_ROW = 3
"""Losses in a row that allow opponents below the offered levels."""


UNRATED = phrase("No choice changes the result of this game, so it is not rated.")
"""The reason shown for a game decided before it begins."""


class Rated(NamedTuple):
    """A rated game: the opponent's rating, the points made, and the rating after it."""

    opponent: float
    points: float
    after: Rating


def new(game: Game) -> Rating:
    """The rating of a newcomer: that of the first level met. Its deviation reaches the farther end of the levels."""
    ratings = strengths(game).values()
    spread = max(max(ratings) - NEW, NEW - min(ratings))
    return Rating(NEW, min(max(spread, MIN_DEVIATION), MAX_DEVIATION))


def strength(game: Game, opponent: Fitted) -> float:
    """The opponent's rating, interpolated between its two levels."""
    weaker, stronger = (strength_of(game, player.strength) for player in opponent.both)
    return weaker + (stronger - weaker) * opponent.share / 100


def rated(game: Game, results: Iterable[tuple[Fitted, float]], before: Rating | None = None) -> list[Rated]:
    """The ratings after each game against an opponent, oldest first. Each result is an opponent and the points made.
    Empty if no choice changes the result. ``before`` is the rating before the first game, None for a newcomer's."""
    made: list[Rated] = []
    at = before or new(game)
    for opponent, points in () if foregone(game) else results:
        against = strength(game, opponent)
        at = updated(at, [RatedResult(against, LEVEL_DEVIATION, points)])
        made.append(Rated(against, points, at))
    return made


def _helped(stored: Stored) -> bool:
    """The value of :attr:`core.play.match.Match.helped`, without asking the rules."""
    return any(stored.document.get(name) for name in ("lesson", "hints", "cautions"))


def _points(game: Game, stored: Stored) -> tuple[Fitted, float] | None:
    """The opponent and the points made. None if the game is not rated."""
    seat = person(stored.players)
    if seat is None or not stored.outcome or stored.start is not None or _helped(stored):
        return None
    try:
        opponent = parse(stored.players[1 - seat])
    except CoreError:
        return None
    if stored.game != game.id or not isinstance(opponent, Fitted) or not opponent.levels:
        return None
    winner = stored.outcome.winner
    return opponent, 0.5 if winner is None else float(winner == seat)


def counted(game: Game, finished: Iterable[Stored], side: Player | None = None) -> list[tuple[Fitted, float]]:
    """The opponent and points of each rated game, oldest first. ``finished`` has finished games of one game, oldest
    first, and ``side`` is the person's seat in the last rated game before them."""
    made = []
    for stored in finished:
        seat = person(stored.players)
        if seat != side and (found := _points(game, stored)):
            made.append(found)
            side = seat
    return made


@dataclass
class OwnStanding:
    """A person's rated games of one game, against equal opponents; a :class:`core.store.running.Total`."""

    game: Game
    """The rules."""
    games: int = 0
    """Number of rated games."""
    last: list[Rated] = field(default_factory=list)
    """The last rated games, MAX_RATED at most, the newest at the end."""
    lost: bool = False
    """Whether the person has ever lost LOST_IN_A_ROW rated games in a row."""
    seat: Player | None = None
    """The person's seat in the last finished game, rated or not."""
    side: Player | None = None
    """The person's seat in the last rated game."""
    newest: str = ""
    """The id of the last rated game."""

    name = "standing"
    watched = False

    def add(self, game: Stored) -> None:
        """Add one more game."""
        if ME in map(unfitted, game.players):
            self.seat = person(game.players)
        before = self.last[-1].after if self.last else None
        for each in rated(self.game, counted(self.game, [game], self.side), before):
            self.side, self.newest = person(game.players), game.id
            self.games += 1
            self.last.append(each)
            del self.last[:-MAX_RATED]
            self.lost = self.lost or _lost_in_a_row(self.last[-LOST_IN_A_ROW:])

    def to_json(self) -> Any:
        """The standing as plain JSON values."""
        last = [[each.opponent, each.points, *each.after] for each in self.last]
        seats = {"seat": self.seat, "side": self.side, "newest": self.newest}
        return {"games": self.games, "last": last, "lost": self.lost, **seats}

    def from_json(self, value: Any) -> OwnStanding:
        """The inverse of :meth:`to_json`."""
        last = [Rated(opponent, points, Rating(*after)) for opponent, points, *after in value["last"]]
        seats = value["seat"], value["side"], value["newest"]
        return OwnStanding(self.game, value["games"], last, value["lost"], *seats)


def standing(store: Store, game: Game) -> OwnStanding:
    """A person's standing in one game, from a store."""
    return store.totals.of(OwnStanding(game), game.id)


@dataclass
class RatingCurve:
    """All ratings of a person in one game; a :class:`core.store.running.Total`. It grows with the games, so only an
    export requests it."""

    game: Game
    """The rules."""
    ratings: list[int] = field(default_factory=list)
    """The rating after each rated game, oldest first."""
    at: Rating | None = None
    """The rating after the last rated game, None before the first."""
    side: Player | None = None
    """The person's seat in the last rated game."""

    name = "curve"
    watched = False

    def add(self, game: Stored) -> None:
        """Add one more game."""
        for each in rated(self.game, counted(self.game, [game], self.side), self.at):
            self.side = person(game.players)
            self.ratings.append(round(each.after.rating))
            self.at = each.after

    def to_json(self) -> Any:
        """The curve as plain JSON values."""
        return {"ratings": self.ratings, "at": self.at, "side": self.side}

    def from_json(self, value: Any) -> RatingCurve:
        """The inverse of :meth:`to_json`."""
        return RatingCurve(self.game, value["ratings"], value["at"] and Rating(*value["at"]), value["side"])


class OwnStrength(NamedTuple):
    """A person's strength in a game, as shown: the rating and half of its 95 % interval (``width``). ``games`` counts
    the rated games, and ``curve`` has the ratings after the last MAX_RATED of them, or after all."""

    rating: int
    width: int
    games: int
    curve: tuple[int, ...]

    @classmethod
    def of(cls, standing: OwnStanding) -> OwnStrength | None:
        """The strength of a standing, None before the first rated game."""
        if not standing.last:
            return None
        curve = tuple(round(each.after.rating) for each in standing.last)
        return cls(curve[-1], round(NORMAL_95 * standing.last[-1].after.deviation), standing.games, curve)

    def to_json(self) -> dict[str, Any]:
        """The strength as plain JSON values."""
        return {"rating": self.rating, "interval": self.width, "games": self.games, "curve": list(self.curve)}


def own_strengths(store: Store, ids: Iterable[str], whole: bool = False) -> dict[str, OwnStrength]:
    """The person's strength by game id, for games with rated games. ``whole`` gives the curve of all rated games, else
    of the last MAX_RATED."""
    found: dict[str, OwnStrength] = {}
    for id in ids:
        try:
            game = get(id)
        except CoreError:  # a game unknown to this version
            continue
        if own := OwnStrength.of(standing(store, game)):
            if whole and own.games > len(own.curve):
                own = own._replace(curve=tuple(store.totals.of(RatingCurve(game), id).ratings))
            found[id] = own
    return found


def fitted(game: Game, rating: float, gentle: bool = False) -> Fitted:
    """The opponent of a rating, within the levels of the game. A ``gentle`` one may be weaker than these levels."""
    ladder = [(name, at) for name, at in strengths(game).items() if gentle or name != GENTLEST.name]
    weaker = ladder[0]
    for stronger in ladder[1:]:
        if rating < stronger[1] or stronger is ladder[-1]:
            step = stronger[1] - weaker[1]
            share = round(100 * (rating - weaker[1]) / step) if step > 0 else 0
            return Fitted((named(weaker[0]), named(stronger[0])), min(max(share, 0), 100))
        weaker = stronger
    return Fitted((named(weaker[0]), named(weaker[0])))


def next_opponent(game: Game, games: Sequence[Rated], lost: bool = False) -> tuple[Fitted, Phrase]:
    """The next opponent after rated games, and the reason as a sentence. ``lost`` is whether the person lost
    LOST_IN_A_ROW games in a row before these."""
    if not games:
        first = first_met(game)
        reason = phrase("You are new here, so Play me begins at level {level}.", level=first.name)
        return Fitted((first, first)), UNRATED if foregone(game) else reason
    opponent = fitted(game, games[-1].after.rating, lost or _lost_in_a_row(games))
    before, change = fitted(game, games[-1].opponent, gentle=True), strength(game, opponent) - games[-1].opponent
    return opponent, phrase(
        "{how}: {why}.", how=_moved(before.nearest, opponent.nearest) or _how(change), why=_why(games)
    )


def _lost_in_a_row(games: Sequence[Rated]) -> bool:
    """Whether the person has ever lost LOST_IN_A_ROW games in a row."""
    run = 0
    for game in games:
        run = run + 1 if game.points == 0 else 0
        if run == LOST_IN_A_ROW:
            return True
    return False


def _moved(before: Level, now: Level) -> Phrase | None:
    """The change of level, None if there is none."""
    return None if before == now else phrase("Level {before} -> {now}", before=before.name, now=now.name)


def _how(change: float) -> Phrase:
    if abs(change) < _SLIGHT:
        return phrase("As strong as before")
    if change > 0:
        return phrase("A little stronger") if change < _MUCH else phrase("Stronger")
    return phrase("A little weaker") if change > -_MUCH else phrase("Weaker")


def _why(games: Sequence[Rated]) -> Phrase:
    """The run of results that led to the change."""
    last, run = games[-1].points, 0
    for game in reversed(games):
        if game.points != last:
            break
        run += 1
    if last == 0.5:
        return phrase("the last game was drawn") if run == 1 else phrase("the last {count} were drawn", count=run)
    if last > 0.5:
        return phrase("you won the last game") if run == 1 else phrase("you won the last {count}", count=run)
    return phrase("you lost the last game") if run == 1 else phrase("you lost the last {count}", count=run)


def seated(setup: Setup, game: Game, store: Store, begun: bool = False) -> Setup:
    """The set-up with its equal opponent fitted to the person's rating. If neither the set-up nor a planned series
    decides who begins, the person does not keep the seat of the last game, unless a series has ``begun``. Unchanged
    without an equal opponent."""
    if ME not in map(unfitted, setup.seats) or person(setup.seats) is None:
        return setup
    now = standing(store, game)
    opponent, reason = next_opponent(game, now.last, now.lost)
    first, second = (opponent.text if unfitted(text) == ME else text for text in setup.seats)
    if not begun and setup.begins is None and not setup.length and person(setup.seats) == now.seat:
        first, second = second, first
    return replace(setup, seats=(first, second), said=reason, unrated=None if foregone(game) else now.side)
