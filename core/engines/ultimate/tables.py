"""Positions of ultimate tic-tac-toe as integers, with tables for the searches.

A local board is a code of nine ternary digits, the digit of cell c worth 3^c: 0 empty, 1 X, 2 O. What depends on one board
alone is in tables by code. What depends on the owners of the boards and on which boards are open is in a :class:`View`, one for
each player and each such standing, made when first met. A key holds the whole position::

    bits 0 to 134    nine codes of 15 bits
    bits 135 to 138  the board to play in, or FREE
    bits 139 to 165  the boards of X, those of O, and those that can be played in
    bits 166 up      the number of the search
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import NamedTuple, TypeAlias

from core.engines.win_scores import INFINITE
from core.estimates.ultimate import BOARD_WON, FREE_CHOICE, board_weights, promise
from core.game import State
from core.games.ultimate import ALL, ENOUGH, FREE, O_BOARDS, OPEN, TURN, WHERE, X_BOARDS, Ultimate, has_line
from core.kinds.bits import members

_EVERY_BOARD = 5
"""The weight of a board where all count the same: more than a free choice, which so decides only between equals. At 5,000
nodes a move that scores 0.59 against a weight of 3, in 120 games."""
_TEMPO = 3

CODE_BITS = 15
WHERE_SHIFT = 9 * CODE_BITS
_STANDING_SHIFT = WHERE_SHIFT + 4
SEARCH_SHIFT = _STANDING_SHIFT + 27

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


CELLS = (_spread([0], (False, True, False)), _spread([0], (False, False, True)))
"""``CELLS[side][code]``: the set of the player's cells in the board."""
EMPTY = tuple(_members(cells) for cells in _spread([0], (True, False, False)))
ADD = (tuple(3**cell for cell in range(9)), tuple(2 * 3**cell for cell in range(9)))
LINED = tuple([has_line(cells) for cells in by_code] for by_code in CELLS)
"""``LINED[side][code]``: whether the player has a line in the board."""
KEYS = tuple(
    tuple(
        tuple((add << CODE_BITS * board) + (cell << WHERE_SHIFT) for cell, add in enumerate(ADD[side]))
        for board in range(9)
    )
    for side in (0, 1)
)
"""``KEYS[side][board][cell]``: what a move adds to a key that has no board to play in."""


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
        self.costs = tuple(_TEMPO if live >> cell & 1 else _TEMPO + FREE_CHOICE for cell in range(9))
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
        table, add = self.tables[board], ADD[side]
        now = table[code]
        assert now is not None
        gain, closers = -INFINITE, []
        for cell in EMPTY[code]:
            # What closes a board changes its standing, so its gain does not stand in this table.
            worth = table[code + add[cell]]
            if worth is None:
                closers.append(cell)
            else:
                gain = max(gain, worth - now - self.costs[cell])
        found = self.replies[board][code] = (gain, tuple(closers), len(EMPTY[code]))
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
            # A board counts by the lines that can still be won through it, by either player.
            ours, theirs = self._weights(o | ALL & ~(live | x)), self._weights(x | ALL & ~(live | o))
            tables: tuple[list[Worths], list[Worths]] = ([[]] * 9, [[]] * 9)
            base = 0
            for board in range(9):
                owner = (x >> board & 1) - (o >> board & 1)
                plus, minus = ours[board], theirs[board]
                if not live >> board & 1:
                    base += BOARD_WON * (plus if owner > 0 else -minus if owner < 0 else 0)
                elif owner:
                    worth = BOARD_WON * (plus if owner > 0 else -minus)
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
        # Tables are made once and kept, so that their identity tells them apart.
        return [self._replies[id(table), live, side] for table in tables]

    def closing(self, mine: View, side: int, board: int, code: int) -> int | tuple[View, View]:
        """What follows when the player of this view has won or filled a board, which has this code now: the result of the
        game for that player, or the views of that player and of the opponent."""
        x, o, live = mine.standing
        bit = 1 << board
        line = bool(LINED[side][code]) and not (x | o) & bit
        index = 4 * board + 2 * line + (not EMPTY[code])
        # Few standings follow from one, and they are asked for at every closing: each is found once.
        known = mine.closings.get(index)
        if known is None:
            own = (o if side else x) | bit * line
            x, o = (x, own) if side else (own, o)
            if not EMPTY[code] or (line and not self._game.stay_open):
                live &= ~bit
            # Only the player who has just won a board can have won the game with it.
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

    def _weights(self, lost: int) -> tuple[int, ...]:
        """How much each board counts for a player who cannot have these."""
        return board_weights(lost, _EVERY_BOARD if self._game.tic_tac_ku else 0, self._game.count)


@cache
def _contested(plus: int, minus: int) -> Worths:
    """The worths of a board that nobody owns, which counts so much for the one and for the other."""
    pairs, kinds = hopes()
    worths = [None if pair is None else plus * pair[0] - minus * pair[1] for pair in pairs]
    return list(map(worths.__getitem__, kinds))


@cache
def _owned(worth: int) -> Worths:
    """The worths of a board that is owned and still played in."""
    return [worth if empty else None for empty in EMPTY]


@cache
def hopes() -> tuple[list[tuple[int, int] | None], list[int]]:
    """The pairs of what the lines of a board may promise to X and to O, and by code which of them they do; the first, None,
    where it is won or full. There are few pairs, so that the worths of a standing that is new take but a millisecond."""
    pairs: dict[tuple[int, int] | None, int] = {None: 0}
    kinds = []
    for x, o, empty, x_line, o_line in zip(*CELLS, EMPTY, *LINED, strict=True):
        pair = None if x_line or o_line or not empty else (promise(x, o), promise(o, x))
        kinds.append(pairs.setdefault(pair, len(pairs)))
    return list(pairs), kinds


def codes_of(s: State) -> list[int]:
    """The codes of the nine boards of a state."""
    codes = [sum(ADD[0][cell] for cell in _members(s[board] & ALL)) for board in range(9)]
    return [code + sum(ADD[1][cell] for cell in _members(s[board] >> 9)) for board, code in enumerate(codes)]


class SearchPlace(NamedTuple):
    """A position in the form of the searches."""

    codes: list[int]
    """The code of each board."""
    key: int
    """The key of the position, in the bits that the module describes, without the number of the search."""
    score: int
    """The value of all boards for the player to move."""
    where: int
    """The board to play in, or FREE."""
    side: int
    """The player to move, 0 or 1."""
    mine: View
    """The view of the player to move."""
    theirs: View
    """The view of the opponent."""

    @classmethod
    def of(cls, standings: Standings, s: State) -> SearchPlace:
        """The place of an unfinished state."""
        codes = codes_of(s)
        side = s[TURN]
        views = standings.views((s[X_BOARDS], s[O_BOARDS], s[OPEN]))
        mine, theirs = views[side], views[1 - side]
        key = sum(code << CODE_BITS * board for board, code in enumerate(codes))
        return cls(codes, key + (s[WHERE] << WHERE_SHIFT) + mine.key, mine.total(codes), s[WHERE], side, mine, theirs)

    @property
    def marks(self) -> int:
        """Number of marks on the board."""
        return sum(9 - len(EMPTY[code]) for code in self.codes)
