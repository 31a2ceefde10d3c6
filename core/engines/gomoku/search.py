"""Searches a few good moves of each position of five in a row, for estimates.

What it leaves out may win or save a game. A chain of threats counts as half a win until the attack has searched it.

Nodes to depth 7, geometric mean of twelve positions from games: 24,300 with twelve moves everywhere, 9,700 with reductions of
late moves and cuts of quiet moves by their gain, 7,800 with reductions at the root, 6,200 with reductions of fours and of cells
off the open four, 5,000 with fewer moves near the leaves and cuts by the lead. Null moves and razoring would save 4 % of all
and are left out. Then answers to open fours came to cost no depth. That takes three times the nodes for a depth, and scores
56.8 +- 6.2 % of 206 games at 0.1 s; such answers at the end of the search, too, scored 37 % of 66. Last, moves came to be tried
in the order of what windows promise, instead of by shapes and earlier cuts. Then the best of forty moves is among the first six
in 81 % of 2,280 positions instead of 59 %, depth 7 takes a third fewer nodes, and it scores 65.8 +- 5.6 % of 206 games. Chains
of threats take a third of the time.

Two evaluations learned from games, by what a colour sees from a cell along a line, gained nothing. With four units a cell and
colour, as in the net of ultimate, they scored 62.5 +- 5.3 % of 200 games at equal nodes in a search without chains. Here, where
a node takes 1.4 times as long, they scored 52.5 +- 5.6 % of 100 games at 0.1 s after half a million positions and 51.2 +- 4.4 %
of 120 after two million. A plain sum instead of the units scored 45.7 +- 4.2 % of 300 in that search, and an order of moves
learned from the same games 39.8 +- 10.5 % of 54 here.
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
"""Unit that turns a lead into an expected result: a lead is 200 times the logarithm of the odds."""
TEMPO = 131
"""Value of being to move. TEMPO and DOUBLE are fitted to games by ``tests.tools.fit_gomoku``."""
DOUBLE = 269
"""Value of a cell that makes two threats at once, if no open four is to be answered."""
_WIDTHS = (12, 6, 8, 10, 12)
"""Maximum number of moves searched, by depth; the last holds for all greater depths. Twelve everywhere takes a quarter more
nodes."""
_FUTILE = (0, 0, 60, 120)
"""By depth: margin of futility. A quiet move is left out if lead, gain and margin together stay below alpha."""
_SAFE = (0, 40, 80, 120)
"""By depth: a lead this far above beta is returned without a search, if the opponent threatens nothing."""
_LATE_DEPTH, _LATE, _VERY_LATE = 3, 3, 7
"""From depth ``_LATE_DEPTH`` on, a quiet move of rank ``_LATE`` or more, from 0, is first searched one ply less. Above that
depth, one of rank ``_VERY_LATE`` or more is first searched two plies less."""
_CHAIN_DEPTH, _CHAIN_NODES, _CHAIN_ROOM = 2, 100, 10
"""From this depth on, a chain of threats is searched with this number of nodes, if at least this number of cells have room for
one. Nodes with fewer such cells are two of five, take a fifth of the time and have 3 % of the chains."""
PROMISED = 0.49
"""Estimate of a chain of threats. Of 201 positions from games in which the search took a chain for a win, 143 were won by an
attack with 200,000 nodes, and in 37 all attacks with up to 13 quiet moves failed."""
_PROMISE = round(_UNIT * atanh(PROMISED / SURE))
_MAX_QUIET = 12
_NOTHING = (0, 0, 0, -1)
"""The table entry of a position that is not in the table."""
_ANSWERS = 30
"""Maximum number of answers to a threatened open four."""
_LEAF_FOURS = 40
"""Maximum number of nodes of a search for fours at a leaf."""
_TICK = 100


def unit(value: int) -> float:
    """A lead as an estimate, -1..+1."""
    return SURE * tanh(value / _UNIT)


class GomokuSearch:
    """The search and table of one analysis: ``_table`` (own, other) -> (depth, lower bound, upper bound, best move or -1)."""

    def __init__(self, lines: BoardLines, force: Force | None, tick: Callable[[int], None]) -> None:
        """``force`` searches fours and chains of threats; None for a search without them. ``tick`` may raise Stopped."""
        self.lines = lines
        self._force = force
        self._nodes = Counter(tick, _TICK, sharing=2)
        self._table: dict[tuple[int, int], tuple[int, int, int, int]] = self._nodes.table()

    def value(self, stand: Stand, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Search a position that nobody has won, ``ply`` plies after the root, with alpha < beta. A depth of 0 or less is a
        leaf.

        Returns v for the player to move: an upper bound if v <= alpha, a lower bound if v >= beta, else the value as far as the
        searched moves tell. Raises what ``tick`` raises.

        =================================  ============================================================
        WIN - n                            a win, n plies after the root
        -_MAX_ESTIMATE .. +_MAX_ESTIMATE   an estimate: 200 times the logarithm of the odds
        n - WIN                            a loss, as far as the searched moves tell
        =================================  ============================================================
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
            # An open four is completed on one side or the other, unless the opponent completes a five first.
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
            # A forced reply costs no depth, or a row of fours would push what follows beyond the depth.
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
            # If no move was good enough, keep the best move of the earlier search.
            choice = first
        self._table[key] = (depth, *kept(best, alpha, beta, ply), choice)
        return best

    def _early(self, stand: Stand, depth: int, beta: int, ply: int, null: bool) -> int | None:
        """The value of a position without a search of its moves, or None. The opponent threatens no open four. ``null``: the
        window is a null window."""
        colour, force = stand.colour, self._force
        # Try the lead first: it costs a hundredth of a chain.
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
        """Search the chain at the end of the principal variation by the attack, with at most ``nodes`` nodes. Whether that
        decides it; then the entries that rest on the chain are removed, to be searched again."""
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
            # Every move that leaves the open four to the opponent loses.
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
            # Few moves answer an open four, so an answer costs no depth.
            left = depth if threatened and sharp >> 3 * move & 1 else depth - 1
            # Search the other moves with a null window, and those that are better again.
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
        """The cells that make a three or two threats at once or block two threats; if an open four is threatened, its
        answers."""
        own, other = stand.colour, 1 - stand.colour
        if threatened:
            return stand.makes(SHUT, other)
        return stand.makes(THREE, own) | stand.doubles(THREAT, own) | stand.doubles(THREAT, other)

    def _leaf(self, stand: Stand, ply: int) -> int:
        """The value of a leaf: a win by fours, if one is likely and found, else the lead."""
        force = self._force
        # Single fours lead nowhere; search fours only if one of them makes a second threat.
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
        """The lead of the player to move, without a search."""
        # The player to move is the first to carry out a threat.
        lead = stand.worth + TEMPO
        if stand.doubles(THREAT, stand.colour) and not stand.can(OPEN_FOUR, 1 - stand.colour):
            lead += DOUBLE
        return max(-_MAX_ESTIMATE, min(_MAX_ESTIMATE, lead))

    def ordered(self, stand: Stand, width: int, among: int = -1) -> list[int]:
        """The most promising moves of those ``among``, at most ``width``, best first."""
        near = stand.near or self.lines.middle
        moves = moves_of(near & stand.empty & among)
        moves.sort(key=stand.gains(stand.colour).__getitem__, reverse=True)
        return moves[:width]

    def line(self, stand: Stand, plies: int) -> ThreatSequence:
        """The principal variation, of at most ``plies`` moves."""
        line: ThreatSequence = []
        while len(line) < plies and (stand.own, stand.other) in self._table:
            move = self._table[stand.own, stand.other][3]
            if move < 0:
                break
            line.append(move)
            stand = stand.play(move)
        return line
