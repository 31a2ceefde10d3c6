"""Numbers that are not the number of all games, and the positions of these games."""

from __future__ import annotations

import math
from typing import NamedTuple

from core.game import State
from core.phrase import Sentence, fact, figure
from core.study.counts.counted import NOT_COUNTED, Counted, outcomes
from core.study.counts.counting import MAX_MOVES
from core.study.study import StudyTable, Text


class _Filling(NamedTuple):
    """Games of one length, and the orders in which the board can be filled that begin with each and with all of them."""

    plies: int | Sentence
    games: int
    each: int | None
    orders: int


def fillings(found: Counted) -> StudyTable:
    """Why the number of games is not the number of orders in which the board can be filled."""
    places = len(found.position.moves)
    rows: list[_Filling] = []
    for length in found.lengths.rows:
        if length.games:
            each = math.factorial(places - length.plies)
            rows.append(_Filling(length.plies, length.games, each, each * length.games))
    every = _Filling(fact("games.cells.all"), sum(row.games for row in rows), None, sum(row.orders for row in rows))
    note = fact("games.fillings.note", places=places, orders=figure(math.factorial(places)))
    return StudyTable("games.fillings", (*rows, every), (note,), values={"number": places})


def numbers(found: Counted) -> Text:
    """Three numbers that are not the number of games."""
    places = len(found.position.moves)
    games = sum(length.games for length in found.lengths.rows)
    values = {"places": places, "less": places - 1}
    opening = next(iter(found.openings.values()))
    assert opening is not None
    return Text(
        "games.numbers",
        (
            fact(
                "games.numbers.text",
                games=figure(games),
                orders=figure(math.factorial(places)),
                loops=figure(places**places),
                rows=figure(math.factorial(places - 1)),
                move=found.position.name(found.position.moves[0]),
                opening=figure(opening.games),
                **values,
            ),
        ),
        title=fact("games.numbers.title", **values),
    )


class _Positions(NamedTuple):
    """Positions of a kind: how many there are, and how many classes of symmetric ones."""

    which: Sentence
    all: int
    classes: int | Sentence


def positions(found: Counted) -> StudyTable:
    """The positions of these games, and their classes of symmetric ones."""
    game, known = found.position.game, found.counting.known
    groups: dict[str, list[State]] = {"on": [], "first": [], "second": [], "drawn": []}
    for state, count in known.items():
        group = "on" if game.value(state) is None else ("first", "second", "drawn")[count.shares.index(1)]
        groups[group].append(state)
    symmetric = len(known) * len(game.symmetries) <= MAX_MOVES

    def row(which: Sentence, *names: str) -> _Positions:
        states = [state for name in names for state in groups[name]]
        return _Positions(
            which, len(states), len({game.canonical(state) for state in states}) if symmetric else NOT_COUNTED
        )

    rows = (
        row(fact("games.cells.all"), *groups),
        row(fact("games.positions.going_on"), "on"),
        row(fact("games.positions.over"), "first", "second", "drawn"),
        *(row(which, name) for which, name in zip(outcomes(game), ("first", "second", "drawn"), strict=True)),
    )
    return StudyTable("games.positions", rows, (fact("games.positions.note"),))
