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
bound that it was made for, which never is such a score. But a win that is left out may be the shorter one, be it the next mark
where another move is good enough.

A board that goes on has its code, a closed one -1, -2 or -3 (:mod:`core.engines.ultimate.net`), whatever stands in it. So many
positions become one, among them some with more marks than others, and the table counts wins and losses from the node. A key
is an integer, for which the garbage collector has no work (3 % of the time with tuples)::

    bits 0 to 134    nine codes, each with 3 added, of 15 bits
    bits 135 to 139  the board to play in, or FREE, and who is to move, as 2 * board + side

Most nodes are cut by their first move, so one is tried before the net is asked about the others: the one that the table
remembers, else the one that last cut a node in which the board to play in held the same. That spares 23 % of the nodes to depth
9 and a tenth of the time; what is found mostly stays the same.

Measured in games at equal nodes, 200 each, in which a doubling of nodes scored 65.8 +- 8.2 %: reductions 57.0 +- 5.1 %, from
the third move on and not later 53.2 +- 5.3 %, futility 56.2 +- 4.9 %. One more ply for a lone reply (49.8 %) and to cut where a
guess is far above beta (48.0 %) gave nothing.

What looks strong in games of :mod:`tests.tools.train` may be nothing here, where the end is proven. By the count rule, in 600
games there with 20,000 nodes a move, weights trained further on searches of four plies scored 54.9 +- 3.7 %, and futility at
depths 4 and 5 with a second ply less from the fifth move on 60.1 +- 3.6 %; both together against this engine at equal processor
time 50.4 +- 6.5 % of 124 games at 0.1 s, 48.7 +- 8.0 % of 116 at 0.05 s and 52.0 +- 5.2 % of 196 at 0.02 s.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from core.engines.root import Counter
from core.engines.ultimate.net import DRAWN, O_WON, OFFSET, SIGN, X_WON, Net
from core.engines.ultimate.tables import ADD, CODE_BITS, EMPTY, LINED, WHERE_SHIFT, codes_of
from core.engines.win_scores import INFINITE, WIN, WON
from core.game import Move, State
from core.games.ultimate import ALL, FREE, O_BOARDS, OPEN, TURN, WHERE, X_BOARDS, Ultimate, has_line
from core.kinds.bits import members

_TICK = 1000
_MAX_ENTRIES = 300_000
"""Of the table, some 80 MB; beyond, all is forgotten."""
_REDUCED_DEPTH, _REDUCED_FROM, _REDUCED_MORE_FROM = 3, 2, 6
"""From this depth on late moves are searched less deep: those from the third on lose a ply and, above that depth, those from
the seventh on another."""
_LESS = tuple(
    tuple(
        (depth >= _REDUCED_DEPTH and rank >= _REDUCED_FROM) + (depth > _REDUCED_DEPTH and rank >= _REDUCED_MORE_FROM)
        for rank in range(81)
    )
    for depth in range(82)
)
"""By depth and rank, counted from 0: the plies that a move loses."""
_FUTILE = (0, 0, 150, 400, *[INFINITE] * 78)
"""By depth: a move that the net guesses to be so far below alpha is not searched, nor are those behind it, which are guessed to
be no better; one that closes a board is. From depth 4 on all are."""
_LOST, _WON_BUT_HOW_SOON = -WON, WON - 1
_PROVEN_DEPTH = 99
_SPOTS = tuple(tuple(2 * where + side << WHERE_SHIFT for where in range(FREE + 1)) for side in (0, 1))
"""``_SPOTS[side][where]``: what is added to a key."""
_EXACT, _AT_LEAST, _AT_MOST = range(3)

_members = members(9)
_BOARDS = tuple(tuple(_members(boards)) for boards in range(ALL + 1))

_LINES = tuple(map(has_line, range(ALL + 1)))
_BOARD_AND_CELL = tuple(divmod(move, 9) for move in range(81))

