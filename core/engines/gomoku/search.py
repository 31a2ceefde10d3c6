"""A search of a few good moves of each position of five in a row, for estimates: what it leaves out it does not know of.

``value(stand, depth, alpha, beta, ply)`` is for the player to move and returns v: at most v where v <= alpha, at least v where
v >= beta, else exactly v, as far as the moves looked at tell:

=================  =======================================================
WIN - n            won, n plies after the root
-_MOST .. +_MOST   an estimate: 200 times the logarithm of the odds
-WIN + n           lost, n plies after the root
=================  =======================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import tanh

from core.engines.deepening import SURE
from core.engines.gomoku.lines import FIVE, FOUR, OPEN_FOUR, SHUT, THREAT, THREE, WIDE, Lines, Stand, moves_of
from core.engines.gomoku.threats import Force, Play
from core.engines.root import Counter
from core.engines.win_scores import WIN, WON, from_node, from_root, kept

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
_MODE = _FLAT = 0
_A = _B = 1
_CHAIN_DEPTH, _CHAIN_NODES, _CHAIN_PLIES = 2, 150, 20
_RFP = (0, 40, 80, 120)
_ROOT_LATE = 3
_WIDTHS = (12, 6, 8, 10, 12)
_FUTILE = (0, 0, 60, 120)
_RAZOR, _RAZOR_MARGIN = 2, 200
_PASS_DEPTH, _PASS_MARGIN, _PASS_LESS = 3, 0, 2
_LATE_DEPTH, _LATE, _VERY_LATE = 3, 3, 7
_ANSWERS = 30
"""Most answers to a threatened open four."""
_LEAF_FOURS = 40
"""Positions in which fours are looked for at a leaf."""
_TICK = 100


def unit(value: int) -> float:
    """A lead as an estimate, -1..+1."""
    return SURE * tanh(value / _UNIT)


class GomokuSearch:
    """The tables of one analysis: ``_table`` (own, other) -> (depth, at least, at most, best move or -1); ``_history`` how
    often each move was best."""

    def __init__(self, lines: Lines, force: Force | None, tick: Callable[[int], None]) -> None:
        """``force`` looks for fours where the search ends; None: it ends there. ``tick`` may raise Stopped."""
        self.lines = lines
        self._force = force
        self._nodes = Counter(tick, _TICK, sharing=2)
        self._table: dict[tuple[int, int], tuple[int, int, int, int]] = self._nodes.table()
        self._history = [0] * len(lines.board.bits)

    def age(self) -> None:
        """Let what was a good move before count less than what is."""
        self._history = [count // 8 for count in self._history]

    def value(self, stand: Stand, depth: int, alpha: int, beta: int, ply: int, may_pass: bool = True) -> int:
        """The contract stands at the top of the file; nobody has won yet."""
        assert alpha < beta
        self._nodes.add()
        if not stand.empty:
            return 0
        colour = stand.colour
        if stand.can(FIVE, colour):
            return WIN - ply - 1
        must = stand.can(FIVE, 1 - colour) and stand.makes(FIVE, 1 - colour)
        if must:
            if must & (must - 1):
                return ply + 2 - WIN
        elif stand.can(OPEN_FOUR, colour):
            # An open four is completed on either side, unless the other player has a five of his own to make first.
            return WIN - ply - 3
        key = (stand.own, stand.other)
        first = -1
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
            move = (must.bit_length() - 1) // 3
            best = -self.value(stand.play(move), depth, -beta, -alpha, ply + 1)
            self._table[key] = (depth, *kept(best, alpha, beta, ply), move)
            return best
        if depth <= 0:
            best = self._leaf(stand, ply)
            self._table[key] = (0, from_node(best, ply), from_node(best, ply), -1)
            return best
        lead = self.static(stand)
        threatened = stand.can(OPEN_FOUR, 1 - colour)
        if depth >= _CHAIN_DEPTH and not threatened and self._force and stand.can(THREAT, colour):
            if self._force.promises(stand.own, stand.other, _CHAIN_NODES):
                return WIN - ply - _CHAIN_PLIES
        if beta - alpha == 1 and not threatened and abs(beta) < WON:
            if depth <= _RAZOR and lead + _RAZOR_MARGIN * depth <= alpha and not stand.can(THREE, colour):
                return self._leaf(stand, ply)
            if depth < len(_RFP) and lead - _RFP[depth] >= beta and not stand.can(THREE, 1 - colour):
                return lead
            if may_pass and depth >= _PASS_DEPTH and lead >= beta + _PASS_MARGIN:
                value = -self.value(stand.passed(), depth - 1 - _PASS_LESS, -beta, -alpha, ply + 1, False)
                if value >= beta:
                    return beta
        best, choice = self._best(stand, depth, alpha, beta, ply, first, lead, threatened)
        self._history[choice] += depth * depth
        self._table[key] = (depth, *kept(best, alpha, beta, ply), choice)
        return best

    def _best(
        self, stand: Stand, depth: int, alpha: int, beta: int, ply: int, first: int, lead: int, threatened: bool
    ) -> tuple[int, int]:
        """The value of the best move and that move."""
        colour = stand.colour
        moves = self.ordered(stand, _WIDTHS[min(depth, len(_WIDTHS) - 1)])
        if first >= 0:
            moves = [first, *(move for move in moves if move != first)]
        sharp = self._sharp(stand, threatened)
        gains = stand.gains(colour)
        futile = alpha - stand.worth + TEMPO - _FUTILE[depth] if depth < len(_FUTILE) else -WIN
        best, choice = -WIN, -1
        for rank, move in enumerate(moves):
            less = 0
            if choice >= 0 and not sharp >> 3 * move & 1:
                if gains[move] <= futile and best > -WON:
                    best = max(best, alpha)
                    continue
                if depth >= _LATE_DEPTH and rank >= _LATE:
                    less = 2 if rank >= _VERY_LATE and depth > _LATE_DEPTH else 1
            child = stand.play(move)
            # All but the first move are only shown to be no better; the few that are better are searched again.
            if choice >= 0:
                value = -self.value(child, depth - 1 - less, -alpha - 1, -alpha, ply + 1)
                if less and value > alpha:
                    value = -self.value(child, depth - 1, -alpha - 1, -alpha, ply + 1)
            if choice < 0 or alpha < value < beta:
                value = -self.value(child, depth - 1, -beta, -alpha, ply + 1)
            if value > best:
                best, choice = value, move
                if best > alpha:
                    alpha = best
                    if best >= beta:
                        break
        return best, choice

    def _sharp(self, stand: Stand, threatened: bool) -> int:
        """The cells that threaten something, or stop a double threat."""
        own, other = stand.colour, 1 - stand.colour
        if threatened:
            return stand.makes(SHUT, other) if _B else stand.empty
        return stand.makes(THREE if _A else THREAT, own) | stand.doubles(THREAT, own) | stand.doubles(THREAT, other)

    def _leaf(self, stand: Stand, ply: int) -> int:
        """The value where the search ends: fours first, where they have a chance."""
        force = self._force
        # Single fours lead nowhere; a look pays where one makes a second threat.
        if force:
            colour = stand.colour
            fours = stand.makes(FOUR, colour)
            if fours & (fours - 1) and (
                stand.doubles(THREAT, colour) & fours or stand.makes(THREE, colour) & stand.doubles(WIDE, colour)
            ):
                force.allow(_LEAF_FOURS)
                line = force.fours(stand.own, stand.other)
                if line:
                    return WIN - ply - len(line)
        return self.static(stand)

    def static(self, stand: Stand) -> int:
        """The lead of the player to move without a search."""
        # Threats on the board weigh more than the sum of windows tells: who is to move is first.
        lead = stand.worth + TEMPO
        if stand.can(OPEN_FOUR, 1 - stand.colour):
            lead -= OPEN_THREE
        elif stand.doubles(THREAT, stand.colour):
            lead += DOUBLE
        return max(-_MOST, min(_MOST, lead))

    def ordered(self, stand: Stand, width: int) -> list[int]:
        """The most promising moves, best first; when the opponent threatens an open four, all that could answer it."""
        empty, colour = stand.empty, stand.colour
        # What leaves an open four to the other player loses to it, so all else need not be looked at.
        if width <= 12 and stand.can(OPEN_FOUR, 1 - colour) and not stand.can(OPEN_FOUR, colour):
            empty &= stand.makes(SHUT, 1 - colour) | stand.makes(FOUR, colour)
            width = _ANSWERS
        found: list[int] = []
        if _MODE == 0:
            rank = self._history.__getitem__
        else:
            mine, theirs = stand.gains(colour), stand.gains(1 - colour)
            hist = self._history
            top = max(1, max(hist))
            if _MODE == 1:
                rank = lambda m: mine[m] + theirs[m]
            elif _MODE == 2:
                rank = lambda m: mine[m] + theirs[m] + 200 * hist[m] // top
            elif _MODE == 3:
                rank = lambda m: 2 * mine[m] + theirs[m] + 200 * hist[m] // top
        for layer in self._layers(stand) if not _FLAT else self._flat(stand):
            layer &= empty
            if layer:
                empty ^= layer
                moves = moves_of(layer)
                if len(moves) > 1:
                    moves.sort(key=rank, reverse=True)
                found += moves
                if len(found) >= width:
                    break
        return found[:width]

    def _flat(self, stand):
        own, other = stand.colour, 1 - stand.colour
        for kind in (FIVE, OPEN_FOUR):
            yield stand.makes(kind, own)
            yield stand.makes(kind, other)
        yield stand.doubles(THREAT, own)
        yield stand.doubles(THREAT, other)
        if _FLAT == 1:
            yield stand.makes(THREE, own) | stand.makes(THREE, other) | stand.makes(WIDE, own) | stand.makes(WIDE, other)
            yield stand.makes(FOUR, own)
        elif _FLAT == 2:
            yield stand.makes(THREE, own)
            yield stand.makes(THREE, other) | stand.makes(WIDE, own) | stand.makes(WIDE, other)
            yield stand.makes(FOUR, own)
        yield stand.near or self.lines.middle

    def _layers(self, stand: Stand) -> Iterator[int]:
        """Sets of cells, the most promising first."""
        own, other = stand.colour, 1 - stand.colour
        for kind in (FIVE, OPEN_FOUR):
            yield stand.makes(kind, own)
            yield stand.makes(kind, other)
        yield stand.doubles(THREAT, own)
        yield stand.doubles(THREAT, other)
        threes, their_threes = stand.makes(THREE, own), stand.makes(THREE, other)
        crossing, their_crossing = stand.doubles(WIDE, own), stand.doubles(WIDE, other)
        yield threes & (their_threes | their_crossing | crossing)
        yield their_threes & their_crossing
        yield threes
        wide, their_wide = stand.makes(WIDE, own), stand.makes(WIDE, other)
        yield crossing & their_wide
        yield their_crossing & wide
        yield crossing
        yield their_crossing
        yield their_threes
        yield wide & their_wide
        yield wide
        yield stand.makes(FOUR, own)
        yield their_wide
        yield stand.near or self.lines.middle

    def line(self, stand: Stand, plies: int) -> Play:
        """The play that the search expects."""
        line: Play = []
        while len(line) < plies and (stand.own, stand.other) in self._table:
            move = self._table[stand.own, stand.other][3]
            if move < 0:
                break
            line.append(self.lines.board.bits[move])
            stand = stand.play(move)
        return line
