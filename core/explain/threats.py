"""What the marks of one player threaten in a game of lines. Sets of cells are bits, as in core/kinds/lines.py."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import NamedTuple

from core.kinds.lanes import members
from core.kinds.lines import LineGame, MarkGame


class Threats(NamedTuple):
    """``wins``: the empty cells that complete a line. ``short``: the lines that lack two cells, both empty."""

    wins: int
    short: list[int]

    def without(self, cell: int) -> Threats:
        """The same after the opponent has taken a cell."""
        return Threats(self.wins & ~(1 << cell), [line for line in self.short if not line >> cell & 1])


def threats(game: MarkGame, marks: int, empty: int) -> Threats:
    """What these marks threaten. A line that becomes too long for the rules counts as none."""
    wins, short = 0, []
    for line in game.lines:
        count, near = (line & marks).bit_count(), line.bit_count() - 2
        if count < near:
            continue
        missing = line & ~marks
        if missing & ~empty:
            continue
        if count == near:
            short.append(line)
        elif missing and game.has_line(marks | missing):
            wins |= missing
    return Threats(wins, short)


def forks(game: LineGame, marks: int, found: Threats) -> list[int]:
    """The cells, ascending, that would make two wins or more out of what these marks threaten."""
    after: defaultdict[int, int] = defaultdict(int)
    for line in found.short:
        missing = line & ~marks
        first = missing & -missing
        after[first] |= missing ^ first
        after[missing ^ first] |= first
    return sorted(
        cell.bit_length() - 1
        for cell, wins in after.items()
        if (wins | found.wins & ~cell).bit_count() > 1
        and sum(game.has_line(marks | cell | 1 << win) for win in members(wins | found.wins & ~cell)) > 1
    )


def open_row(game: LineGame, marks: int, wins: int, cell: int) -> bool:
    """Whether two wins lie at both ends of one row of k - 1 marks, that on ``cell`` among them."""
    through = [line for line in game.lines if line >> cell & 1]
    lines = [line for line in through if (line & marks).bit_count() == game.k - 1 and line & ~marks & wins]
    return any((one & two & marks).bit_count() == game.k - 1 for one, two in combinations(lines, 2))


def opening(game: LineGame, marks: int, found: Threats, cell: int) -> dict[int, int]:
    """By each cell that would make an open row of k - 1 with the mark on ``cell``, that row."""
    near = [line for line in found.short if line >> cell & 1]
    rows: dict[int, int] = {}
    for one, two in combinations(near, 2):
        row = one & two
        lacking = row & ~marks
        if row.bit_count() != game.k - 1 or lacking.bit_count() != 1:
            continue
        if all(game.has_line(marks | line) for line in (one, two)):
            rows[lacking.bit_length() - 1] = row
    return rows
