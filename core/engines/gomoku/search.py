"""A search of a few good moves of each position of five in a row, for estimates: what it leaves out it does not know of, and a
chain of threats it takes for half a win until the attack has looked at it.

Values are for the player to move:

=================  =======================================================
WIN - n            won, n plies after the root
-_MAX_ESTIMATE .. +_MAX_ESTIMATE   an estimate: 200 times the logarithm of the odds
-WIN + n           lost, n plies after the root
=================  =======================================================

Nodes to depth 7, the geometric mean of twelve positions from games: 24,300 with twelve moves everywhere, 9,700 with late moves
reduced and quiet ones cut by their gain, 7,800 with late moves reduced at the root, 6,200 with fours and cells off the open
four reduced too, 5,000 with fewer moves near the leaves and leads that are not doubted. Null moves and razors, which would save
4 % of all, have been left out. Answers to threatened open fours then came to cost no depth, which takes three times the nodes
for a depth: 56.8 +- 6.2 % of 206 games at 0.1 s; to look at such answers where the search ends too scored 37 % of 66. Last,
moves came to be tried in the order of what windows promise, in place of kinds of shapes and of what was good before: of 2,280
positions the best of forty moves is among the first six in 81 % instead of 59 %, depth 7 takes a third fewer nodes, and it
scores 65.8 +- 5.6 % of 206 games. Chains of threats take a third of the time.

Two evaluations that games of their own had taught, by what a colour sees from a cell along a line, gave nothing. With four
units a cell and colour, as in the net of ultimate, they scored 62.5 +- 5.3 % of 200 games at equal nodes in a search without
chains; here, where a node takes 1.4 times as long, 52.5 +- 5.6 % of 100 games at 0.1 s after half a million positions and
51.2 +- 4.4 % of 120 after two million. A plain sum in place of the units scored 45.7 +- 4.2 % of 300 in that search, and the
order of moves that the same games had taught 39.8 +- 10.5 % of 54 here.
"""

from __future__ import annotations

from collections.abc import Callable
from math import atanh, tanh

from core.engines.deepening import SURE
from core.engines.gomoku.lines import FIVE, FOUR, OPEN_FOUR, SHUT, THREAT, THREE, WIDE, BoardLines, Stand, moves_of
from core.engines.gomoku.threats import Force, ThreatSequence
from core.engines.root import Counter
from core.engines.win_scores import WIN, WON, from_node, from_root, kept

_MAX_ESTIMATE = 100_000
_UNIT = 400
"""What turns a lead into the result to be expected: tanh of half the logarithm of the odds."""
TEMPO = 131
"""What it is worth to be the one to move; both are fitted to games by ``tests.tools.fit_gomoku``."""
DOUBLE = 269
"""... to have a cell that makes two threats at once, where no open four is to be answered."""
_WIDTHS = (12, 6, 8, 10, 12)
"""How many moves are looked at, by depth, the last for all that are deeper. Twelve everywhere: a quarter more positions."""
_FUTILE = (0, 0, 60, 120)
"""By depth: a quiet move with whose gain and so much more the lead stays below alpha is left out."""
_SAFE = (0, 40, 80, 120)
"""By depth: a lead so much above beta is not doubted, where the opponent threatens nothing."""
_LATE_DEPTH, _LATE, _VERY_LATE = 3, 3, 7
"""From this depth on quiet moves of these ranks, counted from 0, are first searched one ply less, or two."""
_CHAIN_DEPTH, _CHAIN_NODES, _CHAIN_ROOM = 2, 100, 10
"""From this depth on a chain of threats is looked for, in so many positions, where so many cells have room for one: those with
fewer are two of five, take a fifth of the time and have 3 % of the chains;"""
PROMISED = 0.49
"""... the win that it promises is an estimate: of 201 positions from games in which the search took it for a win, 143 were won
by an attack with 200,000 positions, and in 37 all attacks with up to 13 quiet moves failed."""
_PROMISE = round(_UNIT * atanh(PROMISED / SURE))
_MAX_QUIET = 12
_NOTHING = (0, 0, 0, -1)
"""What stands in the table of a position that is not there."""
_ANSWERS = 30
"""Most answers to a threatened open four."""
_LEAF_FOURS = 40
"""Positions in which fours are looked for at a leaf."""
_TICK = 100


def unit(value: int) -> float:
    """A lead as an estimate, -1..+1."""
    return SURE * tanh(value / _UNIT)


