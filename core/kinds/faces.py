"""What a game looks like: the ways of drawing, and what each has to know of a position. A board of the interface draws one of
them for every game that has it."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import NamedTuple

from core.errors import BadNotation, quoted
from core.game import Move, Player, State
from core.kinds.drafts import DrawnGame
from core.phrase import Phrase


class GridGame(DrawnGame):
    """A game on cells in ``columns`` and ``rows``, row 0 on top, or on ``layers`` of such grids: boards beside each other, or a
    cube. cell = (layer * rows + row) * columns + column. ``letters`` are its marks."""

    letters: tuple[str, ...] = ("X", "O")
    columns: int
    rows: int
    layers: int = 1

    @cached_property
    def cell_count(self) -> int:
        """Cells of all layers."""
        return self.columns * self.rows * self.layers

    @property
    def spots(self) -> Sequence[tuple[int, int]]:
        size = self.columns * self.rows
        return [
            (cell % self.columns + cell // size * (self.columns + 1), cell % size // self.columns)
            for cell in range(self.cell_count)
        ]

    @abstractmethod
    def marks(self, s: State) -> Sequence[int]:
        """For every cell the index of its mark in ``letters``, or -1 where it is empty."""

    def cell(self, m: Move) -> int:
        """The cell of move m, which is m by default, or -1 for a move without one, such as a choice of colours."""
        return m

    def format_move(self, s: State, m: Move) -> str:
        return self.format_cell(m)

    def parse_move(self, s: State, text: str) -> Move:
        return self.parse_cell(text)

    def owners(self, s: State) -> Sequence[Player]:
        """For every mark of ``letters`` the player whose colour it has: in turns the first and the second."""
        return [0 if mark % 2 == 0 else 1 for mark in range(len(self.letters))]

    def faint(self, s: State) -> Collection[int]:
        """The cells whose marks count for little: about to vanish, or out of the game."""
        return ()

    def caption(self, s: State) -> Phrase | None:
        """What the cells do not show of the unfinished position s, in a sentence."""
        return None

    def format_cell(self, cell: int) -> str:
        """Column letter and row number, ``b3``; with layers the number of the layer before them, ``2b3``."""
        grid, place = divmod(cell, self.columns * self.rows)
        name = f"{chr(ord('a') + place % self.columns)}{place // self.columns + 1}"
        return f"{grid + 1}{name}" if self.layers > 1 else name

    def parse_cell(self, text: str) -> int:
        """The inverse of :meth:`format_cell`; where a move is nothing but one of 3x3 squares, also their number, 1 to 9 row by
        row. Raises BadNotation."""
        if (self.columns, self.rows, self.move_count) == (3, 3, 9) and re.fullmatch("[1-9]", text.strip()):
            return int(text) - 1
        form = r"([0-9]{1,2})([a-z])([0-9]{1,2})" if self.layers > 1 else r"()([a-z])([0-9]{1,2})"
        found = re.fullmatch(form, text.strip().lower())
        if found:
            layer, column, row = int(found[1] or 1) - 1, ord(found[2]) - ord("a"), int(found[3]) - 1
            if 0 <= layer < self.layers and column < self.columns and 0 <= row < self.rows:
                return (layer * self.rows + row) * self.columns + column
        raise BadNotation(
            (
                "{text} is not a square; type the number of its board, a column letter and a row number, {first} to "
                "{last}."
            )
            if self.layers > 1
            else "{text} is not a square; type a column letter and a row number, {first} to {last}.",
            text=quoted(text),
            first=self.format_cell(0),
            last=self.format_cell(self.cell_count - 1),
        )


def numbered(places: int) -> dict[str, Move]:
    """The moves of so many places by their numbers from 1; none where there are more than digits."""
    return {str(move + 1): move for move in range(places)} if places <= 9 else {}


class Point(NamedTuple):
    """A place for a stone: its name, and where it is drawn, ``x`` to the right and ``y`` downwards from 0, in equal steps."""

    name: str
    x: int
    y: int


class GraphGame(DrawnGame):
    """A game of stones on points, of which some are joined by lines: ``edges`` are the joined pairs to draw, ``gaps`` pairs
    of neighbours whose missing line is worth a word."""

    points: tuple[Point, ...]
    edges: tuple[tuple[int, int], ...]
    gaps: tuple[tuple[int, int], ...] = ()

    @property
    def spots(self) -> Sequence[tuple[int, int]]:
        return [(point.x, point.y) for point in self.points]

    @abstractmethod
    def stones(self, s: State) -> Sequence[int]:
        """For every point the player whose stone stands there, or -1."""

    @abstractmethod
    def path(self, m: Move) -> tuple[int | None, int]:
        """The points from which and to which a stone goes; from None when it is placed."""

    def hand(self, s: State) -> tuple[int, int]:
        """How many stones each player has still to place."""
        return (0, 0)


class LocalBoard(NamedTuple):
    """One of nine boards: the index of the mark that won it, or -1, and whether it can still be played in."""

    owner: int
    open: bool


class NestedGame(DrawnGame):
    """A game on three by three boards of three by three cells: cell and move are 9 * board + cell of the board, both row by
    row. ``letters`` are its marks."""

    letters: tuple[str, ...] = ("X", "O")

    @property
    def spots(self) -> Sequence[tuple[int, int]]:
        """The cells, and at their right who won which board."""
        pairs = [divmod(cell, 9) for cell in range(81)]
        inner = [(board % 3 * 4 + cell % 3, board // 3 * 4 + cell // 3) for board, cell in pairs]
        return [*inner, *((13 + board % 3, 4 + board // 3) for board in range(9))]

    @abstractmethod
    def marks(self, s: State) -> Sequence[int]:
        """For every cell the index of its mark in ``letters``, or -1 where it is empty."""

    @abstractmethod
    def boards(self, s: State) -> Sequence[LocalBoard]:
        """The nine boards."""


class ColumnsGame(DrawnGame):
    """A game in which discs fall into columns: a move is its column, a cell row * columns + column, row 0 on top."""

    columns: int
    rows: int

    @property
    def spots(self) -> Sequence[tuple[int, int]]:
        return [(cell % self.columns, cell // self.columns) for cell in range(self.columns * self.rows)]

    @abstractmethod
    def discs(self, s: State) -> Sequence[int]:
        """For every cell the player whose disc is there, or -1."""
