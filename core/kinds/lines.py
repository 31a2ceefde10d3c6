"""What games have in common in which two players set marks in turn on empty cells, and a line of k ends the game.

State ``(first, second)``: the cells of each mark as bits. The first player begins and players alternate, so the number of
marks on the board tells whose turn it is. Move: the cell. Text: the rows from the top, layer after layer, with / between
them::

       a b c
     1 X . O       first  = 0b000_010_001
     2 . X .       second = 0b000_000_100       text: X.O/.X./...
     3 . . .
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from core.errors import BadNotation, quoted
from core.game import Ending, Move, Player, Reason, State, Symmetry
from core.kinds import bits
from core.kinds.faces import GraphGame, GridGame, Point, numbered
from core.kinds.goals import in_a_row
from core.kinds.lasting import LastingGame, Pattern
from core.kinds.spread import straight
from core.known import Known
from core.phrase import Phrase

_SHIFTED_CELLS = 16
"""Largest torus on which translations count as symmetries; beyond, their tables cost more than they save."""


@dataclass(frozen=True, eq=False)
class MarkBoard:
    """The cells of a game of marks, and the lines on them."""

    columns: int
    """Cells in a row."""
    rows: int
    """Rows of a layer."""
    k: int
    """Cells of the longest line."""
    find_lines: Callable[[], tuple[int, ...]]
    """Finds the lines, as bits."""
    find_maps: Callable[[], Sequence[tuple[int, ...]]]
    """Finds the maps of the cells that keep the lines, the identity first."""
    make_test: Callable[[], Callable[[int], bool]]
    """Makes the function that tells whether some cells hold a line."""
    layers: int = 1
    """Grids beside each other, or the layers of a cube."""
    toroidal: bool = False
    """Whether the edges are joined."""
    exact: bool = False
    """Whether a row longer than k is no line."""
    gravity: bool = False
    """Whether marks fall as far as they can."""
    points: tuple[Point, ...] = ()
    """The cells of a picture; none on a grid."""

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """Every line, as bits."""
        return self.find_lines()


def rectangle(columns: int, rows: int, k: int, *, toroidal: bool = False, exact: bool = False) -> MarkBoard:
    """The board on which k in a row are a line; on a torus the edges are joined."""
    shifts = toroidal and columns * rows <= _SHIFTED_CELLS
    return MarkBoard(
        columns,
        rows,
        k,
        partial(bits.lines, columns, rows, k, toroidal),
        partial(bits.rectangle_symmetries, columns, rows, shifts),
        partial(bits.line_test, columns, rows, k, toroidal, exact),
        toroidal=toroidal,
        exact=exact,
    )


class MarkGame(GridGame, GraphGame):
    """Two marks on the cells of a board, drawn as a grid or as a picture; a class below says whose the marks are."""

    choices = 1
    """The number of marks that a player may set on a cell."""

    def __init__(
        self,
        id: str,
        board: MarkBoard,
        name: Phrase,
        rules: Phrase,
        *,
        options: frozenset[str] = frozenset(),
        misere: bool = False,
        known: Known | None = None,
    ) -> None:
        self.id, self.board, self.name, self.rules = id, board, name, rules
        self.options, self.misere = options, misere
        if known:
            self.known = known
        self.columns, self.rows, self.layers, self.k = board.columns, board.rows, board.layers, board.k
        self.goal = in_a_row(self.k, misere)
        self.points = board.points
        self.edges = straight(board.points, board.lines) if board.points else ()
        self._numbers = {point.name.lower(): cell for cell, point in enumerate(board.points)}
        if board.points:
            self.face = "graph"
        self.move_count = self.choices * self.cell_count
        self._full = (1 << self.cell_count) - 1
        self._falls = board.gravity
        self._floor = self._full & ~(self._full >> self.columns) if board.gravity else self._full
        self._bit = tuple(1 << cell for cell in range(self.cell_count))
        self._members = bits.members(self.cell_count)
        self._line_value = 1 if misere else -1

    @cached_property
    def _has_line(self) -> Callable[[int], bool]:
        """Whether some cells hold a line."""
        return self.board.make_test()

    @property
    def lines(self) -> tuple[int, ...]:
        """Every line of the board, as bits."""
        return self.board.lines

    @property
    def spots(self) -> Sequence[tuple[int, int]]:
        return [(point.x, point.y) for point in self.points] or super().spots

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return tuple(map(self._symmetry, self.board.find_maps()))

    def _symmetry(self, permutation: tuple[int, ...]) -> Symmetry:
        permute = bits.permuter(permutation)
        return Symmetry(permutation, lambda s: (permute(s[0]), permute(s[1])))

    def start(self) -> State:
        return (0, 0)

    def turn(self, s: State) -> Player:
        return 1 if (s[0] | s[1]).bit_count() & 1 else 0

    def moves(self, s: State) -> Sequence[Move]:
        taken = s[0] | s[1]
        empty = self._full & ~taken
        return self._members(empty & (self._floor | taken >> self.columns) if self._falls else empty)

    def ending(self, s: State) -> Ending:
        won = 0
        for mark in s[:2]:
            for line in self.whole_lines(mark):
                won |= line
        return Ending(Reason.LINE, tuple(self._members(won))) if won else Ending(Reason.FULL)

    def has_line(self, marks: int) -> bool:
        """Whether these marks, which are one player's, hold a line."""
        return self._has_line(marks)

    def whole_lines(self, marks: int) -> list[int]:
        """The lines that these marks fill and no further mark prolongs where that counts."""
        whole = [line for line in self.lines if marks & line == line]
        if not self.board.exact:
            return whole
        return [line for line in whole if all((line & other).bit_count() != self.k - 1 for other in whole)]

    def marks(self, s: State) -> Sequence[int]:
        x, o = s[0], s[1]
        return [0 if x & bit else 1 if o & bit else -1 for bit in self._bit]

    def stones(self, s: State) -> Sequence[int]:
        return self.marks(s)

    def path(self, m: Move) -> tuple[int | None, int]:
        return None, self.cell(m)

    def format_cell(self, cell: int) -> str:
        return self.points[cell].name if self.points else super().format_cell(cell)

    def parse_cell(self, text: str) -> int:
        if not self.points:
            return super().parse_cell(text)
        found = self._numbers.get(text.strip().lower())
        if found is None:
            raise BadNotation(
                "{text} is not a point; the points are {points}.",
                text=quoted(text),
                points=" ".join(point.name for point in self.points[:60]),
            )
        return found

    def refusal(self, s: State, m: Move) -> str:
        if not (s[0] | s[1]) >> self.cell(m) & 1:
            return "{move} has nothing below it; a mark falls as far as it can."
        return "{move} is taken; play an empty square."

    def format_state(self, s: State) -> str:
        text = "".join(".XO"[mark + 1] for mark in self.marks(s))
        return "/".join(text[i : i + self.columns] for i in range(0, self.cell_count, self.columns))

    def parse_state(self, text: str) -> State:
        rows = text.strip().upper().split("/")
        count = self.rows * self.layers
        if len(rows) != count or any(len(row) != self.columns or set(row) - set("XO.") for row in rows):
            raise BadNotation(
                "{text} is not a position of this game; write the board of {columns}x{rows} in X, O and dots, row by "
                "row from the top, with / between rows.",
                text=quoted(text),
                rows=count,
                columns=self.columns,
            )
        cells = "".join(rows)
        state = tuple(sum(bit for bit, c in zip(self._bit, cells, strict=True) if c == mark) for mark in "XO")
        taken = state[0] | state[1]
        if taken & ~(self._floor | taken >> self.columns):
            raise BadNotation("A mark has nothing below it; marks fall as far as they can.")
        self._check(state)
        return state

    def _check(self, s: State) -> None:
        """Raise BadNotation for marks that no game can leave: no last mark can have made all the lines there are."""
        last = self._full
        for marks in s[:2]:
            for line in self.whole_lines(marks):
                last &= line
        if not last:
            raise BadNotation(
                (
                    "The first line of {k} ends the game, so two lines that share no mark cannot both be there; remove one "
                    "of them."
                ),
                k=self.k,
            )


