"""What the stones of one colour can make on a board of five in a row, for all cells at once: shifts of sets of cells.

A board is a set of cells as bits, rows one after the other with a gap of one bit behind each, so that no line runs from
one edge to the other: the gap is never a stone and never empty. With C columns the steps of the four directions are::

    0  1  2 ..  C-1   gap          1      to the right
    C+1  C+2 .. 2C   gap           C + 1  down
                                   C + 2  down to the right      C  down to the left

A *window* is five cells in a row, named by its first; a window counts for a colour when it has no stone of the other and, under
the exact rule, no own stone next to its ends, as that would make six. An *open window* is six cells of which both ends are
empty: four stones in the middle of it can be prolonged on either side.

=============  ========================================================================
five           a cell that wins
four           a cell that leaves some window one cell short
open four      a cell that fills the middle of an open window: two fives are left
three          a cell after which an open four is to come
=============  ========================================================================
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.game import Move

WINDOWS = (0, 2, 29, 76)
"""What a window with none, one, two and three stones is worth, fitted to games by
``tests.tools.fit_gomoku``."""


class Shapes(NamedTuple):
    """What one colour can do: sets of empty cells, and ``worth``, a sum over its windows. ``double`` cells make fours or
    threes in two directions; ``wide`` cells have two more stones in a window, ``crossing`` ones in two directions."""

    worth: int
    fives: int
    open_fours: int
    fours: int
    threes: int
    double: int
    wide: int
    crossing: int
    shut: int
    """The empty cells of open windows in which an open four is to come: the answers to it."""


class Along(NamedTuple):
    """The same in one direction alone."""

    worth: int
    fives: int
    open_fours: int
    fours: int
    threes: int
    wide: int
    shut: int


def cells_of(cells: int) -> Iterator[int]:
    """The cells one by one, each as a set of its own."""
    while cells:
        cell = cells & -cells
        yield cell
        cells ^= cell


class GomokuBoard:
    """The cells of a board of ``columns`` and ``rows``; ``exact``: six or more in a row do nothing."""

    def __init__(self, columns: int, rows: int, exact: bool) -> None:
        self.exact = exact
        self._stride = columns + 1
        self.steps = (1, self._stride, self._stride + 1, self._stride - 1)
        self._fives = tuple((step, sum(1 << step * i for i in range(5))) for step in self.steps)
        self.bits = tuple(1 << (row * self._stride + column) for row in range(rows) for column in range(columns))
        self._moves = {bit: move for move, bit in enumerate(self.bits)}
        self.all = sum(self.bits)
        self.middle = self.bits[len(self.bits) // 2 if rows & 1 else (len(self.bits) + columns) // 2]

    def of(self, cells: int) -> int:
        """A set of cells of the game as one of this board."""
        return sum(bit for move, bit in enumerate(self.bits) if cells >> move & 1)

    def move(self, cell: int) -> Move:
        """The move that takes a cell."""
        return self._moves[cell]

    def near(self, stones: int) -> int:
        """The cells up to two steps from some stone, the stones among them."""
        for _ in range(2):
            rows = stones | (stones << 1) | (stones >> 1)
            stones = (rows | (rows << self._stride) | (rows >> self._stride)) & self.all
        return stones

    def fives(self, own: int, empty: int) -> int:
        """The cells that win."""
        found = 0
        for step in self.steps:
            # Cells with so many stones in a row just before them, and just behind them.
            low, high = own << step, own >> step
            low2, high2 = low & (low << step), high & (high >> step)
            if not low2 | high2:
                continue  # five in a row have two of them on one side
            low3, high3 = low2 & (low2 << step), high2 & (high2 >> step)
            low4, high4 = low3 & (low3 << step), high3 & (high3 >> step)
            if self.exact:
                # A further stone at either end would make six.
                four_low, four_high = own << 4 * step, own >> 4 * step
                found |= (low4 & ~((four_low << step) | high)) | (high4 & ~((four_high >> step) | low))
                found |= (low3 & high & ~(four_low | (high >> step))) | (high3 & low & ~(four_high | (low << step)))
                found |= low2 & high2 & ~((low << 2 * step) | (high >> 2 * step))
            else:
                found |= low4 | high4 | (low3 & high) | (high3 & low) | (low2 & high2)
        return found & empty

    def fours(self, own: int, empty: int) -> dict[int, int]:
        """For every cell that makes a four, the cells with which the five can be completed then."""
        found: dict[int, int] = {}
        for step, five in self._fives:
            room, _, odd, even, _, last = _counted(own, own | empty, step)
            three = room & (odd ^ last) & (even ^ (odd & last))
            if self.exact:
                three &= ~((own << step) | (own >> 5 * step))
            # A window with three stones and two empty cells: each of the two makes a four that the other completes.
            while three:
                window = three & -three
                three ^= window
                cells = window * five & empty
                cell = cells & -cells
                other = cells ^ cell
                found[cell] = found.get(cell, 0) | other
                found[other] = found.get(other, 0) | cell
        return found

    def closing(self, stones: int, empty: int) -> int:
        """The empty cells of windows, six in a row allowed, with three stones or more: where one more threatens to win."""
        found = 0
        for step in self.steps:
            room, _, odd, even, four, last = _counted(stones, stones | empty, step)
            found |= _spread(room & (four | (even & (odd | last))), step)
        return found & empty

    def shapes(self, own: int, empty: int) -> Shapes:
        """All that a colour can make, and what its windows are worth."""
        worth = fives = open_fours = fours = threes = double = wide = crossing = shut = threats = 0
        for step in self.steps:
            found = self.along(own, empty, step)
            if found:
                worth += found.worth
                fives |= found.fives
                open_fours |= found.open_fours
                fours |= found.fours
                threes |= found.threes
                # What this direction threatens where another one does so too cannot be answered with one stone.
                made = found.fours | found.threes
                double |= threats & made
                threats |= made
                crossing |= wide & found.wide
                wide |= found.wide
                shut |= found.shut
        return Shapes(worth, fives, open_fours, fours, threes, double, wide, crossing, shut)

    def along(self, own: int, empty: int, step: int) -> Along | None:
        """What a colour can make in one direction; None where it has no room."""
        room, room4, odd, even, four, last = _counted(own, own | empty, step)
        if self.exact:
            room &= ~((own << step) | (own >> 5 * step))
        if not room:
            return None
        open_fours = fours = threes = wide = shut = 0
        # The fifth cell added, a window has low + 2 * middle + 4 * high stones.
        carry = odd & last
        low, middle, high = odd ^ last, even ^ carry, four | (even & carry)
        worth = WINDOWS[1] * (room & low & ~middle & ~high).bit_count()
        middle &= room
        if middle:
            windows = middle & ~low
            worth += WINDOWS[2] * windows.bit_count()
            wide = _spread(windows, step) & empty
            # Open windows by their first cell: both ends empty, and two stones or three in the four between.
            gaps = empty & (empty >> 5 * step) & ((room4 & even) >> step)
            if self.exact:
                gaps &= ~((own << step) | (own >> 6 * step))
            windows = middle & low
            if windows:
                worth += WINDOWS[3] * windows.bit_count()
                fours = _spread(windows, step) & empty
            if gaps:
                windows = gaps & (odd >> step)
                if windows:
                    inner = _inner(windows, step)
                    open_fours = inner & empty
                    shut = (inner | windows | (windows << 5 * step)) & empty
                threes = _inner(gaps & ~(odd >> step), step) & empty
        fives = _spread(room & high & ~low, step) & empty
        return Along(worth, fives, open_fours, fours, threes, wide, shut)


def _counted(own: int, free: int, step: int) -> tuple[int, int, int, int, int, int]:
    """For all windows at once, by their first cells: those of five free cells, those of four, and the stones of the first four
    cells as binary digits, ``odd + 2 * even + 4 * four``; last those with a stone in the fifth."""
    pair = free & (free >> step)
    room4 = pair & (pair >> 2 * step)
    # Half adders: first the digits of pairs of cells, then those of two pairs.
    one, two = own ^ (own >> step), own & (own >> step)
    odd = one ^ (one >> 2 * step)
    even = (one & (one >> 2 * step)) | (two ^ (two >> 2 * step))
    return room4 & (free >> 4 * step), room4, odd, even, two & (two >> 2 * step), own >> 4 * step


def _spread(windows: int, step: int) -> int:
    """The cells of some windows of five."""
    pairs = windows | (windows << step)
    return pairs | (pairs << 2 * step) | (windows << 4 * step)


def _inner(windows: int, step: int) -> int:
    """The four cells between the ends of some windows of six."""
    pairs = (windows << step) | (windows << 2 * step)
    return pairs | (pairs << 2 * step)
