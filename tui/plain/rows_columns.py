"""One row or one column of a board, read aloud: for each face of :mod:`core.kits` the places with their row and column."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

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
        phrase("Say row and which one, {first} to {last}."),
        phrase("There is no row {text}; the rows are {first} to {last}."),
    ),
    "column": RowsOrColumns(
        phrase("Column {name}"),
        phrase("Column {name}, from the bottom"),
        phrase("{game} has no columns."),
        phrase("Say column and which one, {first} to {last}."),
        phrase("There is no column {text}; the columns are {first} to {last}."),
    ),
}
"""By the words that ask for them, which are the fields of a place too."""


def row_or_column(position: Position, kind: str, text: str) -> str:
    """What stands in the row or column that a text names, or why there is none."""
    said, places = WORDINGS[kind], _FACES[face(position.game)](position)
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
    return _("A place is called by its board and its number there, as in 5.3; say board to hear them.")


def _cells(position: Position, marks: list[str]) -> list[Spot]:
    """The cells of a grid with what is on each."""
    game = position.game
    assert isinstance(game, GridGame)
    places = []
    for cell, mark in enumerate(marks):
        row, column = divmod(cell % (game.columns * game.rows), game.columns)
        places.append(Spot(str(row + 1), chr(ord("a") + column), game.format_cell(cell), mark))
    return places


def _grid(position: Position) -> list[Spot]:
    game = position.game
    assert isinstance(game, GridGame)
    return _cells(position, ["" if mark < 0 else game.letters[mark] for mark in game.marks(position.state)])


def _bar(position: Position) -> list[Spot]:
    game = position.game
    assert isinstance(game, GridGame)
    return _cells(position, [_("there") if mark < 0 else _("eaten") for mark in game.marks(position.state)])


def _columns(position: Position) -> list[Spot]:
    """Rows are counted from the bottom, as discs fall."""
    game = position.game
    assert isinstance(game, ColumnsGame)
    discs, places = game.discs(position.state), []
    for row in range(game.rows):
        for column in range(game.columns):
            disc = discs[(game.rows - 1 - row) * game.columns + column]
            there = "" if disc < 0 else name_of(position, player(disc))
            places.append(Spot(str(row + 1), str(column + 1), "", there))
    return places


def _graph(position: Position) -> list[Spot]:
    """Points that are called by a letter and a number stand in columns and rows."""
    game = position.game
    assert isinstance(game, GraphGame)
    places = []
    for point, stone in zip(game.points, game.stones(position.state), strict=True):
        found = re.fullmatch("([a-z])([0-9]+)", point.name)
        column, row = found.groups() if found else ("", "")
        places.append(Spot(row, column, point.name, "" if stone < 0 else name_of(position, player(stone))))
    return places


def _heaps(position: Position) -> list[Spot]:
    """Only pins that are called by their place stand in rows."""
    game = position.game
    assert isinstance(game, HeapGame)
    if not game.numbered:
        return []
    places = []
    for heap, count in enumerate(game.places(position.state)):
        standing = set(game.standing(position.state, heap))
        pins = [
            Spot(game.label(heap), "", str(pin + 1), _("stands") if pin in standing else "") for pin in range(count)
        ]
        places += pins
    return places


_FACES: Mapping[str, Callable[[Position], list[Spot]]] = {
    "bar": _bar,
    "columns": _columns,
    "graph": _graph,
    "grid": _grid,
    "heaps": _heaps,
    "nested": lambda position: [],
}
"""By the name that a row of :mod:`core.kits` gives."""
