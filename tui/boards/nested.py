"""NestedBoard: nine boards in one, in the largest size that fits; where even the smallest is too high it scrolls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from core.kinds.faces import LocalBoard, NestedGame
from core.position import Position
from tui.boards.base import SEATS, PlaceBoard
from tui.drawing.canvas import Row, Span
from tui.drawing.cell import CellLook, CellMark, Size, draw_cell, signs_of
from tui.drawing.frame import Section, section
from tui.drawing.glyphs import glyph
from tui.drawing.page import Page
from tui.text.catalogue import _

_SINGLE, _DOUBLE = " ╵╷│╴┘┐┤╶└┌├─┴┬┼", " ║║║═╝╗╣═╚╔╠═╩╦╬"
"""The lines of frames and where they meet, by the sum of the directions in which they lead."""
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_BIG_BOARD_ROWS = 3
_FADED = {seat: f"faded-{seat}" for seat in SEATS}
"""The colours of marks in boards where nobody may play."""
_ASIDE = 5
"""Columns that the big board takes beside a board that scrolls."""
_BIG_BOARD_COLUMNS = 13
"""Columns of the big board, with the gap beside it."""


class _Layout(NamedTuple):
    """Sizes in columns and rows: a cell; the lines between two rows of cells; the space between two boards, -1 where their
    frames share a line; whether a board has a lower edge; and the place of the first board."""

    cell: Size
    rule: int
    between: int
    edge: int = 1
    left: int = 0
    top: int = 0

    @property
    def width(self) -> int:
        """Of one board."""
        return 2 + self.across

    @property
    def height(self) -> int:
        """Of one board."""
        return 1 + self.down + self.edge

    @property
    def across(self) -> int:
        """Columns inside the frame of a board."""
        return 3 * self.cell.width + 2 * self.cell.gap

    @property
    def down(self) -> int:
        """Rows inside the frame of a board."""
        return 3 * self.cell.height + 2 * self.rule

    @property
    def size(self) -> tuple[int, int]:
        """Of all nine boards."""
        return 3 * self.width + 2 * self.between, 3 * self.height + 2 * self.between * self.edge

    @property
    def large(self) -> bool:
        """Whether there is room for words in the frames."""
        return self.cell.height > 1

    def board(self, board: int) -> tuple[int, int]:
        """The upper left corner of a board."""
        row, column = divmod(board, 3)
        down = self.height + self.between * self.edge
        return self.left + column * (self.width + self.between), self.top + row * down

    def corner(self, cell: int) -> tuple[int, int]:
        """The upper left corner of a cell."""
        board, place = divmod(cell, 9)
        x, y = self.board(board)
        row, column = divmod(place, 3)
        return x + 1 + column * (self.cell.width + self.cell.gap), y + 1 + row * (self.cell.height + self.rule)


_LAYOUTS = (
    _Layout(Size(11, 5, 1, 3), 1, -1),
    _Layout(Size(9, 4, 1, 2), 1, 1),
    _Layout(Size(9, 4, 1, 2), 1, -1),
    _Layout(Size(7, 3, 1), 1, 1),
    _Layout(Size(7, 3, 1), 1, -1),
    _Layout(Size(7, 2, 1), 1, 0),
    _Layout(Size(7, 2, 1), 1, -1),
    _Layout(Size(5, 2, 1), 1, -1),
    _Layout(Size(3, 1, 1), 1, 0),
    _Layout(Size(3, 1, 1), 1, -1),
    _Layout(Size(3, 1, 1), 0, -1),
    _Layout(Size(3, 1, 1), 0, 0, 0),
    _Layout(Size(3, 1, 0), 0, 0, 0),
)


@lru_cache(maxsize=64)
def _frames(layout: _Layout, doubled: frozenset[int]) -> Sequence[tuple[int, int, str, bool]]:
    """The frames of all boards, of which some have double lines: column, row, text and whether it is double, single lines
    first. Where lines meet they are joined; a double one takes no notice of single ones."""
    lines: tuple[dict[tuple[int, int], int], ...] = ({}, {})
    for board in range(9):
        found = lines[board in doubled]

        def lead(x: int, y: int, ways: int, found: dict[tuple[int, int], int] = found) -> None:
            found[x, y] = found.get((x, y), 0) | ways

        left, top = layout.board(board)
        right, bottom = left + layout.width - 1, top + layout.height - 1
        for y, inwards in ((top, _DOWN), (bottom, _UP))[: 1 + layout.edge]:
            lead(left, y, inwards | _RIGHT)
            lead(right, y, inwards | _LEFT)
            for x in range(left + 1, right):
                lead(x, y, _LEFT | _RIGHT)
        for y in range(top + 1, bottom + 1 - layout.edge):
            lead(left, y, _UP | _DOWN)
            lead(right, y, _UP | _DOWN)
    pieces: list[tuple[int, int, str, bool]] = []
    for double, found in enumerate(lines):
        for x, y in sorted(found, key=lambda place: (place[1], place[0])):
            char = (_SINGLE, _DOUBLE)[double][found[x, y]]
            if pieces and pieces[-1][1] == y and pieces[-1][0] + len(pieces[-1][2]) == x and pieces[-1][3] == double:
                pieces[-1] = (pieces[-1][0], y, pieces[-1][2] + char, bool(double))
            else:
                pieces.append((x, y, char, bool(double)))
    return pieces


class NestedBoard(PlaceBoard):
    """Shows a NestedGame. Arrows move the cursor from one legal cell to another, Enter and Space choose; the mouse does
    both."""

    def __init__(self, position: Position, id: str | None = None) -> None:
        super().__init__(position, id)
        assert isinstance(position.game, NestedGame)
        self.game = position.game
        self.cursor = 40
        self._first = 0
        self.settle(fresh=True)

    @property
    def signs(self) -> tuple[str, str]:
        """Those of cells, unless the big board below has them."""
        return signs_of(self._layout(self.size.width - 2, self._height).cell) if self._height == self.room else ("", "")

    # The cursor.

    def settle(self, fresh: bool) -> None:
        """Put the cursor on a legal cell: the middle of the nearest board, or what is next to it."""
        moves = self.position.moves
        if moves and self.cursor not in moves:
            here = _place(9 * (self.cursor // 9) + 4)
            self.cursor = min(
                moves,
                key=lambda move: (_distance(_place(9 * (move // 9) + 4), here), _distance(_place(move % 9), (1, 1))),
            )

    def action_move(self, dx: int, dy: int) -> None:
        """Move the cursor to the nearest legal cell in a direction, straight ahead rather than aside."""
        x, y = _place(self.cursor)
        ahead = []
        for move in self.position.moves:
            across, down = _place(move)[0] - x, _place(move)[1] - y
            forward, aside = across * dx + down * dy, abs(across * dy) + abs(down * dx)
            if forward > 0:
                ahead.append((forward + 2 * aside, aside, move))
        if ahead:
            self._put_cursor(min(ahead)[2])

    @property
    def line(self) -> Sequence[int]:
        """The first cells of the boards that have won."""
        return [cell for cell in super().line if cell % 9 == 0]

    @property
    def prompt(self) -> str:
        """Where to play, and where the cursor's cell sends the opponent."""
        boards = {move // 9 for move in self.position.moves}
        free = len(boards) > 1
        where = _("Any open board.") if free else _("Board {board} only.").format(board=min(boards, default=0) + 1)
        how = _("Type board and cell: _") if free else _("Type a cell 1-9: _")
        return " ".join((where, *self._said(free), how))

    @property
    def refusal(self) -> str:
        """What to say of a cell where nothing can be played."""
        return _("You cannot play there; choose a cell with a dot.")

    def _said(self, free: bool) -> Iterable[str]:
        """What follows from a move at the cursor."""
        if self.chosen:
            after, target = self.position.play(self.cursor), self._target
            if target is not None:
                said = _("{cell} sends {player} to board {board}.")
            else:
                said = _("{cell} ends the game.") if after.outcome else _("{cell} lets {player} choose.")
            cell = self.position.name(self.cursor) if free else _("Cell {cell}").format(cell=self.cursor % 9 + 1)
            yield said.format(cell=cell, player=self.game.players[after.turn], board=(target or 0) + 1)

    @property
    def _target(self) -> int | None:
        """The one board in which the opponent has to play after the move at the cursor, if there is one."""
        if not self.chosen:
            return None
        boards = {move // 9 for move in self.position.play(self.cursor).moves}
        return boards.pop() if len(boards) == 1 else None

    def may_point(self, place: int) -> bool:
        """The cursor stands on legal cells only."""
        return place in self.position.moves

    def place_at(self, x: int, y: int) -> int | None:
        """The cell drawn at a column and row of this widget."""
        layout = self._layout(self.size.width - 2, self._height)
        if not 1 <= y <= self._height:
            return None
        x, y = x - 1, y - 1 + self._first
        for cell in range(81):
            left, top = layout.corner(cell)
            if left <= x < left + layout.cell.width and top <= y < top + layout.cell.height:
                return cell
        return None

    # Drawing.

    @staticmethod
    def thumbnail(position: Position) -> Sequence[Row]:
        """The big board, with the numbers of the boards that nobody has won."""
        game = position.game
        assert isinstance(game, NestedGame)
        signs = _signs(game, game.boards(position.state), game.marks(position.state))
        rows: list[Row] = []
        for y in range(3):
            row: list[Span] = []
            for x in range(3):
                sign = signs[3 * y + x]
                row += [Span("│" if x else "", "frame"), sign._replace(text=f" {sign.text} ")]
            rows.append(row)
            if y < 2:
                rows.append([Span("───┼───┼───", "frame")])
        return rows

    def sections(self, width: int) -> Sequence[Section]:
        """The boards, and the big board below where there is room."""
        rows = self._height
        if rows == self.room:
            return [Section(self.title, self.draw_inside, rows, 1, self._note(width))]
        big = section(_("Big board"), self._big_board(width - 2), _BIG_BOARD_ROWS)
        return [Section(self.title, self.draw_inside, rows, 1, self.view.note), big]

    @property
    def _height(self) -> int:
        """Rows for the nine boards: all, or what the big board leaves where it fits below."""
        room = self.room
        spare = room - self._layout(self.size.width - 2, room).size[1]
        return room - _BIG_BOARD_ROWS - 1 if spare > _BIG_BOARD_ROWS else room

    def _layout(self, width: int, height: int) -> _Layout:
        fits = (layout for layout in _LAYOUTS if layout.size[0] <= width and layout.size[1] <= height)
        layout = next(fits, None)
        if layout is None:
            return next((layout for layout in _LAYOUTS[-2:] if layout.size[0] + _ASIDE <= width), _LAYOUTS[-1])
        return layout._replace(left=(width - layout.size[0]) // 2, top=(height - layout.size[1]) // 2)

    def draw_inside(self, width: int, height: int) -> list[Row]:
        """The nine boards, or as many rows of them as fit."""
        layout = self._layout(width, height)
        page = Page(width, max(height, layout.size[1]))
        looks = self._looks(layout.cell.width)
        legal = frozenset(move // 9 for move in self.position.moves) if self.view.open else frozenset()
        for x, y, text, double in _frames(layout, legal):
            page.write(x, y, text, "strong" if double else "frame")
        target = self._target if self.view.active else None
        for board in range(9):
            self._draw_board(page, layout, board, looks[9 * board : 9 * board + 9], legal, board == target)
        if layout.size[1] <= height:
            self._first = 0
            return page.rows
        row = layout.corner(self.cursor // 27 * 27)[1] - 1
        self._first = max(0, min(max(self._first, row + layout.height - height), row, layout.size[1] - height))
        if width - layout.size[0] >= _ASIDE:
            for i, sign in enumerate(_signs(self.game, self._boards, self._seen)):
                page.write(layout.size[0] + 1 + i % 3, self._first + 1 + i // 3, sign.text, sign.role)
        return page.rows[self._first : self._first + height]

    def _draw_board(
        self, page: Page, layout: _Layout, board: int, looks: Sequence[CellLook], legal: frozenset[int], target: bool
    ) -> None:
        """A board with its title, which says whether the move at the cursor sends there: a frame that did would cost a kilobyte
        with every step."""
        state, here = self._boards[board], board in legal
        settled = self._settled(board)
        x, y = layout.board(board)
        if here and layout.large:
            play, mover = f" {_('PLAY HERE')} ", f" {self.game.players[self.position.turn]} "
            page.write(x + layout.width - 2 - len(play), y, play, "strong")
            page.write(x + layout.width - 2 - len(mover), y + layout.height - 1, mover, SEATS[self.position.turn])
        title = self._title(layout, board, here, settled)
        owned = SEATS[state.owner % 2] if state.owner >= 0 else ""
        role = "strong" if here else owned or ("dim" if settled else "cursor" if target else "frame")
        hidden = settled and state.owner >= 0
        ends = "()" if hidden and any(look.last for look in looks) else "▸◂" if target else "  "
        page.write(x + 2, y, f"{ends[0]}{title}{ends[1]}"[: layout.width - 3], role)
        if hidden:
            self._draw_winner(page, x, y, layout, board, state.owner)
            return
        self._draw_grid(page, x + 1, y + 1, layout)
        for place, look in enumerate(looks):
            rows = draw_cell(look, layout.cell, self.plain)
            if settled or (len(legal) == 1 and not here):
                rows = [
                    [span._replace(role=_FADED[span.role]) if span.role in _FADED else span for span in row]
                    for row in rows
                ]
            x, y = layout.corner(9 * board + place)
            page.paste(x, y, rows)
            if here and len(legal) == 1:  # and not below the lines, which would cost half as much again
                page.ground(x, y, layout.cell.width, layout.cell.height, f"turn-{SEATS[self.position.turn]}")

    def _draw_grid(self, page: Page, x: int, y: int, layout: _Layout) -> None:
        """The lines between the cells of a board."""
        if not layout.cell.gap:
            return
        bars, ruled = (line * layout.cell.width for line in (" ", "─"))
        for row in range(layout.down):
            across = bool(layout.rule) and row % (layout.cell.height + 1) == layout.cell.height
            page.write(x, y + row, ("┼" if across else "│").join([ruled if across else bars] * 3), "grid")

    def _settled(self, board: int) -> bool:
        """Whether a board is decided and closed, or full; one that is neither stays open once the game is over."""
        state = self._boards[board]
        return not state.open and (state.owner >= 0 or -1 not in self._seen[9 * board : 9 * board + 9])

    def _title(self, layout: _Layout, board: int, here: bool, settled: bool) -> str:
        """What stands in the frame of a board: its number, who won it, and in the small views whether to play there."""
        owner = self._boards[board].owner
        mark = self.game.letters[owner] if owner >= 0 else ""
        if here and not layout.large:
            words = f"{mark} {_('PLAY')}".strip()
        else:
            words = _("{mark} won").format(mark=mark) if mark else _("draw") if settled else ""
        return f"{board + 1}{'  ' if layout.large else ' '}{words}".strip()

    def _draw_winner(self, page: Page, x: int, y: int, layout: _Layout, board: int, owner: int) -> None:
        """The mark of a board that is won, as large as the board."""
        width, height = layout.across, layout.down
        ground = " won" if 9 * board in self.lit else ""
        picture = glyph(
            self.game.letters[owner], width, height - layout.cell.height if layout.large else height, self.plain
        )
        for i in range(height if ground else 0):
            page.write(x + 1, y + 1 + i, " " * width, "won")
        for i, row in enumerate(picture):
            left, top = (width - len(row)) // 2, (height - len(picture)) // 2
            page.write(x + 1 + left, y + 1 + top + i, row, SEATS[owner % 2] + ground)

    def _looks(self, width: int) -> list[CellLook]:
        game = self.game
        marks = {move: mark if len(mark.text) < width - 1 else _short(mark) for move, mark in self.marks.items()}
        legal = set(self.position.moves) if self.view.open and not self.view.watched else set()
        if self.view.blind:  # the boards where one may play show, and not which of their cells are free
            legal = {9 * (move // 9) + place for move in legal for place in range(9)}
        ghost = game.letters[self.position.turn] if self.haunts else ""
        return [
            CellLook(
                game.letters[mark] if mark >= 0 else "",
                mark,
                False,
                cell == self.view.last,
                self.view.active and cell == self.cursor,
                cell in legal,
                marks.get(cell),
                share=self.share if cell == self.view.last else 1.0,
                ghost=ghost if cell == self.cursor else "",
            )
            for cell, mark in enumerate(self._seen)
        ]

    @property
    def _seen(self) -> Sequence[int]:
        """For every cell its mark, or -1 for none that may be seen."""
        return [-1] * 81 if self.view.blind else self.game.marks(self.position.state)

    @property
    def _boards(self) -> Sequence[LocalBoard]:
        if self.view.blind:
            return [LocalBoard(-1, True)] * 9
        return self.game.boards(self.position.state)

    def _note(self, width: int) -> str:
        """Who has which boards, if there is room for that beside the title; else the usual note."""
        still_open = [board for board in range(9) if not self._settled(board)]
        parts = [*self._has(), _("open {boards}").format(boards=_numbers(still_open))]
        for shown in (parts, parts[:-1], [" ".join(won) for won in self._won()]):
            text = "   ".join((*shown, self.view.note))
            if len(text) + len(self.title) + 8 <= width:
                return text
        return self.view.note

    def _won(self) -> list[tuple[str, str]]:
        """The mark of each player, and the numbers of the boards that are won."""
        return [
            (mark, _numbers(board for board, state in enumerate(self._boards) if state.owner == owner))
            for owner, mark in enumerate(self.game.letters)
        ]

    def _has(self) -> list[str]:
        return [_("{mark} has {boards}").format(mark=mark, boards=boards) for mark, boards in self._won()]

    def _big_board(self, width: int) -> list[Row]:
        """``4  O  6``, and what the marks on the cells mean."""
        signs = _signs(self.game, self._boards, self._seen)
        has = self._has()
        # Where many boards are won, first the gap gives way and then the verb.
        wordings = (
            "  ".join(text.ljust(13) for text in has).rstrip(),
            "  ".join(has),
            "  ".join(map(" ".join, self._won())),
        )
        cursor, last = signs_of(self._layout(self.size.width - 2, self._height).cell)
        at_cursor = f"   {' '.join(cursor)} {_('cursor')}" if self.view.active else ""
        legends = [f"{' '.join(last)} {text}{at_cursor}" for text in (_("last move"), _("last"))]

        def that_fits(texts: Sequence[str]) -> str:
            return next((text for text in texts if len(text) <= width - _BIG_BOARD_COLUMNS), texts[-1])

        texts = (
            that_fits(wordings),
            _("dots = squares you may play") if self.view.active else "",
            that_fits(legends),
        )
        rows: list[Row] = []
        for y, text in enumerate(texts):
            map_row = [part for sign in signs[3 * y : 3 * y + 3] for part in (Span("  "), sign)]
            rows.append([*map_row, Span("    " + text, "" if y == 0 else "dim")])
        return rows


def _signs(game: NestedGame, boards: Sequence[LocalBoard], marks: Sequence[int]) -> list[Span]:
    """For every board the mark that won it, = when it is drawn, else its number."""
    return [
        Span(game.letters[state.owner], SEATS[state.owner % 2])
        if state.owner >= 0
        else Span("=" if -1 not in marks[9 * board : 9 * board + 9] else str(board + 1), "dim")
        for board, state in enumerate(boards)
    ]


def _short(mark: CellMark) -> CellMark:
    """A mark in one column: a guess, which has no verdict to show, is but a coloured dot."""
    return mark._replace(text=mark.mark) if mark.mark != "~" else mark._replace(mark="·", text="·")


def _place(cell: int) -> tuple[int, int]:
    """Column and row of a cell among all 81; of a cell of one board when it is below 9."""
    board, place = divmod(cell, 9)
    return 3 * (board % 3) + place % 3, 3 * (board // 3) + place // 3


def _distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def _numbers(boards: Iterable[int]) -> str:
    return " ".join(str(board + 1) for board in boards) or _("none")
