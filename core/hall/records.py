"""Records: what is saved of a game at a table beside its match."""

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
    """The text beside a match, as values: the id of the ``table``, the ``keys`` of the two people by seat, whether they
    play by post, and the number of draws that each has ``offered`` in this game."""

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
    """A new game at a table; ``before`` is the series of the two there, None for their first game."""
    extra = {
        "table": id,
        "keys": [person.kept.key for person in people],
        "names": [person.name for person in people],
        "post": post,
    }
    match = Setup((HUMAN, HUMAN), begins="turns", control=control).begun(game, random)
    return replace(match, series=before or match.series, extra=json.dumps(extra))


def following(id: str, last: Match, people: tuple[Person, Person], post: bool, random: Random) -> Match:
    """The next game of the two ``people``, who have changed seats after the ``last`` one. They move first in turns. An
    aborted game does not count: after one the other person is to begin again."""
    control = last.clock.control if last.clock else None
    before = last.standing if last.outcome else last.standing.swapped()
    return fresh(id, last.game, people, control, post, random, before)


def table_of(extra: str) -> TableFacts | None:
    """The facts beside a match; None if it was played at no table."""
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
    """The game as it is shown and written outside the hall: with the names of its players."""
    try:
        first, second = json.loads(stored.extra)["names"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return stored
    players = {"first": elsewhere(str(first)), "second": elsewhere(str(second)), "extra": ""}
    return replace(stored, document={**stored.document, **players})


def with_offers(match: Match, offered: Sequence[int]) -> Match:
    """The match with the number of draws that each has offered."""
    return replace(match, extra=json.dumps({**json.loads(match.extra), "offered": list(offered)}))


def resumed(stored: Stored, grace: float) -> Match | None:
    """A game that goes on when the hall opens again; None if it cannot. The player to move gets ``grace`` seconds more,
    since they could not know that the hall would close."""
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
    """The two people at a table; None if a key belongs to nobody."""
    try:
        return find(table.keys[0]), find(table.keys[1])
    except CoreError:
        return None
