"""What the number of all games is not, how many positions they go through, and what the sources say of it."""

from __future__ import annotations

import math

from core.game import State
from core.games import get
from core.kinds.lines import LineGame
from core.phrase import Sentence, fact, figure
from core.study.counts.counted import NOT_COUNTED, Counted, outcomes
from core.study.counts.counting import MAX_MOVES, Length
from core.study.study import Cell, StudyTable, TableColumn, Text


def fillings(found: Counted) -> StudyTable:
    """Why the number of games is not that of the orders in which the board can be filled."""
    places = len(found.position.moves)
    rows: list[tuple[Cell, ...]] = []
    for length in filter(_ends_some, found.lengths.rows):
        each = math.factorial(places - length.plies)
        rows.append((length.plies, length.games, each, each * length.games))
    games = sum(length.games for length in found.lengths.rows)
    rows.append((fact("games.cells.all"), games, None, sum(row[3] for row in rows if isinstance(row[3], int))))
    return StudyTable(
        "games.fillings",
        tuple(rows),
        (fact("games.fillings.note", places=places, orders=figure(math.factorial(places))),),
        title=fact("games.fillings.title", number=places),
        columns=(
            TableColumn("plies", right=True),
            TableColumn("games", right=True),
            TableColumn("each", right=True),
            TableColumn("orders", right=True),
        ),
    )


def _ends_some(length: Length) -> bool:
    return bool(length.games)


def numbers(found: Counted) -> Text:
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


def positions(found: Counted) -> StudyTable:
    """How many positions these games go through, and how many are left where symmetric ones count once."""
    game, known = found.position.game, found.counting.known
    groups: dict[str, list[State]] = {"on": [], "first": [], "second": [], "drawn": []}
    for state, count in known.items():
        if game.value(state) is None:
            groups["on"].append(state)
        else:
            groups[("first", "second", "drawn")[count.shares.index(1)]].append(state)
    symmetric = len(known) * len(game.symmetries) <= MAX_MOVES

    def row(head: Sentence, *names: str) -> tuple[Cell, ...]:
        states = [state for name in names for state in groups[name]]
        if not symmetric:
            return head, len(states), NOT_COUNTED
        return head, len(states), len({game.canonical(state) for state in states})

    first, second, drawn = outcomes(game)
    return StudyTable(
        "games.positions",
        (
            row(fact("games.cells.all"), *groups),
            row(fact("games.positions.going_on"), "on"),
            row(fact("games.positions.over"), "first", "second", "drawn"),
            row(first, "first"),
            row(second, "second"),
            row(drawn, "drawn"),
        ),
        (fact("games.positions.note"),),
        columns=(
            TableColumn("which"),
            TableColumn("all", right=True),
            TableColumn("classes", right=True),
        ),
    )


def lines_through(found: Counted) -> Sentence:
    """How many lines the first mark takes from the other player, by where it is set."""
    game = found.position.game
    assert isinstance(game, LineGame)
    last = game.cell_count - 1
    through = [sum(line >> cell & 1 for line in game.lines) for cell in (last // 2, 0, 1)]
    return fact(
        "games.classes.lines", **dict(zip(("centre", "corner", "edge"), through, strict=True)), all=len(game.lines)
    )


def errata(found: Counted) -> Text:
    """What Arias writes beside the board that is counted here."""
    cube = get("tictactoe3d")
    assert isinstance(cube, LineGame)
    return Text(
        "games.errata",
        (
            fact(
                "games.errata.text",
                moves=len(found.openings),
                lines=len(cube.lines),
                flat=((3 + 2) ** 2 - 3**2) // 2,
                orders=figure(math.factorial(cube.cell_count)),
            ),
        ),
    )
