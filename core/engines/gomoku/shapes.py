"""What the stones of one colour can make on a board of five in a row, for all lines at once: shifts of sets of places.

A set of stones is an integer with one bit for each *place*: the lines of the board that are long enough for a five, of all four
directions, lie end to end with a gap of one bit behind each, so that no row runs from one line into the next: the gap is never
a stone and never empty. A cell has a place in each line through it, and a stone on it has all of these bits::

    row 1     gap  row 2     gap  ...  column 1  gap  ...  diagonals
    a b c d e  .   f g h i j  .   ...  a f k p u  .   ...

One shift is a step along every line: a fifth of the time of four directions one after the other. Cells one by one are moves of
the game.

A *window* is five places in a row, named by its first; a window counts for a colour when it has no stone of the other and,
under the exact rule, no own stone next to its ends, as that would make six. An *open window* is six places of which both
ends are empty: four stones in the middle of it can be prolonged on either side.

=============  ========================================================================
five           a cell that wins
four           a cell that leaves some window one cell short
open four      a cell that fills the middle of an open window: two fives are left
three          a cell after which an open four is to come
=============  ========================================================================
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import starmap
from typing import NamedTuple

from core.game import Move

WORTHS: tuple[int, ...] = (3, 7, 18, 37, 67)
"""What it is worth to have a window with a lone stone, and an empty place in ``wide``, ``threes``, ``fours`` or ``open_fours``:
fitted to 8,900 games by ``tests.tools.fit_gomoku``. Windows with none, one, two and three stones tell 9/10 as much."""
_TWO = {1 << i | 1 << j: (i, j) for j in range(5) for i in range(j)}
"""The two empty cells of a window."""
_INNER_TWO = {two << 1: (i + 1, j + 1) for two, (i, j) in _TWO.items() if i < 4 and j < 4}
"""Those of an open window, between its ends."""


class Shapes(NamedTuple):
    """What one colour can do: sets of empty places, each an int with a bit a place."""

    worth: int
    """A sum over what the sets hold."""
    fives: int
    """Where a stone makes five."""
    open_fours: int
    """Where it makes an open four."""
    fours: int
    """Where it makes a four."""
    threes: int
    """Where it makes an open three."""
    wide: int
    """Where it stands in a window with two more stones."""
    shut: int
    """The empty places of open windows in which an open four is to come: the answers to it."""


class GomokuBoard:
    """The cells of a board of ``columns`` and ``rows``, five of each or more; ``exact``: six or more in a row do nothing."""

    def __init__(self, columns: int, rows: int, exact: bool) -> None:
        self.exact = exact
        self.lines = tuple(_lines(columns, rows))
        """The moves along each line."""
        self.moves: list[Move] = []
        """The move of each place; at gaps there is none, so any."""
        for line in self.lines:
            self.moves += [*line, -1]
        places: list[int] = [0] * (columns * rows)
        for place, move in enumerate(self.moves):
            if move >= 0:
                places[move] |= 1 << place
        self.bits = tuple(places)
        """The set of the places of a move."""
        self.all = sum(self.bits)
        self.middle = len(self.bits) // 2 if rows & 1 else (len(self.bits) + columns) // 2

    def of(self, cells: int) -> int:
        """A set of cells of the game as one of this board."""
        return sum(bit for move, bit in enumerate(self.bits) if cells >> move & 1)

    def cells(self, places: int) -> list[Move]:
        """The moves that have one of these places, each once."""
        return list(dict.fromkeys(self._along(places)))

    def first(self, places: int) -> Move:
        """The move of the first of them."""
        return self.moves[(places & -places).bit_length() - 1]

    def _along(self, places: int) -> Iterator[Move]:
        while places:
            place = places & -places
            places ^= place
            yield self.moves[place.bit_length() - 1]

    def fives(self, own: int, empty: int) -> list[Move]:
        """The cells that win."""
        two = own & (own >> 1)
        three = two & (two >> 1)
        if not three | (two & (two >> 3)):
            return []  # of four stones in a row of five, three are in a row or both pairs are
        # Places with so many stones in a row just before them, and just behind them.
        low, high = own << 1, own >> 1
        low2, high2 = two << 2, high & (own >> 2)
        low3, high3 = three << 3, high2 & (own >> 3)
        low4, high4 = low3 & (own << 4), high3 & (own >> 4)
        if self.exact:
            # A further stone at either end would make six.
            found = (low4 & ~((own << 5) | high)) | (high4 & ~((own >> 5) | low))
            found |= (low3 & high & ~((own << 4) | (own >> 2))) | (high3 & low & ~((own >> 4) | (own << 2)))
            found |= low2 & high2 & ~((own << 3) | (own >> 3))
        else:
            found = low4 | high4 | (low3 & high) | (high3 & low) | (low2 & high2)
        return self.cells(found & empty)

    def fours(self, own: int, empty: int) -> dict[Move, tuple[Move, ...]]:
        """For every cell that makes a four, the cells with which the five can be completed then."""
        found: dict[Move, tuple[Move, ...]] = {}
        room, _, odd, even, _, last = _counted(own, own | empty)
        three = room & even & (odd ^ last)
        if self.exact:
            three &= ~((own << 1) | (own >> 5))
        moves = self.moves
        # A window with three stones and two empty cells: each of the two makes a four that the other completes.
        while three:
            window = three & -three
            three ^= window
            first = window.bit_length() - 1
            i, j = _TWO[empty >> first & 31]
            cell, other = moves[first + i], moves[first + j]
            # Two windows may have the same two cells.
            if other not in found.get(cell, ()):
                found[cell] = (*found.get(cell, ()), other)
                found[other] = (*found.get(other, ()), cell)
        return found

    def threes(self, own: int, empty: int) -> dict[Move, tuple[Move, ...]]:
        """For every cell that makes a three, the open four that is to come and the two cells of its fives: what stops it.
        First the cells that make threes in two directions, then those where two more stones are in a window in two."""
        room, room4, odd, even, _, last = _counted(own, own | empty)
        open_ = empty & (empty >> 5) & ((room4 & even & ~odd) >> 1)
        if not open_:
            return {}
        if self.exact:
            open_ &= ~((own << 1) | (own >> 6))
            room &= ~((own << 1) | (own >> 5))
        made: dict[int, tuple[Move, ...]] = {}
        moves = self.moves
        # An open window with two stones and two empty cells between its ends: each of the two makes a three.
        while open_:
            window = open_ & -open_
            open_ ^= window
            first = window.bit_length() - 1
            i, j = _INNER_TWO[empty >> first & 30]
            ends = moves[first], moves[first + 5]
            made[first + i] = (moves[first + j], *ends)
            made[first + j] = (moves[first + i], *ends)
        # The windows of two stones.
        wide = _spread(room & (even ^ (odd & last)) & ~(odd ^ last))
        bits = self.bits
        found: dict[Move, tuple[Move, ...]] = {}
        twice = set()
        for place, play in made.items():
            move = moves[place]
            if move in found:
                twice.add(move)
            found[move] = play
        order = sorted(found, key=lambda move: (move in twice, (wide & bits[move]).bit_count() > 1), reverse=True)
        return {move: found[move] for move in order}

    def closing(self, stones: int, empty: int) -> list[Move]:
        """The empty cells of windows, six in a row allowed, with three stones or more: where one more threatens to win."""
        room, _, odd, even, four, last = _counted(stones, stones | empty)
        return self.cells(_spread(room & (four | (even & (odd | last)))) & empty)


def along(own: int, empty: int, exact: bool) -> Shapes | None:
    """What a colour can make; None where it has no room."""
    room, room4, odd, even, four, last = _counted(own, own | empty)
    if exact:
        room &= ~((own << 1) | (own >> 5))
    if not room:
        return None
    # The fifth cell added, a window has low + 2 * middle + 4 * high stones.
    carry = odd & last
    low, middle, high = odd ^ last, even ^ carry, four | (even & carry)
    one, two, three = room & low & ~middle & ~high, room & middle & ~low, room & middle & low
    # Open windows by their first cell: both ends empty, and two stones or three in the four between.
    gaps = empty & (empty >> 5) & ((room4 & even) >> 1)
    if exact:
        gaps &= ~((own << 1) | (own >> 6))
    soon = gaps & (odd >> 1)
    wide, threes, fours, open_fours = (
        cells & empty for cells in (_spread(two), _inner(gaps & ~soon), _spread(three), _inner(soon))
    )
    return Shapes(
        sum(
            each * found.bit_count() for each, found in zip(WORTHS, (one, wide, threes, fours, open_fours), strict=True)
        ),
        fives=_spread(room & high & ~low) & empty,
        open_fours=open_fours,
        fours=fours,
        threes=threes,
        wide=wide,
        shut=(open_fours | soon | (soon << 5)) & empty,
    )


def _lines(columns: int, rows: int) -> Iterator[list[Move]]:
    """The moves along each line of five cells or more."""
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row in range(rows):
            for column in range(columns):
                if not (0 <= row - down < rows and 0 <= column - right < columns):
                    line = list(starmap(lambda y, x: y * columns + x, _steps(row, column, down, right, rows, columns)))
                    if len(line) >= 5:
                        yield line


def _steps(row: int, column: int, down: int, right: int, rows: int, columns: int) -> Iterator[tuple[int, int]]:
    while 0 <= row < rows and 0 <= column < columns:
        yield row, column
        row, column = row + down, column + right


def _counted(own: int, free: int) -> tuple[int, int, int, int, int, int]:
    """For all windows at once, by their first places: those of five free places, those of four, and the stones of the first
    four as binary digits, ``odd + 2 * even + 4 * four``; last those with a stone in the fifth."""
    pair = free & (free >> 1)
    room4 = pair & (pair >> 2)
    # Half adders: first the digits of pairs of places, then those of two pairs.
    next_ = own >> 1
    one, two = own ^ next_, own & next_
    odd = one ^ (one >> 2)
    even = (one & (one >> 2)) | (two ^ (two >> 2))
    return room4 & (free >> 4), room4, odd, even, two & (two >> 2), own >> 4


def _spread(windows: int) -> int:
    """The places of some windows of five."""
    pairs = windows | (windows << 1)
    return pairs | (pairs << 2) | (windows << 4)


def _inner(windows: int) -> int:
    """The four places between the ends of some windows of six."""
    pairs = (windows << 1) | (windows << 2)
    return pairs | (pairs << 2)
