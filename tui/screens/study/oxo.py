"""HistoryScreen: where the games come from, and OXO (1952) to be played on its tube: a screen of dots, the keys 1 to 9, and a
machine that does not lose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.events import Click, Key
from textual.message import Message

from core.game import Player
from core.games import get
from core.position import Position, other
from core.strategies import of
from core.study.study import StudyQuestion
from tui.drawing.canvas import Canvas, Row, Span
from tui.drawing.frame import frame, section
from tui.screens.study.document import StudyScreen
from tui.text.catalogue import _
from tui.text.keys import bindings

PART = "oxo"
"""The page on which it is played."""
MACHINE = "newell-simon"
"""The written strategy by which it plays; played out against every reply it never loses."""
_MARKS = {"X": ("•   •", "  •  ", "•   •"), "O": (" ••• ", "•   •", " ••• ")}
_WIDE, _TALL, _LOW = 9, 4, 2
"""Columns and rows from one square to the next, and the rows where there is no room for dots."""


class Tube(Canvas, can_focus=True):
    """The nine squares as dots, with the key of each that is free."""

    class Dialled(Message):
        """A square was clicked, from 0, row by row."""

        def __init__(self, square: int) -> None:
            super().__init__()
            self.square = square

    def __init__(self) -> None:
        super().__init__(id="tube")
        self.position = Position.start(get("tictactoe"))

    def show(self, position: Position) -> None:
        """Show another position."""
        self.position = position
        self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The grid, and a mark or a number in each square."""
        squares = self.position.text.replace("/", "").split(" ")[0]
        won = self.position.outcome.cells if self.position.outcome else ()
        rows: list[Row] = []
        tall = self._tall(height)
        for line in range(3 * tall - 1):
            row, at = divmod(line, tall)
            if at == tall - 1:
                rows.append([Span(" " + "· " * ((3 * _WIDE - 1) // 2), "dim")])
                continue
            spans: list[Span] = []
            for column in range(3):
                square = 3 * row + column
                mark = squares[square]
                number = f"  {square + 1 if at == tall // 2 - 1 else ' '}  "
                dots = _MARKS[mark][at] if mark in _MARKS and tall == _TALL else f"  {mark}  "
                role = {"X": "first", "O": "second"}.get(mark, "dim") + (" strong" if square in won else "")
                spans += [
                    Span(f" {dots if mark in _MARKS else number} ", role),
                    Span(" · " if column < 2 else "", "dim"),
                ]
            rows.append(spans)
        inside = [[Span(" "), *row] for row in rows]
        return frame(width, height, [section(_("The tube"), inside)])

    @staticmethod
    def _tall(height: int) -> int:
        return _TALL if height > 3 * _TALL else _LOW

    def on_click(self, event: Click) -> None:
        """Tell which square it was."""
        column, row = (event.x - 2) // (_WIDE + 1), (event.y - 1) // self._tall(self.size.height)
        if 0 <= column < 3 and 0 <= row < 3:
            self.post_message(self.Dialled(3 * row + column))


class HistoryScreen(StudyScreen):
    """The first page is the tube."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            *("table", "again", "swap", "open", "next_part", "sources", "help", "leave"),
            hidden=("previous_part", "subject"),
        )
    ]

    def __init__(self, question: StudyQuestion) -> None:
        super().__init__(question)
        self.seat: Player = 0
        """Where the person sits."""

    def compose_page(self) -> ComposeResult:
        """Also the tube."""
        with Container(id="pictured"):
            yield Tube()
            yield from super().compose_page()

    @property
    def has_tube(self) -> bool:
        """Whether the page is that of the tube and its text."""
        return self.part is not None and self.part.key == PART

    @property
    def is_small(self) -> bool:
        """Whether the tube and its text have no room beside each other: one of them is seen then."""
        return self.has_class("-narrow") and self.has_class("-low")

    @property
    def on_tube(self) -> bool:
        """Whether the tube is seen."""
        return self.has_tube and not (self.turned and self.is_small)

    @property
    def verbs(self) -> Mapping[str, str]:
        """Also what turns the tube over."""
        return {**super().verbs, "table": _("the tube") if self.turned else _("text")}

    @property
    def _tube(self) -> Tube:
        return self.query_one(Tube)

    def show_page(self) -> None:
        """The tube stands beside its text."""
        self._tube.display = self.on_tube
        self.sheet.display = not (self.on_tube and self.is_small)
        super().show_page()
        if self.on_tube:
            self.give_keys_to(self._tube)

    def usual_status(self) -> str:
        """Whose turn it is, or how the game ended."""
        if not self.on_tube:
            return super().usual_status()
        position = self._tube.position
        mark = "XO"[self.seat]
        if not position.outcome:
            return _("You are {mark}: 1 to 9 choose a square.").format(mark=mark)
        winner = position.outcome.winner
        if winner is None:
            return _("A draw. {key:again} plays again, {key:swap} lets the other side start.")
        return (
            _("The machine has won. {key:again} plays again.")
            if winner != self.seat
            else _("You have won. {key:again} plays again.")
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A game is begun on the tube; its text is behind it where there is no room beside it."""
        if action in ("again", "swap"):
            return self.is_ready and self.on_tube
        if action == "table":
            return self.is_ready and self.has_tube and self.is_small
        return super().check_action(action, parameters)

    async def on_key(self, event: Key) -> None:
        """A digit is the dial of the telephone."""
        if self.on_tube and event.character and event.character in "123456789":
            event.stop()
            self._play(int(event.character) - 1)

    def on_tube_dialled(self, event: Tube.Dialled) -> None:
        """A click on a square does the same."""
        self._play(event.square)

    def action_again(self) -> None:
        """Begin a new game."""
        self._show(Position.start(get("tictactoe")))

    def action_swap(self) -> None:
        """Begin a new game from the other side."""
        self.seat = other(self.seat)
        self.action_again()

    def _play(self, square: int) -> None:
        position = self._tube.position
        if position.outcome:
            self.say(_("The game is over; {key:again} plays another."))
        elif square not in position.moves:
            self.say(_("Square {number} is taken.").format(number=square + 1))
        else:
            self._show(position.play(square))

    def _show(self, position: Position) -> None:
        """Show a position after the machine's answer, where it is its turn."""
        if not position.outcome and position.turn != self.seat:
            machine = next(strategy for strategy in of(position.game) if strategy.name == MACHINE)
            position = position.play(machine.advise(position).moves[0])
        self._tube.show(position)
        self.notice = ""
        self.show_keys()
        self.show_status(self.usual_status())