class LineGame(MarkGame, LastingGame):
    """Each player has marks of their own, the first X. Who completes a line wins, or with ``misere`` loses."""

    @property
    def pattern(self) -> Pattern:
        """The lines."""
        return Pattern(self.lines)

    @property
    def digit_moves(self) -> Mapping[str, Move]:
        if self.points:
            return self._numbers if all(len(name) == 1 and name.isdecimal() for name in self._numbers) else {}
        return numbered(self.cell_count) if self.move_count == self.cell_count else {}

    def lying(self, s: State) -> Sequence[int]:
        return self.marks(s)

    def sides(self, s: State) -> tuple[int, int]:
        """The marks of the player to move, and those of the other."""
        return (s[1], s[0]) if (s[0] | s[1]).bit_count() & 1 else (s[0], s[1])

    def play(self, s: State, m: Move) -> State:
        x, o = s
        if (x | o).bit_count() & 1:
            return (x, o | self._bit[m])
        return (x | self._bit[m], o)

    def passed(self, s: State) -> State | None:
        return (s[1], s[0])

    def value(self, s: State) -> int | None:
        x, o = s
        taken = x | o
        if self._has_line(x if taken.bit_count() & 1 else o):
            return self._line_value
        return 0 if taken == self._full else None

    def lacking(self, s: State, player: Player) -> Sequence[int] | None:
        """The empty cells of every line without a mark of the other.

        None where a line loses, a longer row undoes one, a cell is not always to be had, or a move can be something else.
        """
        if self.misere or self.board.exact or self.board.gravity or self.move_count != self.cell_count:
            return None
        own, other = s[player], s[1 - player]
        return [line & ~own for line in self.lines if not line & other]

    def _check(self, s: State) -> None:
        x, o = s
        if x.bit_count() - o.bit_count() not in (0, 1):
            raise BadNotation(
                "There are {x} {first} and {o} {second} on the board; {first} begins, so {first} has as many marks as {second} "
                "or one more.",
                x=x.bit_count(),
                first=self.letters[0],
                o=o.bit_count(),
                second=self.letters[1],
            )
        super()._check(s)
        if self._has_line(o if (x | o).bit_count() & 1 else x):
            raise BadNotation(
                "The game was over before the last mark; give the position with the first line of {k} "
                "made by the player who moved last.",
                k=self.k,
            )


