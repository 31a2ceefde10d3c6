"""Who sits where, and how many games are played, in words."""

from __future__ import annotations

from core.errors import CoreError
from core.game import Game, Player
from core.phrase import Phrase, phrase
from core.play.seats import Setup
from core.play.series import Series
from core.players.opponents import HUMAN, Fitted, Opponent, from_afar, parse
from core.strategies.levels import ALL_LEVELS, Level, levels_of
from tui.text import words
from tui.text.catalogue import _, say

ONLY_WITH_A_PERSON = phrase("Play me plays against a person only; choose another player in its place first.")
NO_OTHER_LEVEL = phrase(
    "There is no other strength to choose; {key:seat_first} and {key:seat_second} choose other players."
)


def seat_stays(seat: Player) -> str:
    """Why nobody else can sit on a seat: opposite sits who plays against a person only."""
    if seat == 0:
        return _("Play me plays against a person only; {key:seat_second} chooses another player in its place.")
    return _("Play me plays against a person only; {key:seat_first} chooses another player in its place.")


def player_name(text: str, full: bool = False) -> str:
    """A seat's text as a name: You, a person from afar, or the engine, with its level when ``full``; or the text itself, as in
    a game kept by a version that had another engine."""
    if (name := from_afar(text)) is not None:
        return name
    try:
        opponent = parse(text)
    except CoreError:
        return text
    if opponent is None:
        return _("You")
    return say(with_level(opponent) if full else opponent.title)


def table_name(text: str) -> str:
    """A player's name as it stands in a table, with the number of its level: ``Best 2``."""
    name = player_name(text)
    opponent = None if from_afar(text) is not None else _parsed(text)
    return f"{name} {short_level(opponent.level)}" if opponent and opponent.level else name


def _parsed(text: str) -> Opponent | None:
    try:
        return parse(text)
    except CoreError:
        return None


_WORDS = {
    "0": phrase("first steps"),
    "1": phrase("beginner"),
    "2": phrase("easy"),
    "3": phrase("fair"),
    "4": phrase("medium"),
    "5": phrase("good"),
    "6": phrase("strong"),
    "7": phrase("very strong"),
}
"""What each level but the strongest is called."""


def level_word(level: Level) -> Phrase:
    """A level as it is called: its number with a word."""
    word = _WORDS.get(level.name)
    return phrase("{number} {word}", number=level.name, word=word) if word else phrase("full")


def short_level(level: Level) -> str:
    """The number of a level, of the strongest its word."""
    return level.name if level.name in _WORDS else say(level_word(level))


def with_level(opponent: Opponent) -> Phrase:
    """The name of a player, and its level where it has one."""
    if opponent.level is None:
        return opponent.title
    return phrase("{name}, {level}", name=opponent.title, level=level_word(opponent.level))


def player_names(seats: tuple[str, str], full: bool = False) -> tuple[str, str]:
    """Both seats' texts as names; of two people the second is the guest of the first."""
    first, second = (player_name(text, full) for text in seats)
    return first, _("Guest") if two_people(seats) else second


def score_words(series: Series) -> str:
    """How a series stands, by its players."""
    first, second = player_names(series.players)
    one, two = series.wins
    text = _("{first} {one}, {second} {two}, draws {draws}")
    return text.format(first=first, one=one, second=second, two=two, draws=series.draws)


def so_far(series: Series) -> str:
    """How a match stands of which some games are played and not all, in a sentence; empty for any other series."""
    if not series.under_way:
        return ""
    text = _("{score} after {played} of {length}.")
    return text.format(score=score_words(series), played=series.played, length=series.length)


def two_people(seats: tuple[str, str]) -> bool:
    """Whether two people sit at the board."""
    return seats == (HUMAN, HUMAN)


def seat_name(game: Game, player: Player, seats: tuple[str, str], full: bool = False) -> str:
    """Mark and name: ``X Minimax``, in ``full`` with its level; the mark alone of two people, who may have changed places."""
    mark = words.players(game)[player]
    return mark if two_people(seats) else f"{mark} {player_name(seats[player], full)}"


def strength_words(setup: Setup, game: Game) -> str:
    """The level of the engine, and how many the game tells apart; of two engines their levels alone where these differ."""
    opponents = [parse(text) for text in setup.seats]
    chosen = [opponent.level for opponent in opponents if opponent and opponent.level]
    if any(isinstance(opponent, Fitted) for opponent in opponents):
        return _("as strong as you are")
    if not chosen:
        return _("no levels to choose")
    there = [level for level in ALL_LEVELS if level in chosen or level in levels_of(game)]
    named = " ".join(dict.fromkeys(say(level_word(level)) for level in chosen))
    return named if len(set(chosen)) > 1 else _("{level}, one of {count}").format(level=named, count=len(there))


def first_words(setup: Setup) -> str:
    """Who begins."""
    name = player_name(setup.seats[0])
    match setup.order:
        case "lot":
            return _("random")
        case "loser":
            return _("loser of the last game")
        case "turns" if setup.begins is None and not setup.length:
            return _("alternating")
        case "turns":
            return _("alternating, first {name}").format(name=name)
        case "first":
            return name


def who_starts(setup: Setup) -> str:
    """The same as part of a sentence."""
    match setup.order:
        case "lot":
            return _("a random player starts")
        case "loser":
            return _("the loser of the last game starts")
        case "turns":
            return _("players take turns to start")
        case "first" if setup.seats[0] == HUMAN:
            return _("you start")
        case "first":
            return _("{name} starts").format(name=player_name(setup.seats[0]))
