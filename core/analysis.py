"""What engines say about a position, and how they say it while they think.

Every evaluation takes one way: an :class:`Engine` gets a :class:`Watch`, calls ``tick`` as it searches and ``report`` as it
learns, and returns ``watch.finish(...)``, exactly one final :class:`Analysis`, stopped or not.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Protocol

from core.errors import BadNotation
from core.game import Game, Move, State
from core.kits import guesses
from core.known import Known
from core.position import Passed, Position
from core.score import FAR, Proof, Score, Verdict, as_soon_as

REPORT_SECONDS = 0.1
"""The usual least time between two reports: more than ten a second no eye can follow."""


@dataclass(frozen=True)
class Line:
    """One legal move, what it is worth to the player who makes it, and the play it is expected to lead to (``pv``, the
    principal variation, begins with the move). ``depth`` is to how many plies a search has gone for what is guessed of it, 0
    for a glance."""

    move: Move
    score: Score
    pv: tuple[Move, ...]
    depth: int = 0


@dataclass(frozen=True)
class Analysis:
    """What an engine knows of a position at one moment."""

    position: Position
    """The position that was asked about."""
    lines: tuple[Line, ...]
    """A line for every legal move, best first; where there are more than a thousand moves, only some have one."""
    depth: int
    """Plies that every move was looked at for."""
    nodes: int
    """Positions visited."""
    seconds: float
    """Since the question."""
    final: bool
    """Whether no more will come."""
    counters: Mapping[str, int] = field(default_factory=dict)
    """What else the engine counts, by name: cuts, table hits."""
    omitted_verdict: Verdict | None = None
    """What all moves without a line are proven to lead to; None where that is not known."""
    engine: str = ""
    """The one that answers, which may be another than was asked: alphabeta answers what that one is not made for."""

    @property
    def best(self) -> Line | None:
        """The best line, None when the game is over."""
        return self.lines[0] if self.lines else None

    @property
    def best_moves(self) -> list[Move]:
        """The moves than which none is better; how soon a draw comes makes none better."""
        return [line.move for line in self.lines if line.score.rank == self.lines[0].score.rank]

    @cached_property
    def score(self) -> Score | None:
        """What the lines together prove of the position, for the player to move, else the estimate of the best; None when the
        game is over. A move that draws proves no more than that as long as another may win."""
        if not self.lines:
            return None
        best = self.lines[0].score
        scores = [line.score for line in self.lines]
        if self.omitted:
            scores.append(Score.exact(self.omitted_verdict) if self.omitted_verdict else Score.estimate(0.0))
        if best.verdict is Verdict.WIN or (best.proven and all(score.at_most_draw for score in scores)):
            return as_soon_as(best, scores)
        if all(score.at_most_draw for score in scores):
            return Score.bound(Proof.AT_MOST, best.value)
        if any(score.at_least_draw for score in scores):
            return Score.bound(Proof.AT_LEAST, best.value)
        return Score.estimate(best.value)

    @property
    def whole(self) -> Score | None:
        """What is known of the position: what the lines prove, and of the start of a game what is proven beyond it."""
        score, known = self.score, proven_here(self.position)
        return score.with_proven(known, self.position.game.finite) if score and known else score

    @property
    def informed(self) -> Analysis:
        """This analysis with what is proven here of its moves: of the start of a game a best one may be known."""
        position = self.position
        if position != Position.start(position.game):
            return self
        lines = []
        for line in self.lines:
            after = position.play(line.move)
            known = None if after.outcome else proven_here(after)
            if known:
                lines.append(replace(line, score=known.before(position.turn != after.turn)))
        return self.keeping(replace(self, lines=tuple(lines))) if lines else self

    @property
    def known(self) -> Known | None:
        """Of the start of a game what best play leads to, by this analysis or by what says most; None where nobody knows,
        and elsewhere."""
        if self.position != Position.start(self.position.game):
            return None
        known, score = self.position.game.known, self.score
        # What another has proven beyond it is not the doing of this engine.
        if score is None or not score.proven or score.verdict is None or score != self.whole:
            return known
        return Known(score.verdict.value, score.plies, score.within, known.how if known else None, score.method)

    @property
    def nps(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def settled(self) -> bool:
        """Whether every move is proven, with its distance."""
        return not self.omitted and all(line.score.settled for line in self.lines)

    @property
    def omitted(self) -> int:
        """How many legal moves have no line."""
        return len(self.position.moves) - len(self.lines)

    def line(self, move: Move) -> Line | None:
        """The line of a move, for an omitted one what is known of all those; None where nothing is."""
        found = next((line for line in self.lines if line.move == move), None)
        if found is None and self.omitted_verdict and move in self.position.moves:
            return Line(move, Score.exact(self.omitted_verdict), (move,))
        return found

    def keeping(self, older: Analysis) -> Analysis:
        """This analysis, and what an older one of the same position has proven beyond it: nothing proven is taken back."""
        known = {line.move: line for line in older.lines}
        lines = []
        for line in self.lines:
            old = known.get(line.move, line)
            score = line.score.with_proven(old.score, self.position.game.finite)
            lines.append(old if score is old.score else replace(line, score=score))
        return replace(self, lines=tuple(sorted(lines, key=lambda line: line.score.rank, reverse=True)))

    def given(self, score: Score | None) -> Analysis:
        """This analysis where a score of its position is known: if it is proven, so is that of the only move that may lead to
        its verdict, or of all such moves where they are equal by symmetry."""
        if score is None or not score.proven or score.verdict is None:
            return self
        verdict = Score.exact(score.verdict)
        able = [
            line
            for line in self.lines
            if not (line.score.proven and line.score.verdict and Score.exact(line.score.verdict) < verdict)
        ]
        worse = self.omitted_verdict is not None and Score.exact(self.omitted_verdict) < verdict
        equal = self.position.orbit(able[0].move) if able else ()
        if not able or any(line.move not in equal for line in able) or (self.omitted and not worse):
            return self
        return self.keeping(replace(self, lines=tuple(replace(line, score=score) for line in able)))

    def to_json(self) -> dict[str, Any]:
        """The analysis as plain JSON values, moves in notation."""
        names = {line.move: self.position.name(line.move) for line in self.lines}
        return {
            "engine": self.engine,
            **self.position.to_json(),
            "turn": self.position.game.players[self.position.turn],
            "lines": [
                {
                    "move": names[line.move],
                    **line.score.to_json(),
                    "depth": line.depth,
                    "pv": self.position.names(line.pv),
                }
                for line in self.lines
            ],
            "omitted": self.omitted,
            "omitted_outcome": self.omitted_verdict.value if self.omitted_verdict else None,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
            "counters": dict(self.counters),
            "final": self.final,
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Analysis:
        """The inverse of :meth:`to_json`. Raises BadNotation for a document that is none."""
        try:
            position = Position.from_json(document)
            return cls(
                position,
                tuple(_line_from_json(position, line) for line in document["lines"]),
                int(document["depth"]),
                int(document["nodes"]),
                float(document["seconds"]),
                bool(document["final"]),
                dict(document["counters"]),
                Verdict(document["omitted_outcome"]) if document.get("omitted_outcome") else None,
                str(document.get("engine", "")),
            )
        except (KeyError, TypeError, ValueError, AttributeError, AssertionError) as error:
            raise BadNotation("This is not an analysis: {reason}.", reason=repr(error)) from error


def _line_from_json(position: Position, document: Mapping[str, Any]) -> Line:
    move = position.parse(document["move"])
    pv = []
    for name in document["pv"]:
        pv.append(position.parse(name))
        position = position.play(pv[-1])
    return Line(move, Score.from_json(document), tuple(pv), int(document.get("depth", 0)))


@lru_cache(maxsize=64)
def _looked_up(game: Game) -> Mapping[State, Score]:
    """What is proven here of the start of a game, and of the positions after the first moves that lead there."""
    score, start = score_of(game.known) if game.known else None, Position.start(game)
    if score is None or game.known is None:
        return {}
    found = {start.state: score}
    if game.known.first:
        for move in start.orbit(start.parse(game.known.first)):
            after = start.play(move)
            found[after.state] = score.after(start.turn != after.turn)
    return found


def proven_here(position: Position) -> Score | None:
    """What is proven of a position without a search, for the player to move: at the end by the rules, at the start of a game
    and after a best first move by what comes with the hall; None elsewhere, and where only papers know. Whoever tells what is
    known of a position asks this."""
    outcome = position.outcome
    if outcome:
        if outcome.winner is None:
            return Score.exact(Verdict.TIE, 0)
        return Score.exact(Verdict.WIN if outcome.winner == position.turn else Verdict.LOSE, 0)
    return None if isinstance(position, Passed) else _looked_up(position.game).get(position.state)


def score_of(known: Known) -> Score | None:
    """What is known of a start as a score, where it is proven here."""
    if not known.proof:
        return None
    return Score.exact(Verdict(known.verdict), known.plies, known.proof, most=known.within or FAR)


@dataclass(frozen=True)
class Limit:
    """When an engine has to stop by itself; None: never. ``depth`` in plies, ``nodes`` in positions."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def within(self, seconds: float | None) -> Limit:
        """The same, and no longer than so many seconds."""
        return replace(self, seconds=min((each for each in (self.seconds, seconds) if each is not None), default=None))

    def share(self, nodes: int, seconds: float) -> float:
        """How much of it so many nodes and seconds have used up, from 0 to 1; 0 where neither is limited."""
        used = ((nodes, self.nodes), (seconds, self.seconds))
        return max((min(1.0, part / whole) for part, whole in used if whole), default=0.0)


