"""The lines of k in a row as integers, and two proofs that a player can complete none of them.

What a player's lines hold is one integer, its lanes. Line i is bit i of each of k lanes of as many bits as there are lines; it
stands in lane j while it holds j or more of the player's marks, and in none once the opponent has a mark on it::

    lane   k-1              1                0
         | one cell short | ... a mark ... | live lines |

A mark lifts the lines through its cell by one lane, in all lanes at once, and takes those of the opponent off::

    own   |= (own << width) & gain[cell]
    other &= keep[cell]

A line that becomes full leaves the lanes at the top.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from core.game import Move, Player, State
from core.kinds.lines import LineGame

_CHUNK = 10
"""Lines to a look for their cells: tables of 1024 entries."""
_MAX_WEIGHED = 8
"""Longest line for which replies are weighed by one mask, whose bits double with each cell more: from 9 on a potential for each
reply is quicker, and from 20 on a mask takes seconds to build."""
_TRIES = 12
"""Pairs tried before a pairing is given up: of the pairings that 24 find on 5x5 with four in a row, 8 find 98 of 100."""
_PATIENCE = 2000
"""The same for one that is to be shown."""


LanePlace: TypeAlias = tuple[int, int, int]
"""A position: the lanes of one player, in a search for a win the attacker, those of the other, and the empty cells."""


class Lanes:
    """The tables of one game. ``top`` and ``second`` are where the lanes begin whose lines lack one cell and two."""

    def __init__(self, game: LineGame) -> None:
        self.lines = lines = game.lines
        self.k = k = game.k
        self.cell_count = game.cell_count
        self.width = width = len(lines)
        self.top, self.second = (k - 1) * width, (k - 2) * width
        self.lowest = (1 << width) - 1
        self.half = 1 << (k - 1)
        self.through = [sum(1 << i for i, line in enumerate(lines) if line >> c & 1) for c in range(game.cell_count)]
        self.touch = [sum(through << j * width for j in range(k)) for through in self.through]
        self.gain = [touch & ~self.lowest for touch in self.touch]
        self.keep = [~touch for touch in self.touch]
        self._spared = [~self._weighed(touch) for touch in self.touch] if k <= _MAX_WEIGHED else []
        self._line_cells = [tuple(members(line)) for line in lines]
        self._unions = []
        for low in range(0, width, _CHUNK):
            table = [0]
            for line in lines[low : low + _CHUNK]:
                table += [cells | line for cells in table]
            self._unions.append(table)

    def of(self, own: int, other: int) -> int:
        """The lanes of a player with the marks ``own``."""
        lanes = self.lowest
        for cell in range(self.cell_count):
            if own >> cell & 1:
                lanes |= (lanes << self.width) & self.gain[cell]
        for cell in range(self.cell_count):
            if other >> cell & 1:
                lanes &= self.keep[cell]
        return lanes

    def after(self, place: LanePlace, first: bool, cell: Move) -> LanePlace:
        """The place after the first of its players, or the second, has marked an empty cell. What is called most often in a
        search writes this out, as the call costs as much as the rest."""
        own, other, empty = place
        if first:
            return own | ((own << self.width) & self.gain[cell]), other & self.keep[cell], empty ^ (1 << cell)
        return own & self.keep[cell], other | ((other << self.width) & self.gain[cell]), empty ^ (1 << cell)

    def cells(self, lines: int) -> int:
        """The cells of a set of lines; quick for many of them."""
        found = 0
        for table in self._unions:
            if not lines:
                break
            found |= table[lines & 1023]
            lines >>= _CHUNK
        return found

    def few_cells(self, lines: int) -> int:
        """The same, quick for few of them."""
        found = 0
        while lines:
            lowest = lines & -lines
            found |= self.lines[lowest.bit_length() - 1]
            lines ^= lowest
        return found

    def potential(self, lanes: int) -> int:
        """The sum over the live lines of 2^marks: 2^k times the chance that random marks complete a line, summed."""
        # A line is in all lanes up to its marks; what is missing is counted from the third lane on, as _weighed has it.
        total, width = lanes.bit_count(), self.width
        for j in range(2, self.k):
            total += (lanes >> j * width).bit_count() << (j - 2)
        return total

    def _weighed(self, lanes: int) -> int:
        """Each line so often that the potential is the number of bits."""
        weighed, size = lanes, self.k * self.width
        for j in range(2, self.k):
            higher = lanes >> j * self.width
            for _ in range(1 << (j - 2)):
                weighed |= higher << size
                size += (self.k - j) * self.width
        return weighed

    def spared(self, lanes: int, cells: int) -> list[tuple[int, Move]]:
        """The potential that is left once the other player has marked one of these cells, least first, with the cell."""
        if self.k > _MAX_WEIGHED:
            return sorted((self.potential(lanes & self.keep[cell]), cell) for cell in members(cells))
        # One mask for all weights takes 0.55 of the time of a potential for each reply.
        weighed, spared = self._weighed(lanes), self._spared
        return sorted(((weighed & spared[cell]).bit_count(), cell) for cell in members(cells))

    def promising(self, potential: int, empty: int) -> bool:
        """Whether it is worthwhile to look for a pairing. A pair is on k - 1 lines at most, so that lines too heavy for their
        cells have none. Where the bound lies was measured: with 3 potentials four in a row on 5x5 takes a third longer, with
        2 five in a row on 7x7 half as long again."""
        return (self.k - 2) * potential <= (self.k - 1) * empty.bit_count()

    def pairs(self, lanes: int, empty: int, tries: int = _TRIES, rest: int = 1) -> list[tuple[int, int]] | None:
        """Pairs of empty cells of which every live line has one: who answers in each keeps the owner, who is to move, from
        completing any. They are sought for the line with the fewest cells left, the pair on most lines first, back and forth;
        None where none are found. Lines without a pair may be left whose potential, with the cells of pairs marked by the
        owner, is below ``rest``."""
        line_cells, touch, gain, through = self._line_cells, self.touch, self.gain, self.through
        width, lowest, top = self.width, self.lowest, self.top
        found: list[tuple[int, int]] = []

        def search(lanes: int, empty: int) -> bool:
            """A paired cell is lost to all lines that have not both: they are as if the owner had marked it."""
            nonlocal tries
            # No line counts less than 1, and to count the lines is quick.
            if (lanes & lowest).bit_count() < rest and self.potential(lanes) < rest:
                return True
            tries -= 1
            lane = self.second
            while not lanes >> lane:
                lane -= width
            fullest = lanes >> lane
            left = [cell for cell in line_cells[(fullest & -fullest).bit_length() - 1] if empty >> cell & 1]
            live = lanes & lowest
            options = []
            for i, x in enumerate(left):
                here = through[x] & live
                for y in left[:i]:
                    there = through[y] & live
                    options.append(((here ^ there).bit_count() - 3 * (here & there).bit_count(), x, y))
            options.sort()
            for _, x, y in options:
                if tries < 0:
                    return False  # by now a search would tell sooner
                # Lines with both cells are dealt with; to the others either cell is as good as the owner's.
                others = lanes & ~(touch[x] & touch[y])
                others |= (others << width) & gain[x]
                others |= (others << width) & gain[y]
                if not others >> top:
                    found.append((x, y))
                    if search(others, empty & ~(1 << x | 1 << y)):
                        return True
                    found.pop()
            return False

        if lanes >> top:
            return None
        return found if search(lanes, empty) else None


def pairing(game: LineGame, state: State, blocker: Player) -> list[tuple[int, int]] | None:
    """Pairs of empty cells of which every line that is still open to the opponent has one, each cell in one pair at most: the
    blocker who answers in each loses no more. None where none is found. For games in which a line of own marks wins."""
    marks = (state[0], state[1])
    lanes = Lanes(game)
    empty = ((1 << game.cell_count) - 1) & ~(marks[0] | marks[1])
    return lanes.pairs(lanes.of(marks[1 - blocker], marks[blocker]), empty, _PATIENCE)


def members(cells: int) -> Iterator[int]:
    """The cells of a set, ascending."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest
