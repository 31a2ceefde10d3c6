"""Searches a few good moves of each position of the cubes, for estimates; what it leaves out may win or save a game.

A position is three integers: the lanes of the player to move, the lanes of the opponent (:mod:`core.kinds.lanes`), and the
empty cells.
"""

from __future__ import annotations

from math import tanh

from core.engines.deepening import SURE
from core.engines.lines.threat_search import ThreatSearch
from core.engines.win_scores import WIN, from_root, kept
from core.game import Move
from core.kinds.lanes import LanePlace

_UNIT = 24
"""The lead that is worth three quarters of a win."""
_TEMPO = 2
_TWO = 3
"""Value of the second mark of a line."""
_BY_FOURS = 5
"""Number of plies that a win by fours is taken to last."""
_WIDTH = 12


def unit(value: int) -> float:
    """A lead as an estimate, -1..+1."""
    return SURE * tanh(value / _UNIT)


class QubicSearch:
    """The search and table of one analysis: ``_table`` position -> (depth, lower bound, upper bound, best move or -1). It uses
    the fours and the node counter of ``threats``.

    With ``sees_fours`` wins by fours are seen at every node, and if the opponent threatens one, only moves of its zone are
    searched. Otherwise nothing is seen beyond the depth.
    """

    def __init__(self, threats: ThreatSearch, sees_fours: bool) -> None:
        self._threats = threats
        self._lanes = threats.lanes
        self._sees_fours = sees_fours
        self._table: dict[LanePlace, tuple[int, int, int, Move]] = threats.nodes.table()

    def value(self, own: int, other: int, empty: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Search a position that nobody has won, ``ply`` plies after the root, with alpha < beta. A depth of 0 or less is a
        leaf.

        Returns v for the player to move: an upper bound if v <= alpha, a lower bound if v >= beta, else the value as far as the
        searched moves tell. Raises what the counter's ``tick`` raises.

        ====================  ==========================================================================
        WIN - n               a win, about n plies after the root
        between -WON and WON  an estimate; a line with one mark is worth 1
        n - WIN               a loss, about n plies after the root, as far as the searched moves tell
        ====================  ==========================================================================
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
            # A forced reply costs no depth, or a row of fours would push what follows beyond the depth.
            cells = [must.bit_length() - 1]
        elif depth <= 0:
            return self.static(own, other)
        else:
            # If the opponent wins by fours after a pass, every move outside the zone of that win loses, too.
            zone = self._sees_fours and threats.fours(other, own, empty, 1)
            cells = threats.ordered(zone, own, other) if zone else self._candidates(own, other, empty)
            if first in cells:
                cells.remove(first)
                cells.insert(0, first)
            depth -= 1
        best, choice, bound = -WIN, -1, max(alpha, low)
        for cell in cells:
            mine, theirs, left = lanes.after(key, True, cell)
            # Search the other moves with a null window, and those that are better again.
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
        """The lead of the player to move, without a search."""
        # The player to move uses lines first, so these count an eighth more.
        mine, theirs = self._worth(own), self._worth(other)
        return mine - theirs + (mine >> 3) + _TEMPO

    def _worth(self, own: int) -> int:
        lanes = self._lanes
        own >>= lanes.width
        ones = (own & lanes.lowest).bit_count()
        return ones + _TWO * (own >> lanes.width & lanes.lowest).bit_count()

    def line(self, place: LanePlace, plies: int) -> list[Move]:
        """The principal variation, of at most ``plies`` moves."""
        line: list[Move] = []
        while len(line) < plies and place in self._table:
            cell = self._table[place][3]
            line.append(cell)
            own, other, empty = self._lanes.after(place, True, cell)
            place = other, own, empty
        return line
