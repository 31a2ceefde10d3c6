"""Connect Four: every move proven, the verdict before the distance.

The first plies of 7x6 are looked up (:mod:`core.engines.connect_four.book`); what follows is searched to the end of the game
(:mod:`core.engines.connect_four.search`, where bits and scores are explained). What a search has found out serves the next
question of the same game too.
"""

from __future__ import annotations

from core.analysis import Analysis, Limit, Solver, Watch
from core.engines.connect_four import book
from core.engines.connect_four.search import ConnectFourBoard, NullWindow, Searcher, Tick
from core.engines.root import Root
from core.game import Move, State
from core.games.connect_four import ConnectFour
from core.position import Position
from core.score import Proof, Score, Verdict

_MAX_LEFT = 32
"""Free places with which a search ends soon; where there are more, alphabeta at least has better guesses."""


class ConnectFourSolver(Solver):
    """Proves win, tie or loss of every move, then the distances; the first plies of 7x6 are looked up."""

    name = "connect-four"

    def __init__(self) -> None:
        self._idle: list[Searcher] = []
        """Searches in nobody's use, with what they remember: as many as there have been questions at a time."""

    def analyse(self, watch: Watch) -> Analysis:
        game, state = watch.position.game, watch.position.state
        assert isinstance(game, ConnectFour)
        assert self.takes(watch.position, watch.limit)
        root = Root(watch, self.name)
        searcher = self._searcher(root, game)
        board = searcher.board

        def search() -> None:
            if _in_book(game, state):
                _ConnectFourProof(root, board, lookup(board, root.tick), "book").run(book.DISCS[-1])
            known = _known(game, state)
            most = searcher.most(*state) if known is None else known
            proof = _ConnectFourProof(root, board, searcher, "search", most)
            proof.run(game.columns * game.rows)

        try:
            return root.answer(search)
        finally:
            self._idle.append(searcher)

    def _searcher(self, root: Root, game: ConnectFour) -> Searcher:
        """A search for one question. One whose nodes are counted begins anew, so that a level plays alike in every game."""
        kept = self._idle.pop() if self._idle else None
        if kept is None or kept.board.game != game or root.watch.limit.nodes is not None:
            return Searcher(ConnectFourBoard(game), root.tick)
        kept.tick = root.tick
        return kept

    def takes(self, position: Position, limit: Limit) -> bool:
        """Whether the book has the position or a search can be hoped to end, which goes to the end of the game."""
        game, state = position.game, position.state
        if limit.depth is not None:
            return False
        if not isinstance(game, ConnectFour) or game.k != 4:
            return False
        return _in_book(game, state) or (game.places ^ state[1]).bit_count() <= _MAX_LEFT


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


class _ConnectFourProof:
    """What is known of the moves of the root: ``_bounds[i]`` the least and the greatest score that move i may have, for one
    of each two that are mirror images."""

    def __init__(
        self, root: Root, board: ConnectFourBoard, search: NullWindow, method: str, most: int | None = None
    ) -> None:
        """``most`` is what the position itself scores at most, and so the most that a move may, where that is known."""
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
            # A null window at the draw is the cheapest question, and all that a player needs to know first; whether any
            # move wins before whether one ties.
            for goal in (1, 0):
                for i in self._bounds:
                    low, high = self._bounds[i]
                    if low < goal <= high:
                        self._ask(i, goal)
            for i in self._bounds:
                self._measure(i)
            for i in self._bounds:
                if self._bounds[i][0] == self._bounds[i][1]:
                    self._show(i, discs)
        except _NotInBook:
            pass

    def _measure(self, i: int) -> None:
        """Find out what move i scores; where the best move alone is wanted, only whether it is better than the others."""
        others = [low for j, (low, _high) in self._bounds.items() if j != i and not self._root.watch.all_moves]
        best = max(others, default=-self._left)
        low, high = self._bounds[i]
        # From the longest win or loss on: long games are the rule.
        while low < high and best < high:
            self._ask(i, max(low, best) + 1 if low > 0 else high)
            low, high = self._bounds[i]

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
            distance, known = plies(low, self._left), low == high
            score = Score.exact(verdict, distance if known else None, self._method, least=distance if high < 0 else 1)
            self._root.learn_orbit(i, score)
            self._root.depth = max(self._root.depth, score.plies or 0)
        elif high == 0:
            self._root.learn_orbit(i, Score.bound(Proof.AT_MOST, self._root.lines[i].score.value, self._method))

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
