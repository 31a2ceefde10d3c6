"""The rows of the lobby, each with its action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from core import games
from core.errors import CoreError
from core.hall.wire import Message
from core.play.clock import TimeControl
from core.players.opponents import parse
from core.strategies.levels import FULL
from tui.game.link import Link, shown_name
from tui.text import words
from tui.text.catalogue import _
from tui.text.clocks import ago
from tui.text.fit import shared, shorten
from tui.text.kept import name_of
from tui.text.seats import player_name


class LobbyRowKind(Enum):
    """What a row of the lobby is about."""

    CHALLENGE = "challenge"
    SEEK = "seek"
    YOURS = "yours"
    GAME = "game"
    PERSON = "person"


class LobbyEntry(NamedTuple):
    """A row that can be chosen."""

    kind: LobbyRowKind
    """What it is about."""
    id: str
    """Of that."""
    text: str
    """At the left."""
    note: str = ""
    """At the right."""
    own: bool = False
    """Whether one has made it oneself, or is it."""
    urgent: bool = False
    """Whether somebody waits."""
    players: tuple[str, ...] = ()
    """Who plays the game that the text names."""

    @property
    def name(self) -> tuple[str, str]:
        """What stays the same while its text changes."""
        return self.kind.value, self.id

    def shown(self, width: int) -> str:
        """The text in so many columns, with the players, of whom none is cut for the sake of another."""
        if not self.players:
            return shorten(self.text, width)
        game, first, second = shared([self.text, *self.players], width - 5)
        return f"{game}  {first} - {second}"


def challenges(link: Link) -> Iterator[LobbyEntry]:
    """Who wants to play against whom: one's own challenges and those that one has got."""
    for id, told in link.lobby.challenges.items():
        own = told["who"] == _you(link)
        name = _name(link, told["to"]) if own else shown_name(told["who"], told["name"])
        text = _("you ask {name}") if own else _("{name} asks you")
        what = f"{text.format(name=name)}: {_terms(told)}"
        yield LobbyEntry(LobbyRowKind.CHALLENGE, id, what, _seat(told), own, urgent=not own)


def seeks(link: Link) -> Iterator[LobbyEntry]:
    """The games that somebody wants to play with anybody who comes."""
    for id, told in link.lobby.seeks.items():
        own = told["who"] == _you(link)
        name = _("you") if own else told["name"]
        yield LobbyEntry(LobbyRowKind.SEEK, id, f"{_terms(told)}  {name}", _seat(told), own)


def yours(link: Link, now: float) -> list[LobbyEntry]:
    """One's own games that go on, those first in which it is one's own move."""
    found = []
    for id, told in link.lobby.yours.items():
        turn = told["turn"]
        name = next((name for name in told["names"] if name != link.you.get("name")), "")
        note = _("your move") if turn else ago(now - told["updated"])
        post = f" ({_('post')})" if told["post"] else ""
        text = f"{name_of(told['game'])} - {name}{post}"
        found.append(LobbyEntry(LobbyRowKind.YOURS, id, text, note, urgent=bool(turn)))
    return sorted(found, key=lambda entry: not entry.urgent)


def live(link: Link) -> list[LobbyEntry]:
    """The games that others play."""
    found = []
    for id, told in link.lobby.games.items():
        players = tuple(map(_engine, told["names"]) if told["featured"] else told["names"])
        # Engines play on and on at the featured table: the number of their move would be sent to the whole lobby for ever.
        note = "" if told["featured"] else _("move {number}").format(number=told["ply"] + 1)
        if id not in link.lobby.yours:
            found.append(LobbyEntry(LobbyRowKind.GAME, id, name_of(told["game"]), note, players=players))
    return sorted(found, key=lambda entry: not link.lobby.games[entry.id].get("featured"))


def people(link: Link) -> list[LobbyEntry]:
    """Who is here, and what they do."""
    doing = {"lobby": _("lobby"), "playing": _("plays"), "watching": _("watches")}
    me, you, is_here = _you(link), _("you"), _("is here")
    found = [
        LobbyEntry(
            LobbyRowKind.PERSON,
            id,
            shown_name(id, told["name"]),
            you if id == me else doing.get(told["doing"], is_here),
            id == me,
        )
        for id, told in link.lobby.people.items()
    ]
    gone = (id for id in link.lobby.blocked if id not in link.lobby.people)
    found += [LobbyEntry(LobbyRowKind.PERSON, id, shown_name(id, link.lobby.blocked[id])) for id in gone]
    marked = [entry._replace(note=_("blocked")) if entry.id in link.lobby.blocked else entry for entry in found]
    return sorted(marked, key=lambda entry: (entry.own, entry.id in link.lobby.blocked, entry.text.casefold()))


def results(link: Link) -> Iterable[tuple[str, str]]:
    """How one's games against people have ended: by game, won, drawn and lost."""
    for game, told in link.lobby.results.items():
        won, drawn, lost = told
        yield name_of(game), f"+{won} ={drawn} -{lost}"


def _engine(text: str) -> str:
    """The name of an engine with its level, in short."""
    opponent = parse(text)
    level = f" {opponent.level.name}" if opponent and opponent.level not in (None, FULL) else ""
    return player_name(text) + level


def _you(link: Link) -> str:
    return str(link.you.get("id", ""))


def _name(link: Link, id: str) -> str:
    known = link.lobby.people.get(id)
    return shown_name(id, known["name"] if known else "")


def _terms(told: Message) -> str:
    """The game and its clock, or that it goes by post."""
    name = name_of(told["game"])
    if told["post"]:
        return f"{name}, {_('by post')}"
    return f"{name}, {_clock(TimeControl(**told['clock']))}" if told["clock"] else name


def _clock(control: TimeControl) -> str:
    """The time of each side, in short: what comes after it is seen at the table."""
    if control.move:
        return _("{seconds} s a move").format(seconds=control.move)
    minutes = _("{minutes} min").format(minutes=f"{control.total / 60:g}")
    return f"{minutes} +{control.increment}" if control.increment else minutes


def _seat(told: Message) -> str:
    """Which side the one who made the offer wants: the other one is left."""
    if told["seat"] is None:
        return ""
    try:
        return _("plays {player}").format(player=words.players(games.get(told["game"]))[told["seat"]])
    except CoreError:
        return ""
