"""What the rules of a game are: integers inside, nothing checked, values for the player to move.

A game is stateless: one instance serves every match, every search and every process. The checked side, for everyone
outside a search, is :mod:`core.position`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from enum import Enum
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from core.errors import BadNotation, quoted
from core.phrase import Phrase

Move: TypeAlias = int
"""0 <= move < game.move_count."""
State: TypeAlias = tuple[int, ...]
"""A whole position: hashable, immutable, its own table key."""
Player: TypeAlias = Literal[0, 1]
"""0 moves first."""


class Reason(Enum):
    """Why a game is over."""

    LINE = "line"
    FULL = "full"
    COUNT = "count"
    STUCK = "stuck"
    LAST = "last"
    REPETITION = "repetition"
    RESIGNED = "resigned"


class Ending(NamedTuple):
    """How the rules ended a game: the reason, and the cells that show it (a winning line), ascending."""

    reason: Reason
    cells: tuple[int, ...] = ()


class Symmetry(NamedTuple):
    """A one-to-one map of a game onto itself: ``moves[m]`` is the image of move m, ``image(s)`` that of state s."""

    moves: Sequence[Move]
    image: Callable[[State], State]


class Game(ABC):
    """The rules of one game.

    ``id`` is the text that :func:`core.games.get` takes; ``name`` without a capital; ``rules`` in short; ``known`` what best
    play leads to, None where nobody knows; ``board`` the way it is drawn; ``cycles`` whether a position can come back.
    """

    id: str
    name: Phrase
    rules: Phrase
    known: Phrase | None = None
    board: str
    players: tuple[str, str] = ("X", "O")
    move_count: int
    cycles: bool = False

    def __eq__(self, other: object) -> bool:
        """Games are equal when their ids are: the id says all there is to know."""
        return isinstance(other, Game) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """All maps known to keep the rules, the identity first. Fewer than there are is sound."""
        return (Symmetry(tuple(range(self.move_count)), lambda s: s),)

    @abstractmethod
    def start(self) -> State:
        """The position before the first move."""

    @abstractmethod
    def turn(self, s: State) -> Player:
        """Who moves; for a finished position, who would."""

    @abstractmethod
    def moves(self, s: State) -> Sequence[Move]:
        """The legal moves, ascending; s is not over."""

    @abstractmethod
    def play(self, s: State, m: Move) -> State:
        """The position after the legal move m."""

    @abstractmethod
    def value(self, s: State) -> int | None:
        """-1, 0 or +1 for the player to move when the game is over, else None."""

    @abstractmethod
    def ending(self, s: State) -> Ending:
        """Why the finished position s is over."""

    def canonical(self, s: State) -> State:
        """The least of all images of s: the same for every position of a class."""
        return min([symmetry.image(s) for symmetry in self.symmetries])

    def kind(self, s: State) -> State:
        """The same for positions after which as much can happen: best play gives the player to move as much, as soon."""
        return self.canonical(s)

    @abstractmethod
    def format_move(self, s: State, m: Move) -> str:
        """The notation of move m in position s."""

    @abstractmethod
    def parse_move(self, s: State, text: str) -> Move:
        """The move that the text names, legal or not.

        Raises BadNotation, naming what was expected.
        """

    @abstractmethod
    def format_state(self, s: State) -> str:
        """The position as one line of text."""

    @abstractmethod
    def parse_state(self, text: str) -> State:
        """The inverse of :meth:`format_state`.

        Raises BadNotation, naming what was expected; also for positions that no game can reach by their counts.
        """

    @abstractmethod
    def refusal(self, s: State, m: Move) -> str:
        """Why move m is not legal in s: one English template with the field {move}."""


class GridGame(Game):
    """A game on cells in ``columns`` and ``rows``, row 0 on top, or on ``layers`` of such grids: boards beside each other, or a
    cube. cell = (layer * rows + row) * columns + column. ``letters`` are its marks."""

    board = "grid"
    letters: tuple[str, ...] = ("X", "O")
    columns: int
    rows: int
    layers: int = 1

    @cached_property
    def cell_count(self) -> int:
        """Cells of all layers."""
        return self.columns * self.rows * self.layers

    @abstractmethod
    def marks(self, s: State) -> Sequence[int]:
        """For every cell the index of its mark in ``letters``, or -1 where it is empty."""

    @abstractmethod
    def cell(self, m: Move) -> int:
        """The cell on which move m happens, or -1 for a move that is no cell's, such as a choice of colours."""

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
        """The inverse of :meth:`format_cell`. Raises BadNotation."""
        form = r"([0-9]{1,2})([a-z])([0-9]{1,2})" if self.layers > 1 else r"()([a-z])([0-9]{1,2})"
        found = re.fullmatch(form, text.strip().lower())
        if found:
            layer, column, row = int(found[1] or 1) - 1, ord(found[2]) - ord("a"), int(found[3]) - 1
            if 0 <= layer < self.layers and column < self.columns and 0 <= row < self.rows:
                return (layer * self.rows + row) * self.columns + column
        raise BadNotation(
            "{text} is no square; type the number of its board, a column letter and a row number, {first} to {last}."
            if self.layers > 1
            else "{text} is no square; type a column letter and a row number, {first} to {last}.",
            text=quoted(text),
            first=self.format_cell(0),
            last=self.format_cell(self.cell_count - 1),
        )


class Point(NamedTuple):
    """A place for a stone: its name, and where it is drawn, ``x`` to the right and ``y`` downwards from 0, in equal steps."""

    name: str
    x: int
    y: int


class GraphGame(Game):
    """A game of stones on points, of which some are joined by lines: ``lines`` are the joined pairs to draw, ``gaps`` pairs
    of neighbours whose missing line is worth a word."""

    board = "graph"
    points: tuple[Point, ...]
    lines: tuple[tuple[int, int], ...]
    gaps: tuple[tuple[int, int], ...] = ()

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


class NestedGame(Game):
    """A game on three by three boards of three by three cells: cell and move are 9 * board + cell of the board, both row by
    row. ``letters`` are its marks."""

    board = "nested"
    letters: tuple[str, ...] = ("X", "O")

    @abstractmethod
    def marks(self, s: State) -> Sequence[int]:
        """For every cell the index of its mark in ``letters``, or -1 where it is empty."""

    @abstractmethod
    def boards(self, s: State) -> Sequence[LocalBoard]:
        """The nine boards."""


class ColumnsGame(Game):
    """A game in which discs fall into columns: a move is its column, a cell row * columns + column, row 0 on top."""

    board = "columns"
    columns: int
    rows: int

    @abstractmethod
    def discs(self, s: State) -> Sequence[int]:
        """For every cell the player whose disc is there, or -1."""


class Family(NamedTuple):
    """One line of the registry: how ids of a family of games are read, and which members the hall shows.

    ``make(numbers, options)`` builds a game; ``numbers`` is the text after the colon or None. It raises UnknownGame.
    """

    id: str
    kind: str
    presets: tuple[str, ...]
    form: str
    options: tuple[str, ...]
    make: Callable[[str | None, frozenset[str]], Game]
