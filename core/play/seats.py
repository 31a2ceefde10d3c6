"""Seats: the players to choose from, and the set-up of the games between two of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import NamedTuple

from core.engines import of
from core.game import Game, Move, Player
from core.phrase import Phrase, phrase
from core.play.clock import Clock, TimeControl
from core.play.match import Match
from core.play.series import Begins, Series
from core.players.opponents import (
    DEFAULT,
    HUMAN,
    ME,
    EnginePlayer,
    Fitted,
    Follower,
    Loser,
    Machine,
    Opponent,
    SourceProgram,
    from_afar,
    parse,
    players,
    unfitted,
)
from core.strategies.levels import ALL_LEVELS, levels_of, named, strongest

MAX_GAMES = 99
"""Maximum number of games in a match."""
MAX_HINTS = 99
"""Maximum number of hints in a game that counts them."""
USUAL_GAMES = 3
USUAL_SECONDS = 20
"""The numbers of games, and of seconds for a move, that forms begin with."""
SAME_SIDE = phrase("Not rated: you had this side in your last rated game too.")
"""The sentence before a game with an equal opponent in which the person has not changed sides."""
_USUAL = named(DEFAULT.partition(":")[2])


def person(seats: tuple[str, str]) -> Player | None:
    """The seat of the one person at the board; None if there are two or none."""
    if seats.count(HUMAN) != 1:
        return None
    return 0 if seats[0] == HUMAN else 1


def people(seats: tuple[str, str]) -> frozenset[Player]:
    """The seats of the people at this board."""
    return frozenset(seat for seat in (0, 1) if seats[seat] == HUMAN)


def against_engine(seats: tuple[str, str]) -> Player | None:
    """The seat of the one person who plays an engine or a strategy; None if there is no such person."""
    seat = person(seats)
    return None if seat is None or from_afar(seats[1 - seat]) is not None else seat


def opponent_of(seats: tuple[str, str]) -> str | None:
    """The built-in opponent of the one person; None if there is none, but an external program, a person from afar or
    nobody."""
    seat = person(seats)
    if seat is None or programs(seats) or from_afar(seats[1 - seat]) is not None:
        return None
    return seats[1 - seat]


def engine_to_move(match: Match) -> bool:
    """Whether an engine is to move."""
    return not match.outcome and parse(match.players[match.position.turn]) is not None


def taken_back(match: Match, waiting: bool) -> Match:
    """The match back to where the person is to move. While the person is ``waiting`` for the engine, only their own
    move is taken back; an end that the players made is taken back alone. The same object if there is nothing to take
    back: no move, or none but those with which an engine began."""
    back = match.undo()
    if not waiting and len(back.moves) < len(match.moves) and person(match.players) is not None:
        while back.moves and engine_to_move(back):
            back = back.undo()
        if engine_to_move(back):  # it began, and the person has made no move yet
            return match
    return back


def made_again(match: Match) -> Match:
    """The match with undone moves made again, up to where the person is to move; the same object if there are none."""
    after = match.redo()
    if after is not match and person(match.players) is not None:
        while after.undone and engine_to_move(after):
            after = after.redo()
    return after


def programs(seats: Iterable[str]) -> list[str]:
    """The external programs on these seats, each once. Raises CoreError for a seat that names no player."""
    opponents = (parse(text) for text in seats if from_afar(text) is None)
    return list(dict.fromkeys(opponent.text for opponent in opponents if opponent and opponent.program))


def built_in(seats: tuple[str, str]) -> tuple[str, str]:
    """The seats with the usual player in place of each external program."""
    first, second = (DEFAULT if programs([text]) else text for text in seats)
    return first, second


def gathered(seats: tuple[str, str]) -> tuple[str, str]:
    """The seats with a person at this board in place of each person from afar, so that their game can go on here."""
    first, second = (text if from_afar(text) is None else HUMAN for text in seats)
    return first, second


def fitting(text: str, game: Game) -> str:
    """The player, or the usual one if that player does not play the game."""
    opponent = parse(text)
    if opponent is None:
        return HUMAN
    return usual(game) if opponent.text == DEFAULT or not opponent.plays(game) else opponent.text


def usual(game: Game) -> str:
    """The default opponent: the best engine, at the strongest level of the game that is not above the level of
    DEFAULT."""
    opponent = parse(DEFAULT)
    assert opponent
    assert opponent.level
    return opponent.at(strongest(levels_of(game), opponent.level)).text


def lonely(seats: tuple[str, str]) -> bool:
    """Whether an equal opponent is on these seats, and no person."""
    return ME in map(unfitted, seats) and HUMAN not in seats


def only_person(seats: tuple[str, str], seat: Player) -> bool:
    """Whether only a person can take a seat, since the opponent is one who plays at the strength of a person."""
    return unfitted(seats[1 - seat]) == ME and seats[seat] == HUMAN


class SeatGroup(NamedTuple):
    """Players of one kind: its name, None for the most usual ones, and the texts of the players."""

    name: Phrase | None
    players: Sequence[str]


def seat_choices(seats: tuple[str, str], seat: Player, game: Game, without: Collection[str] = ()) -> list[SeatGroup]:
    """The choices for a seat, by kind. Engines have the level of the present player, or the usual one if that player
    has none. Players with a name in ``without`` are left out, and so is an equal opponent if no person is opposite. No
    kind is empty."""
    now, opposite = parse(seats[seat]) if from_afar(seats[seat]) is None else None, seats[1 - seat]
    level = (now and now.level) or _USUAL
    others = [player for player in players(game) if not player.level and player.name not in without]
    kinds: list[tuple[Phrase | None, list[Opponent | None]]] = [
        (None, [EnginePlayer(None, level), Fitted(), None]),
        (phrase("ENGINES"), [player for name in of(game) if (player := EnginePlayer(name, level)).level]),
        (phrase("STRATEGIES FROM BOOKS"), [player for player in others if isinstance(player, Follower)]),
        (phrase("PROGRAMS FROM A THESIS"), [player for player in others if isinstance(player, SourceProgram)]),
        (phrase("LEARNS"), [player for player in others if isinstance(player, Machine)]),
        (phrase("EASY TO BEAT"), [player for player in others if isinstance(player, (Loser, EnginePlayer))]),
    ]
    groups = []
    for name, found in kinds:
        texts = [player.text if player else HUMAN for player in found]
        texts = [text for text in texts if not lonely((text, opposite))]
        groups += [SeatGroup(name, texts)] if texts else []
    return groups


def strength_choices(seats: tuple[str, str], game: Game) -> list[str]:
    """The strengths that the engines on some seats may have: ME first if one of them follows the strength of a person,
    then the names of the levels of the game, the weakest first. None of them if no player has a strength."""
    opponents = [parse(text) for text in seats if from_afar(text) is None]
    finds = any(isinstance(player, Fitted) for player in opponents)
    if not finds and not any(player and player.level for player in opponents):
        return []
    return [*([ME] if finds else []), *(level.name for level in levels_of(game))]


def strength_of(seats: tuple[str, str]) -> str:
    """The present one of :func:`strength_choices`; empty if no player has a strength."""
    opponents = [player for text in seats if from_afar(text) is None and (player := parse(text))]
    if any(isinstance(player, Fitted) for player in opponents):
        return ME
    return next((player.level.name for player in opponents if player.level), "")


def at_strength(text: str, strength: str) -> str:
    """The player at another of :func:`strength_choices`: the best engine in place of an equal opponent, and unchanged
    if the player has no strength."""
    opponent = parse(text) if from_afar(text) is None else None
    if strength == ME or opponent is None:
        return unfitted(text)
    if isinstance(opponent, Fitted):
        return EnginePlayer(None, named(strength)).text
    return opponent.at(named(strength)).text


def neighbours(seats: tuple[str, str], game: Game) -> list[str]:
    """The names of the levels just below and above that of the engines, as far as the game has them."""
    present = strength_of(seats)
    if present in ("", ME):
        return []
    at, levels = ALL_LEVELS.index(named(present)), levels_of(game)
    weaker = [level.name for level in levels if ALL_LEVELS.index(level) < at]
    stronger = [level.name for level in levels if ALL_LEVELS.index(level) > at]
    return [*weaker[-1:], *stronger[:1]]


@dataclass(frozen=True)
class Setup:
    """The set-up of the games between two players."""

    seats: tuple[str, str]
    """The texts of two players; the first one moves first as far as ``begins`` leaves that open."""
    length: int = 0
    """Number of planned games; 0 for no end."""
    all_games: bool = False
    """Whether all of them are played, or only as many as decide the match."""
    begins: Begins | None = None
    """The player who moves first; None for the usual order: in turns if games are planned or a person meets an equal
    opponent, otherwise always the first player."""
    control: TimeControl | None = None
    """The time control of both sides; None for no clock."""
    hints: int | None = None
    """Maximum number of hints in each game; None for no maximum."""
    said: Phrase | None = field(default=None, compare=False)
    """A sentence about the players, for before the first move of a rated game."""
    unrated: Player | None = field(default=None, compare=False)
    """The seat from which a person's game with an equal opponent is not rated; None for neither."""

    @classmethod
    def of(cls, match: Match) -> Setup:
        """The set-up of the games after a saved match."""
        series = match.before
        control = match.clock.control if match.clock else None
        return cls(series.players, series.length, series.all_games, series.begins, control, match.allowed)

    def series(self, random: Random) -> Series:
        """A new series."""
        begins = self.begins or ("turns" if self.meets_equal and not self.length else None)
        return Series(self.seats, self.length, all_games=self.all_games, begins=begins).drawing(random)

    def following(self, series: Series, random: Random) -> Series:
        """The series before the next game, after a ``series`` of games. A planned series goes on until it is over;
        otherwise a new one begins, which keeps the score of the same two players if no games are planned."""
        fresh = self.series(random)
        if series.under_way:
            return series.drawing(random)
        were, are = (tuple(map(unfitted, each.players)) for each in (series, fresh))
        if series.length or fresh.length or set(were) != set(are):
            return fresh
        same = series if were == are else series.swapped()
        over = same.firsts[: len(same.results)]
        if self.order == "turns":
            return replace(same.turned(), players=fresh.players, begins="turns")
        return replace(fresh, results=same.results, firsts=over, earlier=same.earlier).drawing(random)

    def swapped(self, match: Match) -> tuple[Series, Setup]:
        """The series after a match and the set-up, with exchanged seats. This ends planned games."""
        first, second = match.players
        there = match.standing if match.before.first == 1 else match.standing.swapped()
        over = there.firsts[: len(there.results)]
        kept = Series(there.players) if there.length else replace(there, begins=None, firsts=over)
        return kept, replace(self, seats=(second, first), length=0, begins=None)

    def sitting(self, match: Match, seat: Player, player: str) -> tuple[Match, Setup]:
        """The match and the set-up with another player on a seat of the match. The score stays."""
        first, second = match.players
        players = (player, second) if seat == 0 else (first, player)
        seats = players if match.before.first == 0 else (players[1], players[0])
        return replace(match, players=players, series=replace(match.before, players=seats)), replace(self, seats=seats)

    def match(self, game: Game, series: Series, start: str | None = None) -> Match:
        """The next game of a series, before its first move. Raises CoreError if ``start`` is not a position."""
        clock = Clock.full(self.control) if self.control else None
        return Match(game, series.seats, start, allowed=self.hints, clock=clock, series=series)

    def begun(self, game: Game, random: Random, moves: Iterable[Move] = (), start: str | None = None) -> Match:
        """The first game, after some moves. Raises CoreError for illegal moves."""
        match = self.match(game, self.series(random), start)
        for move in moves:
            match = match.play(move)
        return match

    @property
    def order(self) -> Begins:
        """The player who moves first, with the usual order filled in."""
        return self.begins or ("turns" if self.length or self.meets_equal else "first")

    @property
    def meets_equal(self) -> bool:
        """Whether one of the players is an equal opponent, who follows the strength of a person."""
        return ME in map(unfitted, self.seats)

    def introduced(self, seats: tuple[str, str]) -> Phrase | None:
        """The sentence for before the first move of a game on these seats; None for none."""
        seat = person(seats)
        return SAME_SIDE if self.meets_equal and seat is not None and seat == self.unrated else self.said

    def fitting(self, game: Game) -> Setup:
        """The set-up with the usual player in place of each who does not play the game."""
        return replace(self, seats=(fitting(self.seats[0], game), fitting(self.seats[1], game)))

    def at_strength(self, strength: str) -> Setup:
        """The set-up with both engines at another strength, see :func:`at_strength`."""
        return replace(self, seats=(at_strength(self.seats[0], strength), at_strength(self.seats[1], strength)))

    @property
    def orders(self) -> list[Setup]:
        """The set-ups that differ in who moves first: the person, the other side, both in turns, a random player, the
        loser."""
        first = self.seats[::-1] if person(self.seats) == 1 else self.seats
        turns: Begins | None = None if self.meets_equal and not self.length else "turns"
        fixed = [replace(self, seats=seats, begins="first") for seats in dict.fromkeys((first, first[::-1]))]
        ways: tuple[Begins | None, ...] = (turns, "lot", "loser")
        return [*fixed, *(replace(self, begins=begins) for begins in ways)]

    def with_seat(self, seat: Player, player: str) -> Setup:
        """The set-up with another player on one seat."""
        return replace(self, seats=(player, self.seats[1]) if seat == 0 else (self.seats[0], player))


def against(opponent: str) -> Setup:
    """The set-up of a person, who moves first, against an opponent."""
    return Setup((HUMAN, opponent))
