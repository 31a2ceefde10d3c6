"""Results of the readers, games and refusals with their lines, and helpers that several formats share."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias
from uuid import NAMESPACE_OID, uuid5

from core.errors import CoreError
from core.game import Game
from core.phrase import Phrase
from core.play.match import Match
from core.players.opponents import elsewhere, without_folder
from core.position import Outcome
from core.store.rows import Stored

MAX_LETTERS = 40
"""Maximum length of a person's name, in characters."""
MAX_GAME = 1 << 19
"""Maximum number of characters of a game. A file may have any number of games."""
NAMELESS = elsewhere("?")
"""The seat of a player whose name a file does not give."""
_AROUND = re.compile(r"^pbrain-|\.(exe|zip)$", re.IGNORECASE)
"""Prefix and suffixes of the file names of Gomocup programs."""


class BadGames(CoreError):
    """A text or JSON document that does not hold valid games."""


class Asked(NamedTuple):
    """Context of a reader: ``game``, if one was named, and the time ``now`` for games without one, in
    seconds since 1970."""

    now: float
    game: Game | None = None


@dataclass(frozen=True)
class ReadGame:
    """A game of a file. ``line`` is where it begins, from 1. ``notes`` are sentences about what was left out. ``claim`` is
    the score that a line of Connect Four gives for its last position, as :mod:`core.protocols.pons` counts it."""

    stored: Stored
    line: int = 1
    notes: tuple[Phrase, ...] = ()
    claim: int | None = None


GameOrFault: TypeAlias = ReadGame | BadGames
"""A game, or the reason why a game is refused."""
GameReader: TypeAlias = Callable[[Iterable[str], Asked], Iterator[GameOrFault]]
"""Reads lines, with or without their ends. Each game is given as soon as it is read."""
NumberedLine: TypeAlias = tuple[int, str]
"""The number of a line, from 1, and its text."""


def at(line: int, error: CoreError) -> BadGames:
    """An error with the line where it was found."""
    return BadGames("Line {line}: {reason}", line=line, reason=error.phrase)


def wrong(line: int, template: str, **values: object) -> BadGames:
    """An error of a line: the fault and its remedy."""
    return at(line, CoreError(template, **values))


def too_long(line: int) -> BadGames:
    """The error for a game of more than MAX_GAME characters."""
    return wrong(line, "This game has more than {most} characters; remove it.", most=f"{MAX_GAME:,}")


def attempt(read: Callable[[], ReadGame]) -> GameOrFault:
    """The game that ``read`` gives, or the BadGames that it raises."""
    try:
        return read()
    except BadGames as error:
        return error


def filled(lines: Iterable[str]) -> Iterator[NumberedLine]:
    """The lines that are not blank, with their numbers and without their ends."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield number, line.rstrip("\r\n")


class GameLines:
    """The lines of one game in a file of several."""

    def __init__(self) -> None:
        self.lines: list[NumberedLine] = []
        self.size = 0
        self.too_long: int | None = None
        """The line from which on the game has more than MAX_GAME characters."""

    def add(self, number: int, line: str) -> None:
        """Add a line, unless the game has become too long."""
        self.size += len(line) + 1
        if self.too_long is None and self.size > MAX_GAME + 1:
            self.too_long = number
        if self.too_long is None:
            self.lines.append((number, line))


def pieces(lines: Iterable[str], begins: Callable[[str], object]) -> Iterator[GameLines]:
    """The lines of each game. A line for which ``begins`` is true begins one; the first may begin with another line."""
    piece = GameLines()
    for number, line in filled(lines):
        if begins(line) and piece.size:
            yield piece
            piece = GameLines()
        piece.add(number, line)
    if piece.size:
        yield piece


def person(name: str) -> str:
    """The seat of a player of another program: a person of that name, without the prefix and suffix of a Gomocup program."""
    plain = "".join(letter for letter in " ".join(name.split()) if letter.isprintable())
    bare = _AROUND.sub("", plain)[:MAX_LETTERS].strip()
    return elsewhere(bare) if bare else NAMELESS


def name_of(seat: str) -> str:
    """The name to write for a seat, ``?`` for a player without one; of a Python file without its folder."""
    return without_folder(seat).removeprefix(elsewhere(""))


def identified(match: Match, named: str, times: Sequence[float] = ()) -> Match:
    """The match with an id made from its contents, so that importing a file twice gives the same ids. ``named`` is the
    game's id as written, ``times`` are those that the file gives."""
    outcome = match.outcome
    known: list[Any] = [named, match.start, " ".join(match.names), *map(without_folder, match.players)]
    known += [outcome.reason.value, outcome.winner] if outcome else [None, None]
    known += [" ".join(map(str, outcome.cells)) if outcome else "", match.hints]
    return replace(match, id=uuid5(NAMESPACE_OID, json.dumps([*known, *times])).hex)


def foreign(match: Match, asked: Asked, played: float | None = None) -> Stored:
    """A game of another program as stored. ``played`` is its time, in seconds since 1970, if the file gives one."""
    moment = asked.now if played is None else played
    times = () if played is None else (played, played)
    return Stored.of(identified(match, match.game.id, times), moment, moment)


def ended(match: Match, outcome: Outcome | None) -> Match:
    """The match with an end that the players made, unless the rules have ended it."""
    return match.conclude(outcome) if outcome and not match.outcome else match
