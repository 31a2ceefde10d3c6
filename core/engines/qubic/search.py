"""A search of a few good moves of each position of the cubes, for estimates: what it leaves out it does not know of.

A position is three integers: the lanes of the player to move, those of the other (:mod:`core.kinds.lanes`), the empty
cells. Values are for the player to move:

=================  =======================================================
WIN - n            won, about n plies after the root
-_MAX_ESTIMATE .. +_MAX_ESTIMATE   an estimate: a line of one mark is worth one
-WIN + n           lost, about n plies after the root
=================  =======================================================

With ``sees_fours`` wins by fours are seen at every node, and where the other threatens one only the moves of its zone are
looked at; without, nothing is seen beyond the depth.
"""

from __future__ import annotations

from math import tanh

from core.engines.deepening import SURE
from core.engines.lines.threat_search import ThreatSearch
from core.engines.win_scores import WIN, from_root, kept
from core.game import Move
from core.kinds.lanes import LanePlace

_UNIT = 24
"""The lead that counts as three quarters of a win."""
_TEMPO = 2
_TWO = 3
"""What the second mark of a line is worth."""
_BY_FOURS = 5
"""The plies that a win by fours counts for."""
_WIDTH = 12


def unit(value: int) -> float:
    """A lead as an estimate, -1..+1."""
    return SURE * tanh(value / _UNIT)


class QubicSearch:
    """The table of one analysis: ``_table`` position -> (depth, at least, at most, best move or -1). Fours are seen, and nodes
    counted, by ``threats``."""

    def __init__(self, threats: ThreatSearch, sees_fours: bool) -> None:
        self._threats = threats
        self._lanes = threats.lanes
        self._sees_fours = sees_fours
        self._table: dict[LanePlace, tuple[int, int, int, Move]] = threats.nodes.table()

    def value(self, own: int, other: int, empty: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value v of a position that nobody has won, as far as the moves looked at tell.

        It is at most v if v <= alpha, at least v if v >= beta, else exactly v.
        """
        assert alpha < beta
        lanes, threats = self._lanes, self._threats
        threats.nodes.add()
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
        if self._sees_fours and threats.fours(own, other, empty, 0):
            return WIN - ply - _BY_FOURS
        if must:
            # A forced reply is no choice: it costs no depth, or a row of fours would push the end of the search away.
            cells = [must.bit_length() - 1]
        elif depth <= 0:
            return self.static(own, other)
        else:
            # Who would lose to fours after a pass loses to them after every move outside their zone.
            zone = self._sees_fours and threats.fours(other, own, empty, 1)
            cells = threats.ordered(zone, own, other) if zone else self._candidates(own, other, empty)
            if first in cells:
                cells.remove(first)
                cells.insert(0, first)
            depth -= 1
        best, choice, bound = -WIN, -1, max(alpha, low)
        for cell in cells:
            mine, theirs, left = lanes.after(key, True, cell)
            # All but the first move are only shown to be no better; the few that are better are searched again.
            if choice >= 0:
                value = -self.value(theirs, mine, left, depth, -bound - 1, -bound, ply + 1)
            if choice < 0 or bound < value < beta:
                value = -self.value(theirs, mine, left, depth, -beta, -bound, ply + 1)
            if value > best:
                best, choice = value, cell
                if best > bound:
                    bound = best
                    if best >= beta:
                        break
        self._table[key] = (depth if must else depth + 1, *kept(best, alpha, beta, ply), choice)
        return best

    def _candidates(self, own: int, other: int, empty: int) -> list[Move]:
        """The most promising moves, best first."""
        lanes = self._lanes
        return self._threats.ordered(empty & lanes.cells((own | other) & lanes.lowest), own, other)[:_WIDTH]

    def static(self, own: int, other: int) -> int:
        """The lead of the player to move without a search."""
        # Who is to move can use their lines first, so they count an eighth more.
        mine, theirs = self._worth(own), self._worth(other)
        return mine - theirs + (mine >> 3) + _TEMPO

    def _worth(self, own: int) -> int:
        lanes = self._lanes
        own >>= lanes.width
        ones = (own & lanes.lowest).bit_count()
        return ones + _TWO * (own >> lanes.width & lanes.lowest).bit_count()

    def line(self, place: LanePlace, plies: int) -> list[Move]:
        """The play that the search expects."""
        line: list[Move] = []
        while len(line) < plies and place in self._table:
            cell = self._table[place][3]
            line.append(cell)
            own, other, empty = self._lanes.after(place, True, cell)
            place = other, own, empty
        return line
