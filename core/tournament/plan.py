"""Which games a tournament has: who meets whom, from which openings, and for how long they think."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations, islice, pairwise
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from core import notation
from core.analysis import Limit
from core.errors import CoreError, quoted
from core.games import get
from core.notation.common import BadGames, at, wrong
from core.notation.moves import splits
from core.players.opponents import player
from core.position import Position, play_all
from core.tournament.bout import Bout
from core.tournament.ratings import SequentialTest

TournamentKind: TypeAlias = Literal["round-robin", "gauntlet", "ladder"]
"""Everybody meets everybody; the first meets all others; each meets the next."""
MAX_PLAYERS = 64
MAX_GAMES = 1_000_000
MAX_PLIES = 99
MAX_ELO = 1000
"""By so much one of two is stronger at most between which a test decides."""
_TRIES = 100
"""How often a random opening is drawn anew that was there before, or is a whole game."""


class BadPlan(CoreError):
    """A tournament that cannot be played."""


class Fixture(NamedTuple):
    """A game that is due: its ``number`` from 1, the index of who moves first and of the other, which ``pair`` of those between
    the two it belongs to, and whether it is the second of that pair, with the sides swapped."""

    number: int
    first: int
    second: int
    pair: int
    swapped: bool

    @property
    def meeting(self) -> tuple[int, int]:
        """The two players, in the order in which the plan has them."""
        return (self.second, self.first) if self.swapped else (self.first, self.second)


@dataclass(frozen=True)
class TournamentPlan:
    """What a tournament is to be."""

    game: str
    """The id of the game."""
    players: tuple[str, ...]
    """The texts of the players."""
    games: int
    """How many each two of them play that meet."""
    kind: TournamentKind = "round-robin"
    """Who meets whom."""
    openings: tuple[str, ...] = ()
    """Moves in notation, one text each, that are taken in turn, one for each pair of games."""
    plies: int = 0
    """Random moves that a game begins with instead, 0 for none."""
    limit: Limit | None = None
    """Replaces those of the players' levels; None for these."""
    cpu: bool = False
    """Whether the seconds of the limit are those of the processor."""
    seed: int = 0
    """Decides all that is left to chance."""
    test: SequentialTest | None = None
    """Ends the games of two players once it is decided; None: all are played."""

    def check(self) -> None:
        """Raises CoreError for whatever cannot be played."""
        if not 2 <= len(self.players) <= MAX_PLAYERS:
            raise BadPlan("A tournament has 2 to {most} players; name them after the game.", most=MAX_PLAYERS)
        game = get(self.game)
        for text in self.players:
            player(text, game)
        for line in self.openings:
            _checked(self.game, line)
        if self.plies and next(self._draw_openings(), None) is None:
            raise BadPlan(
                "No game of {game} goes on after {plies} random moves; choose fewer.", game=self.game, plies=self.plies
            )

    @cached_property
    def meetings(self) -> list[tuple[int, int]]:
        """Who meets whom."""
        count = len(self.players)
        match self.kind:
            case "round-robin":
                return list(combinations(range(count), 2))
            case "gauntlet":
                return [(0, other) for other in range(1, count)]
            case "ladder":
                return list(pairwise(range(count)))

    @property
    def length(self) -> int:
        """How many games there are."""
        return self.games * len(self.meetings)

    def fixture(self, number: int) -> Fixture:
        """A game by its number, from 1: first come a pair of games for each two that meet, then the next pair."""
        meetings = len(self.meetings)
        pair, rest = divmod(number - 1, 2 * meetings)
        whole = pair < self.games // 2
        (a, b), swapped = self.meetings[rest // 2 if whole else rest], whole and rest % 2 == 1
        return Fixture(number, *((b, a) if swapped else (a, b)), pair, swapped)

    def bout(self, fixture: Fixture) -> Bout:
        """The game as its players are told."""
        seats = (self.players[fixture.first], self.players[fixture.second])
        seed = f"{self.seed}:{fixture.number}"
        return Bout(fixture.number, get(self.game), seats, self.opening(fixture.pair), seed, self.limit, self.cpu)

    def opening(self, pair: int) -> str:
        """The moves from which a pair of games begins. Random ones are different as long as enough are found."""
        if self.openings and not self.plies:
            return self.openings[pair % len(self.openings)]
        drawn, drawing = self._drawn
        drawn += islice(drawing, max(0, pair + 1 - len(drawn)))
        return drawn[pair % len(drawn)] if drawn else ""

    @cached_property
    def _drawn(self) -> tuple[list[str], Iterator[str]]:
        """The random openings so far, and what draws more."""
        return [], self._draw_openings()

    def _draw_openings(self) -> Iterator[str]:
        random, start = Random(self.seed), Position.start(get(self.game))
        found: set[str] = set()
        misses = 0
        while self.plies and len(found) < (self.games + 1) // 2 and misses < _TRIES:
            line = _random_line(start, self.plies, random)
            if line is None or line in found:
                misses += 1
            else:
                found.add(line)
                misses = 0
                yield line

    def to_json(self) -> dict[str, Any]:
        """The plan as plain values."""
        limit = self.limit or Limit()
        return {
            "game": self.game,
            **({"rules": rules} if (rules := get(self.game).content) else {}),
            "players": list(self.players),
            "games": self.games,
            "kind": self.kind,
            "openings": list(self.openings),
            "plies": self.plies,
            "seconds": limit.seconds,
            "nodes": limit.nodes,
            "cpu": self.cpu,
            "seed": self.seed,
            "test": [self.test.low, self.test.high] if self.test else None,
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> TournamentPlan:
        """The inverse. Raises BadPlan for values that are no plan; whether it can be played says :meth:`check`."""
        try:
            game = document["game"]
            if document.get("rules") is not None:
                game = get(game, document["rules"]).id  # earlier versions wrote the first digits of its hash
            limit = Limit(_number(document["seconds"]), nodes=_number(document["nodes"]))
            test = document["test"]
            plan = cls(
                game,
                tuple(document["players"]),
                document["games"],
                document["kind"],
                tuple(document["openings"]),
                document["plies"],
                None if limit == Limit() else limit,
                document["cpu"],
                document["seed"],
                None if test is None else SequentialTest(float(test[0]), float(test[1])),
            )
            texts, whole = (plan.game, *plan.players, *plan.openings), (plan.games, plan.plies, plan.seed)
            if (
                not all(isinstance(text, str) for text in texts)
                or not all(type(number) is int and number >= 0 for number in whole)
                or not 1 <= plan.games <= MAX_GAMES
                or plan.plies > MAX_PLIES
                or plan.kind not in get_args(TournamentKind)
                or not isinstance(plan.cpu, bool)
                or (plan.test and not -MAX_ELO <= plan.test.low < plan.test.high <= MAX_ELO)
            ):
                raise ValueError(document)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
            raise BadPlan("This is not the plan of a tournament.") from error
        return plan


def _number(value: Any) -> Any:
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf):
        return value
    raise ValueError(value)


def read_openings(game: str, text: str) -> tuple[str, ...]:
    """The openings of a text: the moves of one in each line, in notation or in another way that people write them, where
    empty lines and those that begin with # say nothing; or the games of any other format of :mod:`core.notation`.

    Raises BadPlan with the line of one that cannot be played or leaves nothing to play, and where there is none.
    """
    try:
        found = tuple(_each_line(text, lambda moves: moves, game))
    except BadPlan:
        if notation.recognised(text, get(game)) not in (None, "moves"):
            return tuple(_each_game(game, text))
        found = tuple(_each_line(text, partial(splits, get(game)), game))
    if not found:
        raise BadPlan("There are no openings in it; write one opening in each line.")
    return found


def _each_line(text: str, split: Callable[[str], str], game: str) -> Iterator[str]:
    """The openings of lines, whose moves ``split`` separates by blanks. Raises BadPlan."""
    for number, line in enumerate(text.splitlines(), 1):
        moves = " ".join(line.split())
        if moves and not moves.startswith("#"):
            try:
                moves = split(moves)
                _checked(game, moves)
            except CoreError as error:
                raise BadPlan("Line {line}: {reason}", line=number, reason=error.phrase) from error
            yield moves


def _each_game(game: str, text: str) -> Iterator[str]:
    """The openings of a file in another format. Raises BadPlan."""
    try:
        for read in notation.read(text, 0.0, get(game)):
            if read.stored.game != game or read.stored.start is not None:
                raise wrong(
                    read.line,
                    "This is a game of {other}, or begins with a position; openings must be of {game} from its start.",
                    other=read.stored.game,
                    game=game,
                )
            try:
                _checked(game, read.stored.moves)
            except CoreError as error:
                raise at(read.line, error) from error
            yield read.stored.moves
    except BadGames as error:
        raise BadPlan(error.phrase.template, **error.phrase.values) from error


def _checked(game: str, moves: str) -> None:
    if play_all(get(game), moves)[1].outcome:
        raise BadPlan("After {moves} the game is over; an opening must leave something to play.", moves=quoted(moves))


def _random_line(position: Position, plies: int, random: Random) -> str | None:
    """So many random moves, None where the game ends by them."""
    names = []
    for _ in range(plies):
        moves = position.moves
        move = moves[random.randrange(len(moves))]
        names.append(position.name(move))
        position = position.play(move)
        if position.outcome:
            return None
    return " ".join(names)