class GomokuSearch:
    """The tables of one analysis: ``_table`` (own, other) -> (depth, at least, at most, best move or -1)."""

    def __init__(self, lines: BoardLines, force: Force | None, tick: Callable[[int], None]) -> None:
        """``force`` looks for fours where the search ends; None: it ends there. ``tick`` may raise Stopped."""
        self.lines = lines
        self._force = force
        self._nodes = Counter(tick, _TICK, sharing=2)
        self._table: dict[tuple[int, int], tuple[int, int, int, int]] = self._nodes.table()

    def value(self, stand: Stand, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value v of a position that nobody has won, as far as the moves looked at tell.

        It is at most v if v <= alpha, at least v if v >= beta, else exactly v.
        """
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
            # An open four is completed on either side, unless the other player has a five to make first.
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
        threatened = stand.can(OPEN_FOUR, 1 - colour)
        early = None if threatened else self._early(stand, depth, beta, ply, beta - alpha == 1)
        if early is not None:
            return early
        best, choice = self._best(stand, depth, alpha, beta, ply, first, threatened)
        if best <= alpha and first >= 0:
            # Where no move was good enough, the one that was so in another search is the likelier.
            choice = first
        self._table[key] = (depth, *kept(best, alpha, beta, ply), choice)
        return best

    def _early(self, stand: Stand, depth: int, beta: int, ply: int, null: bool) -> int | None:
        """The value where it can be told without a look at the moves, and the opponent threatens no open four; ``null``: it is
        only asked whether it reaches beta."""
        colour, force = stand.colour, self._force
        # The lead first, which costs a hundredth of a chain and answers as well.
        if null and depth < len(_SAFE) and abs(beta) < WON and not stand.can(THREE, 1 - colour):
            lead = self.static(stand)
            if lead - _SAFE[depth] >= beta:
                return lead
        looks = (
            depth >= _CHAIN_DEPTH and stand.can(THREAT, colour) and stand.makes(WIDE, colour).bit_count() >= _CHAIN_ROOM
        )
        if looks and force:
            plies = force.proven(stand.own, stand.other)
            if plies:
                return WIN - ply - plies
            if force.promises(stand.own, stand.other, _CHAIN_NODES):
                return max(_PROMISE, self.static(stand))
        return None

    def check(self, stand: Stand, nodes: int) -> bool:
        """Have the attack look at the promise to which the play leads that is expected, in so many positions. Whether that has
        told, so that what rests on it has to be searched again."""
        assert self._force, "without fours nothing is promised"
        path = []
        while True:
            path.append((stand.own, stand.other))
            if self._force.check(*path[-1], nodes, _MAX_QUIET):
                for each in path:
                    self._table.pop(each, None)
                return True
            move = self._table.get(path[-1], _NOTHING)[3]
            if move < 0:
                return False
            stand = stand.play(move)

    def _best(
        self, stand: Stand, depth: int, alpha: int, beta: int, ply: int, first: int, threatened: bool
    ) -> tuple[int, int]:
        """The value of the best move and that move."""
        colour = stand.colour
        if threatened:
            # What leaves an open four to the other player loses to it, so all else need not be looked at.
            moves = self.ordered(stand, _ANSWERS, stand.makes(SHUT, 1 - colour) | stand.makes(FOUR, colour))
        else:
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
            # Few answers stop an open four, so that they cost no depth.
            left = depth if threatened and sharp >> 3 * move & 1 else depth - 1
            # All but the first move are only shown to be no better; the few that are better are searched again.
            if choice >= 0:
                value = -self.value(child, left - less, -alpha - 1, -alpha, ply + 1)
                if less and value > alpha:
                    value = -self.value(child, left, -alpha - 1, -alpha, ply + 1)
            if choice < 0 or alpha < value < beta:
                value = -self.value(child, left, -beta, -alpha, ply + 1)
            if value > best:
                best, choice = value, move
                if best > alpha:
                    alpha = best
                    if best >= beta:
                        break
        return best, choice

    def _sharp(self, stand: Stand, threatened: bool) -> int:
        """The cells that make a three or two threats at once, or stop such; an answer to a threatened open four."""
        own, other = stand.colour, 1 - stand.colour
        if threatened:
            return stand.makes(SHUT, other)
        return stand.makes(THREE, own) | stand.doubles(THREAT, own) | stand.doubles(THREAT, other)

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
        # Who is to move is the first to carry out what both threaten.
        lead = stand.worth + TEMPO
        if stand.doubles(THREAT, stand.colour) and not stand.can(OPEN_FOUR, 1 - stand.colour):
            lead += DOUBLE
        return max(-_MAX_ESTIMATE, min(_MAX_ESTIMATE, lead))

    def ordered(self, stand: Stand, width: int, among: int = -1) -> list[int]:
        """The most promising moves of those ``among``, so many at most, best first."""
        near = stand.near or self.lines.middle
        moves = moves_of(near & stand.empty & among)
        moves.sort(key=stand.gains(stand.colour).__getitem__, reverse=True)
        return moves[:width]

    def line(self, stand: Stand, plies: int) -> ThreatSequence:
        """The play that the search expects."""
        line: ThreatSequence = []
        while len(line) < plies and (stand.own, stand.other) in self._table:
            move = self._table[stand.own, stand.other][3]
            if move < 0:
                break
            line.append(move)
            stand = stand.play(move)
        return line