NetChild: TypeAlias = tuple[int, int, int, int, int | None]
"""Where a move leads: what it is guessed to be worth to the player who makes it, its board and cell, the code of the board
after it, and the units of all boards; None for them, and a result that is known, where it ends the game."""
NetEntry: TypeAlias = tuple[int, int, int, Move]
"""What the search remembers of a position: depth, value, which bound that is, and the best move."""
NetTable: TypeAlias = dict[int, NetEntry]
"""By key. A dictionary is 6 % faster than slots in lists, which are spread over 10 MB."""
Ask: TypeAlias = Callable[[int, int, int, int, int, int, int, int, int, int, int], int]
"""What searches a position; the arguments stand at ``search``."""
Moves: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]
"""By code: each empty cell, and the code of the board with a mark there."""


_AS_STANDS = tuple(
    [
        X_WON if x else O_WON if o else code if empty else DRAWN
        for code, (x, o, empty) in enumerate(zip(*LINED, EMPTY, strict=True))
    ]
)
"""By what stands in a board, its code: the same while the board goes on."""
_TO = (1, 0, 1, 0, 2, 0, 1, 0, 1)
"""By cell: an edge is the best board to send the other player to, the centre the worst."""


def _moves(side: int) -> Moves:
    """What makes a line or keeps the other from one comes first: a last ply ends with the first that is good enough, which
    spares 5 % of the nodes."""
    mine, theirs = ADD[side], ADD[1 - side]
    own, other = (O_WON, X_WON) if side else (X_WON, O_WON)

    def order(code: int, cell: int) -> tuple[bool, bool, int]:
        return _AS_STANDS[code + mine[cell]] != own, _AS_STANDS[code + theirs[cell]] != other, _TO[cell]

    return tuple(
        tuple([(cell, _AS_STANDS[code + mine[cell]]) for cell in sorted(EMPTY[code], key=partial(order, code))])
        if kept >= 0
        else ()
        for code, kept in enumerate(_AS_STANDS)
    )


_MOVES = (_moves(0), _moves(1))
"""``_MOVES[side]``; the code after a move that closes the board says how."""


class NetPlace(NamedTuple):
    """A position as the search takes it."""

    codes: list[int]
    """The code of each board."""
    key: int
    """The position without the board to play in, the side and the game."""
    x: int
    """The boards that X has won, a bit each."""
    o: int
    """The boards that O has won."""
    live: int
    """The boards that go on."""
    where: int
    """The board to play in, or FREE."""
    side: int
    """Who is to move, 0 or 1."""
    hidden: int
    """The units of all boards."""
    marks: int
    """How many stand on the board."""


