"""The search of Connect Four to the end of the game, by Pascal Pons's method (http://blog.gamesolver.org): null windows, only
moves that do not lose at once, those that make most threats first, and a table of bounds.

Bits are those of :mod:`core.games.connect_four`: columns of H + 1, the lowest place first, the topmost never set::

     5 12 19 26 33 40 47      ``own``      discs of the player to move
     4 11 18 25 32 39 46      ``taken``    discs of both; ``own + taken`` is a number of its own for each position
     3 10 17 24 31 38 45      ``threats``  places where a player would complete four
     2  9 16 23 30 37 44      ``left``     how many places are free
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42      ``taken + bottom`` has set, in each column, the place where the next disc falls (W = 7, H = 6)

The score of a position is for the player to move and counts from the end: a win with the t-th disc of the game is
(W * H + 2 - t) // 2, a loss by it the same below zero, a tie 0. So 1 is a win with a player's last disc.

A :data:`NullWindow` takes ``(own, taken, threats, left, beta)``, the threats those of the opponent, where the player to move
has no win at once, and returns v: the score is at least v where v >= beta, else at most v.

*Following up.* Where columns have an even number of places, who answers each disc with one on top of it gets all places of
even rows, counted from 1. That settles long endings without a search (:func:`follow_up`) and saves half of the nodes that
verdicts take at ply 16.

*One move ahead.* Before any move is searched, what each threatens and the answers that it leaves are found: a move that leaves
no answer wins at once, and a question that only such a win would answer needs no search. What a disc threatens together with
those around it is looked up. In all that makes 0.6 of the time and 0.7 of the nodes at plies 13 to 16.
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
Negamax: TypeAlias = Callable[[int, int, int, int, int, int, int], int]
"""Takes ``(own, taken, mine, threats, free, left, beta)``: ``mine`` the threats of the player, ``free`` the places where a disc
does not lose to the next one; there is one, and what every such position scores does not answer the question yet."""
Tick: TypeAlias = Callable[[int], None]

_TICK = 1000
_KEPT = 100_000
"""So many threats are kept; a search from ply 13 comes across some 20,000."""


class ConnectFourBoard:
    """The rules, and what the searches know of a board beside them."""

    def __init__(self, game: ConnectFour) -> None:
        self.game = game
        self.bottom = sum(1 << game.height * column for column in range(game.columns))
        self.middle_first = sorted(range(game.columns), key=lambda column: abs(2 * column - game.columns + 1))
        self.threats = _threats(game.height, game.places)

    def value(self, search: NullWindow, state: State, move: Move, goal: int) -> int:
        """What a move scores for the player who makes it: at least the result where that is not less than ``goal``, else at
        most the result."""
        own, taken = state
        left = (self.game.places ^ taken).bit_count()
        drop = self.game.landing(state, move)
        # The search is only for positions in which nobody wins at once, so such wins are seen here.
        if drop & self.threats(own):
            return (left + 1) // 2
        other, after = self.game.play(state, move)
        if self.threats(other) & (after + self.bottom):
            return -(left // 2)
        return -search(other, after, self.threats(own | drop) & ~after, left - 1, 1 - goal)

    def ordered(self, state: State) -> list[Move]:
        """The legal moves in the order in which a search looks at them: what it has found out is found again at once."""
        own, taken = state
        made: dict[Move, int] = {}
        for move in sorted(self.game.moves(state), key=self.middle_first.index):
            drop = self.game.landing(state, move)
            made[move] = (self.threats(own | drop) & ~taken & ~drop).bit_count()
        return sorted(made, key=made.__getitem__, reverse=True)


class Searcher:
    """A search to the end of the game, which checks what it is given and tells ``tick`` what it has counted. Its table holds
    what is true of positions wherever it is asked from, so it may serve one question after the other."""

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
        # No move loses with the next disc, so the worst is to lose with the one after; and nobody wins at once.
        least, most = min(1 - left // 2, 0), (left - 1) // 2
        if not least < beta <= most:
            return least if beta <= least else most
        value = self._negamax(own, taken, self.board.threats(own) & ~taken, threats, free, left, beta)
        self._nodes.flush()
        return value

    def most(self, own: int, taken: int) -> int | None:
        """What a position is known to score at most, if it has been searched."""
        return self._upper.get(own + taken)


def follow_up(board: ConnectFourBoard) -> NullWindow:
    """A function that returns a bound of the same contract where following up shows that the player to move does not reach
    ``beta``, and else ``beta``, which is 1, 0 or -1. For boards with an even number of rows."""
    game = board.game
    places, bottom = game.places, board.bottom
    odd = sum(bottom << row for row in range(0, game.rows, 2))
    even = odd << 1
    # Who completes four below the two uppermost rows leaves two places free at least, however long the other waits.
    early = places & ~sum(bottom << row for row in (game.rows - 2, game.rows - 1))
    columns = [(1 << game.rows) - 1 << game.height * column for column in range(game.columns)]
    four = _four(game.height)

    def bound(own: int, taken: int, threats: int, left: int, beta: int) -> int:
        empty = places ^ taken
        free = (taken + bottom) & places
        # Columns with an odd number of free places: even in number where ``left`` is. The opponent, who follows up elsewhere,
        # answers a disc in one of them with one in another, so at most the player gets the next places of all.
        uneven = free & even
        soon = early if beta < 0 else places
        if not left & 1:
            if four(own | empty & odd | uneven):
                return beta
            # In the end the opponent has all other even places, and nobody has ended the game before.
            if beta <= 0 and four((own ^ taken) | empty & even & soon & ~free):
                return beta - 1
            return 0
        # With a threat in an odd row of one of them the opponent has but to wait: all else is filled in pairs, and then the
        # player has to take the place below it.
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
    """What discs threaten, kept: the same few lie around a place again and again."""

    def __init__(self, threats: Callable[[int], int]) -> None:
        self._threats = threats

    def __missing__(self, discs: int) -> int:
        if len(self) >= _KEPT:
            self.clear()
        found = self[discs] = self._threats(discs)
        return found


def _negamax(board: ConnectFourBoard, nodes: Counter, lower: dict[int, int], upper: dict[int, int]) -> Negamax:
    """The search itself. ``lower`` and ``upper`` hold what is known of scores: at least, at most."""
    places, bottom = board.game.places, board.bottom
    bound = follow_up(board) if board.game.rows % 2 == 0 else None
    count, threatened, near, ranks = nodes.add, _Threatened(board.threats), _near(board), _ranks(board)

    def negamax(own: int, taken: int, mine: int, threats: int, free: int, left: int, beta: int) -> int:
        count()
        # Carries make the sum one number for each position; no other key is as cheap.
        key = own + taken
        most = upper.get(key)
        # Asked about longer distances it costs more than it spares.
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
            # Before any child is searched: what is known of one may be enough.
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
    """Of each place those, itself among them, that share a line of four with it."""
    cells = [1 << i for i in range(board.game.places.bit_length()) if board.game.places >> i & 1]
    return {cell: cell | reduce(or_, (line for line in board.game.lines if line & cell), 0) for cell in cells}


def _ranks(board: ConnectFourBoard) -> tuple[dict[int, int], dict[int, int]]:
    """What is added to the order of a move by its place, for an even and for an odd number of free places: the middle first,
    but before it who may follow up does so."""
    game = board.game
    even, odd = {}, {}
    for i, column in enumerate(board.middle_first):
        for row in range(game.rows):
            place = 1 << game.height * column + row
            even[place] = i
            odd[place] = i - 8 * (row % 2)
    return even, odd


def _safe(board: ConnectFourBoard) -> Callable[[int, int], int]:
    """A function that gives, for the discs that are ``taken`` and the ``threats`` of the opponent, the free places where a disc
    does not lose to the next one; none where all do."""
    places, bottom = board.game.places, board.bottom

    def safe(taken: int, threats: int) -> int:
        free = (taken + bottom) & places
        if forced := free & threats:
            if forced & (forced - 1):
                return 0  # two threats, and one disc to answer them
            free = forced
        # A disc below a place where the other completes four gives that place away.
        return free & ~(threats >> 1)

    return safe


def _threats(height: int, places: int) -> Callable[[int], int]:
    """A function that gives all places, taken ones too, where one more disc would make these four in a row."""
    steps = tuple((step, 2 * step, 3 * step) for step in (height - 1, height, height + 1))

    def threats(discs: int) -> int:
        # Upwards nothing but the place on top of three can be missing.
        found = (discs << 1) & (discs << 2) & (discs << 3)
        for one, two, three in steps:
            pairs = discs & (discs << one)
            if pairs:
                # Beside a pair: the place next to it, with a third disc beyond that or at the other end.
                found |= (pairs << one) & ((discs << three) | (discs >> one))
                found |= (pairs >> two) & ((discs >> three) | (discs << one))
        return found & places

    return threats


def _four(height: int) -> Callable[[int], bool]:
    """A function that tells whether discs have four in a row."""
    steps = tuple((step, 2 * step) for step in (1, height - 1, height, height + 1))

    def four(discs: int) -> bool:
        for one, two in steps:
            pairs = discs & (discs >> one)
            if pairs & (pairs >> two):
                return True
        return False

    return four
