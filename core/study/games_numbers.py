"""What the number of all games is not, how many positions they go through, and what the sources say of it."""

from __future__ import annotations

import math

from core.game import State
from core.games import get
from core.kinds.lines import LineGame
from core.phrase import Phrase, phrase
from core.study.counted import NOT_COUNTED, Counted, outcomes
from core.study.counting import MOST_MOVES, Length
from core.study.study import Cell, StudyTable, TableColumn, Text, figure


def fillings(found: Counted) -> StudyTable:
    """Why the number of games is not that of the orders in which the board can be filled."""
    places = len(found.position.moves)
    rows: list[tuple[Cell, ...]] = []
    for length in filter(_ends_some, found.lengths.rows):
        each = math.factorial(places - length.plies)
        rows.append((length.plies, length.games, each, each * length.games))
    games = sum(length.games for length in found.lengths.rows)
    rows.append((phrase("in all"), games, None, sum(row[3] for row in rows if isinstance(row[3], int))))
    return StudyTable(
        "fillings",
        phrase("Why not {number}!", number=places),
        (
            TableColumn("plies", phrase("moves"), True),
            TableColumn("games", phrase("game count"), True),
            TableColumn("each", phrase("orders of each"), True),
            TableColumn("orders", phrase("orders"), True),
        ),
        tuple(rows),
        (
            phrase(
                "A game of l moves is the beginning of ({places} - l)! orders in which the board can be filled; together they "
                "are all {places}! = {orders}.",
                places=places,
                orders=figure(math.factorial(places)),
            ),
        ),
    )


def _ends_some(length: Length) -> bool:
    return bool(length.games)


def numbers(found: Counted) -> Text:
    places = len(found.position.moves)
    games = sum(length.games for length in found.lengths.rows)
    values = {"places": places, "less": places - 1, "games": figure(games)}
    opening = next(iter(found.openings.values()))
    assert opening is not None
    return Text(
        "numbers",
        phrase("{places}!, {places}^{places}, {less}!", **values),
        (
            phrase(
                "{places}! = {orders} is how many orders there are in which the whole board is filled. A game ends with its "
                "line, and all orders that begin with it are the one game; so the number of games is {games}.",
                orders=figure(math.factorial(places)),
                **values,
            ),
            phrase(
                "{places}^{places} = {loops} is how many times a program goes round that lets {places} nested loops run from 1 "
                "to {places}: in nearly all of these rows a square is taken twice. It throws them away, and keeps the "
                "{places}!.",
                loops=figure(places**places),
                **values,
            ),
            phrase(
                "{less}! = {rows} is how many of the {places}! orders begin with one square, the rows of one sheet: orders "
                "again, no games. Games that begin with {move} there are {opening}.",
                rows=figure(math.factorial(places - 1)),
                move=found.position.name(found.position.moves[0]),
                opening=figure(opening.games),
                **values,
            ),
        ),
    )


def positions(found: Counted) -> StudyTable:
    """How many positions these games go through, and how many are left where symmetric ones count once."""
    game, known = found.position.game, found.counting.known
    groups: dict[str, list[State]] = {"on": [], "first": [], "second": [], "drawn": []}
    for state, count in known.items():
        if game.value(state) is None:
            groups["on"].append(state)
        else:
            groups[("first", "second", "drawn")[count.shares.index(1)]].append(state)
    symmetric = len(known) * len(game.symmetries) <= MOST_MOVES

    def row(head: Phrase, *names: str) -> tuple[Cell, ...]:
        states = [state for name in names for state in groups[name]]
        if not symmetric:
            return head, len(states), NOT_COUNTED
        return head, len(states), len({game.canonical(state) for state in states})

    first, second, drawn = outcomes(game)
    return StudyTable(
        "positions",
        phrase("Positions"),
        (
            TableColumn("which", phrase("positions")),
            TableColumn("all", phrase("in all"), True),
            TableColumn("classes", phrase("up to symmetry"), True),
        ),
        (
            row(phrase("in all"), *groups),
            row(phrase("of games that go on"), "on"),
            row(phrase("of games that are over"), "first", "second", "drawn"),
            row(first, "first"),
            row(second, "second"),
            row(drawn, "drawn"),
        ),
        (
            phrase(
                "Positions that a game can come to, each counted once. Up to symmetry, equal boards turned or mirrored are one."
            ),
        ),
    )


def errata(found: Counted) -> Text:
    """What Arias writes beside the board that is counted here."""
    cube = get("tictactoe3d")
    assert isinstance(cube, LineGame)
    return Text(
        "errata",
        phrase("Errors"),
        (
            phrase(
                "Arias calls shares of games probabilities. They are none: see the three shares side by side, of all games, of "
                "an opening's own games, and at random."
            ),
            phrase(
                "He takes the centre for the best opening, Fernández the corner; all {moves} draw with best play.",
                moves=len(found.openings),
            ),
            phrase(
                "He gives the board of 3x3x3 35 lines; it has {lines}. By the rule ((n + 2)^d - n^d) / 2 for n^d squares it is "
                "(5^3 - 3^3) / 2, as 3x3 has (5^2 - 3^2) / 2 = {flat}.",
                lines=len(cube.lines),
                flat=((3 + 2) ** 2 - 3**2) // 2,
            ),
            phrase(
                "His 27! is how many orders there are in which 27 squares are filled, not how many games there are; and his "
                "strategies have two slips: see 'triqui study strategies'."
            ),
        ),
    )