class NetSearch:
    """The search, with its table. ``tick`` is told of nodes about every thousand, and may raise Stopped; nobody else uses
    ``table`` meanwhile. A node is a position that the net was asked about or, in the table, need not be."""

    def __init__(self, game: Ultimate, net: Net, tick: Callable[[int], None], table: NetTable) -> None:
        assert not game.stay_open, "a won board is closed to the net"
        assert not game.tic_tac_ku, "three in line win"
        self._game = game
        self._net = net
        self._tick = tick
        self._nodes = Counter(self._tell, _TICK)
        self._table = table
        self._codes = [0] * 9
        self._asks = self._deepening()

    def place(self, s: State) -> NetPlace:
        """The place of an unfinished state."""
        x, o, live = s[X_BOARDS], s[O_BOARDS], s[OPEN]
        codes = codes_of(s)
        marks = sum(9 - len(EMPTY[code]) for code in codes)
        for board in range(9):
            if not live >> board & 1:
                codes[board] = X_WON if x >> board & 1 else O_WON if o >> board & 1 else DRAWN
        key = sum(code + 3 << CODE_BITS * board for board, code in enumerate(codes))
        return NetPlace(codes, key, x, o, live, s[WHERE], s[TURN], self._net.hidden(codes), marks)

    def value(self, place: NetPlace, depth: int, alpha: int, beta: int) -> int:
        """The score of a place, depth >= 1; the contract stands at the top of the file."""
        assert depth >= 1
        assert alpha < beta
        assert alpha < WON
        assert beta > -WON
        codes, key, x, o, live, where, side, hidden, marks = place
        self._codes[:] = codes
        value = self._asks[depth](depth, alpha, beta, key, x, o, live, where, side, hidden, WIN - marks - 1)
        self._nodes.flush()
        return value

    def _tell(self, nodes: int) -> None:
        # What a counter does for its tables, which is to weigh them each time, would take 3 % of a tenth of a second.
        if len(self._table) > _MAX_ENTRIES:
            self._table.clear()
        self._tick(nodes)

    def asker(self, s: State) -> Callable[[int, int, int], int]:
        """What an unfinished state is worth, by depth, alpha and beta."""
        return partial(self.value, self.place(s))

    def line(self, s: State, most: int) -> list[Move]:
        """The play that the search expects from an unfinished state, as far as it remembers, and so many plies at most."""
        codes, key, x, o, live, where, side, _, _ = self.place(s)
        found: list[Move] = []
        while live and len(found) < most:
            *_, move = self._table.get(key + _SPOTS[side][where], (-1,))
            if move < 0:
                break
            found.append(move)
            board, cell = divmod(move, 9)
            code = codes[board]
            codes[board] = new = dict(_MOVES[side][code])[cell]
            key += new - code << CODE_BITS * board
            if new < 0:
                live ^= 1 << board
                x, o = x | (new == X_WON) << board, o | (new == O_WON) << board
                if _LINES[o if side else x]:
                    break
            where, side = cell if codes[cell] >= 0 else FREE, 1 - side
        return found

    def _ended(self, x: int, o: int, side: int) -> int:
        """The result for the player who has closed the last board without a win."""
        lead = (x.bit_count() - o.bit_count()) * (-1 if side else 1) if self._game.count else 0
        return (lead > 0) - (lead < 0)

    # The three parts of the search are functions within functions: a name around is found faster than an attribute, of which
    # each node would look up a dozen. To have them in one would be 2 to 5 % faster.

    def _leaving(self) -> Ask:
        codes, decides, nodes, ended = self._codes, _LINES, self._nodes, self._ended
        worths, movers, zero, sign = self._net.boards, self._net.movers, OFFSET - self._net.zero, SIGN

        def leaves(
            depth: int, alpha: int, beta: int, key: int, x: int, o: int, live: int, where: int, side: int, hidden: int, won: int
        ) -> int:  # fmt: skip
            """The value of a position when one ply is looked at, or at least beta. It is called as ``search`` is."""
            mover, mine, own = movers[1 - side], o if side else x, O_WON if side else X_WON
            moves = _MOVES[side]
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

        return leaves

    def _moving(self) -> Callable[[int, int, int, int, int, int, int], list[NetChild]]:
        codes, decides, nodes, ended = self._codes, _LINES, self._nodes, self._ended
        worths, movers, zero, sign = self._net.boards, self._net.movers, OFFSET - self._net.zero, SIGN

        def children(x: int, o: int, live: int, where: int, side: int, hidden: int, won: int) -> list[NetChild]:
            """Where the moves lead, the most promising first; one that wins comes alone."""
            mover, mine, own = movers[1 - side], o if side else x, O_WON if side else X_WON
            moves = _MOVES[side]
            found: list[NetChild] = []
            for board in _BOARDS[live] if where == FREE else (where,):
                code = codes[board]
                worth = worths[board]
                rest = hidden - worth[code]
                for cell, new in moves[code]:
                    codes[board] = new
                    if new < 0:
                        if new == own and decides[mine | 1 << board]:
                            codes[board] = code
                            nodes.untold += 2
                            return [(won, board, cell, new, None)]
                        if live == 1 << board:
                            result = ended(x | (new == X_WON) << board, o | (new == O_WON) << board, side)
                            found.append((result * won, board, cell, new, None))
                            continue
                    after = rest + worth[new]
                    units = after + mover[cell][codes[cell]]
                    tops = units & sign
                    value = ((units & tops - (tops >> 15)) + 0x8000) % 65537 - zero
                    found.append((-value if side else value, board, cell, new, after))
                codes[board] = code
            nodes.untold += len(found) + 1
            found.sort(reverse=True)
            return found

        return children

    def _leading(self) -> Callable[[Move, int, int], list[NetChild]]:
        codes, worths, nodes = self._codes, self._net.boards, self._nodes

        def lead(move: Move, side: int, hidden: int) -> list[NetChild]:
            """Where a move leads, alone, that does not end the game and comes before all others."""
            nodes.untold += 1
            board, cell = _BOARD_AND_CELL[move]
            code = codes[board]
            new = _AS_STANDS[code + ADD[side][cell]]
            return [(0, board, cell, new, hidden - worths[board][code] + worths[board][new])]

        return lead

    def _deepening(self) -> tuple[Ask, ...]:
        """By depth, what searches so deep."""
        codes, nodes, table, children, lead = self._codes, self._nodes, self._table, self._moving(), self._leading()
        replies: list[list[dict[int, Move]]] = [[{} for _ in range(9)] for _ in (0, 1)]

        def search(
            depth: int, alpha: int, beta: int, key: int, x: int, o: int, live: int, where: int, side: int, hidden: int, won: int
        ) -> int:  # fmt: skip
            """``won`` is the score of a win with the next mark; what ends in 1 is as it stands after a move."""
            full = key + _SPOTS[side][where]
            known = table.get(full)
            if known and known[0] >= depth and (told := _told(known, alpha, beta, won)) is not None:
                return told
            guess = known[3] if known else -1 if where == FREE else replies[side][where].get(codes[where], -1)
            # Such a move ends no game: where the table has a win it has a proof, and replies close no board.
            alone = guess >= 0 and live & live - 1
            found = lead(guess, side, hidden) if alone else children(x, o, live, where, side, hidden, won)
            if nodes.untold >= _TICK:
                nodes.flush()
            best, choice, least = -INFINITE, -1, alpha
            other, deeper, less, futile = 1 - side, depth - 1, _LESS[depth], _FUTILE[depth]
            for rank, (value, board, cell, new, hidden1) in enumerate(found):
                if hidden1 is not None:
                    code = codes[board]
                    x1, o1, live1 = x, o, live
                    if new < 0:
                        x1, o1, live1 = x | (new == X_WON) << board, o | (new == O_WON) << board, live ^ 1 << board
                    elif value + futile <= alpha < _WON_BUT_HOW_SOON and rank:
                        best = max(best, alpha)
                        break
                    codes[board] = new
                    to = cell if codes[cell] >= 0 else FREE
                    key1 = key + (new - code << CODE_BITS * board) if depth > 2 else 0  # no leaf has need of one
                    # After the first move lost is lost: how late is not asked.
                    low = alpha if alpha > _LOST or not rank else _LOST
                    if rank:
                        plies = deeper - (less[rank] if new >= 0 else 0)
                        value = -asks[plies](plies, -low - 1, -low, key1, x1, o1, live1, to, other, hidden1, won - 1)
                        if value > low and plies < deeper:
                            value = -search(deeper, -low - 1, -low, key1, x1, o1, live1, to, other, hidden1, won - 1)
                    if not rank or low < value < beta:
                        value = -asks[deeper](deeper, -beta, -low, key1, x1, o1, live1, to, other, hidden1, won - 1)
                    codes[board] = code
                if value > best:
                    best, choice = value, 9 * board + cell
                    if value > alpha:
                        alpha = value
                        if value >= beta or value >= WON:
                            if where != FREE and new >= 0:
                                replies[side][board][code] = choice
                            break
                if alone and not rank:
                    found += _without(guess, children(x, o, live, where, side, hidden, won))
            bound = _AT_LEAST if best >= beta else _AT_MOST if best <= least else _EXACT
            table[full] = (depth, best, bound, choice) if -WON < best < WON else _proven(best, bound, choice, won)
            return best

        asks = (self._leaving(),) * 2 + (search,) * 81
        return asks


def _told(known: NetEntry, alpha: int, beta: int, won: int) -> int | None:
    """The value that a table tells, where that is all there is to know for a window."""
    searched, value, bound, _ = known
    # Wins and losses are kept by the plies from the node.
    if searched == _PROVEN_DEPTH:
        return value + won - WIN if value > 0 else value - won + WIN
    if bound == _EXACT or (value >= beta if bound == _AT_LEAST else value <= alpha):
        return value
    return None


def _proven(value: int, bound: int, choice: Move, won: int) -> NetEntry:
    """What is remembered of a win or a loss."""
    return _PROVEN_DEPTH, value + (WIN - won if value > 0 else won - WIN), bound, choice


def _without(move: Move, found: list[NetChild]) -> list[NetChild]:
    """All but a move."""
    board, cell = _BOARD_AND_CELL[move]
    for rank, child in enumerate(found):
        if child[2] == cell and child[1] == board:
            del found[rank]
            break
    return found
