"""What every engine starts from: the moves of the position, each with what one ply shows of it; and what searches count.

A move that ends the game is settled by the rules before any search begins, so an engine that is stopped at once still
sees a win in one. Every other move begins with an estimate, and what is proven of a move is never taken back: a later guess
is cut to what a bound leaves.
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
"""Up to this many moves of a position are looked at one by one."""
MAX_PLIES = 400
"""No search recurses deeper: longer than the longest game on a board of Go, far from the limit of the interpreter."""

MEMORY = 110_000_000
"""Bytes that the tables of one search may take together."""

VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}

_T = TypeVar("_T")


class OutOfNodes(Exception):
    """A question has spent the nodes that it was granted; it may be asked again with more."""


class Root:
    """The lines of an analysis while it grows. ``children[i]`` is the state after ``moves[i]``; ``turns[i]`` whether the
    other player is to move there; ``counters`` tells what the search counts beside nodes."""

    def __init__(
        self,
        watch: Watch,
        engine: str,
        moves: Sequence[Move] | None = None,
        omitted: Verdict | None = None,
        guess: Callable[[State], float] | None = None,
    ) -> None:
        """``engine`` is the name of the one that answers; ``moves`` are those to look at, when it is not all or a sample;
        ``omitted`` the proven verdict of the rest; ``guess`` takes the place of the estimator of the game."""
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
            # The rules alone tell who has won, so no engine can miss a win in one.
            value = game.value(child)
            if value is None:
                score = Score.estimate(guess(child)).before(turns)
            else:
                score = Score.exact(VERDICTS[value], 0, "rules").before(turns)
            self.lines.append(Line(move, score, (move,)))

    @cached_property
    def _symmetries(self) -> list[Sequence[Move]]:
        """Those that leave the position as it is, as maps of moves."""
        state = self.position.state
        return [symmetry.moves for symmetry in self.position.game.symmetries if symmetry.image(state) == state]

    @cached_property
    def _index(self) -> dict[Move, int]:
        return {move: i for i, move in enumerate(self.moves)}

    def orbit(self, i: int) -> dict[int, Sequence[Move]]:
        """The moves that symmetry makes one with ``moves[i]``, itself first, with the maps that lead there."""
        if i not in self._orbits:
            orbit = self._orbits[i] = {}
            for image in self._symmetries:
                # Of too many moves only some are looked at, so that an image may be missing.
                j = self._index.get(image[self.moves[i]])
                if j is not None:
                    orbit.setdefault(j, image)
        return self._orbits[i]

    @cached_property
    def leading(self) -> list[int]:
        """The first move of each orbit: what is found out of these is known of all."""
        seen: set[int] = set()
        found = []
        for i in range(len(self.moves)):
            if i not in seen:
                found.append(i)
                seen |= self.orbit(i).keys()
        return found

    @property
    def open(self) -> list[int]:
        """The indices of the moves of which something is left to find, best first."""
        return self._best_first(i for i, line in enumerate(self.lines) if not line.score.settled)

    @property
    def leaders(self) -> list[int]:
        """The same, one of each orbit."""
        leading = set(self.leading)
        return [i for i in self.open if i in leading]

    @property
    def unproven(self) -> list[int]:
        """Those of the leaders whose verdict is not known."""
        return self._best_first(i for i in self.leading if not self.lines[i].score.proven)

    def _best_first(self, indices: Iterable[int]) -> list[int]:
        return sorted(indices, key=lambda i: self.lines[i].score.rank, reverse=True)

    def lacks_play(self, i: int) -> bool:
        """Whether it is known how long the win or the loss by ``moves[i]`` takes, and not the play that takes so long."""
        score = self.lines[i].score
        decided = score.verdict in (Verdict.WIN, Verdict.LOSE)
        return decided and score.plies is not None and len(self.lines[i].pv) != score.plies

    @property
    def undecided(self) -> bool:
        """Whether verdicts are left to find for a player who wants the best move alone: of several moves none is proven to
        win."""
        return len(self.moves) > 1 and not self.won and bool(self.unproven)

    @property
    def lost(self) -> bool:
        """Whether all moves are proven to lose, so that the one that holds out longest is the best."""
        return all(line.score.verdict is Verdict.LOSE for line in self.lines)

    @property
    def won(self) -> bool:
        """Whether some move is proven to win."""
        return any(line.score.verdict is Verdict.WIN for line in self.lines)

    def learn(self, i: int, score: Score, depth: int = 0) -> None:
        """Set the score of ``moves[i]`` for the player who makes it, unless that is to say less than what is known; where it is
        guessed, by a search of so many plies."""
        old = self.lines[i].score
        # One guess after another, as most are, goes without what proofs ask for.
        if old.verdict is None and score.verdict is None:
            self.lines[i] = Line(self.moves[i], score, self.lines[i].pv, depth)
            return
        # A search that began before a proof may come with a guess, or with the verdict alone.
        if old.settled or (old.proven and not score.proven):
            return
        if not old.proven and score.sureness < old.sureness:
            score = Score.bound(old.proof, score.value, old.method)
        assert not old.proven or old.verdict is score.verdict, "what is proven stays"
        assert not (old.at_least_draw and score.verdict is Verdict.LOSE), "what is no loss cannot be one"
        assert not (old.at_most_draw and score.verdict is Verdict.WIN), "what is no win cannot be one"
        score = score.with_proven(old, self.position.game.finite)
        # The play of a guess is forgotten with it: in it somebody may throw the game away.
        pv = self.lines[i].pv if old.proven or not score.proven else (self.moves[i],)
        self.lines[i] = Line(self.moves[i], score, pv, depth)

    def show(self, i: int, pv: Iterable[Move]) -> None:
        """Set the play expected after ``moves[i]``."""
        self.lines[i] = replace(self.lines[i], pv=(self.moves[i], *pv))

    def learn_orbit(self, i: int, score: Score, pv: Sequence[Move] | None = None, depth: int = 0) -> None:
        """Set the score of ``moves[i]`` and of its images, and the play after them if it is given."""
        for j in self.orbit(i):
            self.learn(j, score, depth)
        if pv is not None:
            self.show_orbit(i, pv)

    def show_orbit(self, i: int, pv: Sequence[Move]) -> None:
        """Set the play expected after ``moves[i]``, and after its images the images of that."""
        for j, image in self.orbit(i).items():
            self.show(j, [image[move] for move in pv])

    def tick(self, nodes: int) -> None:
        """Count nodes and show what is known by now. Raises Stopped."""
        self.watch.tick(nodes)
        self.report()

    def report(self) -> None:
        """Show what is known by now."""
        self.watch.report(self.lines, self.depth, self.omitted, **self.counters())

    def answer(self, search: Callable[[], None]) -> Analysis:
        """Search until all is found or the watch has enough; the final answer."""
        try:
            self.tick(1)
            if self.watch.all_moves or self.undecided:
                search()
        except Stopped:
            pass
        return self.watch.finish(self.lines, self.depth, self.omitted, **self.counters())


class Counter:
    """The nodes of a search, told to ``tick`` about every so many, and its tables, held to their size meanwhile.

    To look at the clock at each node would cost more than the node. ``tick`` may raise Stopped, so a search leaves nothing
    half done when it counts; in the middle of a step it adds to ``untold`` instead.
    """

    def __init__(self, tick: Callable[[int], None], every: int, sharing: int = 1) -> None:
        """``sharing`` counters of one search divide the memory."""
        self._tick = tick
        self._every = every
        self._memory = MEMORY // sharing
        self.untold = 0
        self._tables: list[dict[Any, Any]] = []
        self._left = maxsize

    def table(self) -> dict[Any, Any]:
        """A table of the search. When all of them are found to take too much memory, the largest forgets the older half: that
        costs less than to choose, and what still matters is soon found again."""
        table: dict[Any, Any] = {}
        self._tables.append(table)
        return table

    def add(self, nodes: int = 1) -> None:
        """Count nodes. Raises Stopped and OutOfNodes."""
        self.untold += nodes
        if self.untold >= self._every:
            self.flush()

    def flush(self) -> None:
        """Tell of the nodes that have been counted. Raises Stopped and OutOfNodes."""
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
        """The answer to a question, None where it takes more than about so many nodes. Raises Stopped."""
        self._left = nodes
        try:
            return question()
        except OutOfNodes:
            return None
        finally:
            self._left = maxsize


def _memory(table: dict[Any, Any]) -> int:
    """About how many bytes a table takes, if all its entries are like the last."""
    entry = sum(_size(key) + _size(value) for key, value in islice(reversed(table.items()), 1))
    return getsizeof(table) + len(table) * entry


def _size(value: Any) -> int:
    inside = sum(map(_size, value)) if isinstance(value, tuple) else 0
    return getsizeof(value) + inside


def unseen(position: Position) -> list[Line]:
    """Lines that say nothing of their moves."""
    return [Line(move, Score.estimate(0.0), (move,)) for move in sample(position)]


def sample(position: Position, most: int = MAX_MOVES) -> Sequence[Move]:
    """The legal moves; when there are more than ``most``, so many of them at equal distances, the first and the last
    among them: the last stick of the only heap."""
    moves = position.moves
    count = len(moves)
    return moves if count <= most else [moves[i * (count - 1) // (most - 1)] for i in range(most)]
