"""Principal variation search of ultimate tic-tac-toe, guessing by the net.

It has a table, late-move reductions and futility pruning. A proven score stays true however much is pruned, because it rests on
no pruned move: a win needs one move that was searched to a loss of the opponent, and a loss needs every move, each searched to
its loss. A futility cut returns the bound that it was made for, which is never a proven score. But a shorter win may be pruned,
even one with the next mark, if another move is good enough.

An open board has a code. A closed board has -1, -2 or -3 (:mod:`core.engines.ultimate.net`), whatever its marks are. So many
positions share a key, some of them with more marks than others, and the table stores wins and losses by their distance from the
node. A key is an integer, which costs the garbage collector nothing (tuples cost 3 % of the time)::

    bits 0 to 134    nine codes, each with 3 added, of 15 bits
    bits 135 to 139  the board to play in, or FREE, and the player to move, as 2 * board + side

Most nodes are cut by their first move, so one move is searched before the net guesses the others: the move of the table, else
the move that last cut a node whose board to play in had the same code. That saves 23 % of the nodes to depth 9 and a tenth of
the time; most results stay equal.

Measured in games at equal nodes, 200 each, in which twice the nodes scored 65.8 +- 8.2 %: reductions 57.0 +- 5.1 %, from the
third move on instead of later 53.2 +- 5.3 %, futility 56.2 +- 4.9 %. A ply more for a lone reply (49.8 %) and a cut where a
guess is far above beta (48.0 %) gave nothing.

What wins games of :mod:`tests.tools.train`, which proves nothing, may gain nothing here. By the count rule, in 600 games there
with 20,000 nodes a move, weights trained further on searches of four plies scored 54.9 +- 3.7 %, and futility at depths 4 and 5
with a second ply less from the fifth move on 60.1 +- 3.6 %. Both together, against this engine at equal processor time, scored
50.4 +- 6.5 % of 124 games at 0.1 s, 48.7 +- 8.0 % of 116 at 0.05 s and 52.0 +- 5.2 % of 196 at 0.02 s.
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
"""Maximum number of table entries, about 80 MB; then the table is cleared."""
_REDUCED_DEPTH, _REDUCED_FROM, _REDUCED_MORE_FROM = 3, 2, 6
"""From this depth on, late moves are searched less deep: moves from the third on lose a ply and, above this depth, moves from
the seventh on lose another."""
_LESS = tuple(
    tuple(
        (depth >= _REDUCED_DEPTH and rank >= _REDUCED_FROM) + (depth > _REDUCED_DEPTH and rank >= _REDUCED_MORE_FROM)
        for rank in range(81)
    )
    for depth in range(82)
)
"""By depth and rank, from 0: plies by which a move is searched less deep."""
_FUTILE = (0, 0, 150, 400, *[INFINITE] * 78)
"""By depth: margin of futility. A move guessed to be at least this far below alpha is pruned, with all moves behind it, whose
guesses are no better. A move that closes a board is not measured, and from depth 4 on none is."""
_LOST, _WON_BUT_HOW_SOON = -WON, WON - 1
_PROVEN_DEPTH = 99
_SPOTS = tuple(tuple(2 * where + side << WHERE_SHIFT for where in range(FREE + 1)) for side in (0, 1))
"""``_SPOTS[side][where]``: the part of a key for the player to move and the board to play in."""
_EXACT, _AT_LEAST, _AT_MOST = range(3)

_members = members(9)
_BOARDS = tuple(tuple(_members(boards)) for boards in range(ALL + 1))

_LINES = tuple(map(has_line, range(ALL + 1)))
_BOARD_AND_CELL = tuple(divmod(move, 9) for move in range(81))

NetChild: TypeAlias = tuple[int, int, int, int, int | None]
"""A move: its guessed value for the player who makes it, its board and cell, the code of that board after it, and the units of
all boards after it. If the move ends the game, the units are None and the value is the result."""
NetEntry: TypeAlias = tuple[int, int, int, Move]
"""A table entry: depth, value, kind of bound, and best move."""
NetTable: TypeAlias = dict[int, NetEntry]
"""Table entries by key. A dictionary is 6 % faster than slots in lists, which are spread over 10 MB."""
Ask: TypeAlias = Callable[[int, int, int, int, int, int, int, int, int, int, int], int]
"""Searches a position to a depth; ``search`` in ``NetSearch._deepening`` lists the arguments."""
Moves: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]
"""By code: each empty cell, with the code of the board after a mark in it."""


_AS_STANDS = tuple(
    [
        X_WON if x else O_WON if o else code if empty else DRAWN
        for code, (x, o, empty) in enumerate(zip(*LINED, EMPTY, strict=True))
    ]
)
"""By code of the marks in a board: the same code if the board is open, else -1, -2 or -3."""
_TO = (1, 0, 1, 0, 2, 0, 1, 0, 1)
"""By cell: rank of its board as one to send the opponent to; edges are best, the centre is worst."""


def _moves(side: int) -> Moves:
    """The moves in each board. Moves that make or block a line come first: the last ply ends with the first move that is good
    enough, so this order saves 5 % of the nodes."""
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
"""By side. After a move that closes the board, the code is -1, -2 or -3."""


class NetPlace(NamedTuple):
    """A position in the form of the search."""

    codes: list[int]
    """The code of each board."""
    key: int
    """The key of the nine codes, without the board to play in and the player to move."""
    x: int
    """Bit set of the boards that X has won."""
    o: int
    """Bit set of the boards that O has won."""
    live: int
    """Bit set of the open boards."""
    where: int
    """The board to play in, or FREE."""
    side: int
    """The player to move, 0 or 1."""
    hidden: int
    """The sum of the units of all boards."""
    marks: int
    """Number of marks on the board."""


class NetSearch:
    """The search with its table. Calls ``tick`` with the number of new nodes about every thousand; it may raise Stopped.
    Nothing else may use ``table`` during a search. A node is a position that the net guesses, or that the table answers."""

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
        """Search an unfinished place to a depth of at least 1, with alpha < beta, alpha < WON and beta > -WON.

        Returns v for the player to move: an upper bound if v <= alpha, a lower bound if v >= beta, else the value as far as the
        search looks. Reductions and futility make it look less far than ``depth`` in places. Raises what ``tick`` raises.

        ====================  ======================================================================
        WIN - n               a proven win, with at most n marks on the board at its end; WON or more
        between -WON and WON  a guess in thousandths of a logit; 0 is also a draw, which is not proven
        n - WIN               a proven loss, with at most n marks at its end; -WON or less
        ====================  ======================================================================
        """
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
        # A counter weighs its tables at each tick, which would take 3 % of a tenth of a second.
        if len(self._table) > _MAX_ENTRIES:
            self._table.clear()
        self._tick(nodes)

    def asker(self, s: State) -> Callable[[int, int, int], int]:
        """:meth:`value` for an unfinished state, as a function of depth, alpha and beta."""
        return partial(self.value, self.place(s))

    def line(self, s: State, most: int) -> list[Move]:
        """The principal variation from an unfinished state, as far as the table has it, of at most ``most`` plies."""
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
        """The result for the player who closed the last board without making a line: -1, 0 or 1."""
        lead = (x.bit_count() - o.bit_count()) * (-1 if side else 1) if self._game.count else 0
        return (lead > 0) - (lead < 0)

    # The parts of the search are nested functions, because a name of the enclosing function is found faster than an attribute,
    # and each node uses a dozen. A single function would be 2 to 5 % faster.

    def _leaving(self) -> Ask:
        codes, decides, nodes, ended = self._codes, _LINES, self._nodes, self._ended
        worths, movers, zero, sign = self._net.boards, self._net.movers, OFFSET - self._net.zero, SIGN

        def leaves(
            depth: int, alpha: int, beta: int, key: int, x: int, o: int, live: int, where: int, side: int, hidden: int, won: int
        ) -> int:  # fmt: skip
            """The value of a position searched one ply deep, or a lower bound of at least beta; arguments as for ``search``."""
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
            """The moves, the most promising first; a winning move alone."""
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
            """One move alone, which is searched before all others and does not end the game."""
            nodes.untold += 1
            board, cell = _BOARD_AND_CELL[move]
            code = codes[board]
            new = _AS_STANDS[code + ADD[side][cell]]
            return [(0, board, cell, new, hidden - worths[board][code] + worths[board][new])]

        return lead

    def _deepening(self) -> tuple[Ask, ...]:
        """The function that searches to each depth."""
        codes, nodes, table, children, lead = self._codes, self._nodes, self._table, self._moving(), self._leading()
        replies: list[list[dict[int, Move]]] = [[{} for _ in range(9)] for _ in (0, 1)]

        def search(
            depth: int, alpha: int, beta: int, key: int, x: int, o: int, live: int, where: int, side: int, hidden: int, won: int
        ) -> int:  # fmt: skip
            """What :meth:`value` returns, for the position in ``codes``. Names that end in 1 are for the position after a move.

            ``won`` is the score of a win with the next mark: WIN - n if that is the n-th mark on the board. After a move the
            next mark is one later, so the position after it is searched with ``won - 1``. ``low`` is the lower end of the
            window of a move: alpha, but never below -WON after the first move. Once a move is known to lose, the others are
            only asked whether they lose, not how late. An example with 57 marks on the board, O to move in board 3::

                big board   board 3   board 6
                  X X 3      O . X     X X O    won is WIN - 58, since O sets mark 58.
                  X O 6      X X .     O . .    O 3.2: X wins by 3.6 with mark 59, so O gets -(won - 1).
                  O X O      O X O     X O X    O 3.6: X wins by 6.6, 6.5, 3.2 with mark 61, so O gets -(won - 3).

            If 3.2 is searched first, alpha becomes -(won - 1), and 3.6 is searched with ``low`` = -WON: it loses, too. The win
            of X that shows this is one with mark 61, so the position is worth -(won - 3). Whether X wins sooner is not asked.
            """
            full = key + _SPOTS[side][where]
            known = table.get(full)
            if known and known[0] >= depth and (told := _told(known, alpha, beta, won)) is not None:
                return told
            guess = known[3] if known else -1 if where == FREE else replies[side][where].get(codes[where], -1)
            # Such a move does not end the game: a win in the table is proven, and ``replies`` has no move that closes a board.
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
                    key1 = key + (new - code << CODE_BITS * board) if depth > 2 else 0  # leaves need no key
                    # After the first move only ask whether a move loses, not how late.
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
    """The value of a table entry, if it answers for this window; else None."""
    searched, value, bound, _ = known
    # Wins and losses are stored by their distance from the node.
    if searched == _PROVEN_DEPTH:
        return value + won - WIN if value > 0 else value - won + WIN
    if bound == _EXACT or (value >= beta if bound == _AT_LEAST else value <= alpha):
        return value
    return None


def _proven(value: int, bound: int, choice: Move, won: int) -> NetEntry:
    """The table entry for a win or a loss."""
    return _PROVEN_DEPTH, value + (WIN - won if value > 0 else won - WIN), bound, choice


def _without(move: Move, found: list[NetChild]) -> list[NetChild]:
    """``found`` without one move."""
    board, cell = _BOARD_AND_CELL[move]
    for rank, child in enumerate(found):
        if child[2] == cell and child[1] == board:
            del found[rank]
            break
    return found
