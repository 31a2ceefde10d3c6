"""The two searches of ultimate tic-tac-toe, on integers.

A local board is a code of nine ternary digits, the digit of cell c worth 3^c: 0 empty, 1 X, 2 O. All that depends on one
board alone stands in tables with an entry for each code. All that depends on who owns which board and which can be played
in stands in a :class:`View`, one for each player and each such standing; it is made when first met. A key tells everything::

    bits 0 to 134    nine codes of 15 bits
    bits 135 to 138  the board to play in, or FREE
    bits 139 to 165  the boards of X, those of O, and those that can be played in
    bits 166 up      the number of the search

``Search.value(place, depth, alpha, beta)`` returns v: at most v where v <= alpha, at least v where v >= beta, else exactly
v, when nothing beyond depth plies is looked at:

====================  ==============================================================================
_WIN - n              won when n marks stand on the board; proven
-_GUESS .. +_GUESS    an estimate; 0 also for a proven draw
-_WON and below       the same for losses
====================  ==============================================================================

The marks on the board follow from the key, so an entry of the table means the same wherever the position is met. When
depth plies end every game, nothing is estimated and 0 is a proven draw.

``Search.reaches(place, goal)`` tells whether the player to move gets at least ``goal``, 1 a win and 0 a draw, and looks to
the end of the game. Its keys leave out what stands in closed boards. It raises OutOfNodes when its allowance is spent, to
be called again with a greater one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from itertools import count
from threading import local
from typing import NamedTuple, TypeAlias

from core.bits import members
from core.game import Move, State
from core.games.ultimate import ALL, ENOUGH, FREE, LINES, O_BOARDS, OPEN, TURN, WHERE, X_BOARDS, Ultimate, has_line

WIN = 1_000_000
WON = 900_000
_INFINITE = 2_000_000

_BOARD_WON = 20
_ONE, _TWO = 1, 3
"""The worth of a line of a board that holds one or two marks of one player and none of the other."""
_EVERY_BOARD = 3
"""The weight of a board where all count the same."""
_FREE_CHOICE = 4
_TEMPO = 3
_TICK = 1000
_SLOTS = 262_139
"""Slots of a table, a prime: a key takes the slot that its remainder names, from whoever had it."""

_CODE_BITS = 15
_WHERE_SHIFT = 9 * _CODE_BITS
_STANDING_SHIFT = _WHERE_SHIFT + 4
_SEARCH_SHIFT = _STANDING_SHIFT + 27
_NO_MOVE = -1

Worths: TypeAlias = list[int | None]
"""By code: what a board is worth to a player, None where it is won or full."""

Standing: TypeAlias = tuple[int, int, int]
"""The boards of X, those of O, and those that can be played in."""

_members = members(9)


def _spread(empty: list[int], by_digit: tuple[bool, bool, bool]) -> list[int]:
    """By code, the set of the cells whose digit is one of these."""
    for cell in range(9):
        empty = [marks | cell_bit for cell_bit in (has << cell for has in by_digit) for marks in empty]
    return empty


_X = _spread([0], (False, True, False))
_O = _spread([0], (False, False, True))
_EMPTY = tuple(_members(cells) for cells in _spread([0], (True, False, False)))
_ADD = (tuple(3**cell for cell in range(9)), tuple(2 * 3**cell for cell in range(9)))
_LINED = tuple([has_line(cells) for cells in by_code] for by_code in (_X, _O))
"""``_LINED[side][code]``: whether the player has a line in the board."""
_KEYS = tuple(
    tuple(
        tuple((add << _CODE_BITS * board) + (cell << _WHERE_SHIFT) for cell, add in enumerate(_ADD[side]))
        for board in range(9)
    )
    for side in (0, 1)
)
"""``_KEYS[side][board][cell]``: what a move adds to a key that has no board to play in."""


Replies: TypeAlias = dict[int, tuple[int, tuple[int, ...], int]]
"""By code: the most that a move which closes nothing gains, the cells that close the board or win it, and the moves."""


class View:
    """A standing, that is who owns which board and which can be played in, for one player who is to move.

    ``tables[board]`` the worths of a live board and ``base`` that of the others; ``goes[cell]`` the board to which a cell
    leads, and ``costs[cell]`` what is taken off for the opponent's being on the move there; ``live`` the boards to play in;
    ``hope`` whether the player can still win; ``key`` the standing's part of a key; ``replies[board]``; ``closings`` the
    standings that follow.
    """

    __slots__ = ("base", "closings", "costs", "goes", "hope", "key", "live", "replies", "standing", "tables")

    def __init__(self, standing: Standing, tables: list[Worths], replies: list[Replies], base: int, hope: bool) -> None:
        x, o, live = standing
        self.standing = standing
        self.key = (x | o << 9 | live << 18) << _STANDING_SHIFT
        self.live = _members(live)
        self.goes = tuple(cell if live >> cell & 1 else FREE for cell in range(9))
        self.costs = tuple(_TEMPO if live >> cell & 1 else _TEMPO + _FREE_CHOICE for cell in range(9))
        self.tables = tables
        self.base = base
        self.hope = hope
        self.replies = replies
        self.closings: dict[int, int | tuple[View, View]] = {}

    def total(self, codes: list[int]) -> int:
        """The worth of all boards."""
        total = self.base
        tables = self.tables
        for board in self.live:
            worth = tables[board][codes[board]]
            assert worth is not None
            total += worth
        return total

    def reply(self, side: int, board: int, code: int) -> tuple[int, tuple[int, ...], int]:
        """The entry of ``replies[board]`` for a code."""
        table, add = self.tables[board], _ADD[side]
        now = table[code]
        assert now is not None
        gain, closers = -_INFINITE, []
        for cell in _EMPTY[code]:
            worth = table[code + add[cell]]
            if worth is None:
                closers.append(cell)
            else:
                gain = max(gain, worth - now - self.costs[cell])
        found = self.replies[board][code] = (gain, tuple(closers), len(_EMPTY[code]))
        return found


class Standings:
    """All views of one game, and what a board is worth in each."""

    def __init__(self, game: Ultimate) -> None:
        self._game = game
        self._views: dict[Standing, tuple[View, View]] = {}
        self._replies: defaultdict[tuple[int, int, int], Replies] = defaultdict(dict)

    def views(self, standing: Standing) -> tuple[View, View]:
        """A standing as X sees it and as O does."""
        if standing not in self._views:
            x, o, live = standing
            ours, theirs = self._weights(o | ALL & ~(live | x)), self._weights(x | ALL & ~(live | o))
            tables: tuple[list[Worths], list[Worths]] = ([[]] * 9, [[]] * 9)
            base = 0
            for board in range(9):
                owner = (x >> board & 1) - (o >> board & 1)
                plus, minus = ours[board], theirs[board]
                if not live >> board & 1:
                    base += _BOARD_WON * (plus if owner > 0 else -minus if owner < 0 else 0)
                elif owner:
                    worth = _BOARD_WON * (plus if owner > 0 else -minus)
                    tables[0][board], tables[1][board] = _owned(worth), _owned(-worth)
                else:
                    tables[0][board], tables[1][board] = _contested(plus, minus), _contested(-plus, -minus)
            hopes = self._hope(x, o, live), self._hope(o, x, live)
            self._views[standing] = (
                View(standing, tables[0], self._shared(tables[0], live, 0), base, hopes[0]),
                View(standing, tables[1], self._shared(tables[1], live, 1), -base, hopes[1]),
            )
        return self._views[standing]

    def clear(self) -> None:
        """Forget all."""
        self._views.clear()
        self._replies.clear()

    def _shared(self, tables: list[Worths], live: int, side: int) -> list[Replies]:
        """The replies of every board, the same wherever they must be."""
        return [self._replies[id(table), live, side] for table in tables]

    def closing(self, mine: View, side: int, board: int, code: int) -> int | tuple[View, View]:
        """What follows when the player of this view has won or filled a board, which has this code now: the result of the
        game for that player, or the views of that player and of the opponent."""
        x, o, live = mine.standing
        bit = 1 << board
        line = bool(_LINED[side][code]) and not (x | o) & bit
        index = 4 * board + 2 * line + (not _EMPTY[code])
        known = mine.closings.get(index)
        if known is None:
            own = (o if side else x) | bit * line
            x, o = (x, own) if side else (own, o)
            if not _EMPTY[code] or (line and not self._game.stay_open):
                live &= ~bit
            if line and self._decides(own):
                known = 1
            elif live:
                views = self.views((x, o, live))
                known = (views[side], views[1 - side])
            else:
                lead = (x.bit_count() - o.bit_count()) * (-1 if side else 1)
                known = (lead > 0) - (lead < 0) if self._game.count else 0
            mine.closings[index] = known
        return known

    def _decides(self, boards: int) -> bool:
        return boards.bit_count() >= ENOUGH if self._game.tic_tac_ku else has_line(boards)

    def _hope(self, own: int, other: int, live: int) -> bool:
        """Whether a player who owns these boards may still win."""
        most = own | live & ~other
        return self._decides(most) or (self._game.count and most.bit_count() > other.bit_count())

    def _weights(self, lost: int) -> list[int]:
        """How much each board counts for a player who cannot have these."""
        game = self._game
        weights = []
        for board in range(9):
            through = [line for line in LINES if line >> board & 1 and not line & lost]
            weight = _EVERY_BOARD if game.tic_tac_ku else len(through) + game.count
            weights.append(0 if lost >> board & 1 else weight)
        return weights


@cache
def _contested(plus: int, minus: int) -> Worths:
    """The worths of a board that nobody owns, which counts so much for the one and for the other."""
    return [None if hopes is None else plus * hopes[0] - minus * hopes[1] for hopes in _hopes()]


@cache
def _owned(worth: int) -> Worths:
    """The worths of a board that is owned and still played in."""
    return [worth if empty else None for empty in _EMPTY]


@cache
def _hopes() -> list[tuple[int, int] | None]:
    """By code: what the lines of a board promise to X and to O; None where it is won or full."""
    found: list[tuple[int, int] | None] = []
    for x, o, empty, x_line, o_line in zip(_X, _O, _EMPTY, *_LINED, strict=True):
        found.append(None if x_line or o_line or not empty else (_promise(x, o), _promise(o, x)))
    return found


@cache
def _promise(mine: int, theirs: int) -> int:
    return sum((0, _ONE, _TWO, 0)[(line & mine).bit_count()] for line in LINES if not line & theirs)


class Place(NamedTuple):
    """A position as the searches take it: ``score`` is the worth of all boards for the player to move."""

    codes: list[int]
    key: int
    score: int
    where: int
    side: int
    mine: View
    theirs: View

    @classmethod
    def of(cls, standings: Standings, s: State) -> Place:
        """The place of an unfinished state."""
        codes = [sum(_ADD[0][cell] for cell in _members(s[board] & ALL)) for board in range(9)]
        codes = [code + sum(_ADD[1][cell] for cell in _members(s[board] >> 9)) for board, code in enumerate(codes)]
        side = s[TURN]
        views = standings.views((s[X_BOARDS], s[O_BOARDS], s[OPEN]))
        mine, theirs = views[side], views[1 - side]
        key = sum(code << _CODE_BITS * board for board, code in enumerate(codes))
        return cls(codes, key + (s[WHERE] << _WHERE_SHIFT) + mine.key, mine.total(codes), s[WHERE], side, mine, theirs)

    @property
    def marks(self) -> int:
        """How many marks are on the board."""
        return sum(9 - len(_EMPTY[code]) for code in self.codes)

    @property
    def left(self) -> int:
        """How many cells can still be played in."""
        return sum(len(_EMPTY[self.codes[board]]) for board in self.mine.live)


class _Tables(local):
    """What the searches of one thread remember, in slots: a key of the deepening search with depth, value at least, value at
    most, and best move; for the search to the end, by 2 * goal + side, a key that reaches the goal, or the inverse of one
    that does not.

    Searches know their own entries by their number. Lists of integers that never grow and are never cleared: anything else
    stops a search for a tenth of a second, be it to tidy up a table or for the garbage collector to look through it.
    """

    def __init__(self) -> None:
        self.keys, self.depths, self.lows, self.highs, self.moves = ([0] * _SLOTS for _ in range(5))
        self.ends = tuple([0] * _SLOTS for _ in range(4))


_tables = _Tables()
_numbers = count(1)


class OutOfNodes(Exception):
    """The search to the end has spent its allowance."""


class Search:
    """Both searches, with their tables: ``best`` gives for a key the move that was best there. ``allowance`` is how many
    nodes the search to the end may still visit. ``tick`` is told of nodes about every thousand, and may raise Stopped."""

    def __init__(self, game: Ultimate, tick: Callable[[int], None]) -> None:
        self._standings = Standings(game)
        self._tick = tick
        self._codes = [0] * 9
        self._number = next(_numbers) << _SEARCH_SHIFT
        self._nodes = 0
        self._horizon = 0
        self.allowance = 0
        self._value = self._deepening()
        self._reaches = self._ending()

    def place(self, s: State) -> Place:
        """The place of an unfinished state."""
        return Place.of(self._standings, s)

    def value(self, place: Place, depth: int, alpha: int, beta: int) -> int:
        """The score of a place, depth >= 1; the contract stands at the top of the file."""
        self._codes[:] = place.codes
        self._horizon = place.marks + depth
        value = self._value(depth, alpha, beta, place.key + self._number, *place[2:])
        self.count()
        return value

    def reaches(self, place: Place, goal: int) -> bool:
        """Whether the player to move gets at least ``goal``; the contract stands at the top of the file."""
        self._codes[:] = place.codes
        key = place.key
        for board, code in enumerate(place.codes):
            if board not in place.mine.live:
                key -= code << _CODE_BITS * board
        reached = self._reaches(goal, key + self._number, *place[2:])
        self.count()
        return reached

    def close(self) -> None:
        """Let go of what was learnt, at once and not when the garbage is collected next."""
        self._standings.clear()

    def best(self, s: State) -> Move | None:
        """The move that the deepening search found best in an unfinished state, as far as it remembers."""
        key = self.place(s).key + self._number
        slot = key % _SLOTS
        return _tables.moves[slot] if _tables.keys[slot] == key else None

    def count(self) -> None:
        """Tell of the nodes visited. Raises Stopped."""
        nodes, self._nodes = self._nodes, 0
        self._tick(nodes)

    def _deepening(self) -> Callable[[int, int, int, int, int, int, int, View, View], int]:
        codes, closing = self._codes, self._standings.closing
        keys, depths, lows, highs, best_moves = _tables.keys, _tables.depths, _tables.lows, _tables.highs, _tables.moves

        def leaves(beta: int, score: int, where: int, side: int, mine: View) -> int:
            """The value of a position when one ply is looked at."""
            best = -_INFINITE
            for board in mine.live if where == FREE else (where,):
                code = codes[board]
                gain, closers, moves = mine.replies[board].get(code) or mine.reply(side, board, code)
                self._nodes += moves
                best = max(best, score + gain)
                for cell in closers:
                    if best >= beta:
                        return best
                    codes[board] = new = code + _ADD[side][cell]
                    after = closing(mine, side, board, new)
                    if isinstance(after, int):
                        value = after * (WIN - self._horizon)
                    else:
                        value = after[0].total(codes) - after[0].costs[cell]
                    codes[board] = code
                    best = max(best, value)
            return best

        def search(
            depth: int, alpha: int, beta: int, key: int, score: int, where: int, side: int, mine: View, theirs: View
        ) -> int:
            if depth == 1:
                return leaves(beta, score, where, side, mine)
            first = _NO_MOVE
            slot = key % _SLOTS
            if keys[slot] == key:
                first, low, high = best_moves[slot], lows[slot], highs[slot]
                if depths[slot] == depth or low >= WON or high <= -WON:
                    if low >= beta or low == high:
                        return low
                    if high <= alpha:
                        return high
            best, choice = -_INFINITE, _NO_MOVE
            bare = key - (where << _WHERE_SHIFT)
            add, tables, goes, costs = _ADD[side], mine.tables, mine.goes, mine.costs
            children = []
            for board in mine.live if where == FREE else (where,):
                code = codes[board]
                worths = tables[board]
                rest = score - worths[code]  # type: ignore[operator]
                adds = _KEYS[side][board]
                for cell in _EMPTY[code]:
                    new = code + add[cell]
                    worth = worths[new]
                    move = 9 * board + cell
                    if worth is not None:
                        total = rest + worth
                        to = goes[cell]
                        after_key = bare + adds[cell]
                        me, them = mine, theirs
                        order = total - costs[cell]
                    else:
                        codes[board] = new
                        after = closing(mine, side, board, new)
                        if isinstance(after, int):
                            value = after * (WIN - self._horizon + depth - 1)
                            if value > best:
                                best, choice = value, move
                            codes[board] = code
                            continue
                        me, them = after
                        total = me.total(codes)
                        codes[board] = code
                        to = me.goes[cell]
                        after_key = bare + adds[cell] + me.key - mine.key
                        order = total - me.costs[cell]
                    if to != cell:
                        after_key += FREE - cell << _WHERE_SHIFT
                    children.append((order if move != first else _INFINITE, move, new, after_key, total, to, me, them))
            self._nodes += len(children)
            if self._nodes >= _TICK:
                self.count()
            if best < beta:
                children.sort(reverse=True)
                other = 1 - side
                for _, move, new, after_key, total, to, me, them in children:
                    board = move // 9
                    code = codes[board]
                    codes[board] = new
                    bound = max(alpha, best)
                    if bound > -_INFINITE and beta - bound > 1 and choice >= 0:
                        value = -search(depth - 1, -bound - 1, -bound, after_key, -total, to, other, them, me)
                        if bound < value < beta:
                            value = -search(depth - 1, -beta, -value, after_key, -total, to, other, them, me)
                    else:
                        value = -search(depth - 1, -beta, -bound, after_key, -total, to, other, them, me)
                    codes[board] = code
                    if value > best:
                        best, choice = value, move
                        if best >= beta:
                            break
            keys[slot], depths[slot], best_moves[slot] = key, depth, choice
            lows[slot] = best if best > alpha else -_INFINITE
            highs[slot] = best if best < beta else _INFINITE
            return best

        return search

    def _ending(self) -> Callable[[int, int, int, int, int, View, View], bool]:
        codes, closing, ends = self._codes, self._standings.closing, _tables.ends

        def reaches(goal: int, key: int, score: int, where: int, side: int, mine: View, theirs: View) -> bool:
            if goal:
                if not mine.hope:
                    return False
            elif not theirs.hope:
                return True
            proven = ends[2 * goal + side]
            slot = key % _SLOTS
            known = proven[slot]
            if known == key:
                return True
            if known == ~key:
                return False
            if self.allowance < 0:
                raise OutOfNodes
            bare = key - (where << _WHERE_SHIFT)
            add, tables, goes, costs = _ADD[side], mine.tables, mine.goes, mine.costs
            other = 1 - side
            children = []
            reached = False
            for board in mine.live if where == FREE else (where,):
                code = codes[board]
                worths = tables[board]
                rest = score - worths[code]  # type: ignore[operator]
                adds = _KEYS[side][board]
                for cell in _EMPTY[code]:
                    new = code + add[cell]
                    worth = worths[new]
                    if worth is not None:
                        total = rest + worth
                        to = goes[cell]
                        after_key = bare + adds[cell]
                        me, them = mine, theirs
                        order = total - costs[cell]
                    else:
                        codes[board] = new
                        after = closing(mine, side, board, new)
                        if isinstance(after, int):
                            codes[board] = code
                            if after >= goal:
                                reached = True
                                break
                            continue
                        me, them = after
                        total = me.total(codes)
                        codes[board] = code
                        to = me.goes[cell]
                        after_key = bare + adds[cell] + me.key - mine.key
                        if board not in me.live:
                            after_key -= new << _CODE_BITS * board
                        order = total - me.costs[cell]
                    if to != cell:
                        after_key += FREE - cell << _WHERE_SHIFT
                    else:
                        code_there = codes[to] if to != board else new
                        reply = them.replies[to].get(code_there) or them.reply(other, to, code_there)
                        order -= reply[0] if not reply[1] else 30
                    children.append((order, 9 * board + cell, new, after_key, total, to, me, them))
                if reached:
                    break
            self._nodes += len(children) + 1
            self.allowance -= len(children) + 1
            if self._nodes >= _TICK:
                self.count()
            if not reached:
                children.sort(reverse=True)
                for _, move, new, after_key, total, to, me, them in children:
                    board = move // 9
                    code = codes[board]
                    codes[board] = new
                    reached = not reaches(1 - goal, after_key, -total, to, other, them, me)
                    codes[board] = code
                    if reached:
                        break
            proven[slot] = key if reached else ~key
            return reached

        return reaches
