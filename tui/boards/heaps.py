"""HeapBoard: heaps as rows of sticks in the largest size that fits; as numbers where no size does."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import ClassVar, NamedTuple

from textual.binding import BindingType
from textual.events import Click, MouseScrollDown, MouseScrollUp

from core.game import Move
from core.kinds.heaps import HeapGame
from core.position import Position
from tui.boards.base import Board
from tui.drawing.canvas import Row, Span
from tui.drawing.cell import CellMark
from tui.drawing.frame import Section, section
from tui.drawing.page import Page
from tui.text.catalogue import _, figures
from tui.text.keys import arrows

_LEFT = 7
"""Columns before the first stick: `` ▸ A   ``."""
_MARGIN = 4
"""Columns after the number of sticks."""
_LOW = 14
"""In fewer rows than this the move has no section of its own; the status line shows it anyway."""


class _Size(NamedTuple):
    """Columns from stick to stick, rows of a stick, empty rows between heaps."""

    pitch: int
    height: int
    gap: int


_CLEAR = (
    *(_Size(pitch, height, gap) for pitch, height in ((9, 7), (7, 5), (5, 3), (4, 3), (3, 3)) for gap in (2, 1)),
    *(_Size(pitch, height, 1) for height in (2, 1) for pitch in (5, 4, 3)),
    _Size(3, 1, 0),
)
"""With parentheses around what is taken."""
_DENSE = (_Size(2, 1, 0), _Size(1, 1, 0))


class _Layout(NamedTuple):
    """How the heaps are drawn: size, sticks in a line (0: the number alone), first heap shown, first row, and the columns
    where the number may begin and ends."""

    size: _Size
    line: int
    first: int
    top: int
    begin: int
    end: int


class HeapBoard(Board):
    """Shows a HeapGame. Up and down choose the heap, left and right or digits how many; a click on a stick chooses it and all
    after it, a second click there takes them."""

    BINDINGS: ClassVar[list[BindingType]] = list(arrows("heap(-1)", "heap(1)", "more(-1)", "more(1)"))

    def __init__(self, position: Position, id: str | None = None) -> None:
        super().__init__(position, id)
        assert isinstance(position.game, HeapGame)
        self.game = position.game
        self._first = 0
        self._spots: dict[tuple[int, int], tuple[int, int]] = {}
        self.cursor = self._nearest(0, 0)

    def settle(self, fresh: bool) -> None:
        """In another position the cursor stays at its heap, or goes to the next that is left."""
        if fresh:
            self.cursor = self._nearest((self.cursor or 0) // self.game.span, 0)

    @property
    def name(self) -> str:
        """How many are left, whatever else the board is called."""
        if self.view.blind:
            return self.view.title
        count = sum(self.game.heaps(self.position.state))
        name = _("Pins, {count} left") if self.game.numbered else _("Heaps, {count} left")
        return name.format(count=figures(f"{count:,}"))

    @property
    def _places(self) -> Sequence[int]:
        """How many places every heap has."""
        return self.game.places(self.position.state)

    # The cursor is a move.

    def _choices(self, group: int) -> Sequence[Move]:
        return () if self.position.outcome else self.game.choices(self.position.state, group)

    def _nearest(self, group: int, choice: int) -> Move | None:
        """A legal move of this group, or of the next that has any."""
        groups = len(self.game.groups)
        for i in range(groups):
            choices = self._choices((group + i) % groups)
            if choices:
                return choices[max(0, min(choice, len(choices) - 1))]
        return None

    def _put_cursor(self, move: Move | None) -> None:
        if move is not None and move != self.cursor and self.view.active:
            self.cursor = move
            self.redraw()
            self.post_message(self.CursorMoved(self.chosen))

    def action_heap(self, step: int) -> None:
        """To the next heap, or group of heaps, from which something can be taken; as many as before if there are."""
        if self.cursor is None:
            return
        group, choice = divmod(self.cursor, self.game.span)
        groups = [i for i in range(len(self.game.groups)) if self._choices(i)]
        at = groups.index(group) + step
        if 0 <= at < len(groups):
            first = self._choices(groups[at])[0] % self.game.span
            self._put_cursor(self._nearest(groups[at], max(0, choice - first)))

    def action_more(self, step: int) -> None:
        """Take more or fewer."""
        if self.cursor is not None:
            choices = self._choices(self.cursor // self.game.span)
            at = choices.index(self.cursor) + step
            if 0 <= at < len(choices):
                self._put_cursor(choices[at])

    def read(self, text: str) -> Move:
        """A number alone tells how many of the heap at the cursor, or which stick where they have numbers."""
        heap = "" if self.cursor is None or not text.isdecimal() else self.game.letters(self.cursor // self.game.span)
        return super().read(heap + text)

    def point_at(self, move: Move) -> None:
        """Show what a move would take, without a message."""
        self.cursor = move
        self.redraw()

    @property
    def chosen(self) -> tuple[Move, ...]:
        """The move at the cursor."""
        return () if self.cursor is None else (self.cursor,)

    # The mouse.

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """The wheel takes fewer."""
        self.action_more(-1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """The wheel takes more."""
        self.action_more(1)

    def place_at(self, x: int, y: int) -> tuple[int, int] | None:
        """The stick, heap and place, drawn at a column and row of this widget."""
        return self._spots.get((x - 1, y - 1))

    def on_click(self, event: Click) -> None:
        """Choose a stick, or make the move when it is chosen already."""
        spot = self.place_at(event.x, event.y)
        if spot is None or self.cursor is None or not self.view.active:
            return
        if spot in self._taken(self.cursor):
            self.choose()
        else:
            self._put_cursor(self._pick(spot))

    def _taken(self, move: Move) -> set[tuple[int, int]]:
        """The sticks, heap and place, that a move takes."""
        takes = self.game.taken(self.position.state, move)
        return {(heap, first + i) for heap, first, number in takes for i in range(number)}

    def _pick(self, spot: tuple[int, int]) -> Move | None:
        """The move that adds a stick to those chosen, if there is one, else the least that begins with it."""
        assert self.cursor is not None
        fresh: Move | None = None
        chosen = self._taken(self.cursor)
        for move in self.position.moves:
            takes = self.game.taken(self.position.state, move)
            if any((take.heap, take.first) == spot for take in takes):
                taken = self._taken(move)
                if chosen < taken and not any(heap == spot[0] for heap, _place in chosen):
                    return move
                if fresh is None and len(takes) == 1:
                    fresh = move
            if self.game.numbered and self._taken(move) == chosen | {spot}:
                return move
        return fresh

    # Drawing.

    @staticmethod
    def thumbnail(position: Position) -> Sequence[Row]:
        """A line of sticks for each heap, or its number."""
        game = position.game
        assert isinstance(game, HeapGame)
        rows: list[Row] = []
        for heap, size in enumerate(game.sizes[:6]):
            standing = game.standing(position.state, heap)
            sticks = "".join("┃" if place in standing else " " for place in range(size)) if size <= 9 else ""
            text = sticks or figures(f"{len(standing):,}")
            rows.append([Span(f"{game.label(heap)} ", "dim"), Span(text, "title")])
        return rows

    def sections(self, width: int) -> Sequence[Section]:
        """The heaps, and the move where there is room for it."""
        if self.size.height < _LOW or self.view.below:
            return super().sections(width)
        heaps = Section(self.title, self.draw_inside, self.room - 2, 1, self.view.note)
        return [heaps, section("", [self._move_row(width - 2)], 1)]

    def _move_row(self, width: int) -> Row:
        name = self.position.name(self.cursor) if self.cursor is not None and self.view.active else ""
        field = max(6, min(16, width - 24))
        meaning = _("row + pin") if self.game.numbered else _("heap + count")
        return [
            Span(" " + _("Move") + "  [ ", "dim"),
            Span((f"{name}_" if name else "").ljust(field), "strong", "screen.choose" if name else ""),
            Span(f"] {meaning}", "dim"),
        ]

    def _layout(self, width: int, height: int) -> _Layout:
        """The first size in which all heaps fit as they were at the start, so that nothing moves while they shrink."""
        sizes = self._places
        digits = len(f"{max(sizes):,}")
        end = width - _MARGIN
        begin = end - 2 * digits - 4
        alone = len(sizes) == 1 and not self.game.numbered
        for wrapped, choice in ((False, _CLEAR), (True, _CLEAR if alone else ()), (False, _DENSE), (True, _DENSE)):
            for size in choice:
                line = (begin - _LEFT - 2) // size.pitch + 1
                rows = sum(self._rows_of(size, line, count) for count in sizes) + size.gap * (len(sizes) - 1)
                if line > 0 and rows <= height and (wrapped or line >= max(sizes)):
                    return _Layout(size, line, 0, (height - rows) // 2, begin, end)
        line = (begin - _LEFT - 2) + 1
        size = _Size(1, 1, 1 if 2 * len(sizes) <= height + 1 else 0)
        shown = min(len(sizes), height)
        at = self.game.groups[(self.cursor or 0) // self.game.span][0]
        self._first = max(0, min(max(min(self._first, at), at - shown + 1), len(sizes) - shown))
        top = (height - shown * (1 + size.gap) + size.gap) // 2
        return _Layout(size, line if line >= max(sizes) else 0, self._first, max(0, top), begin, end)

    def _rows_of(self, size: _Size, line: int, count: int) -> int:
        """Rows of a heap of so many sticks: lines of sticks, each with its numbers, and a row between them."""
        lines = -(-count // line) if line > 0 else 0
        return lines * (size.height + self._numbers(size)) + (lines - 1) * (size.height > 1)

    def _numbers(self, size: _Size) -> int:
        """Rows for the numbers of the sticks: one where they have numbers and these fit."""
        return int(self.game.numbered and size.pitch > len(str(max(self._places))))

    def draw_inside(self, width: int, height: int) -> list[Row]:
        """Heaps, numbers and the legend."""
        layout = self._layout(width, height - 1)
        page = Page(width, height - 1)
        self._spots = {}
        active = self.view.active and self.cursor is not None
        takes = self.game.taken(self.position.state, self.cursor) if active and self.cursor is not None else ()
        taken = {take.heap: take for take in takes}
        marks, grounds, ghosts = self._heap_marks(), self._grounds(), self._ghosts()
        tall = [
            self._rows_of(layout.size, layout.line, count) if layout.line else 1
            for count in self._places[layout.first :]
        ]
        tops = accumulate((rows + layout.size.gap for rows in tall), initial=layout.top)
        for heap, (rows, top) in enumerate(zip(tall, tops, strict=False), layout.first):
            lines = max(1, (rows + 1) // (layout.size.height + self._numbers(layout.size) + (layout.size.height > 1)))
            middle = top + (layout.size.height // 2 if lines == 1 else rows // 2)
            take = taken.get(heap)
            if take:
                page.write(1, middle, "▸", "cursor")
            page.write(3, middle, self.game.label(heap), "strong" if take else "dim")
            standing = self.game.standing(self.position.state, heap)
            left = len(standing) - take.number if take else 0
            number = figures(f"{len(standing):,} -> {left:,}" if take else f"{len(standing):,}")
            if self.view.blind:
                standing, number = (), "?"
            page.write(layout.end - len(number), middle, number, "strong")
            mark = marks.get(heap)
            if mark and layout.size.height > 1:
                page.write(layout.end - len(mark.text), middle + 1, mark.text, mark.whole_role)
            elif mark:
                page.write(layout.end + 1, middle, mark.mark, mark.whole_role)
            chosen = range(take.first, take.first + take.number) if take else range(0)
            for place in range(self._places[heap] if layout.line else 0):
                line, column = divmod(place, layout.line)
                x = _LEFT + column * layout.size.pitch
                y = top + line * (layout.size.height + self._numbers(layout.size) + (layout.size.height > 1))
                self._draw_stick(page, layout.size, (x, y), heap, place, place in standing, place in chosen)
                for row in range(layout.size.height if (heap, place) in ghosts else 0):
                    page.write(x, y + row, "┊", "grid")
                if (heap, place) in grounds and place in standing:
                    wide = layout.size.pitch > 2
                    page.ground(x - wide, y, 1 + 2 * wide, layout.size.height, grounds[heap, place])
        self._spots = {(x, y): stick for (x, y), stick in self._spots.items() if y < height - 1}
        return [*page.rows, [Span(self._legend(width, active), "dim")]]

    def _draw_stick(
        self, page: Page, size: _Size, at: tuple[int, int], heap: int, place: int, stands: bool, chosen: bool
    ) -> None:
        x, y = at
        middle = y + size.height // 2
        if not stands:
            if self.game.numbered:
                page.write(x, middle, "·", "dim")
        else:
            for row in range(size.height):
                page.write(x, y + row, "┊" if chosen else "┃", "hint" if chosen else "title")
                for i in range(-(size.pitch > 2), size.pitch - (size.pitch > 2)):
                    self._spots[x + i, y + row] = (heap, place)
            if chosen and size.pitch > 2:
                page.write(x - 1, middle, "(", "cursor")
                page.write(x + 1, middle, ")", "cursor")
        if self._numbers(size):
            page.write(x, y + size.height, str(place + 1), "dim")

    def _legend(self, width: int, active: bool) -> str:
        last = ""
        if self.view.last is not None:
            last = _("last {move}").format(move=self.game.format_move(self.position.state, self.view.last))
        whole = _("( ) pins your move would take") if self.game.numbered else _("( ) sticks your move would take")
        for text in (whole, _("( ) your move")) if active else ("",):
            if len(text) + len(last) + 3 <= width:
                break
        return f" {text}{last.rjust(width - len(text) - 2)}"

    def _ghosts(self) -> set[tuple[int, int]]:
        """The sticks, heap and place, that the last move took, until another is made."""
        before, last = self.came_from, self.view.last
        if before is None or last is None or self.view.blind:
            return set()
        takes = self.game.taken(before.state, last)
        return {(heap, first + i) for heap, first, number in takes for i in range(number)}

    @property
    def shares(self) -> Sequence[float]:
        """Nothing comes: sticks go."""
        return ()

    def _grounds(self) -> dict[tuple[int, int], str]:
        """The ground of the first stick that a move takes, heap and place: that of the move which takes it and the fewest after
        it."""
        grounds: dict[tuple[int, int], str] = {}
        for move, mark in sorted(self.marks.items()):
            takes = self.game.taken(self.position.state, move)
            if len(takes) == 1:
                grounds.setdefault((takes[0].heap, takes[0].first), mark.ground)
        return grounds

    def _heap_marks(self) -> dict[int, CellMark]:
        """The mark of the move at the cursor for its heaps, for every other heap that of its best move."""
        marks: dict[int, CellMark] = {}
        for move, mark in self.marks.items():
            group = self.game.groups[move // self.game.span]
            if len(group) == 1:
                marks.setdefault(group[0], mark)
        if self.cursor is not None and self.cursor in self.marks:
            for heap in self.game.groups[self.cursor // self.game.span]:
                marks[heap] = self.marks[self.cursor]
        return marks
