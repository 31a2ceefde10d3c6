"""The moves at the root of every engine, scored by one ply, and the counter of searches.

The rules settle a move that ends the game before any search begins, so an engine that is stopped at once still sees a win in
one. Every other move begins with an estimate. A proven score is never taken back, and a later guess is cut to the proven
bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from sys import getsizeof, maxsize
from typing import Any, TypeVar

from core.analysis import Analysis, Line, Stopped, Watch
from core.estimates import estimator
from core.game import Move, State
from core.position import Position
from core.score import Score, Verdict

MAX_MOVES = 1000
"""Maximum number of moves of a position that are analysed; of more, a sample."""
MAX_PLIES = 400
"""Maximum depth of recursion of a search: more plies than the longest game on a Go board, far below the interpreter's limit."""

MEMORY = 110_000_000
"""Maximum number of bytes of all tables of one search."""

VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}

_T = TypeVar("_T")


class OutOfNodes(Exception):
    """A search has spent its nodes; it may be called again with more."""


class Root:
    """The lines of an analysis while it grows. ``children[i]`` is the state after ``moves[i]``, and ``turns[i]`` whether the
    opponent is to move there. ``counters`` gives what the search counts besides nodes."""

    def __init__(
        self,
        watch: Watch,
        engine: str,
        moves: Sequence[Move] | None = None,
        omitted: Verdict | None = None,
        guess: Callable[[State], float] | None = None,
    ) -> None:
        """``engine``: name of the engine; ``moves``: the moves to analyse, by default those of :func:`sample`; ``omitted``: the
        proven verdict of all other moves; ``guess``: replaces the estimator of the game."""
        watch.engine = engine
        self.watch = watch
        self.position = watch.position
        game, state = self.position.game, self.position.state
        self.moves: tuple[Move, ...] = tuple(sample(self.position) if moves is None else moves)
        self.omitted = omitted
        self.children: tuple[State, ...] = tuple(game.play(state, move) for move in self.moves)
        turn = game.turn(state)
        self.turns = tuple(game.turn(child) != turn for child in self.children)
        self.depth = 0
        self.counters: Callable[[], dict[str, int]] = dict
        self._orbits: dict[int, dict[int, Sequence[Move]]] = {}
        guess = guess or estimator(game).value
        self.lines: list[Line] = []
        for move, child, turns in zip(self.moves, self.children, self.turns, strict=True):
            # The rules tell who has won, so no engine can miss a win in one.
            value = game.value(child)
            if value is None:
                score = Score.estimate(guess(child)).before(turns)
            else:
                score = Score.exact(VERDICTS[value], 0, "rules").before(turns)
            self.lines.append(Line(move, score, (move,)))

    @cached_property
    def _symmetries(self) -> list[Sequence[Move]]:
        """The symmetries that leave the position unchanged, as maps of moves."""
        state = self.position.state
        return [symmetry.moves for symmetry in self.position.game.symmetries if symmetry.image(state) == state]

    @cached_property
    def _index(self) -> dict[Move, int]:
        return {move: i for i, move in enumerate(self.moves)}

    def orbit(self, i: int) -> dict[int, Sequence[Move]]:
        """The indices of the moves that are symmetric to ``moves[i]``, itself first, with the maps to them."""
        if i not in self._orbits:
            orbit = self._orbits[i] = {}
            for image in self._symmetries:
                # An image may be missing from a sample of the moves.
                j = self._index.get(image[self.moves[i]])
                if j is not None:
                    orbit.setdefault(j, image)
        return self._orbits[i]

    @cached_property
    def leading(self) -> list[int]:
        """The index of the first move of each orbit: its score is that of the whole orbit."""
        seen: set[int] = set()
        found = []
        for i in range(len(self.moves)):
            if i not in seen:
                found.append(i)
                seen |= self.orbit(i).keys()
        return found

    @property
    def open(self) -> list[int]:
        """The indices of the moves that are not settled, best first."""
        return self._best_first(i for i, line in enumerate(self.lines) if not line.score.settled)

    @property
    def leaders(self) -> list[int]:
        """The indices of the moves that are not settled, one of each orbit, best first."""
        leading = set(self.leading)
        return [i for i in self.open if i in leading]

    @property
    def unproven(self) -> list[int]:
        """The indices of the moves without a proven score, one of each orbit, best first."""
        return self._best_first(i for i in self.leading if not self.lines[i].score.proven)

    def _best_first(self, indices: Iterable[int]) -> list[int]:
        return sorted(indices, key=lambda i: self.lines[i].score.rank, reverse=True)

    def lacks_play(self, i: int) -> bool:
        """Whether the distance of the win or loss by ``moves[i]`` is known, but not the play."""
        score = self.lines[i].score
        decided = score.verdict in (Verdict.WIN, Verdict.LOSE)
        return decided and score.plies is not None and len(self.lines[i].pv) != score.plies

    @property
    def undecided(self) -> bool:
        """Whether a search for the best move alone is unfinished: there are several moves, some of them not proven, and none is
        proven to win."""
        return len(self.moves) > 1 and not self.won and bool(self.unproven)

    @property
    def lost(self) -> bool:
        """Whether all moves are proven to lose, so that the longest resistance is best."""
        return all(line.score.verdict is Verdict.LOSE for line in self.lines)

    @property
    def won(self) -> bool:
        """Whether a move is proven to win."""
        return any(line.score.verdict is Verdict.WIN for line in self.lines)

    def learn(self, i: int, score: Score, depth: int = 0) -> None:
        """Set the score of ``moves[i]`` for the player who makes it, unless it tells less than the known score. ``depth``:
        plies of the search that made a guess."""
        old = self.lines[i].score
        # Most scores are guesses that follow guesses; they skip the checks of proofs.
        if old.verdict is None and score.verdict is None:
            self.lines[i] = Line(self.moves[i], score, self.lines[i].pv, depth)
            return
        # A search that began before a proof may end with a guess, or without the distance.
        if old.settled or (old.proven and not score.proven):
            return
        if not old.proven and score.sureness < old.sureness:
            score = Score.bound(old.proof, score.value, old.method)
        assert not old.proven or old.verdict is score.verdict, "what is proven stays"
        assert not (old.at_least_draw and score.verdict is Verdict.LOSE), "what is no loss cannot be one"
        assert not (old.at_most_draw and score.verdict is Verdict.WIN), "what is no win cannot be one"
        score = score.with_proven(old, self.position.game.finite)
        # Forget the play of a guess with the guess: it may contain losing moves.
        pv = self.lines[i].pv if old.proven or not score.proven else (self.moves[i],)
        self.lines[i] = Line(self.moves[i], score, pv, depth)

    def show(self, i: int, pv: Iterable[Move]) -> None:
        """Set the principal variation after ``moves[i]``."""
        self.lines[i] = replace(self.lines[i], pv=(self.moves[i], *pv))

    def learn_orbit(self, i: int, score: Score, pv: Sequence[Move] | None = None, depth: int = 0) -> None:
        """Set the score of ``moves[i]`` and of its images, and their principal variations if ``pv`` is given."""
        for j in self.orbit(i):
            self.learn(j, score, depth)
        if pv is not None:
            self.show_orbit(i, pv)

    def show_orbit(self, i: int, pv: Sequence[Move]) -> None:
        """Set the principal variation after ``moves[i]``, and its images after the images of the move."""
        for j, image in self.orbit(i).items():
            self.show(j, [image[move] for move in pv])

    def tick(self, nodes: int) -> None:
        """Count nodes and report the lines. Raises Stopped."""
        self.watch.tick(nodes)
        self.report()

    def report(self) -> None:
        """Report the lines to the asker."""
        self.watch.report(self.lines, self.depth, self.omitted, **self.counters())

    def answer(self, search: Callable[[], None]) -> Analysis:
        """Search until everything is found or the watch stops the search; return the final analysis."""
        try:
            self.tick(1)
            if self.watch.all_moves or self.undecided:
                search()
        except Stopped:
            pass
        return self.watch.finish(self.lines, self.depth, self.omitted, **self.counters())


