"""An opponent of one's own strength: what a person's games with it say of them, and how strong it plays next.

Only finished games from the usual start count, in which nobody had help: a game with a hint, a move taken back, values shown
or sides exchanged is a lesson. A game in which no choice changes the result says nothing of anybody, and is not rated. Each
game is a period of Glicko-2 against the strength that the opponent had, which is that of its two levels in their share. The
next game is at the strength of the person's rating, where about half of the points are to be had, within the levels of the
game; below them only for a person who has lost three games in a row. Person and opponent take turns in beginning, also in what
is rated: a game in which the person had the same side as in the last rated one is not rated, since the side alone decides some
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
"""How sure the rating of a level is: an interval of some percent, as the table has them."""
NORMAL_95 = 1.96
MIN_DEVIATION, MAX_DEVIATION = 150.0, 700.0
"""Bounds of what is thought of who is new."""
_SLIGHT, _MUCH = 15.0, 80.0
"""From so many points on the next game is a little stronger, or much."""
MAX_RATED = 250
"""Number of games of which each is remembered with its rating."""
LOST_IN_A_ROW = 3
"""Lost games in a row after which an opponent may be weaker than all levels that are offered."""


UNRATED = phrase("No choice changes the result of this game, so it is not rated.")
"""Said of a game that is decided before it begins."""


class Rated(NamedTuple):
    """A game that counts: how strong the opponent was, the points made, and the rating after it."""

    opponent: float
    points: float
    after: Rating


def new(game: Game) -> Rating:
    """What is thought of somebody who is new: as strong as the level that they meet, give or take the way to the farther end of
    the ladder."""
    ratings = strengths(game).values()
    spread = max(max(ratings) - NEW, NEW - min(ratings))
    return Rating(NEW, min(max(spread, MIN_DEVIATION), MAX_DEVIATION))


def strength(game: Game, opponent: Fitted) -> float:
    """The rating at which it plays: that of its levels in their share."""
    weaker, stronger = (strength_of(game, player.strength) for player in opponent.both)
    return weaker + (stronger - weaker) * opponent.share / 100


def rated(game: Game, results: Iterable[tuple[Fitted, float]], before: Rating | None = None) -> list[Rated]:
    """The ratings after each of some games against opponents, with the points made, the oldest first; none where no choice
    changes the result. ``before`` is the rating before the first of them, None for that of a newcomer."""
    made: list[Rated] = []
    at = before or new(game)
    for opponent, points in () if foregone(game) else results:
        against = strength(game, opponent)
        at = updated(at, [RatedResult(against, LEVEL_DEVIATION, points)])
        made.append(Rated(against, points, at))
    return made


def _helped(stored: Stored) -> bool:
    """As :attr:`core.play.match.Match.helped`, without asking the rules."""
    return any(stored.document.get(name) for name in ("lesson", "hints", "cautions"))


def _points(game: Game, stored: Stored) -> tuple[Fitted, float] | None:
    """The opponent and the points made in a finished game; None for one that says nothing of a person's strength."""
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
    """The games that count, of finished ones of a game with the oldest first: the opponent and the points made. ``side`` is the
    seat of the person in the last one that counts before them."""
    made = []
    for stored in finished:
        seat = person(stored.players)
        if seat != side and (found := _points(game, stored)):
            made.append(found)
            side = seat
    return made


@dataclass
class OwnStanding:
    """What the games of a person with opponents of their own strength come to, in one game."""

    games: int = 0
    """Number of games that count."""
    last: list[Rated] = field(default_factory=list)
    """The last of them, MAX_RATED at most, the newest at the end."""
    lost: bool = False
    """Whether the person has ever lost LOST_IN_A_ROW of them one after the other."""
    seat: Player | None = None
    """The seat of the person in the last finished game, whether it counts or not."""
    side: Player | None = None
    """The seat of the person in the last game that counts."""
    newest: str = ""
    """The id of the last game that counts."""


class StandingTotal:
    """A :class:`core.store.running.Total` of one game."""

    name = "standing"
    watched = False

    def __init__(self, game: Game) -> None:
        self.game = game

    def begin(self) -> OwnStanding:
        """No game."""
        return OwnStanding()

    def add(self, total: OwnStanding, game: Stored) -> OwnStanding:
        """One game more."""
        if ME in map(unfitted, game.players):
            total.seat = person(game.players)
        before = total.last[-1].after if total.last else None
        for each in rated(self.game, counted(self.game, [game], total.side), before):
            total.side, total.newest = person(game.players), game.id
            total.games += 1
            total.last.append(each)
            del total.last[:-MAX_RATED]
            total.lost = total.lost or _lost_in_a_row(total.last[-LOST_IN_A_ROW:])
        return total

    def to_json(self, total: OwnStanding) -> Any:
        """The standing as plain values."""
        last = [[each.opponent, each.points, *each.after] for each in total.last]
        seats = {"seat": total.seat, "side": total.side, "newest": total.newest}
        return {"games": total.games, "last": last, "lost": total.lost, **seats}

    def from_json(self, value: Any) -> OwnStanding:
        """The inverse of :meth:`to_json`."""
        last = [Rated(opponent, points, Rating(*after)) for opponent, points, *after in value["last"]]
        seats = value["seat"], value["side"], value["newest"]
        return OwnStanding(value["games"], last, value["lost"], *seats)


