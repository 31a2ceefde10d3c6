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

*Following up.* Where columns have an even number of places, whoever answers each disc with one on top of it gets all places of
even rows, counted from 1. That settles long endings without a search (:func:`follow_up`) and saves half of the nodes that
verdicts take at ply 16.

*Lanes.* The threats after all moves are found at once, in one integer that holds the board as often as there are columns, with
free bits between for what is shifted out of one: nodes take a quarter less time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TypeAlias

from core.engines.root import Counter
from core.game import Move, State
from core.games.connect_four import ConnectFour

NullWindow: TypeAlias = Callable[[int, int, int, int, int], int]
Ordering: TypeAlias = Callable[[int, int, Sequence[tuple[int, int]], int], Sequence[tuple[int, int, int]]]
Tick: TypeAlias = Callable[[int], None]

_TICK = 1000


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
        self._negamax = _negamax(board, self._nodes, self._lower, self._upper)

    def __call__(self, own: int, taken: int, threats: int, left: int, beta: int) -> int:
        assert own & ~taken == 0
        value = self._negamax(own, taken, threats, left, beta)
        self._nodes.flush()
        return value

    def most(self, own: int, taken: int) -> int | None:
        """What a position is known to score at most, if it has been searched."""
        return self._upper.get(own + taken)


def follow_up(board: ConnectFourBoard) -> NullWindow:
    """A function that returns a bound of the same contract, 0 or -1, where following up shows that the player to move does not
    reach ``beta``, which is 1 or 0, and else ``beta``. For boards with an even number of rows."""
    game = board.game
    places, bottom = game.places, board.bottom
    odd = sum(bottom << row for row in range(0, game.rows, 2))
    even = odd << 1
    soon = sum(bottom << row for row in range(game.rows - 2))
    columns = [(1 << game.rows) - 1 << game.height * column for column in range(game.columns)]
    four = _four(game.height)

    def bound(own: int, taken: int, threats: int, left: int, beta: int) -> int:
        empty = places ^ taken
        free = (taken + bottom) & places
        worst = beta - 1 if beta < 0 else -1
        low = places if beta >= 0 else soon
        # Columns with an odd number of free places: even in number where ``left`` is. The opponent, who follows up elsewhere,
        # answers a disc in one of them with one in another, so at most the player gets the next places of all.
        uneven = free & even
        if not left & 1:
            if four(own | empty & odd | uneven):
                return beta
            # In the end the opponent has all other even places, and nobody has ended the game before.
            return 0 if beta > 0 or not four((own ^ taken) | empty & even & low & ~free) else worst
        # With a threat in an odd row of one of them the opponent has but to wait: all else is filled in pairs, and then the
        # player has to take the place below it.
        waiting = threats & odd & low & ~free if beta <= 0 else 0
        if waiting and uneven:
            for column in columns:
                if uneven & column and (there := waiting & column):
                    below = (there & -there) - 1 & column & empty & even
                    if not four(own | ~column & (empty & odd | uneven) | below):
                        return worst
        return beta

    return bound


def _negamax(board: ConnectFourBoard, nodes: Counter, lower: dict[int, int], upper: dict[int, int]) -> NullWindow:
    """The search itself. ``lower`` and ``upper`` hold what is known of scores: at least, at most."""
    columns, threats_of = _columns(board), board.threats
    places, bottom = board.game.places, board.bottom
    bound = follow_up(board) if board.game.rows % 2 == 0 else None
    count = nodes.add
    completing = nodes.table()
    sides = _around(board)

    def negamax(own: int, taken: int, mine: int, threats: int, free: int, left: int, beta: int) -> int:
        count()
        if left <= 2:
            return 0  # nobody completes four with the two discs that are left
        # No move loses with the next disc, so the worst is to lose with the one after.
        least = 1 - left // 2
        if least >= beta:
            return least
        most = (left - 1) // 2
        if most < beta:
            return most
        other = own ^ taken
        around = sides[left & 1]
        # Carries make the sum one number for each position; no other key is as cheap.
        key = own + taken
        known = upper.get(key)
        # Asked about longer distances it costs more than it spares.
        if known is None and bound and -1 <= beta <= 1:
            known = bound(own, taken, threats, left, beta)
        if known is not None and known < beta:
            return known
        least = lower.get(key, least)
        if least >= beta:
            return least
        children = []
        while free:
            drop = free & -free
            free ^= drop
            after = taken | drop
            reply = upper.get(other + after)
            if reply is not None and -reply >= beta:
                return -reply
            discs = own | drop
            order, star = around[drop]
            discs &= star
            try:
                made = (mine | completing[discs]) & ~after
            except KeyError:
                completing[discs] = threats_of(discs)
                made = (mine | completing[discs]) & ~after
            replies = (after + bottom) & places
            if forced := replies & made:
                if forced & (forced - 1):
                    return most
                replies = forced
            replies &= ~(made >> 1)
            if not replies:
                return most
            children.append((order - 16 * made.bit_count(), after, made, replies))
        if beta == most:
            return most - 1
        children.sort()
        best = -left
        for _, after, made, replies in children:
            value = -negamax(other, after, threats, made, replies, left - 1, 1 - beta)
            if value >= beta:
                lower[key] = value
                return value
            if value > best:
                best = value
        upper[key] = best
        return best

    def search(own: int, taken: int, threats: int, left: int, beta: int) -> int:
        free = safe(taken, threats)
        if not free:
            return -(left // 2)
        return negamax(own, taken, board.threats(own) & ~taken, threats, free, left, beta)

    safe = _safe(board)
    return search


def _around(board):
    lines=_lines(board)
    game=board.game
    out=[]
    for side in (0,1):
        f={}
        for k,column in enumerate(board.middle_first):
            for row in range(game.rows):
                place=1<<game.height*column+row
                star=0
                # cells within three steps on a line
                for dc,dr in ((1,0),(1,1),(1,-1),(0,1)):
                    for i in range(-3,4):
                        c,r=column+i*dc,row+i*dr
                        if 0<=c<game.columns and 0<=r<game.rows and not (dc==0 and i>0): star|=1<<game.height*c+r
                f[place]=(k-(8 if side and row%2 else 0),star)
        out.append(f)
    return out


def _columns(board):
    game = board.game
    return tuple((1 << game.rows) - 1 << game.height * move for move in board.middle_first)


def _lines(board):
    """Of each place all places in its row, its rising and falling diagonal and its column."""
    game = board.game
    found = {}
    cells = {(c, r): 1 << game.height * c + r for c in range(game.columns) for r in range(game.rows)}
    for (c, r), place in cells.items():
        found[place] = tuple(
            sum(cells.get((c + i * dc, r + i * dr), 0) for i in range(-9, 10)) for dc, dr in ((1, 0), (1, 1), (1, -1), (0, 1))
        )
    return found


def _completing(board):
    found = {}
    threats = board.threats
    for line in {line for four in _lines(board).values() for line in four}:
        discs = line
        while True:
            found[discs] = threats(discs) & line & ~discs
            if not discs:
                break
            discs = (discs - 1) & line
    return found


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
        # A disc below a place where the other completes four hands him that place.
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
