"""GridBoard: one rectangle of cells from 1x1 to 20x20, or several beside and below each other, in the largest size that fits;
what does not fit scrolls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from core.errors import IllegalMove
from core.game import Move
from core.kinds.faces import GridGame
from core.position import Position
from tui.boards.base import PlaceBoard
from tui.drawing.canvas import Row, Span, width_of
from tui.drawing.cell import CellLook, CellMark, Size, draw_cell, signs_of
from tui.text.catalogue import _, say

_LABEL = 3
"""Columns at the left for the numbers of the rows."""
_MAX_COLUMNS, _MAX_ROWS = 11, 6
"""Columns and rows of characters in a thumbnail."""
_SIZES = (
    *(Size(2 * height + 1, height, 1) for height in (17, 15, 13, 11, 9, 7, 5, 3)),
    Size(5, 2, 1),
    Size(3, 1, 1),
    Size(3, 1, 0),
    Size(2, 1, 0),
)


class _Layout(NamedTuple):
    """The part of the board on the screen: cell size; first column and row, and how many of each; the margins; the layers
    shown, how many of them stand in a row, and the empty lines between two rows of them."""

    size: Size
    column: int
    row: int
    columns: int
    rows: int
    left: int
    top: int
    layers: range
    across: int
    skip: int = 0

    @property
    def width(self) -> int:
        """Columns of a layer with its labels."""
        return _LABEL + self.columns * self.size.width + (self.columns - 1) * self.size.gap

    @property
    def height(self) -> int:
        """Rows of a layer with its labels."""
        return 1 + self.rows * self.size.height + (self.rows - 1) * self.size.gap


class GridBoard(PlaceBoard):
    """Shows a GridGame. Arrows move the cursor, Enter and Space choose; the mouse does both."""

    def __init__(self, position: Position, id: str | None = None) -> None:
        super().__init__(position, id)
        assert isinstance(position.game, GridGame)
        self.game = position.game
        self.cursor = self.game.rows // 2 * self.game.columns + self.game.columns // 2
        self._first = (0, 0)
        self._first_layer = 0
        game = self.game
        self._has_caption = game.caption(game.start()) is not None
        self._has_words = any(game.cell(move) < 0 for move in range(game.move_count))
        self.settle(fresh=True)

    @property
    def signs(self) -> tuple[str, str]:
        """Those of cells."""
        return signs_of(self._layout().size) if self.size else super().signs

    @property
    def name(self) -> str:
        """Also which layers, by their signs, and rows are shown where not all of them have room."""
        if not self.size:  # nothing is laid out yet, and a window of no size would follow the cursor
            return self.view.title
        layout, game = self._layout(), self.game
        parts = [self.view.title]
        if len(layout.layers) < game.layers:
            parts.append(_("#{shown} of {count}").format(shown=_shown(layout.layers), count=game.layers))
        if layout.rows < game.rows:
            rows = range(layout.row, layout.row + layout.rows)
            parts.append(_("rows {shown} of {count}").format(shown=_shown(rows), count=game.rows))
        return ", ".join(filter(None, parts))

    # The cursor: a cell, or behind the cells one of the words, which are the moves that are no cell's.

    @property
    def words(self) -> list[Move]:
        """The legal moves that are no cell's."""
        return [move for move in self.position.moves if self.game.cell(move) < 0] if self._has_words else []

    @property
    def digits(self) -> Mapping[str, Move]:
        """Also those of the words where every move is one."""
        words = self.words
        if words and len(words) == len(self.position.moves):
            return {str(number): word for number, word in enumerate(words, 1)}
        return super().digits

    def settle(self, fresh: bool) -> None:
        """Keep the cursor where there is something; it goes to the words when nothing can be played on a cell, and from a cell
        that cannot be played to one that can, near the last move."""
        count, words = self.game.cell_count, self.words
        if words and self.cursor < count and len(words) == len(self.position.moves):
            self.cursor = count
        elif self.cursor >= count + len(words):
            self.cursor = self.game.rows // 2 * self.game.columns + self.game.columns // 2
        elif fresh and self.view.active and self.cursor < count and not self.chosen:
            # A taken cell is left once the last move is told, which a board does not know from the beginning.
            empty = self.game.marks(self.position.state)[self.cursor] < 0
            self.cursor = self._free_near(self._last_cell) if empty or self.view.last is not None else self.cursor

    def _free_near(self, last: int) -> int:
        """The free cell nearest to that of the last move, if it has one; of several the one nearest to the cursor. What moves
        are worth is no matter here. The cursor where no cell is free."""
        ends = [self._split(cell) for cell in (last, self.cursor) if cell >= 0]

        def distances(cell: int) -> list[int]:
            place = self._split(cell)
            return [sum((one - other) ** 2 for one, other in zip(place, end, strict=True)) for end in ends]

        cells = {self.game.cell(move) for move in self.position.moves}
        return min(sorted(cell for cell in cells if cell >= 0), key=distances, default=self.cursor)

    def place(self, cell: int) -> tuple[int, int]:
        """Where a cell stands, in steps of the arrows from the upper left corner of all layers."""
        layer, row, column = self._split(cell)
        across = self._across
        return layer % across * self.game.columns + column, layer // across * self.game.rows + row

    @property
    def _across(self) -> int:
        """How many layers stand in a row; all when they are shown through a window."""
        layout = self._layout()
        return layout.across if len(layout.layers) == self.game.layers else self.game.layers

    def _split(self, cell: int) -> tuple[int, int, int]:
        """Layer, row and column."""
        rest, column = divmod(cell, self.game.columns)
        return (*divmod(rest, self.game.rows), column)

    def action_move(self, dx: int, dy: int) -> None:
        """Move the cursor one cell, over the edge of a layer to the next one; at the edge of all it stays."""
        game, count = self.game, self.game.cell_count
        if self.cursor >= count:
            self._put_cursor(max(count, min(self.cursor + dx + dy, count + len(self.words) - 1)))
            return
        x, y = self.place(self.cursor)
        across = self._across
        layer_x, column = divmod(x + dx, game.columns)
        layer_y, row = divmod(y + dy, game.rows)
        layer = layer_y * across + layer_x
        if 0 <= layer_x < across and 0 <= layer < game.layers:
            self._put_cursor((layer * game.rows + row) * game.columns + column)

    def action_word(self, index: int) -> None:
        """Choose one of the words."""
        if index < len(self.words):
            self._put_cursor(self.game.cell_count + index)
            self.choose()

    def point_at(self, move: Move) -> None:
        """Put the cursor on the cell of a move, or on its word, without a message."""
        cell = self.game.cell(move)
        self.cursor = cell if cell >= 0 else self.game.cell_count + self.words.index(move)
        self.redraw()

    @property
    def chosen(self) -> tuple[Move, ...]:
        """The legal moves on the cursor's cell, or the word under the cursor."""
        if self.cursor >= self.game.cell_count:
            return (self.words[self.cursor - self.game.cell_count],)
        return tuple(move for move in self.position.moves if self.game.cell(move) == self.cursor)

    @property
    def refusal(self) -> str:
        """Why nothing can be played on the cursor's cell, where the rules have one reason for all of its moves."""
        if self.chosen or self.position.outcome:
            return super().refusal
        game, state = self.game, self.position.state
        moves = [move for move in range(game.move_count) if game.cell(move) == self.cursor]
        reasons = {game.refusal(state, move) for move in moves}
        if len(reasons) != 1:
            return super().refusal
        return say(IllegalMove(reasons.pop(), move=self.position.name(moves[0])))

    def place_at(self, x: int, y: int) -> int | None:
        """The cell drawn at a column and row of this widget."""
        layout = self._layout()
        layer_x, x = divmod(x - 1 - layout.left, layout.width + 1)
        layer_y, y = divmod(y - 1 - layout.top, layout.height + layout.skip)
        index = layer_y * layout.across + layer_x
        column, x_rest = divmod(x - _LABEL, layout.size.width + layout.size.gap)
        row, y_rest = divmod(y - 1, layout.size.height + layout.size.gap)
        inside = 0 <= column < layout.columns and 0 <= row < layout.rows
        if not inside or x_rest >= layout.size.width or y_rest >= layout.size.height:
            return None
        if not 0 <= layer_x < layout.across or not 0 <= index < len(layout.layers):
            return None
        return (layout.layers[index] * self.game.rows + layout.row + row) * self.game.columns + layout.column + column

    def shown_places(self) -> set[int]:
        """The cells that there is room for, which may be thousands."""
        layout, game = self._layout(), self.game
        rows = [layer * game.rows + layout.row + row for layer in layout.layers for row in range(layout.rows)]
        return {row * game.columns + layout.column + column for row in rows for column in range(layout.columns)}

    @staticmethod
    def thumbnail(position: Position) -> Sequence[Row]:
        """A small board with its lines, a larger one with dots; what has no room is left to three dots."""
        game = position.game
        assert isinstance(game, GridGame)
        marks, owners = game.marks(position.state), game.owners(position.state)

        def sign(cell: int, empty: str) -> Span:
            mark = marks[cell]
            return Span(game.letters[mark], ("first", "second")[owners[mark]]) if mark >= 0 else Span(empty, "dim")

        if game.layers == 1 and max(game.columns, game.rows) <= 3:
            return _ruled([[sign(y * game.columns + x, " ") for x in range(game.columns)] for y in range(game.rows)])
        gap = " " if 2 * game.columns - 1 <= _MAX_COLUMNS and game.layers == 1 else ""
        columns = min(game.columns, _MAX_COLUMNS if gap else _MAX_COLUMNS - (game.columns > _MAX_COLUMNS))
        layers = min(game.layers, (_MAX_COLUMNS + 1) // (columns + 1))
        cut = game.rows > _MAX_ROWS or layers < game.layers
        rows: list[Row] = []
        for y in range(min(game.rows, _MAX_ROWS - cut)):
            row: list[Span] = []
            for layer in range(layers):
                first = (layer * game.rows + y) * game.columns
                row.append(Span(" " if layer else ""))
                for x in range(columns):
                    row += [Span(gap if x else ""), sign(first + x, "·")]
            rows.append([*row, Span("…" if columns < game.columns else "", "dim")])
        return [*rows, [Span("…", "dim")]] if cut else rows

    def _layout(self) -> _Layout:
        """What fits: the largest cells, and with equal cells the more layers in a row."""
        game = self.game
        width, height = self.size.width - 2, self.room - self._has_caption - self._has_words
        for size in _SIZES:
            for across in range(game.layers, 0, -1):
                if game.layers % across == 0:
                    layout = _Layout(size, 0, 0, game.columns, game.rows, 0, 0, range(game.layers), across)
                    wide = across * (layout.width + 1) - 1
                    down = game.layers // across
                    high = down * layout.height
                    if wide <= width and high <= height:
                        skip = 1 if high + down - 1 <= height else 0
                        top = (height - high - skip * (down - 1)) // 2
                        return layout._replace(left=max(0, (width - wide - 2) // 2), top=top, skip=skip)
        return self._window(width, height)

    def _window(self, width: int, height: int) -> _Layout:
        """As much as fits of the smallest cells around the cursor: several layers, or a part of one."""
        game, size = self.game, _SIZES[-1]
        shown_cell = self.cursor if self.cursor < game.cell_count else max(0, self._last_cell)
        layer, row, column = self._split(shown_cell)
        whole = _Layout(size, 0, 0, game.columns, game.rows, 0, 0, range(game.layers), 1)
        shown = (width + 1) // (whole.width + 1)
        if shown and whole.height <= height:
            shown = min(shown, game.layers)
            self._first_layer = _follow(self._first_layer, layer, shown, game.layers)
            return whole._replace(layers=range(self._first_layer, self._first_layer + shown), across=shown)
        shown_columns = max(1, min(game.columns, (width - _LABEL) // size.width))
        shown_rows = max(1, min(game.rows, height - 1))
        self._first = (
            _follow(self._first[0], column, shown_columns, game.columns),
            _follow(self._first[1], row, shown_rows, game.rows),
        )
        return _Layout(size, *self._first, shown_columns, shown_rows, 0, 0, range(layer, layer + 1), 1)

    def draw_inside(self, width: int, height: int) -> list[Row]:
        """Cells, caption and words."""
        layout = self._layout()
        looks = self._looks()
        rows: list[Row] = [()] * layout.top
        for first in range(0, len(layout.layers), layout.across):
            rows += [()] * (layout.skip if first else 0)
            drawn = [self._draw_layer(layout, layer, looks) for layer in layout.layers[first : first + layout.across]]
            for parts in zip(*drawn, strict=True):
                row: list[Span] = [Span(" " * layout.left)]
                for i, part in enumerate(parts):
                    row += part if i == len(parts) - 1 else [*part, Span(" ")]
                rows.append(row)
        below = self._below(width)
        rows += [()] * (height - len(rows) - len(below))
        return rows + below

    def _below(self, width: int) -> list[Row]:
        """What the cells do not show: the game's caption, and the moves that are no cell's."""
        rows: list[Row] = []
        if self._has_words:
            row = self._words_row(lambda mark: mark.text)
            if width_of(row) > width:
                row = self._words_row(lambda mark: mark.mark)
            rows.append([Span(" " * max(0, (width - width_of(row)) // 2)), *row])
        if self._has_caption:
            caption = None if self.position.outcome else self.game.caption(self.position.state)
            text = say(caption) if caption else ""
            rows.append([Span(" " * max(0, (width - len(text)) // 2)), Span(text, "dim")])
        return rows

    def _words_row(self, value: Callable[[CellMark], str]) -> Row:
        """The moves that are no cell's, with so much of their values."""
        row: list[Span] = []
        signs = {move: digit for digit, move in self.digits.items()} if self.view.active else {}
        for i, move in enumerate(self.words):
            here = self.view.active and self.cursor == self.game.cell_count + i
            mark = self.marks.get(move)
            name = f"{signs[move]} {self.position.name(move)}" if move in signs else self.position.name(move)
            name = f"{name} {value(mark)}" if mark else name
            role = "selected" if here else mark.whole_role if mark else "key"
            ends = ("▸ ", " ◂") if here else ("  ", "  ")
            row += [Span(ends[0], "cursor"), Span(name, role, f"word({i})"), Span(ends[1], "cursor")]
        return row

    def _draw_layer(self, layout: _Layout, layer: int, looks: Sequence[CellLook]) -> list[Row]:
        game, size = self.game, layout.size
        letters = (" " * size.gap).join(  # above the middle of the cells, which is that of their marks
            (" " * (size.width // 2) + chr(ord("a") + layout.column + i)).ljust(size.width)
            for i in range(layout.columns)
        )
        corner = f"#{layer + 1} " if game.layers > 1 else " " * _LABEL
        rows: list[Row] = [[Span(corner, "title"), Span(letters, "dim")]]
        for i in range(layout.rows):
            first = (layer * game.rows + layout.row + i) * game.columns + layout.column
            cells = [draw_cell(look, size, self.plain) for look in looks[first : first + layout.columns]]
            for y in range(size.height):
                label = f"{layout.row + i + 1:2d} " if y == size.height // 2 else " " * _LABEL
                row: list[Span] = [Span(label, "dim")]
                for j, cell in enumerate(cells):
                    if j and size.gap:
                        row.append(Span("│", "frame"))
                    row.extend(cell[y])
                rows.append(_closed(row) if size.width == 2 else row)
            if size.gap and i < layout.rows - 1:
                rows.append([Span(" " * _LABEL + "┼".join(["─" * size.width] * layout.columns), "frame")])
        return rows

    @property
    def _last_cell(self) -> int:
        """Where the last move happened, -1 for nowhere."""
        return -1 if self.view.last is None else self.game.cell(self.view.last)

    def _ghost(self) -> str:
        """The letter of the mark that the move at the cursor would make."""
        if not self.haunts or self.cursor >= self.game.cell_count:
            return ""
        mark = self.game.marks(self.position.play(self.chosen[0]).state)[self.cursor]
        return self.game.letters[mark] if mark >= 0 else ""

    def _looks(self) -> list[CellLook]:
        """What there is on each cell. Where no lines are drawn, and no cell may be played, each has a dot."""
        game = self.game
        won, ghost = set(self.lit), self._ghost()
        last, blind = self._last_cell, self.view.blind
        faint, owners = game.faint(self.position.state), game.owners(self.position.state)
        digits = {move: digit for digit, move in self.digits.items()} if self.view.active else {}
        legal = {game.cell(move) for move in self.position.moves} if self.view.open and not blind else set()
        dotted = legal or (() if self._layout().size.gap else range(game.cell_count))
        marks: dict[int, CellMark] = {}
        for move, mark in self.marks.items():
            marks.setdefault(game.cell(move), mark)
        return [
            CellLook(
                game.letters[mark] if mark >= 0 and not blind else "",
                owners[mark],
                cell in won,
                cell == last,
                self.view.active and cell == self.cursor,
                cell in dotted,
                marks.get(cell),
                cell in faint,
                self.share if cell == last else 1.0,
                ghost if cell == self.cursor else "",
                digits.get(cell, ""),
            )
            for cell, mark in enumerate(game.marks(self.position.state))
        ]


def _ruled(cells: Sequence[Sequence[Span]]) -> list[Row]:
    """Signs with lines between them."""
    rows: list[Row] = []
    for signs in cells:
        if rows:
            rows.append([Span("┼".join(["───"] * len(signs)), "frame")])
        row: list[Span] = []
        for i, sign in enumerate(signs):
            row += [Span("│" if i else "", "frame"), sign._replace(text=f" {sign.text} ")]
        rows.append(row)
    return rows


def _shown(numbers: range) -> str:
    """Numbers from 0 as they are shown, from 1: ``3-8``, or one alone."""
    first, last = numbers[0] + 1, numbers[-1] + 1
    return f"{first}-{last}" if first < last else str(first)


def _closed(row: list[Span]) -> list[Span]:
    """The row of cells two columns wide with the other half of a bracket where the next cell has room for it."""
    ends = {"(": ")", "[": "]"}
    row = [span._replace(text=char) for span in row for char in span.text]
    for i, span in enumerate(row[:-2]):
        if span.text in ends and row[i + 2].text == " ":
            row[i + 2] = Span(ends[span.text], span.role)
    return row


def _follow(first: int, cursor: int, shown: int, total: int) -> int:
    """Where a window of ``shown`` out of ``total`` has to begin so that the cursor is inside."""
    return max(0, min(max(min(first, cursor), cursor - shown + 1), total - shown))