class Stopped(Exception):
    """Raised by :meth:`Watch.tick` when the time, the nodes or the patience of the asker have run out."""


class Watch:
    """The one link between a searching engine and its asker.

    ``clock`` gives seconds and is injected, so that a test decides what time it is; ``stop`` tells whether the asker wants an
    end; ``listener`` gets at most one analysis in ``interval`` seconds. ``all_moves`` tells whether it is asked what every
    move is worth, or only which one is best: then the others are told as worth no more, the search may end with the first
    win, and what it has learnt may serve the next question. ``engine`` is the name under which the answer is given: the
    engine that searches writes it there.
    """

    def __init__(
        self,
        position: Position,
        limit: Limit,
        clock: Callable[[], float],
        listener: Callable[[Analysis], None] = lambda analysis: None,
        stop: Callable[[], bool] = lambda: False,
        interval: float = REPORT_SECONDS,
        all_moves: bool = True,
    ) -> None:
        self.all_moves = all_moves
        self.position = position
        self.limit = limit
        self.engine = ""
        self.nodes = 0
        self._clock = clock
        self._listener = listener
        self._stop = stop
        self._interval = interval
        self._started = clock()
        self._reported = -interval

    @property
    def seconds(self) -> float:
        """Time since the question."""
        return self._clock() - self._started

    @property
    def wanted(self) -> bool:
        """Whether the asker still waits for an answer, be it late."""
        return not self._stop()

    def tick(self, nodes: int) -> None:
        """Count nodes visited since the last tick; to be called about every thousand. Raises Stopped."""
        self.nodes += nodes
        limit = self.limit
        if (
            not self.wanted
            or (limit.nodes is not None and self.nodes >= limit.nodes)
            or (limit.seconds is not None and self.seconds >= limit.seconds)
        ):
            raise Stopped

    def report(self, lines: Iterable[Line], depth: int, omitted: Verdict | None = None, **counters: int) -> None:
        """Tell the asker what is known by now, ``omitted`` of the moves without a line; dropped when the last report is
        younger than ``interval``."""
        seconds = self.seconds
        if seconds - self._reported >= self._interval:
            self._reported = seconds
            self._listener(self._analysis(lines, depth, counters, False, omitted))

    def finish(self, lines: Iterable[Line], depth: int, omitted: Verdict | None = None, **counters: int) -> Analysis:
        """The final answer, for the engine to return."""
        return self._analysis(lines, depth, counters, True, omitted)

    def _analysis(
        self, lines: Iterable[Line], depth: int, counters: Mapping[str, int], final: bool, omitted: Verdict | None
    ) -> Analysis:
        best_first = tuple(sorted(lines, key=lambda line: line.score.rank, reverse=True))
        return Analysis(
            self.position, best_first, depth, self.nodes, self.seconds, final, dict(counters), omitted, self.engine
        )


class Engine(Protocol):
    """A way of searching. Called with a position that is not over; returns ``watch.finish(...)`` even when stopped at the
    very first tick, with a line for every legal move."""

    name: str

    def analyse(self, watch: Watch) -> Analysis:
        """Search until all is proven, the limit is reached, or the watch raises Stopped. Writes its name into the watch."""
        ...


class Solver(ABC):
    """An engine made for certain positions, which is asked about no others: :func:`core.engines.analyse` sees to that."""

    name: str

    @abstractmethod
    def takes(self, position: Position, limit: Limit) -> bool:
        """Whether it is made for a position that is not over, and for such a limit."""

    @abstractmethod
    def analyse(self, watch: Watch) -> Analysis:
        """As any :class:`Engine`, about what it takes."""

    def solves(self, position: Position) -> bool:
        """Whether it is the one to ask about a position where no engine is named."""
        return self.takes(position, Limit())


def unknown(score: Score, game_id: str) -> bool:
    """Whether a score in a game is no estimate, only the want of one."""
    return score.verdict is None and score.value == 0 and not guesses(game_id)
