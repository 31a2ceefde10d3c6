"""What is kept of a game at a table: a record as of any other game, and beside it who played where."""

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
from core.play.course import begun
from core.play.match import Match, Record
from core.play.seats import Setup
from core.play.series import Series
from core.play.source import Snapshot
from core.players.opponents import HUMAN, elsewhere


class Table(NamedTuple):
    """What stands beside a record: the id of the ``table``, the ``keys`` of the two by seat, whether they play by post, and how
    many draws each has ``offered`` in this game."""

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
) -> Record:
    """The record of a game that begins at a table; ``before`` is how the two stand there, None for their first game."""
    extra = {
        "table": id,
        "keys": [person.kept.key for person in people],
        "names": [person.name for person in people],
        "post": post,
    }
    record = begun(game, Setup((HUMAN, HUMAN), begins="turns", control=control), (), None, random)
    return replace(record, series=before or record.series, extra=json.dumps(extra))


def following(id: str, last: Snapshot, people: tuple[Person, Person], post: bool, random: Random) -> Record:
    """The record of the next game between two who have changed seats, with how they stand. They begin in turns; an aborted game
    is not counted, so that after one it is the other's turn once more."""
    control = last.clock.control if last.clock else None
    before = last.series if last.outcome else last.series.swapped()
    return fresh(id, last.game, people, control, post, random, before)


def table_of(extra: str) -> Table | None:
    """What stands beside a record, None where it was played at no table."""
    try:
        values = json.loads(extra)
        id, (first, second), post = values["table"], values["keys"], values["post"]
        one, two = values.get("offered", (0, 0))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    fits = all(isinstance(text, str) for text in (id, first, second)) and type(post) is bool and first != second
    counted = all(type(count) is int and count >= 0 for count in (one, two))
    return Table(id, (first, second), post, (one, two)) if fits and counted else None


def named(record: Record) -> Record:
    """The same game as it is shown and written outside the hall: with the names of those who played it."""
    try:
        first, second = json.loads(record.extra)["names"]
        players = elsewhere(str(first)), elsewhere(str(second))
    except (ValueError, TypeError, KeyError, RecursionError):
        return record
    return replace(record, players=players, extra="")


def with_offers(record: Record, offered: Sequence[int]) -> Record:
    """The same record, with how many draws each has offered."""
    return replace(record, extra=json.dumps({**json.loads(record.extra), "offered": list(offered)}))


def resumed(record: Record, grace: float) -> Record | None:
    """A game that the hall takes up again: whoever is on turn has so many seconds more, since he could not know that the hall
    would be away. None where it cannot be played on."""
    try:
        match = Match.from_record(record)
    except CoreError:
        return None
    if match.outcome:
        return None
    if record.clock is None:
        return record
    left = list(record.clock.left)
    left[match.position.turn] += grace
    return replace(record, clock=replace(record.clock, left=(left[0], left[1])))


def people_of(table: Table, find: Callable[[str], Person]) -> tuple[Person, Person] | None:
    """Who sits there, None where a key is nobody's."""
    try:
        return find(table.keys[0]), find(table.keys[1])
    except CoreError:
        return None
