"""GridBoard: a rectangle of cells, from 1x1 to 19x19, in the largest size that fits; what does not fit scrolls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.events import Click, MouseMove

from core.game import GridGame, Move
from core.position import Position
from tui.boards.base import Board, CellMark
from tui.boards.cell import Look, Size, draw_cell
from tui.widgets.canvas import Row, Span
from tui.widgets.frame import Section, frame

_LABEL = 3
"""Columns at the left for the numbers of the rows."""


_SIZES = (
    *(Size(2 * height + 1, height, 1) for height in (17, 15, 13, 11, 9, 7, 5, 3)),
    Size(5, 2, 1),
    Size(3, 1, 1),
    Size(3, 1, 0),
    Size(2, 1, 0),
)


class _View(NamedTuple):
    """The part of the board on the screen: cell size, first column and row, how many of each, and the left margin."""

    size: Size
    column: int
    row: int
    columns: int
    rows: int
    left: int
    top: int


class GridBoard(Board):
    """Shows a GridGame. Arrows move the cursor, Enter and Space choose; the mouse does both."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(0,-1)", show=False),
        Binding("down", "move(0,1)", show=False),
        Binding("left", "move(-1,0)", show=False),
        Binding("right", "move(1,0)", show=False),
    ]

    def __init__(self, position: Position, id: str | None = None) -> None:
        super().__init__(position, id)
        assert isinstance(position.game, GridGame)
        self.game = position.game
        self.cursor = self.game.rows // 2 * self.game.columns + self.game.columns // 2
        self._first = (0, 0)

    def action_move(self, dx: int, dy: int) -> None:
        """Move the cursor one cell; at the edge it stays."""
        column, row = self.cursor % self.game.columns + dx, self.cursor // self.game.columns + dy
        if 0 <= column < self.game.columns and 0 <= row < self.game.rows:
            self._put_cursor(row * self.game.columns + column)

    def _put_cursor(self, cell: int) -> None:
        if cell != self.cursor:
            self.cursor = cell
            self.redraw()
            self.post_message(self.CursorMoved(self.chosen))

    def point_at(self, move: Move) -> None:
        """Put the cursor on the cell of a move, without a message."""
        self.cursor = self.game.cell(move)
        self.redraw()

    @property
    def chosen(self) -> tuple[Move, ...]:
        """The legal moves on the cursor's cell."""
        return tuple(move for move in self.position.moves if self.game.cell(move) == self.cursor)

    def on_mouse_move(self, event: MouseMove) -> None:
        """The cursor follows the mouse."""
        cell = self._cell_at(event.x, event.y)
        if cell is not None and self.active:
            self._put_cursor(cell)

    def on_click(self, event: Click) -> None:
        """Choose the cell under the mouse."""
        cell = self._cell_at(event.x, event.y)
        if cell is not None:
            self._put_cursor(cell)
            self.post_message(self.MoveChosen(self.chosen))

    def _cell_at(self, x: int, y: int) -> int | None:
        view = self._view(self.size.width - 2, self._room)
        column, x_rest = divmod(x - 1 - view.left - _LABEL, view.size.width + view.size.gap)
        row, y_rest = divmod(y - 2 - view.top, view.size.height + view.size.gap)
        inside = 0 <= column < view.columns and 0 <= row < view.rows
        if not inside or x_rest >= view.size.width or y_rest >= view.size.height:
            return None
        return (view.row + row) * self.game.columns + view.column + column

    @staticmethod
    def thumbnail(position: Position) -> Sequence[Row]:
        """The upper left corner, at most three by three."""
        game = position.game
        assert isinstance(game, GridGame)
        marks = game.marks(position.state)
        columns, lines = min(3, game.columns), min(3, game.rows)
        rows: list[Row] = []
        for y in range(lines):
            row: list[Span] = []
            for x in range(columns):
                mark = marks[y * game.columns + x]
                row.append(Span("│" if x else "", "frame"))
                row.append(Span(f" {game.letters[mark]} ", ("first", "second")[mark % 2]) if mark >= 0 else Span("   "))
            rows.append(row)
            if y < lines - 1:
                rows.append([Span("┼".join(["───"] * columns), "frame")])
        return rows

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame with the board in it."""
        return frame(width, height, [Section(self.title, self._draw_cells, self._room, 1, self.note), *self.below])

    @property
    def _room(self) -> int:
        """Rows for the board itself."""
        return self.size.height - 2 - sum(part.wanted + 1 for part in self.below)

    def _view(self, width: int, height: int) -> _View:
        columns, rows = self.game.columns, self.game.rows
        for size in _SIZES:
            wide = _LABEL + columns * size.width + (columns - 1) * size.gap
            high = 1 + rows * size.height + (rows - 1) * size.gap
            if wide <= width and high <= height:
                left, top = max(0, (width - wide - 2) // 2), (height - high) // 2
                return _View(size, 0, 0, columns, rows, left, top)
        size = _SIZES[-1]
        shown_columns = max(1, min(columns, (width - _LABEL) // size.width))
        shown_rows = max(1, min(rows, height - 1))
        column, row = self.cursor % columns, self.cursor // columns
        self._first = (
            _follow(self._first[0], column, shown_columns, columns),
            _follow(self._first[1], row, shown_rows, rows),
        )
        return _View(size, *self._first, shown_columns, shown_rows, 0, 0)

    def _draw_cells(self, width: int, height: int) -> list[Row]:
        view = self._view(width, height)
        size = view.size
        margin = Span(" " * view.left)
        gap = " " * size.gap
        letters = gap.join(chr(ord("a") + view.column + i).center(size.width) for i in range(view.columns))
        rows: list[Row] = [()] * view.top
        rows.append([margin, Span(" " * _LABEL + letters, "dim")])
        looks = self._looks()
        for i in range(view.rows):
            first = (view.row + i) * self.game.columns + view.column
            cells = [draw_cell(look, size, self.plain) for look in looks[first : first + view.columns]]
            for y in range(size.height):
                label = f"{view.row + i + 1:2d} " if y == size.height // 2 else " " * _LABEL
                row: list[Span] = [margin, Span(label, "dim")]
                for j, cell in enumerate(cells):
                    if j and size.gap:
                        row.append(Span("│", "frame"))
                    row.extend(cell[y])
                rows.append(row)
            if size.gap and i < view.rows - 1:
                rows.append([margin, Span(" " * _LABEL + "┼".join(["─" * size.width] * view.columns), "frame")])
        return rows

    def _looks(self) -> list[Look]:
        game, outcome = self.game, self.position.outcome
        won = set(outcome.cells) if outcome else set()
        last = None if self.last is None else game.cell(self.last)
        legal = {game.cell(move) for move in self.position.moves} if self.active else set()
        marks: dict[int, CellMark] = {}
        for move, mark in self.move_marks.items():
            marks.setdefault(game.cell(move), mark)
        return [
            Look(
                game.letters[mark] if mark >= 0 else "",
                mark,
                cell in won,
                cell == last,
                self.active and cell == self.cursor,
                cell in legal,
                marks.get(cell),
            )
            for cell, mark in enumerate(game.marks(self.position.state))
        ]


def _follow(first: int, cursor: int, shown: int, total: int) -> int:
    """Where a window of ``shown`` out of ``total`` has to begin so that the cursor is inside."""
    return max(0, min(max(min(first, cursor), cursor - shown + 1), total - shown))
