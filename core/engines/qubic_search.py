"""A search of a few good moves of each position of the cubes, for estimates: what it leaves out it does not know of.

A position is three integers: the lanes of the player to move, those of the other (:mod:`core.engines.lanes`), the empty
cells. ``Search.value(own, other, empty, depth, alpha, beta, ply)`` is for the player to move and returns v: at most v where
v <= alpha, at least v where v >= beta, else exactly v, as far as the moves looked at tell:

=================  =======================================================
WIN - n            won, about n plies after the root
-_MOST .. +_MOST   an estimate: a line of one mark is worth one
-WIN + n           lost, about n plies after the root
=================  =======================================================

With ``sees_fours`` wins by fours are seen at every node, and where the other threatens one only the moves of its zone are
looked at; without, nothing is seen beyond the depth.
"""

from __future__ import annotations

from collections.abc import Callable
from math import tanh

from core.engines.lanes import Lanes
from core.engines.qubic_proof import Proofs
from core.engines.win_scores import WIN, from_node, from_root
from core.game import Move
from core.line_game import LineGame

_UNIT = 24
"""The lead that counts as three quarters of a win."""
SURE = 0.97
"""No guess comes nearer to a proof."""
_TEMPO = 2
_TWO = 3
"""What the second mark of a line is worth."""
_BY_FOURS = 5
"""The plies that a win by fours counts for."""
_WIDTH = 12
_TABLE_SIZE = 100_000


def unit(value: int) -> float:
    """A lead as an estimate, -1..+1."""
    return SURE * tanh(value / _UNIT)


class Search(Proofs):
    """The tables of one analysis: ``_table`` position -> (depth, at least, at most, best move or -1)."""

    def __init__(self, game: LineGame, lanes: Lanes, tick: Callable[[int], None], sees_fours: bool) -> None:
        super().__init__(game, lanes, tick)
        self._sees_fours = sees_fours
        self._table: dict[tuple[int, int, int], tuple[int, int, int, Move]] = {}

    def value(self, own: int, other: int, empty: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The contract stands at the top of the file; nobody has won yet."""
        lanes = self._lanes
        self.count()
        if own >> lanes.top:
            return WIN - ply - 1
        if not (own | other) & lanes.lowest:
            return 0
        must = lanes.few_cells(other >> lanes.top) & empty
        if must & (must - 1):
            return ply + 2 - WIN
        key = (own, other, empty)
        low, high, first = -WIN, WIN, -1
        entry = self._table.get(key)
        if entry:
            searched, least, most, first = entry
            if searched >= depth:
                low, high = from_root(least, ply), from_root(most, ply)
                if low >= beta or low == high:
                    return low
                if high <= alpha:
                    return high
        if self._sees_fours and self.fours(own, other, empty, 0):
            return WIN - ply - _BY_FOURS
        if must:
            cells = [must.bit_length() - 1]
        elif depth <= 0:
            return self.static(own, other)
        else:
            zone = self._sees_fours and self.fours(other, own, empty, 1)
            cells = self.ordered(zone, own, other) if zone else self.candidates(own, other, empty)
            if first in cells:
                cells.remove(first)
                cells.insert(0, first)
            depth -= 1
        best, choice, bound = -WIN, -1, max(alpha, low)
        width, gain, keep = lanes.width, lanes.gain, lanes.keep
        for cell in cells:
            after = other & keep[cell], own | own << width & gain[cell], empty ^ 1 << cell
            if choice >= 0:
                value = -self.value(*after, depth, -bound - 1, -bound, ply + 1)
            if choice < 0 or bound < value < beta:
                value = -self.value(*after, depth, -beta, -bound, ply + 1)
            if value > best:
                best, choice = value, cell
                if best > bound:
                    bound = best
                    if best >= beta:
                        break
        if len(self._table) > _TABLE_SIZE:
            self._table.clear()
        self._table[key] = (
            depth if must else depth + 1,
            from_node(best, ply) if best > alpha else -WIN,
            from_node(best, ply) if best < beta else WIN,
            choice,
        )
        return best

    def candidates(self, own: int, other: int, empty: int, most: int = _WIDTH) -> list[Move]:
        """The most promising moves, best first."""
        lanes = self._lanes
        return self.ordered(empty & lanes.cells((own | other) & lanes.lowest), own, other)[:most]

    def static(self, own: int, other: int) -> int:
        """The lead of the player to move without a search."""
        mine, theirs = self._worth(own), self._worth(other)
        return mine - theirs + (mine >> 3) + _TEMPO

    def _worth(self, own: int) -> int:
        lanes = self._lanes
        own >>= lanes.width
        ones = (own & lanes.lowest).bit_count()
        return ones + _TWO * (own >> lanes.width & lanes.lowest).bit_count()

    def line(self, own: int, other: int, empty: int, plies: int) -> list[Move]:
        """The play that the search expects."""
        lanes = self._lanes
        line: list[Move] = []
        while len(line) < plies and (own, other, empty) in self._table:
            cell = self._table[own, other, empty][3]
            line.append(cell)
            own, other = other & lanes.keep[cell], own | own << lanes.width & lanes.gain[cell]
            empty ^= 1 << cell
        return line
