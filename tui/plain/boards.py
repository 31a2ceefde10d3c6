"""Where everything stands on a board, in sentences: one way for each face of :mod:`core.kits`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from core.game import Move, Player, State
from core.games import face
from core.kinds.faces import ColumnsGame, GraphGame, GridGame, NestedGame
from core.kinds.heaps import HeapGame
from core.position import Position
from tui.plain.aloud import aloud, listed, name_of, span, spans
from tui.text.catalogue import _, figures, ngettext, say

FEW = 9
"""Up to so many empty places are named, more are counted."""


def board(position: Position) -> list[str]:
    """The position in sentences, without who is to move."""
    return [aloud(sentence) for sentence in _FACES[face(position.game)](position.game, position)]


def moves(position: Position, most: int = 100) -> str:
    """The legal moves, or how many there are and the first of them."""
    shown = listed(position.name(move) for move in position.moves[:most])
    left = len(position.moves) - most
    return shown + (" " + _("and {count} more.").format(count=figures(f"{left:,}")) if left > 0 else ".")


def _empty(names: Sequence[str], count: int) -> str:
    if len(names) == count:
        return _("The board is empty.")
    if not names:
        return _("No place is empty.")
    if len(names) > FEW:
        return ngettext("{number} place is empty.", "{number} places are empty.", len(names))
    return _("Empty: {places}.").format(places=listed(names))


def _marked(letters: Sequence[str], marks: Sequence[int], name: Callable[[int], str]) -> list[str]:
    """For each mark the places where it stands."""
    found = {mark: [name(place) for place, there in enumerate(marks) if there == mark] for mark in range(len(letters))}
    text = _("{mark} on {places}.")
    return [text.format(mark=letters[mark], places=listed(places)) for mark, places in found.items() if places]


def _grid(game: GridGame, position: Position) -> list[str]:
    state = position.state
    marks = game.marks(state)
    size = game.columns * game.rows
    faint = set(game.faint(state))
    out = [layer for layer in range(game.layers) if faint.issuperset(range(layer * size, (layer + 1) * size))]
    live = [mark if cell // size not in out else -1 for cell, mark in enumerate(marks)]
    said = _marked(game.letters, live, game.format_cell)
    if len(out) < game.layers:
        empty = [game.format_cell(cell) for cell, mark in enumerate(marks) if mark < 0 and cell // size not in out]
        said.append(_empty(empty, len(marks)))
    said += [_("Board {number} is out of the game.").format(number=layer + 1) for layer in out]
    caption = None if position.outcome else game.caption(state)
    return [*said, *(f"{part.strip().rstrip('.')}." for part in say(caption).split("  ") if part)] if caption else said


def _bar(game: GridGame, position: Position) -> Iterator[str]:
    """The squares that are left: what is marked is eaten."""
    marks = game.marks(position.state)
    for row in range(game.rows):
        left = [
            game.format_cell(cell) for cell in range(row * game.columns, (row + 1) * game.columns) if marks[cell] < 0
        ]
        if len(left) > 1:
            yield _("Row {row}: {first} to {last}.").format(row=row + 1, first=left[0], last=left[-1])
        else:
            yield _("Row {row}: {square}.").format(row=row + 1, square=left[0] if left else _("eaten"))


def _columns(game: ColumnsGame, position: Position) -> list[str]:
    discs = game.discs(position.state)
    said, empty = [], []
    for column in range(game.columns):
        stack = [disc for disc in reversed(discs[column :: game.columns]) if disc >= 0]
        if not stack:
            empty.append(column + 1)
            continue
        text = _("Column {column}, from the bottom: {discs}.")
        said.append(text.format(column=column + 1, discs=listed(name_of(position, player(disc)) for disc in stack)))
    if len(empty) == game.columns:
        return [_("The board is empty.")]
    if empty:
        said.append(_("Empty columns: {columns}.").format(columns=spans(empty)))
    return said


def _graph(game: GraphGame, position: Position) -> list[str]:
    stones, hand = game.stones(position.state), game.hand(position.state)

    def name(point: int) -> str:
        return game.points[point].name

    said = _marked([name_of(position, player) for player in (0, 1)], stones, name)
    said.append(_empty([name(point) for point, stone in enumerate(stones) if stone < 0], len(stones)))
    text = _("{player} has {count} more to place.")
    return said + [text.format(player=name_of(position, player(i)), count=left) for i, left in enumerate(hand) if left]


def _nested(game: NestedGame, position: Position) -> Iterator[str]:
    marks, empty = game.marks(position.state), []
    for number, local in enumerate(game.boards(position.state)):
        here = marks[9 * number : 9 * number + 9]
        where = _("Board {number}").format(number=number + 1)
        parts = [part.rstrip(".") for part in _marked(game.letters, here, lambda cell: str(cell + 1))]
        if local.owner >= 0:
            parts.insert(0, _("won by {player}").format(player=game.letters[local.owner]))
        elif not local.open and not position.outcome:
            parts.insert(0, _("nobody can play there"))
        if parts:
            yield f"{where}: {'; '.join(parts)}."
        else:
            empty.append(number + 1)
    if empty:
        yield _("Empty boards: {boards}.").format(boards=spans(empty))
    to_play = sorted({move // 9 + 1 for move in position.moves})
    if to_play:
        yield _("The next mark goes to board {boards}.").format(boards=spans(to_play))


def _heaps(game: HeapGame, position: Position) -> Iterator[str]:
    state = position.state
    for heap, count in enumerate(game.heaps(state)):
        if game.numbered:
            pins = spans(place + 1 for place in game.standing(state, heap)) or _("none")
            yield _("Row {row}: pins {pins}.").format(row=game.label(heap), pins=pins)
        else:
            yield _("Heap {heap}: {count}.").format(heap=game.label(heap), count=figures(f"{count:,}"))
    if not game.numbered and not position.outcome:
        for group in range(len(game.groups)):
            choices = game.choices(state, group)
            if choices:
                take = _choices(game, state, choices)
                yield _("From {heaps} you can take {numbers}.").format(heaps=game.letters(group), numbers=take)


def _choices(game: HeapGame, state: State, choices: Sequence[Move]) -> str:
    """How many sticks can be taken: a range is told by its ends, since there may be a million of them."""
    if isinstance(choices, range):
        return span(choices[0] % game.span + 1, choices[-1] % game.span + 1)
    return spans(sorted({game.taken(state, choice)[0].number for choice in choices}))


def player(number: int) -> Player:
    """The player of a number."""
    return 1 if number else 0


_FACES: Mapping[str, Callable[[Any, Position], Iterable[str]]] = {
    "bar": _bar,
    "columns": _columns,
    "graph": _graph,
    "grid": _grid,
    "heaps": _heaps,
    "nested": _nested,
}
"""By the name that a row of :mod:`core.kits` gives, as :data:`tui.boards.BOARDS` has them."""
