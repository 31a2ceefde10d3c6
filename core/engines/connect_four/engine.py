"""Connect Four on raw ints: every move proven, the verdict before the distance, by Pascal Pons's method
(http://blog.gamesolver.org): null windows, only moves that do not lose at once, those that make most threats first, and a table
of bounds.

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
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import itemgetter
from typing import TypeAlias

from core.analysis import Analysis, Score, Verdict, Watch
from core.engines.connect_four import book
from core.engines.general.alphabeta import AlphaBeta
from core.engines.root import Counter, Root
from core.game import Move, State
from core.games.connect_four import ConnectFour
from core.position import Position

NullWindow: TypeAlias = Callable[[int, int, int, int, int], int]
Tick: TypeAlias = Callable[[int], None]

_TICK = 1000
_MOST_LEFT = 32
"""Free places with which a search ends soon; where there are more, alphabeta at least has better guesses."""


class ConnectFourSolver:
    """Proves win, tie or loss of every move, then the distances; the first plies of 7x6 are looked up."""

    name = "connect-four"

    def analyse(self, watch: Watch) -> Analysis:
        game, state = watch.position.game, watch.position.state
        # Its searches go to the end of the game, where a limit of depth has no meaning.
        if not self.solves(watch.position) or watch.limit.depth is not None:
            return AlphaBeta().analyse(watch)
        assert isinstance(game, ConnectFour)
        board = ConnectFourBoard(game)
        root = Root(watch, self.name)

        def search() -> None:
            if _in_book(game, state):
                _ConnectFourProof(root, board, lookup(board, root.tick), "book").run(book.DISCS[-1])
            proof = _ConnectFourProof(root, board, searcher(board, root.tick), "search", _known(game, state))
            proof.run(game.columns * game.rows)

        return root.answer(search)

    def solves(self, position: Position) -> bool:
        """Whether the book has the position or a search can be hoped to end."""
        game, state = position.game, position.state
        if not isinstance(game, ConnectFour) or game.k != 4:
            return False
        return _in_book(game, state) or (game.places ^ state[1]).bit_count() <= _MOST_LEFT


def _in_book(game: ConnectFour, state: State) -> bool:
    return _has_book(game, state) and state[1].bit_count() < book.DISCS[-1]


def _known(game: ConnectFour, state: State) -> int | None:
    """The score of a position that stands in the book itself."""
    if _has_book(game, state) and state[1].bit_count() in book.DISCS:
        return book.score(*state)
    return None


def _has_book(game: ConnectFour, state: State) -> bool:
    """Whether the book is made for such positions: one that comes up by passing may have counts of discs that no game has."""
    own, taken = state
    return (game.columns, game.rows) == (book.COLUMNS, book.ROWS) and own.bit_count() == taken.bit_count() // 2


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


class _ConnectFourProof:
    """What is known of the moves of the root: ``_bounds[i]`` the least and the greatest score that move i may have, for one
    of each two that are mirror images."""

    def __init__(
        self, root: Root, board: ConnectFourBoard, search: NullWindow, method: str, most: int | None = None
    ) -> None:
        """``most`` is what the position itself scores, and so the most that a move may, where that is known."""
        self._root, self._board, self._search, self._method = root, board, search, method
        self._left = (board.game.places ^ root.position.state[1]).bit_count()
        # No more than the position itself scores: a move cannot be better than the best.
        high = (self._left + 1) // 2 if most is None else most
        self._bounds = {i: self._first(i, high) for i in root.leaders}

    def _first(self, i: int, high: int) -> tuple[int, int]:
        """The bounds of move i before any search: who does not lose to the next disc loses to the one after at the soonest."""
        board, least = self._board, -(self._left // 2)
        other, taken = self._root.children[i]
        return (least, least) if board.threats(other) & (taken + board.bottom) else (least + 1, high)

    def run(self, discs: int) -> None:
        """Settle every move, then show the play that follows it, up to so many discs on the board. Raises Stopped."""
        try:
            for i in self._bounds:
                self._learn(i)
                # A null window at the draw is the cheapest question, and all that a player needs to know first.
                if self._bounds[i][1] > 0:
                    self._ask(i, 1)
                if self._bounds[i][1] == 0:
                    self._ask(i, 0)
            for i in self._bounds:
                low, high = self._bounds[i]
                # From the longest win or loss on: long games are the rule.
                while low < high:
                    self._ask(i, low + 1 if low > 0 else high)
                    low, high = self._bounds[i]
            for i in self._bounds:
                self._show(i, discs)
        except _NotInBook:
            pass

    def _ask(self, i: int, goal: int) -> None:
        """Find out whether move i scores at least ``goal``."""
        value = self._board.value(self._search, self._root.position.state, self._root.moves[i], goal)
        low, high = self._bounds[i]
        low, high = (max(low, value), high) if value >= goal else (low, min(high, value))
        self._bounds[i] = low, high
        self._learn(i)

    def _learn(self, i: int) -> None:
        """Set what the bounds of move i prove."""
        low, high = self._bounds[i]
        if low > 0 or high < 0 or low == high:
            verdict = Verdict.WIN if low > 0 else Verdict.LOSE if high < 0 else Verdict.TIE
            score = Score.exact(verdict, plies(low, self._left) if low == high else None, self._method)
            if high < 0 and low < high:
                score = replace(score, beyond=plies(low, self._left) - 1)
            self._root.learn_orbit(i, score)
            self._root.depth = max(self._root.depth, score.plies or 0)

    def _show(self, i: int, discs: int) -> None:
        """Follow best play after move i: at each ply one move that scores what the position does."""
        game = self._board.game
        state = self._root.children[i]
        score = -self._bounds[i][0]
        pv: list[Move] = []
        while game.value(state) is None and state[1].bit_count() < discs:
            # Up to the first move that is as good: the others need not be asked, and the search has just been there.
            values = (
                (self._board.value(self._search, state, move, score), move) for move in self._board.ordered(state)
            )
            move = next(move for value, move in values if value >= score)
            pv.append(move)
            state = game.play(state, move)
            score = -score
        self._root.show_orbit(i, pv)


def plies(score: int, left: int) -> int:
    """The plies to the end of a game with so many free places: odd for a win, even for a loss."""
    if score == 0:
        return left
    most = left + 2 - 2 * abs(score)
    return most if most % 2 == (score > 0) else most - 1


class _NotInBook(Exception):
    """A position that no game leads to."""


def lookup(board: ConnectFourBoard, tick: Tick) -> NullWindow:
    """A search that ends at the next ply of the book; it returns the score whatever beta is. Raises _NotInBook."""
    known: dict[State, int] = {}

    def search(own: int, taken: int, threats: int, left: int, beta: int) -> int:
        state = (own, taken)
        if state not in known:
            tick(1)
            if taken.bit_count() in book.DISCS:
                score = book.score(own, taken)
                if score is None:
                    raise _NotInBook
            else:
                score = max(board.value(search, state, move, beta) for move in board.game.moves(state))
            known[state] = score
        return known[state]

    return search


def searcher(board: ConnectFourBoard, tick: Tick) -> NullWindow:
    """A search to the end of the game, which checks what it is given and tells what it has counted."""
    nodes = Counter(tick, _TICK)
    negamax = _negamax(board, nodes)

    def search(own: int, taken: int, threats: int, left: int, beta: int) -> int:
        assert own & ~taken == 0
        value = negamax(own, taken, threats, left, beta)
        nodes.flush()
        return value

    return search


def _negamax(board: ConnectFourBoard, nodes: Counter) -> NullWindow:
    """The search itself. ``lower`` and ``upper`` hold what is known of scores: at least, at most."""
    places, bottom, threats_of = board.game.places, board.bottom, board.threats
    columns = tuple((1 << board.game.rows) - 1 << board.game.height * move for move in board.middle_first)
    lower: dict[int, int] = nodes.table()
    upper: dict[int, int] = nodes.table()
    count, first = nodes.add, itemgetter(0)

    def negamax(own: int, taken: int, threats: int, left: int, beta: int) -> int:
        count()
        free = (taken + bottom) & places
        if forced := free & threats:
            if forced & (forced - 1):
                return -(left // 2)  # two threats, and one disc to answer them
            free = forced
        # A disc below a place where the other completes four hands him that place.
        free &= ~(threats >> 1)
        if not free:
            return -(left // 2)
        if left <= 2:
            return 0  # nobody completes four with the two discs that are left
        # No move loses with the next disc, so the worst is to lose with the one after.
        least = 1 - left // 2
        if least >= beta:
            return least
        # Carries make the sum one number for each position; no other key is as cheap.
        key = own + taken
        most = upper.get(key, (left - 1) // 2)
        if most < beta:
            return most
        least = lower.get(key, least)
        if least >= beta:
            return least
        other = own ^ taken
        children = []
        for column in columns:
            if drop := free & column:
                after = taken | drop
                # Before any child is searched: what is known of one may be enough.
                reply = upper.get(other + after)
                if reply is not None and -reply >= beta:
                    return -reply
                made = threats_of(own | drop) & ~after
                children.append((made.bit_count(), after, made))
        # Many threats leave the opponent few answers. Sorting is stable: among equals the middle comes first.
        if len(children) > 1:
            children.sort(key=first, reverse=True)
        best = -left
        for _, after, made in children:
            value = -negamax(other, after, made, left - 1, 1 - beta)
            if value >= beta:
                lower[key] = value
                return value
            if value > best:
                best = value
        upper[key] = best
        return best

    return negamax


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
