"""One row or one column of a board, read aloud: for each face of :mod:`core.kits` the places with their row and column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from core.errors import quoted
from core.games import face
from core.kinds.faces import ColumnsGame, GraphGame, GridGame
from core.kinds.heaps import HeapGame
from core.phrase import Phrase, phrase
from core.position import Position
from tui.plain.aloud import aloud, listed, name_of
from tui.plain.boards import player
from tui.text import words
from tui.text.catalogue import _


class Spot(NamedTuple):
    """A place: its row and its column, empty where it has none, what it is called, empty where its order tells, and what is
    there, empty for nothing."""

    row: str
    column: str
    name: str
    there: str


class RowsOrColumns(NamedTuple):
    """What is said of rows, or of columns."""

    title: Phrase
    order: Phrase
    none: Phrase
    ask: Phrase
    wrong: Phrase


WORDINGS: Mapping[str, RowsOrColumns] = {
    "row": RowsOrColumns(
        phrase("Row {name}"),
        phrase("Row {name}, from the left"),
        phrase("{game} has no rows."),
        phrase("Say row and the name of one, {first} to {last}."),
        phrase("There is no row {text}; the rows are {first} to {last}."),
    ),
    "column": RowsOrColumns(
        phrase("Column {name}"),
        phrase("Column {name}, from the bottom"),
        phrase("{game} has no columns."),
        phrase("Say column and the name of one, {first} to {last}."),
        phrase("There is no column {text}; the columns are {first} to {last}."),
    ),
}
"""By the words that ask for them, which are the fields of a place too."""


def row_or_column(position: Position, kind: str, text: str) -> str:
    """What stands in the row or column that a text names, or why there is none."""
    said, places = WORDINGS[kind], list(_FACES[face(position.game)](position.game, position))
    names = list(dict.fromkeys(name for place in places if (name := getattr(place, kind))))
    if not names:
        return f"{_(said.none.template).format(game=words.name(position.game))} {_called(position)}"
    chosen = next((name for name in names if name.casefold() == text.casefold()), None)
    if chosen is None:
        wrong = said.wrong if text else said.ask
        return _(wrong.template).format(text=quoted(text), first=names[0], last=names[-1])
    empty = _("empty")
    there = [place for place in places if getattr(place, kind) == chosen]
    title = _((said.title if there[0].name else said.order).template).format(name=chosen)
    if not any(place.there for place in there):
        return _("{lane}: empty.").format(lane=title)
    return aloud(f"{title}: {listed(f'{place.name} {place.there or empty}'.strip() for place in there)}.")


def _called(position: Position) -> str:
    """How places are called in a game without such rows or columns."""
    game = position.game
    if isinstance(game, HeapGame):
        heaps = listed(game.label(heap) for heap in range(len(game.sizes)))
        text = _("Its rows are {names}.") if game.numbered else _("Its heaps are {names}; say board to hear them.")
        return text.format(names=heaps)
    if isinstance(game, GraphGame):
        return _("Its points are {names}; say board to hear them.").format(
            names=listed(each.name for each in game.points)
        )
    return _("A cell is named by its board and its number there, as in 5.3; say board to hear them.")


def _cells(game: GridGame, marks: list[str]) -> list[Spot]:
    """The cells of a grid with what is on each."""
    return [
        Spot(
            str(cell // game.columns % game.rows + 1), chr(ord("a") + cell % game.columns), game.format_cell(cell), mark
        )
        for cell, mark in enumerate(marks)
    ]


def _grid(game: GridGame, position: Position) -> list[Spot]:
    return _cells(game, ["" if mark < 0 else game.letters[mark] for mark in game.marks(position.state)])


def _bar(game: GridGame, position: Position) -> list[Spot]:
    return _cells(game, [_("there") if mark < 0 else _("eaten") for mark in game.marks(position.state)])


def _columns(game: ColumnsGame, position: Position) -> list[Spot]:
    """Rows are counted from the bottom, as discs fall."""
    discs = game.discs(position.state)
    return [
        Spot(str(row + 1), str(column + 1), "", "" if disc < 0 else name_of(position, player(disc)))
        for row in range(game.rows)
        for column, disc in enumerate(discs[(game.rows - 1 - row) * game.columns :][: game.columns])
    ]


def _graph(game: GraphGame, position: Position) -> Iterator[Spot]:
    """Points that are called by a letter and a number stand in columns and rows."""
    for point, stone in zip(game.points, game.stones(position.state), strict=True):
        found = re.fullmatch("([a-z])([0-9]+)", point.name)
        column, row = found.groups() if found else ("", "")
        yield Spot(row, column, point.name, "" if stone < 0 else name_of(position, player(stone)))


def _heaps(game: HeapGame, position: Position) -> list[Spot]:
    """Only pins that are called by their place stand in rows."""
    if not game.numbered:
        return []
    return [
        Spot(game.label(heap), "", str(pin + 1), _("standing") if pin in standing else "")
        for heap, count in enumerate(game.places(position.state))
        for standing in [game.standing(position.state, heap)]
        for pin in range(count)
    ]


_FACES: Mapping[str, Callable[[Any, Position], Iterable[Spot]]] = {
    "bar": _bar,
    "columns": _columns,
    "graph": _graph,
    "grid": _grid,
    "heaps": _heaps,
    "nested": lambda game, position: [],
}
"""By the name that a row of :mod:`core.kits` gives, each for the games that it names."""