class Counter:
    """Counts the nodes of a search, calls ``tick`` with them about every ``every`` nodes, and limits the size of its tables.

    A look at the clock at each node would cost more than the node. ``tick`` may raise Stopped, so a search must leave nothing
    half done when it counts; in the middle of a step it adds to ``untold`` instead.
    """

    def __init__(self, tick: Callable[[int], None], every: int, sharing: int = 1) -> None:
        """``sharing``: number of counters of the search, which share the memory."""
        self._tick = tick
        self._every = every
        self._memory = MEMORY // sharing
        self.untold = 0
        self._tables: list[dict[Any, Any]] = []
        self._left = maxsize

    def table(self) -> dict[Any, Any]:
        """A new table of the search. If all tables together take too much memory, the largest forgets its older half. That
        costs less than a choice of entries, and the search soon finds again what still matters."""
        table: dict[Any, Any] = {}
        self._tables.append(table)
        return table

    def add(self, nodes: int = 1) -> None:
        """Count nodes. Raises Stopped and OutOfNodes."""
        self.untold += nodes
        if self.untold >= self._every:
            self.flush()

    def flush(self) -> None:
        """Call ``tick`` with the nodes counted so far. Raises Stopped and OutOfNodes."""
        nodes, self.untold = self.untold, 0
        if sum(map(_memory, self._tables)) > self._memory:
            largest = max(self._tables, key=_memory)
            younger = dict(islice(largest.items(), (len(largest) + 1) // 2, None))
            largest.clear()
            largest.update(younger)
        self._tick(nodes)
        self._left -= nodes
        if self._left < 0:
            raise OutOfNodes

    def ask(self, nodes: int, question: Callable[[], _T]) -> _T | None:
        """The answer to a question, None if it takes more than about ``nodes`` nodes. Raises Stopped."""
        self._left = nodes
        try:
            return question()
        except OutOfNodes:
            return None
        finally:
            self._left = maxsize


def _memory(table: dict[Any, Any]) -> int:
    """Approximate number of bytes of a table, taking all entries to be like the last one."""
    entry = sum(_size(key) + _size(value) for key, value in islice(reversed(table.items()), 1))
    return getsizeof(table) + len(table) * entry


def _size(value: Any) -> int:
    inside = sum(map(_size, value)) if isinstance(value, tuple) else 0
    return getsizeof(value) + inside


def unseen(position: Position) -> list[Line]:
    """Lines of the moves of a position, without a score."""
    return [Line(move, Score.estimate(0.0), (move,)) for move in sample(position)]


def sample(position: Position, most: int = MAX_MOVES) -> Sequence[Move]:
    """The legal moves; of more than ``most`` of them, ``most`` moves. Evenly spaced, ends included."""
    moves = position.moves
    count = len(moves)
    return moves if count <= most else [moves[i * (count - 1) // (most - 1)] for i in range(most)]
