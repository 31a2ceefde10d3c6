"""ColumnsBoard: columns into which discs fall, in the largest size that fits; what is too high scrolls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.game import ColumnsGame
from core.position import Position
from tui.boards.base import PlaceBoard
from tui.boards.cell import Look, Size, draw_cell
from tui.boards.page import Page
from tui.texts import _
from tui.widgets.canvas import Row, Span
from tui.widgets.frame import Section, frame

_SEATS = ("first", "second")


class _View(NamedTuple):
    """Columns and rows from one place to the next, and those of the disc itself; the rows above the first place, which hold
    the numbers of the columns and, if there are two, what falls; those below the floor, for the worth of the columns; and
    where the left wall stands and the numbers are. Without walls there is no floor."""

    across: int
    down: int
    disc: Size
    head: int = 2
    walls: bool = True
    marks: int = 0
    left: int = 0
    top: int = 0

    def height(self, rows: int) -> int:
        """Of all together."""
        return self.head + (rows - 1) * self.down + self.disc.height + self.walls + self.marks


_VIEWS = (
    *(_View(2 * down, down, Size(2 * down - 1, down - 1, 1)) for down in range(9, 3, -1)),
    _View(7, 3, Size(6, 2, 1)),
    _View(5, 2, Size(3, 1, 1)),
    _View(4, 2, Size(3, 1, 1)),
    _View(5, 1, Size(3, 1, 1)),
    _View(4, 1, Size(3, 1, 1)),
    _View(4, 1, Size(3, 1, 1), 1, False),
)


class ColumnsBoard(PlaceBoard):
    """Shows a ColumnsGame. Left and right move the cursor, Enter, Space and down let a disc fall; the mouse does both."""

    def __init__(self, position: Position, id: str | None = None) -> None:
        super().__init__(position, id)
        assert isinstance(position.game, ColumnsGame)
        self.game = position.game
        self.cursor = self.game.columns // 2

    def action_move(self, dx: int, dy: int) -> None:
        """Move the cursor to the next column, at the wall it stays; down lets a disc fall."""
        if dy > 0:
            self.choose()
        self._put_cursor(max(0, min(self.game.columns - 1, self.cursor + dx)))

    @property
    def prompt(self) -> str:
        """What to do where the column is full."""
        return "" if self.chosen else _("This column is full; choose another, or type one: _")

    @property
    def refusal(self) -> str:
        """What to say of a full column."""
        return _("This column is full; choose another.")

    def place_at(self, x: int, y: int) -> int | None:
        """The column drawn at a column and row of this widget."""
        view = self._view(self.size.width - 2, self._room)
        column = (x - 1 - view.left) // view.across
        return column if 0 <= column < self.game.columns and 1 <= y <= self._room else None

    # Drawing.

    @staticmethod
    def thumbnail(position: Position) -> Sequence[Row]:
        """The lowest rows of the middle columns."""
        game = position.game
        assert isinstance(game, ColumnsGame)
        columns, rows = min(5, game.columns), min(5, game.rows)
        first = (game.columns - columns) // 2
        discs = game.discs(position.state)
        picture: list[Row] = []
        for row in range(game.rows - rows, game.rows):
            cells = discs[row * game.columns + first : row * game.columns + first + columns]
            picture.append(
                [
                    Span("│", "frame"),
                    *(Span(f"{game.players[d]} ", _SEATS[d]) if d >= 0 else Span("· ", "dim") for d in cells),
                ]
            )
        return [*picture, [Span("└" + "─" * (2 * columns), "frame")]]

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame with the columns in it."""
        return frame(width, height, [Section(self.title, self._draw_columns, self._room, 1, self.note), *self.below])

    @property
    def _room(self) -> int:
        """Rows for the columns."""
        return self.size.height - 2 - sum(part.wanted + 1 for part in self.below)

    def _view(self, width: int, height: int) -> _View:
        """The largest size that fits, with as much room for the worth of the columns as it leaves."""
        columns, rows = self.game.columns, self.game.rows
        for view in _VIEWS:
            wide = columns * view.across + view.walls
            for marks in (2, 1, 0) if view.walls else (0,):
                chosen = view._replace(marks=marks, left=min(width - wide, (width - wide) // 2 + 1))
                if wide <= width and chosen.height(rows) <= height:
                    return chosen._replace(top=(height - chosen.height(rows)) // 2)
        return _VIEWS[-1]._replace(left=max(0, (width - columns * _VIEWS[-1].across) // 2))

    def _draw_columns(self, width: int, height: int) -> list[Row]:
        view = self._view(width, height)
        page = Page(width, max(height, view.height(self.game.rows)))
        if view.walls:
            self._draw_walls(page, view)
        self._draw_heads(page, view)
        for cell, look in enumerate(self._looks()):
            row, column = divmod(cell, self.game.columns)
            page.paste(
                view.left + column * view.across + view.walls,
                view.top + view.head + row * view.down,
                draw_cell(look, view.disc, self.plain),
            )
        rows = page.rows
        below = len(rows) - height
        first = max(0, min(self._landing, below))
        return [*rows[: view.head], *rows[view.head + first :]]

    def _draw_walls(self, page: Page, view: _View) -> None:
        right = view.left + self.game.columns * view.across
        floor = view.top + view.height(self.game.rows) - view.marks - 1
        for y in range(view.top + 1, floor):
            page.write(view.left, y, "│", "frame")
            page.write(right, y, "│", "frame")
        page.write(view.left, floor, "└" + "┴".join(["─" * (view.across - 1)] * self.game.columns) + "┘", "frame")

    def _draw_heads(self, page: Page, view: _View) -> None:
        """The number of every column, the cursor, and what the columns are worth."""
        mover = _SEATS[self.position.turn]
        bottom = view.top + view.height(self.game.rows) - view.marks
        for column in range(self.game.columns):
            x = view.left + column * view.across + view.walls + view.disc.width // 2
            here = self.active and column == self.cursor
            page.write(x, view.top, str(column + 1), "cursor" if here else "dim")
            mark = self.move_marks.get(column)
            if here and view.head > 1:
                page.write(x, view.top + 1, "▼", mover)
            elif here:
                page.write(x - 1, view.top, "[", "cursor")
                page.write(x + 1, view.top, "]", "cursor")
            if mark and not view.marks:
                page.write(x + 1 + (here and view.head == 1), view.top, mark.mark, mark.role)
            elif mark:
                page.write(x, bottom, mark.mark, mark.role)
                said = mark.text.removeprefix(mark.mark).strip()
                if view.marks > 1 and len(said) < view.across:
                    page.write(x - (len(said) - 1) // 2, bottom + 1, said, mark.role)

    @property
    def _landing(self) -> int:
        """The row to which a disc falls in the cursor's column; the top one where it is full."""
        column = self.game.discs(self.position.state)[self.cursor :: self.game.columns]
        return max(0, column.count(-1) - 1)

    def _looks(self) -> list[Look]:
        discs = self.game.discs(self.position.state)
        outcome = self.position.outcome
        won = set(outcome.cells) if outcome else set()
        last = -1
        if self.last is not None:
            last = next(c for c in range(self.last, len(discs), self.game.columns) if discs[c] >= 0)
        return [
            Look(
                self.game.players[disc] if disc >= 0 else "",
                disc,
                cell in won,
                cell == last,
                False,
                disc < 0,
                None,
            )
            for cell, disc in enumerate(discs)
        ]
