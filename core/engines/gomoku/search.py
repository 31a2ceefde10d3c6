"""A search of a few good moves of each position of five in a row, for estimates: what it leaves out it does not know of.

``value(own, other, depth, alpha, beta, ply)`` is for the player to move, who owns ``own``, and returns v: at most v
where v <= alpha, at least v where v >= beta, else exactly v, as far as the moves looked at tell:

=================  =======================================================
WIN - n            won, n plies after the root
-_MOST .. +_MOST   an estimate: 200 times the logarithm of the odds
-WIN + n           lost, n plies after the root
=================  =======================================================
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from math import tanh

from core.engines.deepening import SURE
from core.engines.gomoku.shapes import GomokuBoard, Shapes, cells_of
from core.engines.gomoku.threats import Force, Play
from core.engines.root import Counter
from core.engines.win_scores import WIN, from_node, from_root, kept

_MOST = 100_000
_UNIT = 400
"""What turns a lead into the result to be expected: tanh of half the logarithm of the odds."""
TEMPO = 141
"""What it is worth to be the one to move; these three are fitted to games by ``tests.tools.fit_gomoku``."""
OPEN_THREE = 68
"""... to the opponent to threaten an open four;"""
DOUBLE = 162
"""... to have a cell that makes two threats at once, where no such threat is to be answered."""
_WIDTH = 12
_ANSWERS = 30
"""Most answers to a threatened open four."""
_LEAF_FOURS = 40
"""Positions in which fours are looked for at a leaf."""
_TICK = 100


def unit(value: int) -> float:
    """A lead as an estimate, -1..+1."""
    return SURE * tanh(value / _UNIT)


class GomokuSearch:
    """The tables of one analysis: ``_table`` (own, other) -> (depth, at least, at most, best cell); ``_seen`` what either can
    make; ``_history`` how often a cell was best."""

    def __init__(self, board: GomokuBoard, force: Force | None, tick: Callable[[int], None]) -> None:
        """``force`` looks for fours where the search ends; None: it ends there. ``tick`` may raise Stopped."""
        self._board = board
        self._force = force
        self._nodes = Counter(tick, _TICK, sharing=2)
        self._table: dict[tuple[int, int], tuple[int, int, int, int]] = self._nodes.table()
        self._seen: dict[tuple[int, int], tuple[Shapes, Shapes]] = self._nodes.table()
        self._history: defaultdict[int, int] = defaultdict(int)

    def value(self, own: int, other: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The contract stands at the top of the file; nobody has won yet."""
        assert alpha < beta
        assert not own & other
        self._nodes.add()
        empty = self._board.all & ~(own | other)
        if not empty:
            return 0
        key = (own, other)
        mine, theirs = self._shapes(own, other, empty)
        decided = _decided(mine, theirs, ply)
        if decided is not None:
            return decided
        must = theirs.fives
        low, high, first = -WIN, WIN, 0
        entry = self._table.get(key)
        if entry:
            searched, least, most, first = entry
            if searched >= depth:
                low, high = from_root(least, ply), from_root(most, ply)
                if low >= beta or low == high:
                    return low
                if high <= alpha:
                    return high
        if must:
            # A forced reply is no choice: it costs no depth, or a row of fours would push the end of the search away.
            cells = [must]
        elif depth <= 0:
            best = self._leaf(own, other, mine, theirs, ply)
            self._table[key] = (0, from_node(best, ply), from_node(best, ply), 0)
            return best
        else:
            cells = self.ordered(own, other, empty, _WIDTH)
            if first:
                cells = [first, *(cell for cell in cells if cell != first)]
            depth -= 1
        best, choice, bound = -WIN, 0, max(alpha, low)
        for cell in cells:
            child = own | cell
            # All but the first move are only shown to be no better; the few that are better are searched again.
            if choice:
                value = -self.value(other, child, depth, -bound - 1, -bound, ply + 1)
            if not choice or bound < value < beta:
                value = -self.value(other, child, depth, -beta, -bound, ply + 1)
            if value > best:
                best, choice = value, cell
                if best > bound:
                    bound = best
                    if best >= beta:
                        break
        # Forced replies say nothing of how good a cell is elsewhere.
        if not must:
            depth += 1
            self._history[choice] += depth * depth
        self._table[key] = (depth, *kept(best, alpha, beta, ply), choice)
        return best

    def _leaf(self, own: int, other: int, mine: Shapes, theirs: Shapes, ply: int) -> int:
        """The value where the search ends: fours first, where they have a chance."""
        force = self._force
        # Single fours lead nowhere; a look pays where one makes a second threat.
        if force and mine.fours & (mine.fours - 1) and (mine.double & mine.fours or mine.threes & mine.crossing):
            force.allow(_LEAF_FOURS)
            line = force.fours(own, other)
            if line:
                return WIN - ply - len(line)
        return self._lead(mine, theirs)

    def static(self, own: int, other: int) -> int:
        """The lead of the player to move without a search."""
        return self._lead(*self._shapes(own, other, self._board.all & ~(own | other)))

    def _lead(self, mine: Shapes, theirs: Shapes) -> int:
        # Threats on the board weigh more than the sum of windows tells: who is to move is first.
        lead = mine.worth - theirs.worth + TEMPO
        if theirs.open_fours:
            lead -= OPEN_THREE
        elif mine.double:
            lead += DOUBLE
        return max(-_MOST, min(_MOST, lead))

    def ordered(self, own: int, other: int, empty: int, width: int) -> list[int]:
        """The most promising cells, best first; when the opponent threatens an open four, all that could answer it."""
        mine, theirs = self._shapes(own, other, empty)
        # What leaves an open four to the other player loses to it, so all else need not be looked at.
        if theirs.open_fours and not mine.open_fours and width == _WIDTH:
            empty &= theirs.shut | mine.fours
            width = _ANSWERS
        near = self._board.near(own | other) or self._board.middle
        layers = (
            mine.fives,
            theirs.fives,
            mine.open_fours,
            theirs.open_fours,
            mine.double,
            theirs.double,
            mine.threes & (theirs.threes | theirs.crossing | mine.crossing),
            theirs.threes & theirs.crossing,
            mine.threes,
            mine.crossing & theirs.wide,
            theirs.crossing & mine.wide,
            mine.crossing,
            theirs.crossing,
            theirs.threes,
            mine.wide & theirs.wide,
            mine.wide,
            mine.fours,
            theirs.wide,
            near,
        )
        found: list[int] = []
        for layer in layers:
            layer &= empty
            if layer:
                empty ^= layer
                cells = list(cells_of(layer))
                if len(cells) > 1:
                    cells.sort(key=self._history.__getitem__, reverse=True)
                found += cells
                if len(found) >= width:
                    break
        return found[:width]

    def line(self, own: int, other: int, plies: int) -> Play:
        """The play that the search expects."""
        line: Play = []
        while len(line) < plies and (own, other) in self._table:
            cell = self._table[own, other][3]
            if not cell:
                break
            line.append(cell)
            own, other = other, own | cell
        return line

    def _shapes(self, own: int, other: int, empty: int) -> tuple[Shapes, Shapes]:
        key = (own, other)
        seen = self._seen.get(key)
        if not seen:
            board = self._board
            seen = self._seen[key] = (board.shapes(own, empty), board.shapes(other, empty))
        return seen


def _decided(mine: Shapes, theirs: Shapes, ply: int) -> int | None:
    """The value for the player to move where the shapes alone tell who wins."""
    if mine.fives:
        return WIN - ply - 1
    if theirs.fives & (theirs.fives - 1):
        return ply + 2 - WIN
    # An open four is completed on either side, unless the other player has a five of his own to make first.
    return WIN - ply - 3 if mine.open_fours and not theirs.fives else None
