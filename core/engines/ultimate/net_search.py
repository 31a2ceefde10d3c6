"""The search that guesses by the net: principal variation search with a table, late-move reductions and futility.

``value(place, depth, alpha, beta)`` returns v: at most v where v <= alpha, at least v where v >= beta, else v, as far as
the search looks, which is no longer everywhere as deep as ``depth``:

====================  ====================================================================
WIN - n               won when at most n marks stand on the board; proven, and WON at least
between -WON and WON  a guess in thousandths of a logit; 0 also for a draw that nobody has proven
n - WIN               lost when at most n marks stand on the board; proven, and -WON at most
====================  ====================================================================

What is proven stays so however much is left out, because nothing is left out that it rests on: a win is a move that was
searched and loses for the other, and a loss is said where every move was searched to its loss. A cut by futility gives the
bound that it was made for, which never is such a score. But a win that is left out may be the shorter one.

A board that goes on has its code, a closed one -1, -2 or -3 (:mod:`core.engines.ultimate.net`), whatever stands in it. So many
positions become one, among them some with more marks than others, and the table counts wins and losses from the node.

Measured in games at equal nodes, 200 each, in which a doubling of nodes scored 65.8 +- 8.2 %: reductions 57.0 +- 5.1 %, from
the third move on and not later 53.2 +- 5.3 %, futility 56.2 +- 4.9 %. One more ply for a lone reply (49.8 %) and to cut where a
guess is far above beta (48.0 %) gave nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from core.engines.root import Counter
from core.engines.ultimate.net import DRAWN, O_WON, OFFSET, SIGN, X_WON, Net
from core.engines.ultimate.tables import ADD, EMPTY, LINED, codes_of
from core.engines.win_scores import INFINITE, WIN, WON
from core.game import Move, State
from core.games.ultimate import ALL, ENOUGH, FREE, O_BOARDS, OPEN, TURN, WHERE, X_BOARDS, Ultimate, has_line
from core.kinds.bits import members

_TICK = 1000
_SLOTS = 262_139
"""Slots of the table, a prime: a key takes the slot that its remainder names, from whoever had it."""
_REDUCED_DEPTH = 3
"""From this depth on late moves are searched less deep."""
_REDUCED_FROM, _REDUCED_MORE_FROM = 2, 6
"""The moves, counted from 0, that lose a ply and, above the least depth, another."""
_FUTILE = (0, 0, 150, 400)
"""By depth: a move that the net guesses to be so far below alpha is not searched, nor are those behind it."""
_PROVEN_DEPTH = 99
_EXACT, _AT_LEAST, _AT_MOST = range(3)

_members = members(9)
_BOARDS = tuple(tuple(_members(boards)) for boards in range(ALL + 1))

_LINES = tuple(map(has_line, range(ALL + 1)))
_ENOUGH = tuple(boards.bit_count() >= ENOUGH for boards in range(ALL + 1))

Entry: TypeAlias = tuple[tuple[int, ...], int, int, int, Move]
"""Of the table: key, depth, value, which bound that is, and the best move or -1."""
Moves: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]
"""By code: each empty cell, and the code of the board with a mark there."""


def _moves(side: int) -> Moves:
    closed = [X_WON if x else O_WON if o else 0 if empty else DRAWN for x, o, empty in zip(*LINED, EMPTY, strict=True)]
    add = ADD[side]
    return tuple(
        () if shut else tuple([(cell, closed[code + add[cell]] or code + add[cell]) for cell in EMPTY[code]])
        for code, shut in enumerate(closed)
    )


_MOVES = (_moves(0), _moves(1))
"""``_MOVES[side]``; the code after a move that closes the board says how."""


class NetPlace(NamedTuple):
    """A position as the search takes it: ``x`` and ``o`` the boards won, ``live`` those that go on, ``where`` FREE or the board
    to play in, ``hidden`` the units of all boards, ``marks`` how many stand on the board."""

    codes: list[int]
    x: int
    o: int
    live: int
    where: int
    side: int
    hidden: int
    marks: int


class NetTable:
    """What the search remembers, in slots that are never cleared: each game has a number, which is part of its keys."""

    def __init__(self) -> None:
        self.entries: list[Entry | None] = [None] * _SLOTS
        self.number = 0


class NetSearch:
    """The search, with its table. ``tick`` is told of nodes about every thousand, and may raise Stopped; nobody else uses
    ``table`` meanwhile. A node is a position that the net was asked about or, in the table, need not be."""

    def __init__(self, game: Ultimate, net: Net, tick: Callable[[int], None], table: NetTable) -> None:
        assert not game.stay_open, "a won board is closed to the net"
        self._game = game
        self._net = net
        self._nodes = Counter(tick, _TICK)
        self._table = table
        self._codes = [0] * 9
        self._decides = _ENOUGH if game.tic_tac_ku else _LINES
        self._search = self._deepening()

    def place(self, s: State) -> NetPlace:
        """The place of an unfinished state."""
        x, o, live = s[X_BOARDS], s[O_BOARDS], s[OPEN]
        codes = codes_of(s)
        marks = sum(9 - len(EMPTY[code]) for code in codes)
        for board in range(9):
            if not live >> board & 1:
                codes[board] = X_WON if x >> board & 1 else O_WON if o >> board & 1 else DRAWN
        return NetPlace(codes, x, o, live, s[WHERE], s[TURN], self._net.hidden(codes), marks)

    def value(self, place: NetPlace, depth: int, alpha: int, beta: int) -> int:
        """The score of a place, depth >= 1; the contract stands at the top of the file."""
        assert depth >= 1
        assert alpha < beta
        assert alpha < WON
        assert beta > -WON
        codes, x, o, live, where, side, hidden, marks = place
        self._codes[:] = codes
        value = self._search(x, o, live, where, side, depth, alpha, beta, hidden, WIN - marks - 1)
        self._nodes.flush()
        return value

    def asker(self, s: State) -> Callable[[int, int, int], int]:
        """What an unfinished state is worth, by depth, alpha and beta."""
        return partial(self.value, self.place(s))

    def line(self, s: State, most: int) -> list[Move]:
        """The play that the search expects from an unfinished state, as far as it remembers, and so many plies at most."""
        codes, x, o, live, where, side, _, _ = self.place(s)
        entries, number = self._table.entries, self._table.number
        found: list[Move] = []
        while live and len(found) < most:
            key = (*codes, where, side, number)
            entry = entries[hash(key) % _SLOTS]
            if entry is None or entry[0] != key or entry[4] < 0:
                break
            found.append(entry[4])
            board, cell = divmod(entry[4], 9)
            codes[board] = new = dict(_MOVES[side][codes[board]])[cell]
            if new < 0:
                live ^= 1 << board
                x, o = x | (new == X_WON) << board, o | (new == O_WON) << board
                if self._decides[o if side else x]:
                    break
            where, side = cell if codes[cell] >= 0 else FREE, 1 - side
        return found

    def _deepening(self) -> Callable[[int, int, int, int, int, int, int, int, int, int], int]:
        # A name of a function around is found faster than an attribute, of which each node would look up a dozen.
        codes, decides, nodes = self._codes, self._decides, self._nodes
        worths, movers, zero = self._net.boards, self._net.movers, OFFSET - self._net.zero
        entries, number, count, sign = self._table.entries, self._table.number, self._game.count, SIGN

        def ended(x: int, o: int, side: int) -> int:
            """The result for the player who has closed the last board without a win."""
            lead = (x.bit_count() - o.bit_count()) * (-1 if side else 1) if count else 0
            return (lead > 0) - (lead < 0)

        def search(
            x: int, o: int, live: int, where: int, side: int, depth: int, alpha: int, beta: int, hidden: int, won: int
        ) -> int:
            """``won`` is the score of a win with the next mark."""
            other = 1 - side
            mover, mine, own = movers[other], o if side else x, O_WON if side else X_WON
            moves = _MOVES[side]
            if depth <= 1:
                best, seen = -INFINITE, 0
                for board in _BOARDS[live] if where == FREE else (where,):
                    code = codes[board]
                    worth = worths[board]
                    rest = hidden - worth[code]
                    for cell, new in moves[code]:
                        codes[board] = new
                        seen += 1
                        if new < 0:
                            if new == own and decides[mine | 1 << board]:
                                codes[board] = code
                                nodes.untold += seen
                                return won
                            if live == 1 << board:
                                result = ended(x | (new == X_WON) << board, o | (new == O_WON) << board, side)
                                best = max(best, result * won)
                                continue
                        units = rest + worth[new] + mover[cell][codes[cell]]
                        tops = units & sign
                        value = ((units & tops - (tops >> 15)) + 0x8000) % 65537 - zero
                        if side:
                            value = -value
                        if value > best:
                            best = value
                            if value >= beta:
                                codes[board] = code
                                nodes.untold += seen
                                return value
                    codes[board] = code
                nodes.untold += seen
                return best
            first = -1
            key = (*codes, where, side, number)
            slot = hash(key) % _SLOTS
            entry = entries[slot]
            if entry is not None and entry[0] == key:
                _, searched, value, bound, first = entry
                if searched >= depth:
                    # Wins and losses are kept by the plies from the node.
                    if searched == _PROVEN_DEPTH:
                        return value + won - WIN if value > 0 else value - won + WIN
                    if bound == _EXACT or (value >= beta if bound == _AT_LEAST else value <= alpha):
                        return value
            children: list[tuple[int, int, int, int, int | None]] = []
            for board in _BOARDS[live] if where == FREE else (where,):
                code = codes[board]
                worth = worths[board]
                rest = hidden - worth[code]
                for cell, new in moves[code]:
                    codes[board] = new
                    if new < 0:
                        if new == own and decides[mine | 1 << board]:
                            codes[board] = code
                            entries[slot] = (key, _PROVEN_DEPTH, WIN, _AT_LEAST, 9 * board + cell)
                            nodes.untold += len(children) + 1
                            return won
                        if live == 1 << board:
                            result = ended(x | (new == X_WON) << board, o | (new == O_WON) << board, side)
                            children.append((result * won, board, cell, new, None))
                            continue
                    after = rest + worth[new]
                    units = after + mover[cell][codes[cell]]
                    tops = units & sign
                    value = ((units & tops - (tops >> 15)) + 0x8000) % 65537 - zero
                    children.append((-value if side else value, board, cell, new, after))
                codes[board] = code
            nodes.untold += len(children) + 1
            if nodes.untold >= _TICK:
                nodes.flush()
            children.sort(reverse=True)
            if first >= 0:
                for rank, child in enumerate(children):
                    if 9 * child[1] + child[2] == first:
                        if rank:
                            children.insert(0, children.pop(rank))
                        break
            best, choice, least = -INFINITE, -1, alpha
            for rank, (guess, board, cell, new, units_after) in enumerate(children):
                value = guess
                if units_after is not None:
                    code = codes[board]
                    x_after, o_after, live_after = x, o, live
                    if new < 0:
                        live_after ^= 1 << board
                        if new == X_WON:
                            x_after |= 1 << board
                        elif new == O_WON:
                            o_after |= 1 << board
                    elif rank and depth <= 3 and -WON < alpha < WON - 1 and guess + _FUTILE[depth] <= alpha:
                        # The moves behind are guessed to be no better. What closes a board is none of them.
                        if best < alpha:
                            best = alpha
                        break
                    codes[board] = new
                    to = cell if codes[cell] >= 0 else FREE
                    if not rank:
                        value = -search(
                            x_after, o_after, live_after, to, other, depth - 1, -beta, -alpha, units_after, won - 1
                        )
                    else:
                        # Lost is lost: how late is not asked.
                        low = max(alpha, -WON)
                        less = 0
                        if rank >= _REDUCED_FROM and depth >= _REDUCED_DEPTH and new >= 0:
                            less = 2 if rank >= _REDUCED_MORE_FROM and depth > _REDUCED_DEPTH else 1
                        value = -search(
                            x_after,
                            o_after,
                            live_after,
                            to,
                            other,
                            depth - 1 - less,
                            -low - 1,
                            -low,
                            units_after,
                            won - 1,
                        )
                        if less and value > low:
                            value = -search(
                                x_after, o_after, live_after, to, other, depth - 1, -low - 1, -low, units_after, won - 1
                            )
                        if low < value < beta:
                            value = -search(
                                x_after, o_after, live_after, to, other, depth - 1, -beta, -low, units_after, won - 1
                            )
                    codes[board] = code
                if value > best:
                    best, choice = value, 9 * board + cell
                    if value > alpha:
                        alpha = value
                        if value >= beta or value >= WON:
                            break
            kept = best
            if best >= WON:
                kept, depth = best + WIN - won, _PROVEN_DEPTH
            elif best <= -WON:
                kept, depth = best - WIN + won, _PROVEN_DEPTH
            entries[slot] = (
                key,
                depth,
                kept,
                _AT_LEAST if best >= beta else _AT_MOST if best <= least else _EXACT,
                choice,
            )
            return best

        return search