def standing(store: Store, game: Game) -> OwnStanding:
    """How a person stands, by the games in a store."""
    return store.totals.of(StandingTotal(game), game.id)


@dataclass
class RatingCurve:
    """All ratings of a person in one game."""

    ratings: list[int] = field(default_factory=list)
    """The rating after each game that counts, the oldest first."""
    at: Rating | None = None
    """The rating after the last of them; None before the first."""
    side: Player | None = None
    """The seat of the person in the last of them."""


class CurveTotal:
    """A :class:`core.store.running.Total` of one game. It grows with the games, so only an export asks for it."""

    name = "curve"
    watched = False

    def __init__(self, game: Game) -> None:
        self.game = game

    def begin(self) -> RatingCurve:
        """No game."""
        return RatingCurve()

    def add(self, total: RatingCurve, game: Stored) -> RatingCurve:
        """One game more."""
        for each in rated(self.game, counted(self.game, [game], total.side), total.at):
            total.side = person(game.players)
            total.ratings.append(round(each.after.rating))
            total.at = each.after
        return total

    def to_json(self, total: RatingCurve) -> Any:
        """The curve as plain values."""
        return {"ratings": total.ratings, "at": total.at, "side": total.side}

    def from_json(self, value: Any) -> RatingCurve:
        """The inverse of :meth:`to_json`."""
        return RatingCurve(value["ratings"], value["at"] and Rating(*value["at"]), value["side"])


class OwnStrength(NamedTuple):
    """What is told of a person's strength in a game: the rating with half of its 95 % interval, after how many games that
    count, and the ratings after each of these, or after the last MAX_RATED of them."""

    rating: int
    width: int
    games: int
    curve: tuple[int, ...]

    @classmethod
    def of(cls, standing: OwnStanding) -> OwnStrength | None:
        """None before the first game that counts."""
        if not standing.last:
            return None
        curve = tuple(round(each.after.rating) for each in standing.last)
        return cls(curve[-1], round(NORMAL_95 * standing.last[-1].after.deviation), standing.games, curve)

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {"rating": self.rating, "interval": self.width, "games": self.games, "curve": list(self.curve)}


def own_strengths(store: Store, ids: Iterable[str], whole: bool = False) -> dict[str, OwnStrength]:
    """By the id of each of some games, the strength of the person, where it is known; with the ``whole`` curve or the last
    MAX_RATED ratings of it."""
    found: dict[str, OwnStrength] = {}
    for id in ids:
        try:
            game = get(id)
        except CoreError:  # a game that only another version knows
            continue
        if own := OwnStrength.of(standing(store, game)):
            if whole and own.games > len(own.curve):
                own = own._replace(curve=tuple(store.totals.of(CurveTotal(game), id).ratings))
            found[id] = own
    return found


def fitted(game: Game, rating: float, gentle: bool = False) -> Fitted:
    """An opponent of a strength, as far as the levels of the game go; ``gentle`` where it may be weaker than they are."""
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
    """The opponent of a person after the games that count, and the reason, in a sentence; ``lost`` if the person has lost
    LOST_IN_A_ROW before these."""
    if not games:
        first = first_met(game)
        said = phrase("You are new here: it begins at level {level}.", level=first.name)
        return Fitted((first, first)), UNRATED if foregone(game) else said
    opponent = fitted(game, games[-1].after.rating, lost or _lost_in_a_row(games))
    before, change = fitted(game, games[-1].opponent, gentle=True), strength(game, opponent) - games[-1].opponent
    return opponent, phrase(
        "{how}: {why}.", how=_moved(before.nearest, opponent.nearest) or _how(change), why=_why(games)
    )


def _lost_in_a_row(games: Sequence[Rated]) -> bool:
    """Whether the person has ever lost that many games one after the other."""
    run = 0
    for game in games:
        run = run + 1 if game.points == 0 else 0
        if run == LOST_IN_A_ROW:
            return True
    return False


def _moved(before: Level, now: Level) -> Phrase | None:
    """From which level to which it moves; None where that stays the same."""
    return None if before == now else phrase("Level {before} -> {now}", before=before.name, now=now.name)


def _how(change: float) -> Phrase:
    if abs(change) < _SLIGHT:
        return phrase("As strong as before")
    if change > 0:
        return phrase("A little stronger") if change < _MUCH else phrase("Stronger")
    return phrase("A little weaker") if change > -_MUCH else phrase("Weaker")


def _why(games: Sequence[Rated]) -> Phrase:
    """The run of results that led here."""
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
    """A set-up with an opponent of the person's own strength fitted, and where nothing else is said with the first move for
    whoever did not have it in the last game; a series that is ``begun`` knows that itself. Unchanged without such an
    opponent."""
    if ME not in map(unfitted, setup.seats) or person(setup.seats) is None:
        return setup
    stands = standing(store, game)
    opponent, said = next_opponent(game, stands.last, stands.lost)
    first, second = (opponent.text if unfitted(text) == ME else text for text in setup.seats)
    if not begun and setup.begins is None and not setup.length and person(setup.seats) == stands.seat:
        first, second = second, first
    return replace(setup, seats=(first, second), said=said, unrated=None if foregone(game) else stands.side)
