"""What every board has in common: it shows a position with marks, has a cursor, and tells which moves were chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from textual.binding import BindingType
from textual.events import Click, MouseMove
from textual.message import Message
from textual.timer import Timer

from core.game import Move
from core.position import Position
from tui.drawing.canvas import Canvas, Row
from tui.drawing.cell import CellMark
from tui.drawing.frame import Section, frame
from tui.text.catalogue import _
from tui.text.keys import arrows
from tui.text.typed import read_move

COMING_SECONDS, LIGHT_SECONDS = 0.04, 0.08
"""Seconds of a stage in which a mark comes, and of one in which a place of a line lights up."""
MAX_LIT = 6
"""Maximum number of places that light up one by one."""
_BARS, _GRADES = "▇▆▅▄▃▂▁", "ABCDEFG"
"""Guesses from the best to the worst, and the same in ASCII, where bars would look like the marks of draws and losses."""


class BoardView(NamedTuple):
    """Everything a board shows, as plain values."""

    position: Position
    """What stands on it."""
    last: Move | None = None
    """The move that led there, None at the start."""
    title: str = ""
    """What stands in the frame at the left."""
    note: str = ""
    """What stands in the frame at the right."""
    active: bool = True
    """Whether cursor and legal places are shown."""
    marks: Mapping[Move, CellMark] = {}
    """What is written on the places of moves, which must be legal in the position."""
    below: tuple[Section, ...] = ()
    """Sections below the board, in the same frame."""
    waiting: bool = False
    """Whether somebody else is to move, so that legal places are shown and no cursor."""
    blind: bool = False
    """Whether the pieces are hidden, and all that would tell of them."""
    goal: str = ""
    """What decides the game, behind the title where there is room."""
    watched: bool = False
    """Whether nobody here plays, so that nothing is said of where one may."""

    @property
    def open(self) -> bool:
        """Whether legal places are shown."""
        return self.active or self.waiting


SEATS = ("first", "second")
"""The roles that colour what belongs to each seat."""


class Stage(NamedTuple):
    """One picture of a move that is shown in several."""

    seconds: float
    """How long it is seen."""
    share: float = 1.0
    """How much of the mark that comes is drawn, or how much of its way it has fallen."""
    lit: int = 0
    """How many places of the winning line are lit."""


class Board(Canvas, can_focus=True):
    """A board in its frame. It gets values and sends messages; it knows no match and no engine."""

    LEADS = True

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
        self.view = BoardView(position)
        self.stages: list[Stage] = []
        """The picture that is shown now and those that follow before the board is at rest; empty at rest."""
        self._next: Timer | None = None
        self.came_from: Position | None = None
        """The position before the last move, as long as that move is seen; None where nothing moves."""

    def show(self, view: BoardView) -> None:
        """Show other values."""
        if view == self.view:
            return
        fresh = (view.position, view.last) != (self.position, self.view.last)
        before, self.view = self.view.position, view
        self.settle(fresh)
        if fresh:
            self._begin(before)
        self.redraw()

    def settle(self, fresh: bool) -> None:
        """Put the cursor where it can stand in the position shown. ``fresh``: it, or the move that led there, is not the one
        before."""

    # Motion: what is drawn belongs to the view that is shown, and another position ends it.

    def _begin(self, before: Position) -> None:
        """Show the last move in stages if it leads from the position before to the one shown."""
        last = self.view.last
        moved = self.moving and last in before.moves and not self.view.blind
        self.came_from = before if moved and last is not None and before.play(last) == self.position else None
        self.stages = self._staged() if self.came_from else []
        self._wait()

    def _staged(self) -> list[Stage]:
        """The stages of the last move: its mark comes, and a line that it has won lights up place by place."""
        line = len(self.line) if len(self.line) <= MAX_LIT else 0
        coming = [Stage(COMING_SECONDS, share) for share in self.shares]
        return [*coming, *(Stage(LIGHT_SECONDS, lit=lit) for lit in range(line))]

    def _wait(self) -> None:
        if self._next:
            self._next.stop()
        self._next = self.set_timer(self.stages[0].seconds, self.go_on) if self.stages else None

    def go_on(self) -> None:
        """Draw the next stage of the last move, at last the board at rest."""
        del self.stages[:1]
        self.redraw()
        self._wait()

    @property
    def shares(self) -> Sequence[float]:
        """How much of the mark that comes is drawn at first and then, before all of it is."""
        return 1 / 3, 2 / 3

    @property
    def share(self) -> float:
        """How much of the mark of the last move is drawn now."""
        return self.stages[0].share if self.stages else 1.0

    @property
    def line(self) -> Sequence[int]:
        """The places that have won the game, in the order in which they light up."""
        return self.position.outcome.cells if self.position.outcome and not self.view.blind else ()

    @property
    def lit(self) -> Sequence[int]:
        """Those of the winning line that are lit now."""
        return self.line[: self.stages[0].lit] if self.stages else self.line

    @property
    def haunts(self) -> bool:
        """Whether the mark that a move would make is drawn faintly at the cursor; not in the terminal's own colours, in which
        it could be taken for a mark."""
        if not (self.view.active and not self.view.blind and self.moving and len(self.chosen) == 1):
            return False
        return not self.app.theme.startswith("ansi")

    @property
    def position(self) -> Position:
        """The position shown."""
        return self.view.position

    @property
    def marks(self) -> Mapping[Move, CellMark]:
        """What is written on the places of moves. Where no ground shows it, a bar tells how good a guess is whose number has no
        room."""
        if not self.view.marks or self.tinted:
            return self.view.marks
        signs = _GRADES if self.plain else _BARS
        return {
            move: mark._replace(mark=signs[int(mark.ground[-1]) - 1]) if mark.ground.startswith("shade") else mark
            for move, mark in self.view.marks.items()
        }

    @property
    def name(self) -> str:
        """What the board is called."""
        return self.view.title

    @property
    def title(self) -> str:
        """The left end of the frame's upper line: the name of the board, and the goal of the game if it fits."""
        name = self.name
        return f"{name}: {self.view.goal}" if self._has_room_for_goal(name) else name

    @property
    def shows_goal(self) -> bool:
        """Whether the frame's upper line has room for the goal of the game beside the usual note."""
        return self._has_room_for_goal(self.name)

    def _has_room_for_goal(self, name: str) -> bool:
        needed = len(name) + len(": ") + len(self.view.goal) + len(self.view.note) + len("╭─  ──  ─╮")
        return bool(self.view.goal) and needed <= self.size.width

    @property
    def signs(self) -> tuple[str, str]:
        """What stands around the cursor and around the last move in the size that fits; empty for what needs no words, or has
        them on the board."""
        return "", ""

    @property
    def room(self) -> int:
        """Rows inside the frame that the sections below leave to the board."""
        return self.size.height - 2 - sum(part.wanted + 1 for part in self.view.below)

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame with the board in it."""
        return frame(width, height, [*self.sections(width), *self.view.below])

    def sections(self, width: int) -> Sequence[Section]:
        """The board's own part of a frame so many columns wide."""
        return [Section(self.title, self.draw_inside, self.room, 1, self.view.note)]

    def draw_inside(self, width: int, height: int) -> Sequence[Row]:
        """The rows of the board itself."""
        raise NotImplementedError

    @staticmethod
    def thumbnail(position: Position) -> Sequence[Row]:
        """A small picture, at most 11 columns wide and 6 rows high, for the home screen; none here."""
        return ()

    @property
    def chosen(self) -> tuple[Move, ...]:
        """The legal moves at the cursor."""
        raise NotImplementedError

    def choose(self) -> None:
        """Choose what is at the cursor, and tell of it."""
        moves = self.take()
        if moves is not None:
            self.post_message(self.MoveChosen(moves))

    def take(self) -> tuple[Move, ...] | None:
        """What is chosen at the cursor, for who cannot wait for the message; None where a choice only begins."""
        return self.chosen

    def put_down(self) -> bool:
        """Take back a choice that is half made; False when there is none."""
        return False

    @property
    def digits(self) -> Mapping[str, Move]:
        """The moves that a digit makes at once, where the game has them."""
        return self.position.game.digit_moves

    def read(self, text: str) -> Move:
        """The legal move that is typed here; what the cursor stands on need not be named. Raises BadNotation or IllegalMove."""
        return read_move(self.position, text, self.digits)

    @property
    def prompt(self) -> str:
        """What the player can do, where the cursor does not stand on a move that Enter makes."""
        if len(self.chosen) > 1:
            names = ", ".join(map(self.position.name, self.chosen))
            return _("{key:choose} asks which: {moves}; or type one: _").format(moves=names)
        return "" if self.chosen else _("Choose an empty square, or type one: _")

    @property
    def refusal(self) -> str:
        """What to say of a place where nothing can be played."""
        return _("You cannot play there; choose an empty square.")

    def point_at(self, move: Move) -> None:
        """Put the cursor where a move would be made."""
        raise NotImplementedError


class PlaceBoard(Board):
    """A board whose ``cursor`` stands on one of its places, which have numbers. Arrows and the mouse move it."""

    BINDINGS: ClassVar[list[BindingType]] = list(arrows("move(0,-1)", "move(0,1)", "move(-1,0)", "move(1,0)"))

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

    def shown_places(self) -> set[int]:
        """The places that there is room for."""
        width, height = self.size
        found = {self.place_at(x, y) for y in range(height) for x in range(width)}
        return {place for place in found if place is not None}

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
        if place is not None and self.view.active and self.may_point(place):
            self._put_cursor(place)

    def on_click(self, event: Click) -> None:
        """Choose the place under the mouse."""
        place = self.place_at(event.x, event.y)
        if place is not None and self.may_point(place):
            self._put_cursor(place)
            self.choose()
        elif place is not None:
            self.post_message(self.MoveChosen(()))
