"""The set-up in words: how it is said, and how a line changes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from core.errors import CoreError, quoted
from core.game import Game, Player
from core.phrase import Phrase, phrase
from core.play.clock import MAX_SECONDS, TimeControl
from core.play.seats import MAX_GAMES, MAX_HINTS, Setup, lonely, person
from core.play.series import Begins
from core.players import opponents
from core.players.opponents import HUMAN
from core.strategies.levels import named
from tui.plain.aloud import aloud, capital
from tui.plain.vocabulary import folded
from tui.text import words
from tui.text.catalogue import _, say, shown
from tui.text.clocks import control_words, hints_words, length_words
from tui.text.numbers import whole
from tui.text.seats import ONLY_WITH_A_PERSON, player_names, who_starts

_OTHERS: Mapping[Begins, tuple[Phrase, ...]] = {
    "lot": (phrase("random"), phrase("lot")),
    "loser": (phrase("loser"),),
    "turns": (phrase("alternate"), phrase("turns")),
}
"""Who begins where nobody is named, as it is written; after it the spelling of earlier versions."""


class BadSetup(CoreError):
    """A set-up that cannot be."""


class Item(NamedTuple):
    """Something that can be set up: its name, how it is written, what a text makes of a set-up, and whether that holds in the
    game that goes on or from the next game on."""

    name: Phrase
    form: Phrase
    change: Callable[[str, Setup, Game], Setup]
    at_once: bool = False


def seats(players: tuple[str, str], game: Game) -> list[str]:
    """Who plays whom."""
    pairs = zip(words.players(game), player_names(players, full=True), strict=True)
    return [_("{mark}: {player}.").format(mark=aloud(mark), player=name) for mark, name in pairs]


def said(setup: Setup, game: Game) -> list[str]:
    """Who plays whom, who starts, how many games, and what is limited."""
    more = _("{first}; {length}.").format(first=who_starts(setup), length=length_words(setup))
    return [*seats(setup.seats, game), capital(more), *limits(setup)]


def limits(setup: Setup) -> list[str]:
    """The clock and the number of hints, where there is one."""
    clock = [_("Clock: {what}").format(what=control_words(setup.control)) + "."] if setup.control else []
    return clock + ([_("Hints: {what}").format(what=hints_words(setup.hints)) + "."] if setup.hints is not None else [])


def how(game: Game) -> list[str]:
    """How the set-up is changed, a line for each thing."""
    first, second = (aloud(mark) for mark in words.players(game))
    lines = [_("setup {mark} and a player: you, best:3 or another; 'triqui players {game}' lists them.")]
    lines += [f"{_('setup')} {say(item.form)}" for item in ITEMS]
    return [line.format(mark=f"{first} {_('or')} {second}", game=shown(game.id)) for line in lines]


def change(text: str, setup: Setup, game: Game) -> tuple[Setup, bool]:
    """The set-up with what a text as ``x best:3`` or ``games 3`` changes, and whether that holds in the game that goes on.
    Raises CoreError."""
    name, _blank, value = (part.strip() for part in text.strip().partition(" "))
    for seat, names in enumerate(_marks(game)):
        if folded(name) in names:
            changed = setup.with_seat(1 if seat else 0, _player(value, game))
            if lonely(changed.seats):
                raise BadSetup(ONLY_WITH_A_PERSON.template)
            return changed, True
    for item in ITEMS:
        if folded(name) in (item.name.template, folded(_(item.name.template))):
            return item.change(value, setup, game), item.at_once
    raise BadSetup("There is no setting {name}; say setup to hear them all.", name=quoted(name))


def _marks(game: Game) -> list[set[str]]:
    """What each side is called."""
    return [{folded(mark), folded(aloud(mark)), folded(aloud(_(mark)))} for mark in game.players]


def _sides(game: Game) -> list[set[str]]:
    """The same, and as the command line has it for every game."""
    return [names | {side} for names, side in zip(_marks(game), ("x", "o"), strict=True)]


def _player(text: str, game: Game) -> str:
    if folded(text) in (folded(_("you")), "you", HUMAN):
        return HUMAN
    return opponents.player(text, game).text


def _level(text: str, setup: Setup, game: Game) -> Setup:
    level = named(text)

    def seat(player: Player) -> str:
        opponent = opponents.parse(setup.seats[player])
        return opponent.at(level).text if opponent else setup.seats[player]

    return replace(setup, seats=(seat(0), seat(1)))


def _first(text: str, setup: Setup, game: Game) -> Setup:
    said = folded(text)
    for begins, spellings in _OTHERS.items():
        if any(said in (str(word), folded(say(word))) for word in spellings):
            return replace(setup, begins=begins)
    wanted = {"you": 0, folded(_("you")): 0, "ai": 1, folded(_("ai")): 1}.get(said)
    seat = next((seat for seat, names in enumerate(_sides(game)) if said in names), None)
    if wanted is None and seat is None:
        raise BadSetup(
            "{text} is not a player who can begin; write you, ai, x, o, random, loser or alternate.", text=quoted(text)
        )
    swaps = seat == 1 if wanted is None else person(setup.seats) == 1 - wanted
    return replace(setup, begins="first", seats=setup.seats[::-1] if swaps else setup.seats)


def _games(text: str, setup: Setup, game: Game) -> Setup:
    return replace(setup, length=_number("match", 0, MAX_GAMES, text), all_games=True)


def _best_of(text: str, setup: Setup, game: Game) -> Setup:
    return replace(setup, length=_number("best-of", 1, MAX_GAMES, text), all_games=False)


def _clock(text: str, setup: Setup, game: Game) -> Setup:
    if _no(text):
        return replace(setup, control=None)
    times, _blank, after = text.rpartition(" ")
    after_it = {"lose": True, folded(_("lose")): True, "chance": False, folded(_("chance")): False}
    loses = after_it.get(folded(after))
    time, _blank, increment = (text if loses is None else times).replace("+", " ").partition(" ")
    if not increment:
        return replace(setup, control=TimeControl(_number("clock", 1, 3600, time), loses=loses is True))
    minutes, more = _number("clock", 1, MAX_SECONDS // 60, time), _number("clock", 0, 3600, increment.strip())
    return replace(setup, control=TimeControl(0, minutes * 60, more, loses is not False))


def _hints(text: str, setup: Setup, game: Game) -> Setup:
    if folded(text) in ("on", folded(_("on"))):
        return replace(setup, hints=None)
    return replace(setup, hints=0 if _no(text) else _number("hints", 0, MAX_HINTS, text))


def _no(text: str) -> bool:
    return folded(text) in ("off", folded(_("off")))


def _number(name: str, least: int, most: int, text: str) -> int:
    return int(whole(name, least, most)(text))


ITEMS = (
    Item(phrase("level"), phrase("level and the strength of the AI: 1 to 7, or full."), _level, True),
    Item(
        phrase("begins"),
        phrase("begins and the player who makes the first move: you, ai, x, o, random, loser or alternate."),
        _first,
    ),
    Item(phrase("match"), phrase("match and the number of games; 0 for no end."), _games),
    Item(phrase("best-of"), phrase("best-of and a number of games that ends once it is decided."), _best_of),
    Item(
        phrase("clock"),
        phrase(
            "clock and off, or seconds a move such as 20, or minutes a game and extra seconds a move such as 5 3; then "
            "chance or lose."
        ),
        _clock,
    ),
    Item(phrase("hints"), phrase("hints, then on, off or the number of hints per game."), _hints),
)
"""What can be set up beside who sits where."""
