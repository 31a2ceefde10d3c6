"""ColumnsBoard: columns into which discs fall, in the largest size that fits; what is too high scrolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.kinds.faces import ColumnsGame
from core.position import Position
from tui.boards.base import SEATS, PlaceBoard
from tui.drawing.canvas import Row, Span
from tui.drawing.cell import CellLook, CellMark, Size, draw_cell, signs_of
from tui.drawing.page import Page
from tui.text.catalogue import _

_FALLEN = (0.0, 0.25, 0.6)
"""How much of its way a disc has fallen in each stage."""


class _Layout(NamedTuple):
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


_LAYOUTS = (
    *(_Layout(2 * down, down, Size(2 * down - 1, down - 1, 1)) for down in range(9, 3, -1)),
    _Layout(7, 3, Size(6, 2, 1)),
    _Layout(5, 2, Size(3, 1, 1)),
    _Layout(4, 2, Size(3, 1, 1)),
    _Layout(5, 1, Size(3, 1, 1)),
    _Layout(4, 1, Size(3, 1, 1)),
    _Layout(4, 1, Size(3, 1, 1), 1, False),
)


class ColumnsBoard(PlaceBoard):
    """Shows a ColumnsGame. Left and right move the cursor, Enter, Space and down let a disc fall; the mouse does both."""

    def __init__(self, position: Position, id: str | None = None) -> None:
        super().__init__(position, id)
        assert isinstance(position.game, ColumnsGame)
        self.game = position.game
        self.cursor = self.game.columns // 2

    def settle(self, fresh: bool) -> None:
        """The cursor goes from a full column to the nearest one that is not."""
        if fresh and self.view.active and not self.chosen:
            self.cursor = min(
                self.position.moves, key=lambda move: (abs(move - self.cursor), move), default=self.cursor
            )

    @property
    def signs(self) -> tuple[str, str]:
        """Those of columns and discs."""
        layout = self._layout(self.size.width - 2, self.room)
        return "▼" if layout.head > 1 else "[]", signs_of(layout.disc)[1]

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
        """The column drawn at a column and row of this widget, from its number down to what it is worth."""
        layout = self._layout(self.size.width - 2, self.room)
        column, inside = divmod(x - 1 - layout.left, layout.across)
        floor = layout.top + layout.height(self.game.rows) - layout.marks - 1
        if not 0 <= column < self.game.columns or not 1 <= y <= self.room:
            return None
        on_wall = layout.walls and (y - 1 == floor or (column == inside == 0))
        return None if on_wall else column

    # Drawing.

    @staticmethod
    def thumbnail(position: Position) -> Sequence[Row]:
        """The lowest rows of the columns, or of those in the middle."""
        game = position.game
        assert isinstance(game, ColumnsGame)
        gap = " " if game.columns <= 5 else ""
        columns, rows = min(9, game.columns), min(5, game.rows)
        first = (game.columns - columns) // 2
        discs = game.discs(position.state)
        picture: list[Row] = []
        for row in range(game.rows - rows, game.rows):
            cells = discs[row * game.columns + first : row * game.columns + first + columns]
            picture.append(
                [
                    Span("│", "frame"),
                    *(Span(game.players[d] + gap, SEATS[d]) if d >= 0 else Span("·" + gap, "dim") for d in cells),
                ]
            )
        return [*picture, [Span("└" + "─" * (columns + len(gap) * columns), "frame")]]

    def _layout(self, width: int, height: int) -> _Layout:
        """The largest size that fits, with as much room for the worth of the columns as it leaves."""
        columns, rows = self.game.columns, self.game.rows
        for layout in _LAYOUTS:
            wide = columns * layout.across + layout.walls
            for marks in (1, 0) if layout.walls else (0,):
                chosen = layout._replace(marks=marks, left=min(width - wide, (width - wide) // 2 + 1))
                if wide <= width and chosen.height(rows) <= height:
                    return chosen._replace(top=(height - chosen.height(rows)) // 2)
        return _LAYOUTS[-1]._replace(left=max(0, (width - columns * _LAYOUTS[-1].across) // 2))

    def draw_inside(self, width: int, height: int) -> list[Row]:
        """Columns, walls and numbers."""
        layout = self._layout(width, height)
        page = Page(width, max(height, layout.height(self.game.rows)))
        if layout.walls:
            self._draw_walls(page, layout)
        self._draw_heads(page, layout)
        for cell, look in enumerate(self._looks()):
            row, column = divmod(cell, self.game.columns)
            page.paste(
                layout.left + column * layout.across + layout.walls,
                layout.top + layout.head + row * layout.down,
                draw_cell(look, layout.disc, self.plain),
            )
        rows = page.rows
        below = len(rows) - height
        first = max(0, min(self._landing(self.cursor), below))
        return [*rows[: layout.head], *rows[layout.head + first :]]

    def _draw_walls(self, page: Page, layout: _Layout) -> None:
        right = layout.left + self.game.columns * layout.across
        floor = layout.top + layout.height(self.game.rows) - layout.marks - 1
        for y in range(layout.top + 1, floor):
            page.write(layout.left, y, "│", "frame")
            page.write(right, y, "│", "frame")
        page.write(layout.left, floor, "└" + "┴".join(["─" * (layout.across - 1)] * self.game.columns) + "┘", "frame")

    def _draw_heads(self, page: Page, layout: _Layout) -> None:
        """The number of every column, the cursor, and what the columns are worth."""
        mover = SEATS[self.position.turn]
        bottom = layout.top + layout.height(self.game.rows) - layout.marks
        for column in range(self.game.columns):
            x = layout.left + column * layout.across + layout.walls + layout.disc.width // 2
            here = self.view.active and column == self.cursor
            page.write(x, layout.top, str(column + 1), "cursor" if here else "dim")
            mark = self.marks.get(column)
            if here and layout.head > 1:
                page.write(x, layout.top + 1, "▼", mover)
            elif here:
                page.write(x - 1, layout.top, "[", "cursor")
                page.write(x + 1, layout.top, "]", "cursor")
            if mark and self.view.blind and not layout.marks:
                page.write(x + 1 + (here and layout.head == 1), layout.top, mark.mark, mark.whole_role)
            elif mark and layout.marks and not self._tells(mark, layout):
                said = mark.mark if self.view.blind else mark.text.removeprefix(mark.mark).strip()
                if len(said) < layout.across:
                    page.write(x - (len(said) - 1) // 2, bottom, said, mark.role)

    def _tells(self, mark: CellMark, layout: _Layout) -> bool:
        """Whether the place to which a disc falls has room for all that its worth is."""
        return not self.view.blind and len(mark.text) <= layout.disc.width - 2

    def _landing(self, column: int) -> int:
        """The row to which a disc falls in a column; the top one where it is full."""
        return max(0, self.game.discs(self.position.state)[column :: self.game.columns].count(-1) - 1)

    def _falls_on(self) -> dict[int, CellMark]:
        """The worth of each column, by the place to which its disc falls."""
        if self.view.blind:
            return {}
        marks = self.marks
        return {self._landing(column) * self.game.columns + column: mark for column, mark in marks.items()}

    @property
    def _last_place(self) -> int:
        """Where the last disc is, -1 for nowhere."""
        if self.view.last is None:
            return -1
        discs = self.game.discs(self.position.state)
        return next(c for c in range(self.view.last, len(discs), self.game.columns) if discs[c] >= 0)

    @property
    def shares(self) -> Sequence[float]:
        """The disc falls faster and faster."""
        row = self._last_place // self.game.columns
        return [share for i, share in enumerate(_FALLEN) if i <= row]

    def _looks(self) -> list[CellLook]:
        discs = self.game.discs(self.position.state)
        won = set(self.lit)
        blind, marks = self.view.blind, self._falls_on()
        last = self._last_place
        if self.share < 1 and last >= 0:
            row, column = divmod(last, self.game.columns)
            place = int(self.share * row) * self.game.columns + column
            discs = [*discs]
            discs[place], discs[last] = discs[last], discs[place]
            last = place
        ghost = self._landing(self.cursor) * self.game.columns + self.cursor if self.haunts else -1
        return [
            CellLook(
                self.game.players[disc] if disc >= 0 and not blind else "",
                disc,
                cell in won,
                cell == last,
                False,
                disc < 0 or blind,
                marks.get(cell),
                ghost=self.game.players[self.position.turn] if cell == ghost else "",
            )
            for cell, disc in enumerate(discs)
        ]
