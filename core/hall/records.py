"""What is kept of a game at a table: a match as of any other game, and beside it who played where."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from core.errors import CoreError
from core.game import Game
from core.hall.people import Person
from core.play.clock import TimeControl
from core.play.match import Match
from core.play.seats import Setup
from core.play.series import Series
from core.players.opponents import HUMAN, elsewhere
from core.store.rows import Stored


class TableFacts(NamedTuple):
    """What stands beside a match: the id of the ``table``, the ``keys`` of the two by seat, whether they play by post,
    and how many draws each has ``offered`` in this game."""

    table: str
    keys: tuple[str, str]
    post: bool
    offered: tuple[int, int] = (0, 0)


def fresh(
    id: str,
    game: Game,
    people: tuple[Person, Person],
    control: TimeControl | None,
    post: bool,
    random: Random,
    before: Series | None = None,
) -> Match:
    """A game that begins at a table; ``before`` is how the two stand there, None for their first game."""
    extra = {
        "table": id,
        "keys": [person.kept.key for person in people],
        "names": [person.name for person in people],
        "post": post,
    }
    match = Setup((HUMAN, HUMAN), begins="turns", control=control).begun(game, random)
    return replace(match, series=before or match.series, extra=json.dumps(extra))


def following(id: str, last: Match, people: tuple[Person, Person], post: bool, random: Random) -> Match:
    """The next game between two who have changed seats, with how they stand. They begin in turns; an aborted game
    is not counted, so that after one it is the other's turn once more."""
    control = last.clock.control if last.clock else None
    before = last.standing if last.outcome else last.standing.swapped()
    return fresh(id, last.game, people, control, post, random, before)


def table_of(extra: str) -> TableFacts | None:
    """What stands beside a match, None where it was played at no table."""
    try:
        values = json.loads(extra)
        id, (first, second), post = values["table"], values["keys"], values["post"]
        one, two = values.get("offered", (0, 0))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    fits = all(isinstance(text, str) for text in (id, first, second)) and type(post) is bool and first != second
    counted = all(type(count) is int and count >= 0 for count in (one, two))
    return TableFacts(id, (first, second), post, (one, two)) if fits and counted else None


def named(stored: Stored) -> Stored:
    """The same game as it is shown and written outside the hall: with the names of those who played it."""
    try:
        first, second = json.loads(stored.extra)["names"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return stored
    players = {"first": elsewhere(str(first)), "second": elsewhere(str(second)), "extra": ""}
    return replace(stored, document={**stored.document, **players})


def with_offers(match: Match, offered: Sequence[int]) -> Match:
    """The same match, with how many draws each has offered."""
    return replace(match, extra=json.dumps({**json.loads(match.extra), "offered": list(offered)}))


def resumed(stored: Stored, grace: float) -> Match | None:
    """A game that the hall takes up again: who is on turn has so many seconds more, since they could not know that the
    hall would be away. None where it cannot be played on."""
    try:
        match = stored.match
    except CoreError:
        return None
    if match.outcome:
        return None
    if match.clock is None:
        return match
    left = list(match.clock.left)
    left[match.position.turn] += grace
    return replace(match, clock=replace(match.clock, left=(left[0], left[1])))


def people_of(table: TableFacts, find: Callable[[str], Person]) -> tuple[Person, Person] | None:
    """Who sits there, None where a key is nobody's."""
    try:
        return find(table.keys[0]), find(table.keys[1])
    except CoreError:
        return None
