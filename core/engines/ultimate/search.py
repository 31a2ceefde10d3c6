"""Two searches of ultimate tic-tac-toe, on the places and views of :mod:`core.engines.ultimate.tables`.

A deepening search gives estimates and distances, a search to the end gives results. The number of marks on the board follows
from the key, so a table entry means the same wherever the position is met.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import TypeAlias

from core.engines.root import Counter, OutOfNodes
from core.engines.ultimate.tables import (
    ADD,
    CODE_BITS,
    EMPTY,
    KEYS,
    SEARCH_SHIFT,
    WHERE_SHIFT,
    SearchPlace,
    Standings,
    View,
)
from core.engines.win_scores import INFINITE, WIN, WON
from core.game import Move, State
from core.games.ultimate import FREE, Ultimate

_TICK = 1000
_SLOTS = 262_139
"""Number of slots of a table, a prime. A key overwrites the slot of its remainder."""
_NO_MOVE = -1
_NEVER = 2
"""A goal above every result."""

Child: TypeAlias = tuple[int, Move, int, int, int, int, View, View]
"""A move that does not end the game: its rank in the order of moves, the move, and then, after it, the code of its board, the
key, the value of all boards for the player who made it, the board to play in, and the views of that player and of the
opponent."""


class Tables:
    """Transposition tables in slots. For the deepening search: key, depth, lower bound, upper bound, best move. For the search
    to the end, by 2 * goal + side: a key that reaches the goal, or the inverse (``~key``) of one that does not.

    The lists of integers never grow and are never cleared, because clearing them would stop a search for a tenth of a second.
    So later searches use the same lists, and each tells its own entries by its number.
    """

    def __init__(self) -> None:
        self.keys, self.depths, self.lows, self.highs, self.moves = ([0] * _SLOTS for _ in range(5))
        self.ends = tuple([0] * _SLOTS for _ in range(4))


_numbers = count(1)


class UltimateSearch:
    """Both searches with their tables. ``allowance`` is the number of nodes that the search to the end may still visit. Calls
    ``tick`` with the number of new nodes about every thousand; it may raise Stopped. Nothing else may use ``tables`` meanwhile.

    The searches are nested functions, because a name of the enclosing function is found faster than an attribute, and each node
    uses a dozen.
    """

    def __init__(self, game: Ultimate, tick: Callable[[int], None], tables: Tables) -> None:
        self._game = game
        self._standings = Standings(game)
        self._nodes = Counter(tick, _TICK)
        self._tables = tables
        self._codes = [0] * 9
        self._number = next(_numbers) << SEARCH_SHIFT
        self._horizon = 0
        self.allowance = 0
        self._children = self._moving()
        self._value = self._deepening()
        self._reaches = self._ending()

    def place(self, s: State) -> SearchPlace:
        """The place of an unfinished state."""
        return SearchPlace.of(self._standings, s)

    def value(self, place: SearchPlace, depth: int, alpha: int, beta: int) -> int:
        """Search an unfinished place to a depth of at least 1, with alpha < beta.

        Returns v for the player to move: an upper bound if v <= alpha, a lower bound if v >= beta, else the exact value when
        nothing beyond ``depth`` plies is looked at. Raises what ``tick`` raises.

        ====================  ===================================================================
        WIN - n               a proven win, with n marks on the board at its end; WON or more
        between -WON and WON  an estimate; 0 is also a draw, proven if ``depth`` plies end every game
        n - WIN               a proven loss, with n marks on the board at its end; -WON or less
        ====================  ===================================================================
        """
        assert depth >= 1
        assert alpha < beta
        self._codes[:] = place.codes
        self._horizon = place.marks + depth
        value = self._value(depth, alpha, beta, place.key + self._number, *place[2:])
        self._nodes.flush()
        return value

    def reaches(self, place: SearchPlace, goal: int) -> bool:
        """Whether the player to move gets at least ``goal``, 1 for a win or 0 for a draw. Searches to the end of the game.

        Raises OutOfNodes if the allowance is spent; a later call with a greater allowance goes on from the tables. Raises what
        ``tick`` raises.
        """
        assert goal in (0, 1)
        self._codes[:] = place.codes
        key = place.key
        # Leave the marks of closed boards out of the key: they no longer matter, so many positions share it.
        for board, code in enumerate(place.codes):
            if board not in place.mine.live:
                key -= code << CODE_BITS * board
        reached = self._reaches(goal, key + self._number, *place[2:])
        self._nodes.flush()
        return reached

    def close(self) -> None:
        """Free the memory of the views at once: they refer to each other and would wait for the garbage collector."""
        self._standings.clear()

    def asker(self, s: State) -> Callable[[int, int, int], int]:
        """:meth:`value` for an unfinished state, as a function of depth, alpha and beta."""
        return partial(self.value, self.place(s))

    def best(self, s: State) -> Move | None:
        """The best move of an unfinished state by the deepening search; None if the table has lost it."""
        key = self.place(s).key + self._number
        slot = key % _SLOTS
        return self._tables.moves[slot] if self._tables.keys[slot] == key else None

    def line(self, s: State, most: int) -> list[Move]:
        """The principal variation of the deepening search from an unfinished state, as far as the table has it, of at most
        ``most`` plies."""
        found: list[Move] = []
        while len(found) < most and self._game.value(s) is None and (move := self.best(s)) is not None:
            found.append(move)
            s = self._game.play(s, move)
        return found

    def _moving(self) -> Callable[[Move, int, int, int, int, int, View, View], tuple[list[Child], int, Move]]:
        codes, closing = self._codes, self._standings.closing

        def children(
            first: Move, goal: int, key: int, score: int, where: int, side: int, mine: View, theirs: View
        ) -> tuple[list[Child], int, Move]:
            """The moves that do not end the game, ``first`` before all others; and of those that do, the best result and its
            move. With a goal, which ``reaches`` gives, it stops at a result that reaches the goal."""
            found: list[Child] = []
            result, ender = -_NEVER, _NO_MOVE
            to_the_end = goal < _NEVER
            other = 1 - side
            bare = key - (where << WHERE_SHIFT)
            add, tables, goes, costs = ADD[side], mine.tables, mine.goes, mine.costs
            for board in mine.live if where == FREE else (where,):
                code = codes[board]
                worths = tables[board]
                rest = score - worths[code]  # type: ignore[operator]
                adds = KEYS[side][board]
                for cell in EMPTY[code]:
                    new = code + add[cell]
                    worth = worths[new]
                    move = 9 * board + cell
                    # The board stays open: tables tell how its value and its key change.
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
                            if after > result:
                                result, ender = after, move
                                if result >= goal:
                                    return found, result, ender
                            continue
                        me, them = after
                        total = me.total(codes)
                        codes[board] = code
                        to = me.goes[cell]
                        after_key = bare + adds[cell] + me.key - mine.key
                        if to_the_end and board not in me.live:
                            after_key -= new << CODE_BITS * board
                        order = total - me.costs[cell]
                    if to != cell:
                        # A move to a board that is closed lets the other player choose.
                        after_key += FREE - cell << WHERE_SHIFT
                    elif to_the_end:
                        code_there = codes[to] if to != board else new
                        gain, closers, _ = them.replies[to].get(code_there) or them.reply(other, to, code_there)
                        order -= gain if not closers else 30
                    found.append((order if move != first else INFINITE, move, new, after_key, total, to, me, them))
            return found, result, ender

        return children

    def _leaves(self) -> Callable[[int, int, int, int, View], int]:
        codes, closing, nodes = self._codes, self._standings.closing, self._nodes

        def leaves(beta: int, score: int, where: int, side: int, mine: View) -> int:
            """The value of a position searched one ply deep, or a lower bound of at least beta."""
            best = -INFINITE
            for board in mine.live if where == FREE else (where,):
                code = codes[board]
                # The last ply is not played: for each board a table has the gain of the best move.
                gain, closers, moves = mine.replies[board].get(code) or mine.reply(side, board, code)
                nodes.untold += moves
                best = max(best, score + gain)
                for cell in closers:
                    if best >= beta:
                        return best
                    codes[board] = new = code + ADD[side][cell]
                    after = closing(mine, side, board, new)
                    if isinstance(after, int):
                        value = after * (WIN - self._horizon)
                    else:
                        value = after[0].total(codes) - after[0].costs[cell]
                    codes[board] = code
                    best = max(best, value)
            return best

        return leaves

    def _deepening(self) -> Callable[[int, int, int, int, int, int, int, View, View], int]:
        codes, children, leaves = self._codes, self._children, self._leaves()
        tables, nodes = self._tables, self._nodes
        keys, depths, lows, highs, best_moves = tables.keys, tables.depths, tables.lows, tables.highs, tables.moves

        def search(
            depth: int,
            alpha: int,
            beta: int,
            key: int,
            score: int,
            where: int,
            side: int,
            mine: View,
            theirs: View,
        ) -> int:
            if depth == 1:
                return leaves(beta, score, where, side, mine)
            first = _NO_MOVE
            slot = key % _SLOTS
            if keys[slot] == key:
                first, low, high = best_moves[slot], lows[slot], highs[slot]
                # Use entries of equal depth only, not of greater: estimates favour the player who moved last.
                if depths[slot] == depth or low >= WON or high <= -WON:
                    if low >= beta or low == high:
                        return low
                    if high <= alpha:
                        return high
            found, result, ender = children(first, _NEVER, key, score, where, side, mine, theirs)
            best, choice = (result * (WIN - self._horizon + depth - 1), ender) if ender >= 0 else (-INFINITE, _NO_MOVE)
            nodes.add(len(found))
            # Best first by the table of values; the best move of an earlier search before all.
            if best < beta:
                found.sort(reverse=True)
                other = 1 - side
                for _, move, new, after_key, total, to, me, them in found:
                    board = move // 9
                    code = codes[board]
                    codes[board] = new
                    bound = max(alpha, best)
                    # Search the other moves with a null window, and those that are better again.
                    if bound > -INFINITE and beta - bound > 1 and choice >= 0:
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
            # A value outside the window is only a bound.
            lows[slot] = best if best > alpha else -INFINITE
            highs[slot] = best if best < beta else INFINITE
            return best

        return search

    def _ending(self) -> Callable[[int, int, int, int, int, View, View], bool]:
        codes, children, ends, nodes = self._codes, self._children, self._tables.ends, self._nodes

        def reaches(goal: int, key: int, score: int, where: int, side: int, mine: View, theirs: View) -> bool:
            if goal:
                if not mine.hope:
                    return False  # a player who can no longer make a line does not win
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
            found, result, _ = children(_NO_MOVE, goal, key, score, where, side, mine, theirs)
            reached = result >= goal
            self.allowance -= len(found) + 1
            nodes.add(len(found) + 1)
            if not reached:
                found.sort(reverse=True)
                other = 1 - side
                for _, move, new, after_key, total, to, me, them in found:
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
