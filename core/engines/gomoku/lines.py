"""What both colours can make on a board of five in a row, kept from move to move: a sum over the lines of the board.

The shapes of :mod:`core.engines.gomoku.shapes` lie within single lines, so a move changes only what the four lines through
its cell add to the sum, and what a line adds is looked up by the stones on it. All directions and both colours are one integer:
a block of bits for each kind of shape and colour, and in a block three bits for each cell, in how many directions (0..4) the
cell makes that shape. Cell i is move i of the game::

    block 2 * kind + colour      ...  cell 2   cell 1   cell 0
                                 ...  b b b    b b b    b b b

Sets of cells are integers of the form of a block, with the lowest bit of each cell.

A second integer has for each colour and cell, in sixteen bits, the *gain* of a stone there: what the windows of five through
the cell count, all directions together. Rows of six do not matter to it, so under the exact rule it may be a little off.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from struct import Struct

from core.engines.gomoku.shapes import GomokuBoard, along

FIVE, OPEN_FOUR, THREAT, FOUR, THREE, WIDE, SHUT = range(7)
"""Kinds of shapes, those first that are asked for most: what is low in an integer is cheap to cut out. A ``THREAT`` is a four
or a three."""
_KINDS = 7
_BITS = 3
_MAX_LINES = 1 << 7
_MAX_LENGTH = 20
_KEPT = 20_000
"""So many lines with stones take about 45 MB."""
_GAIN_BITS = 16
GROWN, RUINED = (2, 21, 47, 120, 2000), (2, 10, 47, 118, 1000)
"""What a window of so many stones counts in gains, that of the player who moves and that of the other: how much more likely
the move is the best, 40 times the logarithm of the odds, fitted by ``tests.tools.fit_gomoku_order``; fives come first."""


class BoardLines:
    """The lines of a board and what stones on them make. A *code* is the number of a line, its stones of colour 0 as bits above
    that, and those of colour 1 another ``_MAX_LENGTH`` bits above."""

    def __init__(self, columns: int, rows: int, exact: bool) -> None:
        self.board = board = GomokuBoard(columns, rows, exact)
        count = columns * rows
        self.block = _BITS * count
        self.all = sum(1 << _BITS * move for move in range(count))
        self.blocks = tuple((1 << self.block) - 1 << i * self.block for i in range(2 * _KINDS))
        self.middle = 1 << _BITS * board.middle
        self.near = tuple(_near(move, columns, rows) for move in range(count))
        self.cells = board.lines
        assert len(self.cells) <= _MAX_LINES
        assert max(map(len, self.cells)) <= _MAX_LENGTH
        self.through: list[tuple[list[tuple[int, int]], list[tuple[int, int]]]] = [([], []) for _ in range(count)]
        """For each move and colour the lines, and what the stone adds to their codes."""
        for line, cells in enumerate(self.cells):
            for place, move in enumerate(cells):
                for colour in (0, 1):
                    self.through[move][colour].append((line, _MAX_LINES << colour * _MAX_LENGTH + place))
        self.known = _Known(self)
        self.gain_block = _GAIN_BITS * count
        self.gains_of = Struct(f"<{count}H").unpack


def _near(move: int, columns: int, rows: int) -> int:
    """The cells up to two steps from one, itself among them."""
    row, column = divmod(move, columns)
    return sum(
        1 << _BITS * (y * columns + x)
        for y in range(max(0, row - 2), min(rows, row + 3))
        for x in range(max(0, column - 2), min(columns, column + 3))
    )


@lru_cache(maxsize=2)
def lines_of(columns: int, rows: int, exact: bool) -> BoardLines:
    """The lines of such a board; what has been looked up once is known to later searches."""
    return BoardLines(columns, rows, exact)


class _Known(dict[int, tuple[int, int, int]]):
    """From the code of a line to the shapes on it, their worth to colour 0 less that to colour 1, and gains."""

    def __init__(self, lines: BoardLines) -> None:
        super().__init__()
        self._lines = lines
        self._windows: dict[tuple[int, int, int], int] = {}

    def __missing__(self, code: int) -> tuple[int, int, int]:
        if len(self) >= _KEPT:
            self.clear()
        cells = self._lines.cells[code % _MAX_LINES]
        stones = code // _MAX_LINES
        black, white = stones & (1 << _MAX_LENGTH) - 1, stones >> _MAX_LENGTH
        empty = (1 << len(cells)) - 1 & ~(black | white)
        shapes = worth = 0
        for colour, own in enumerate((black, white)):
            # A line is a board of one row.
            made = along(own, empty, self._lines.board.exact)
            if made:
                worth += -made.worth if colour else made.worth
                kinds = (
                    made.fives,
                    made.open_fours,
                    made.fours | made.threes,
                    made.fours,
                    made.threes,
                    made.wide,
                    made.shut,
                )
                for kind, found in enumerate(kinds):
                    offset = (2 * kind + colour) * self._lines.block
                    while found:
                        place = found.bit_length() - 1
                        found ^= 1 << place
                        shapes += 1 << offset + _BITS * cells[place]
        known = self[code] = shapes, worth, self._gains(cells, black, white)
        return known

    def _gains(self, cells: list[int], black: int, white: int) -> int:
        step, gains = cells[1] - cells[0], 0
        for first in range(len(cells) - 4):
            key = black >> first & 31, white >> first & 31, step
            if key not in self._windows:
                self._windows[key] = self._window(*key)
            gains += self._windows[key] << _GAIN_BITS * cells[first]
        return gains

    def _window(self, black: int, white: int, step: int) -> int:
        """The gains of a window whose first cell is cell 0."""
        if (black and white) or black | white == 31:
            return 0
        stones = (black | white).bit_count()
        gains = [RUINED[stones] if theirs else GROWN[stones] for theirs in (white, black)]
        return sum(
            gain << colour * self._lines.gain_block + _GAIN_BITS * place * step
            for place in range(5)
            if not (black | white) >> place & 1
            for colour, gain in enumerate(gains)
        )


class Stand:
    """A position: the stones of the player to move and of the other as sets of the board of shapes, the empty cells and those
    near stones, and what the lines make. ``colour`` is the one to move; the other one's shapes have ``1 - colour``."""

    __slots__ = ("_codes", "_gains", "_lines", "_shapes", "_worth", "colour", "empty", "near", "other", "own")

    def __init__(self, lines: BoardLines) -> None:
        """The empty board."""
        self._lines = lines
        self._codes = list(range(len(lines.cells)))
        self._shapes = self._worth = 0
        self._gains = sum(lines.known[code][2] for code in self._codes)
        self.own = self.other = self.near = self.colour = 0
        self.empty = lines.all

    def play(self, move: int) -> Stand:
        """The position after a move."""
        lines, colour = self._lines, self.colour
        after = Stand.__new__(Stand)
        after._lines = lines
        after._codes = codes = self._codes.copy()
        shapes, worth, gains, known = self._shapes, self._worth, self._gains, lines.known
        for line, stone in lines.through[move][colour]:
            code = codes[line]
            old_shapes, old_worth, old_gains = known[code]
            codes[line] = code = code + stone
            new_shapes, new_worth, new_gains = known[code]
            shapes += new_shapes - old_shapes
            worth += new_worth - old_worth
            gains += new_gains - old_gains
        after._shapes, after._worth, after._gains = shapes, worth, gains
        after.own, after.other = self.other, self.own | lines.board.bits[move]
        after.colour = 1 - colour
        after.empty = self.empty ^ (1 << _BITS * move)
        after.near = self.near | lines.near[move]
        return after

    @property
    def worth(self) -> int:
        """What the shapes of the player to move are worth, less those of the other."""
        return -self._worth if self.colour else self._worth

    def gains(self, colour: int) -> Sequence[int]:
        """By move, how promising a stone of a colour is there."""
        block = self._lines.gain_block
        found = self._gains >> colour * block & (1 << block) - 1
        return self._lines.gains_of(found.to_bytes(block // 8, "little"))

    def can(self, kind: int, colour: int) -> bool:
        """Whether some cell makes such a shape of a colour."""
        return self._shapes & self._lines.blocks[2 * kind + colour] != 0

    def makes(self, kind: int, colour: int) -> int:
        """The cells with which a colour makes such a shape."""
        block = self._lines.block
        found = self._shapes >> (2 * kind + colour) * block & (1 << block) - 1
        return (found | found >> 1 | found >> 2) & self._lines.all if found else 0

    def doubles(self, kind: int, colour: int) -> int:
        """Those with which it makes it in two directions or more."""
        block = self._lines.block
        found = self._shapes >> (2 * kind + colour) * block & (1 << block) - 1
        return (found >> 1 | found >> 2) & self._lines.all if found else 0


def stand(lines: BoardLines, own: int, other: int) -> Stand:
    """The position with these stones, as sets of the board of shapes."""
    found = Stand(lines)
    # Each colour in turn, so many stones as it has.
    for cells, colour in ((own, 0), (other, 1)):
        for move in lines.board.cells(cells):
            found.colour = colour
            found = found.play(move)
    found.own, found.other, found.colour = own, other, 0
    return found


def moves_of(cells: int) -> list[int]:
    """The moves of a set, lowest first."""
    found = []
    while cells:
        bit = cells & -cells
        cells ^= bit
        found.append((bit.bit_length() - 1) // _BITS)
    return found
