"""Searches Connect Four to the end of the game, by Pascal Pons's method (http://blog.gamesolver.org).

Its parts are null windows, only moves that do not lose at once, moves that make most threats first, and a table of bounds.

Bits are those of :mod:`core.games.connect_four`: columns of H + 1, the lowest place first, the topmost never set::

     5 12 19 26 33 40 47      ``own``      discs of the player to move
     4 11 18 25 32 39 46      ``taken``    discs of both players; ``own + taken`` is a different number for each position
     3 10 17 24 31 38 45      ``threats``  places where a player would complete four
     2  9 16 23 30 37 44      ``left``     number of free places
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42      ``taken + bottom`` has the bit of the next disc's place in each column (W = 7, H = 6)

The score of a position is for the player to move and counts from the end: a win with the t-th disc of the game is
(W * H + 2 - t) // 2, a loss with it the negative of that, a tie 0. So 1 is a win with a player's last disc.

*Following up.* If columns have an even number of places, a player who answers each disc with a disc on top of it gets all
places of even rows, counted from 1. That settles long endings without a search (:func:`follow_up`) and saves half of the nodes
of verdicts at ply 16.

*One move ahead.* Before it searches any move, the search finds the threats that each move makes and the answers that it leaves.
A move that leaves no answer wins at once, and a window above all other scores needs no search. The threats of a disc with the
discs around it are looked up. All that takes 0.6 of the time and 0.7 of the nodes at plies 13 to 16.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import TypeAlias

from core.engines.root import Counter
from core.game import Move, State
from core.games.connect_four import ConnectFour

NullWindow: TypeAlias = Callable[[int, int, int, int, int], int]
"""Takes ``(own, taken, threats, left, beta)``, with the threats of the opponent, for a position in which the player to move has
no win at once. Returns v: a lower bound of the score if v >= beta, else an upper bound."""
Negamax: TypeAlias = Callable[[int, int, int, int, int, int, int], int]
"""Takes ``(own, taken, mine, threats, free, left, beta)`` and returns v as a :data:`NullWindow` does. ``mine`` are the threats
of the player to move, ``free`` the places where a disc does not lose to the next disc, at least one. Beta lies within the
scores that are possible then."""
Tick: TypeAlias = Callable[[int], None]

_TICK = 1000
_KEPT = 100_000
"""Maximum number of cached threats; a search from ply 13 meets about 20,000."""


class ConnectFourBoard:
    """The rules of a board, and its masks and tables for the searches."""

    def __init__(self, game: ConnectFour) -> None:
        self.game = game
        self.bottom = sum(1 << game.height * column for column in range(game.columns))
        self.middle_first = sorted(range(game.columns), key=lambda column: abs(2 * column - game.columns + 1))
        self.threats = _threats(game.height, game.places)

    def value(self, search: NullWindow, state: State, move: Move, goal: int) -> int:
        """The score v of a move for the player who makes it: a lower bound if v >= ``goal``, else an upper bound."""
        own, taken = state
        left = (self.game.places ^ taken).bit_count()
        drop = self.game.landing(state, move)
        # The search is for positions without a win at once, so such wins are found here.
        if drop & self.threats(own):
            return (left + 1) // 2
        other, after = self.game.play(state, move)
        if self.threats(other) & (after + self.bottom):
            return -(left // 2)
        return -search(other, after, self.threats(own | drop) & ~after, left - 1, 1 - goal)

    def ordered(self, state: State) -> list[Move]:
        """The legal moves in the order of the search, so that a later search finds its results again at once."""
        own, taken = state
        made: dict[Move, int] = {}
        for move in sorted(self.game.moves(state), key=self.middle_first.index):
            drop = self.game.landing(state, move)
            made[move] = (self.threats(own | drop) & ~taken & ~drop).bit_count()
        return sorted(made, key=made.__getitem__, reverse=True)


class Searcher:
    """A search to the end of the game; a call is a :data:`NullWindow`. It calls ``tick`` with the number of new nodes and
    raises what that raises. Its table holds what is true of positions in any search, so it may serve one search after the
    other."""

    def __init__(self, board: ConnectFourBoard, tick: Tick) -> None:
        self.board = board
        self.tick = tick
        self._nodes = Counter(lambda nodes: self.tick(nodes), _TICK)
        self._lower: dict[int, int] = self._nodes.table()
        self._upper: dict[int, int] = self._nodes.table()
        self._safe = _safe(board)
        self._negamax = _negamax(board, self._nodes, self._lower, self._upper)

    def __call__(self, own: int, taken: int, threats: int, left: int, beta: int) -> int:
        assert own & ~taken == 0
        free = self._safe(taken, threats)
        if not free:
            return -(left // 2)
        # No free place loses to the next disc, and nobody wins at once, so scores lie within these bounds.
        least, most = min(1 - left // 2, 0), (left - 1) // 2
        if not least < beta <= most:
            return least if beta <= least else most
        value = self._negamax(own, taken, self.board.threats(own) & ~taken, threats, free, left, beta)
        self._nodes.flush()
        return value

    def most(self, own: int, taken: int) -> int | None:
        """An upper bound of the score of a position; None if it was not searched."""
        return self._upper.get(own + taken)


def follow_up(board: ConnectFourBoard) -> NullWindow:
    """A function of the arguments of a :data:`NullWindow`, for a beta of 1, 0 or -1 and boards with an even number of rows. It
    returns an upper bound of the score, below beta, if following up shows one; else it returns beta, which proves nothing."""
    game = board.game
    places, bottom = game.places, board.bottom
    odd = sum(bottom << row for row in range(0, game.rows, 2))
    even = odd << 1
    # Four below the two uppermost rows leaves at least two places free, however long the opponent waits.
    early = places & ~sum(bottom << row for row in (game.rows - 2, game.rows - 1))
    columns = [(1 << game.rows) - 1 << game.height * column for column in range(game.columns)]
    four = _four(game.height)

    def bound(own: int, taken: int, threats: int, left: int, beta: int) -> int:
        empty = places ^ taken
        free = (taken + bottom) & places
        # The next places of columns with an odd number of free places; their number is even if ``left`` is. The opponent
        # answers a disc in one of these columns with a disc in another, and follows up elsewhere. So the player gets at most
        # the next places of all these columns.
        uneven = free & even
        soon = early if beta < 0 else places
        if not left & 1:
            if four(own | empty & odd | uneven):
                return beta
            # In the end the opponent has all other even places, and nobody has won before.
            if beta <= 0 and four((own ^ taken) | empty & even & soon & ~free):
                return beta - 1
            return 0
        # With a threat in an odd row of such a column the opponent waits: all other places are filled in pairs, and then the
        # player has to take the place below the threat.
        waiting = threats & odd & soon & ~free if beta <= 0 else 0
        if waiting and uneven:
            for column in columns:
                if uneven & column and (there := waiting & column):
                    below = (there & -there) - 1 & column & empty & even
                    if not four(own | ~column & (empty & odd | uneven) | below):
                        return beta - 1
        return beta

    return bound


class _Threatened(dict[int, int]):
    """Cached threats by discs: few patterns of discs around a place come up often."""

    def __init__(self, threats: Callable[[int], int]) -> None:
        self._threats = threats

    def __missing__(self, discs: int) -> int:
        if len(self) >= _KEPT:
            self.clear()
        found = self[discs] = self._threats(discs)
        return found


def _negamax(board: ConnectFourBoard, nodes: Counter, lower: dict[int, int], upper: dict[int, int]) -> Negamax:
    """The search itself. ``lower`` and ``upper`` hold bounds of scores by key."""
    places, bottom = board.game.places, board.bottom
    bound = follow_up(board) if board.game.rows % 2 == 0 else None
    count, threatened, near, ranks = nodes.add, _Threatened(board.threats), _near(board), _ranks(board)

    def negamax(own: int, taken: int, mine: int, threats: int, free: int, left: int, beta: int) -> int:
        count()
        # The sum is a different number for each position; no other key is as cheap.
        key = own + taken
        most = upper.get(key)
        # For other values of beta, following up costs more than it saves.
        if most is None and bound and -1 <= beta <= 1:
            most = bound(own, taken, threats, left, beta)
        if most is not None and most < beta:
            return most
        if (least := lower.get(key)) is not None and least >= beta:
            return least
        other = own ^ taken
        most = (left - 1) // 2
        rank = ranks[left & 1]
        moves = []
        while free:
            drop = free & -free
            free ^= drop
            after = taken | drop
            # Before any child is searched: a bound of one in the table may be enough.
            if (reply := upper.get(other + after)) is not None and -reply >= beta:
                return -reply
            made = (mine | threatened[(own | drop) & near[drop]]) & ~after
            safe = (after + bottom) & places
            if forced := safe & made:
                if forced & (forced - 1):
                    return most  # two threats, and one disc to answer them
                safe = forced
            safe &= ~(made >> 1)
            if not safe:
                return most
            # Many threats leave the opponent few answers.
            moves.append((rank[drop] - 16 * made.bit_count(), after, made, safe))
        if beta == most:
            return most - 1
        moves.sort()
        best = -left
        for _, after, made, safe in moves:
            value = -negamax(other, after, threats, made, safe, left - 1, 1 - beta)
            if value >= beta:
                lower[key] = value
                return value
            if value > best:
                best = value
        upper[key] = best
        return best

    return negamax


def _near(board: ConnectFourBoard) -> dict[int, int]:
    """By place: the places that share a line of four with it, including itself."""
    cells = [1 << i for i in range(board.game.places.bit_length()) if board.game.places >> i & 1]
    return {cell: cell | reduce(or_, (line for line in board.game.lines if line & cell), 0) for cell in cells}


def _ranks(board: ConnectFourBoard) -> tuple[dict[int, int], dict[int, int]]:
    """By place: its part in the order of moves, for an even and for an odd number of free places. The middle comes first, but a
    disc that follows up comes before it."""
    game = board.game
    even, odd = {}, {}
    for i, column in enumerate(board.middle_first):
        for row in range(game.rows):
            place = 1 << game.height * column + row
            even[place] = i
            odd[place] = i - 8 * (row % 2)
    return even, odd


def _safe(board: ConnectFourBoard) -> Callable[[int, int], int]:
    """A function of ``taken`` and the ``threats`` of the opponent: the free places where a disc does not lose to the next disc;
    0 if all lose."""
    places, bottom = board.game.places, board.bottom

    def safe(taken: int, threats: int) -> int:
        free = (taken + bottom) & places
        if forced := free & threats:
            if forced & (forced - 1):
                return 0  # two threats, and one disc to answer them
            free = forced
        # A disc below a threat of the opponent gives that place away.
        return free & ~(threats >> 1)

    return safe


def _threats(height: int, places: int) -> Callable[[int], int]:
    """A function of discs: all places, including taken ones, where one more disc would make four in a row."""
    steps = tuple((step, 2 * step, 3 * step) for step in (height - 1, height, height + 1))

    def threats(discs: int) -> int:
        # In a column only the place on top of three can be missing.
        found = (discs << 1) & (discs << 2) & (discs << 3)
        for one, two, three in steps:
            pairs = discs & (discs << one)
            if pairs:
                # Beside a pair: the place next to it, with a third disc beyond that place or at the other end.
                found |= (pairs << one) & ((discs << three) | (discs >> one))
                found |= (pairs >> two) & ((discs >> three) | (discs << one))
        return found & places

    return threats


def _four(height: int) -> Callable[[int], bool]:
    """A function of discs: whether they have four in a row."""
    steps = tuple((step, 2 * step) for step in (1, height - 1, height, height + 1))

    def four(discs: int) -> bool:
        for one, two in steps:
            pairs = discs & (discs >> one)
            if pairs & (pairs >> two):
                return True
        return False

    return four