class EitherGame(MarkGame):
    """Either player sets either mark. Move: mark * cells + cell."""

    players = ("1st", "2nd")
    finite = True
    choices = 2

    def _symmetry(self, permutation: tuple[int, ...]) -> Symmetry:
        base = super()._symmetry(permutation)
        return Symmetry(permutation + tuple(self.cell_count + cell for cell in permutation), base.image)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Those of the board, each also with the two marks exchanged."""
        half, flat = self.cell_count, super().symmetries

        def exchanged(symmetry: Symmetry) -> Symmetry:
            image = symmetry.image
            return Symmetry((*symmetry.moves[half:], *symmetry.moves[:half]), lambda s: image((s[1], s[0])))

        return flat + tuple(map(exchanged, flat))

    def moves(self, s: State) -> Sequence[Move]:
        empty = super().moves(s)
        return [*empty, *(self.cell_count + cell for cell in empty)]

    def play(self, s: State, m: Move) -> State:
        x, o = s
        if m < self.cell_count:
            return (x | self._bit[m], o)
        return (x, o | self._bit[m - self.cell_count])

    def value(self, s: State) -> int | None:
        x, o = s
        if self._has_line(x) or self._has_line(o):
            return self._line_value
        return 0 if x | o == self._full else None

    def cell(self, m: Move) -> int:
        return m % self.cell_count

    def format_move(self, s: State, m: Move) -> str:
        return "XO"[m // self.cell_count] + super().format_move(s, m % self.cell_count)

    def parse_move(self, s: State, text: str) -> Move:
        mark = "XO".find(text.strip()[:1].upper() or "?")
        if mark < 0:
            raise BadNotation(
                "{text} does not name a mark; in wild play type the mark first: Xb2 or Ob2.", text=quoted(text)
            )
        return mark * self.cell_count + super().parse_move(s, text.strip()[1:])
