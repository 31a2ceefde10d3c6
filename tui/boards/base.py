"""What every board has in common: it shows a position with marks, has a cursor, and tells which moves were chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.events import Click, MouseMove
from textual.message import Message

from core.game import Move
from core.position import Position
from tui.texts import _
from tui.widgets.canvas import Canvas, Row
from tui.widgets.frame import Section


class CellMark(NamedTuple):
    """What a board writes on a cell that can be played: the mark of the verdict, at most five columns that say more, and
    the role that colours both."""

    mark: str
    text: str
    role: str


class Board(Canvas, can_focus=True):
    """A board in its frame. It gets values and sends messages; it knows no match and no engine."""

    class MoveChosen(Message):
        """The player chose a place; ``moves`` are the legal moves there, more than one where the rules leave a choice."""

        def __init__(self, moves: tuple[Move, ...]) -> None:
            super().__init__()
            self.moves = moves

    class CursorMoved(Message):
        """The cursor stands on another place; ``moves`` as in MoveChosen, empty where nothing can be played."""

        def __init__(self, moves: tuple[Move, ...]) -> None:
            super().__init__()
            self.moves = moves

    def __init__(self, position: Position, id: str | None = None) -> None:
        super().__init__(id=id)
        self.position = position
        self.title = ""
        self.note = ""
        self.last: Move | None = None
        self.move_marks: Mapping[Move, CellMark] = {}
        self.active = True
        self.below: Sequence[Section] = ()
        """Sections below the board, in the same frame."""

    def show(
        self,
        position: Position,
        last: Move | None = None,
        title: str = "",
        note: str = "",
        active: bool = True,
    ) -> None:
        """Show a position; ``last`` the move that led to it; ``active`` whether the cursor and legal cells are shown."""
        if position != self.position:
            self.move_marks = {}
        self.position, self.last, self.title, self.note, self.active = position, last, title, note, active
        self.redraw()

    def show_marks(self, marks: Mapping[Move, CellMark]) -> None:
        """Write marks on the cells of these moves, which must be legal in the position shown."""
        self.move_marks = marks
        self.redraw()

    @staticmethod
    def thumbnail(position: Position) -> Sequence[Row]:
        """A small picture, at most 11 columns wide and 6 rows high, for the home screen; none here."""
        return ()

    @property
    def chosen(self) -> tuple[Move, ...]:
        """The legal moves at the cursor."""
        raise NotImplementedError

    def choose(self) -> None:
        """Choose what is at the cursor."""
        self.post_message(self.MoveChosen(self.chosen))

    def put_down(self) -> bool:
        """Take back a choice that is half made; False when there is none."""
        return False

    def press(self, key: str) -> bool:
        """Choose a place by its key; False where no place has such a key, or a move is typed."""
        return False

    @property
    def prompt(self) -> str:
        """What the player can do, where the cursor does not stand on a move that Enter makes."""
        return "" if self.chosen else _("Choose a free square, or type one: _")

    @property
    def refusal(self) -> str:
        """What to say of a place where nothing can be played."""
        return _("Nothing can be played there; choose an empty square.")

    def point_at(self, move: Move) -> None:
        """Put the cursor where a move would be made."""
        raise NotImplementedError


class PlaceBoard(Board):
    """A board whose ``cursor`` stands on one of its places, which have numbers. Arrows and the mouse move it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(0,-1)", show=False),
        Binding("down", "move(0,1)", show=False),
        Binding("left", "move(-1,0)", show=False),
        Binding("right", "move(1,0)", show=False),
    ]

    cursor = 0

    def action_move(self, dx: int, dy: int) -> None:
        """Move the cursor one step to the right or left, down or up; at the edge it stays."""
        raise NotImplementedError

    def point_at(self, move: Move) -> None:
        """Put the cursor on the place of a move, without a message; a place has the number of its move unless a board says
        otherwise."""
        self.cursor = move
        self.redraw()

    @property
    def chosen(self) -> tuple[Move, ...]:
        """The legal move at the cursor."""
        return (self.cursor,) if self.cursor in self.position.moves else ()

    def place_at(self, x: int, y: int) -> int | None:
        """The place drawn at a column and row of this widget, None where there is none."""
        raise NotImplementedError

    def may_point(self, place: int) -> bool:
        """Whether the cursor may stand on a place."""
        return True

    def _put_cursor(self, place: int) -> None:
        if place != self.cursor:
            self.cursor = place
            self._changed()

    def _changed(self) -> None:
        self.redraw()
        self.post_message(self.CursorMoved(self.chosen))

    def on_mouse_move(self, event: MouseMove) -> None:
        """The cursor follows the mouse."""
        place = self.place_at(event.x, event.y)
        if place is not None and self.active and self.may_point(place):
            self._put_cursor(place)

    def on_click(self, event: Click) -> None:
        """Choose the place under the mouse."""
        place = self.place_at(event.x, event.y)
        if place is not None and self.may_point(place):
            self._put_cursor(place)
            self.choose()
        elif place is not None:
            self.post_message(self.MoveChosen(()))
