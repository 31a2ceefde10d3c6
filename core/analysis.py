"""Analyses of positions, and the interface between engines and their callers.

Every evaluation takes this form. An :class:`Engine` gets a :class:`Watch`, calls ``tick`` as it searches and ``report``
as it learns, and returns ``watch.finish(...)``: exactly one final :class:`Analysis`, stopped or not.
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
"""Default minimum time between two reports, in seconds. No eye follows more than ten per second."""


@dataclass(frozen=True)
class Line:
    """A legal move with its score and principal variation."""

    move: Move
    """The move."""
    score: Score
    """The score for the player who makes the move."""
    pv: tuple[Move, ...]
    """The principal variation. It begins with the move."""
    depth: int = 0
    """Search depth in plies behind an estimate, 0 without a search."""


@dataclass(frozen=True)
class Analysis:
    """An engine's knowledge of a position at one moment."""

    position: Position
    """The analysed position."""
    lines: tuple[Line, ...]
    """A line for each legal move, best first. Above a thousand moves, only some have one."""
    depth: int
    """Depth in plies to which every move was searched."""
    nodes: int
    """Number of positions visited."""
    seconds: float
    """Time since the start of the analysis, in seconds."""
    final: bool
    """Whether this is the last analysis of a search."""
    counters: Mapping[str, int] = field(default_factory=dict)
    """Further counters by name, such as cuts and table hits."""
    omitted_verdict: Verdict | None = None
    """The proven verdict of all moves without a line. None if unknown."""
    engine: str = ""
    """The engine that answered. It may differ from the requested one: alphabeta answers for engines that are not made
    for the position."""

    @property
    def best(self) -> Line | None:
        """The best line, None if the game is over."""
        return self.lines[0] if self.lines else None

    @property
    def best_moves(self) -> list[Move]:
        """The moves with the best rank. The distance of a draw does not matter."""
        return [line.move for line in self.lines if line.score.rank == self.lines[0].score.rank]

    @cached_property
    def score(self) -> Score | None:
        """The position's score as proven by all lines together. Without a proof it is the best line's estimate; None if
        the game is over. A drawing move proves only a bound while another move may win."""
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
        """The score, improved by what is already proven of the position."""
        score, known = self.score, proven_here(self.position)
        return score.with_proven(known, self.position.game.finite) if score and known else score

    @property
    def informed(self) -> Analysis:
        """This analysis with the proven best first moves added. It only changes at the start of a game."""
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
        """The known result of best play from the start of the game. It comes from this analysis if that proves as much
        as is known, else from the stored result. None if nobody knows, and for any other position."""
        if self.position != Position.start(self.position.game):
            return None
        known, score = self.position.game.known, self.score
        # Do not credit this engine with a proof from elsewhere.
        if score is None or not score.proven or score.verdict is None or score != self.whole:
            return known
        return Known(score.verdict.value, score.plies, score.within, known.how if known else None, score.method)

    @property
    def nps(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def settled(self) -> bool:
        """Whether the score of every move is final."""
        return not self.omitted and all(line.score.settled for line in self.lines)

    @property
    def omitted(self) -> int:
        """Number of legal moves without a line."""
        return len(self.position.moves) - len(self.lines)

    def line(self, move: Move) -> Line | None:
        """The line of a move. An omitted move gets the verdict of all omitted moves. None if nothing is known."""
        found = next((line for line in self.lines if line.move == move), None)
        if found is None and self.omitted_verdict and move in self.position.moves:
            return Line(move, Score.exact(self.omitted_verdict), (move,))
        return found

    def keeping(self, older: Analysis) -> Analysis:
        """This analysis, improved by the proofs of an ``older`` one. Both are of one position. So nothing proven is
        lost."""
        known = {line.move: line for line in older.lines}
        lines = []
        for line in self.lines:
            old = known.get(line.move, line)
            score = line.score.with_proven(old.score, self.position.game.finite)
            lines.append(old if score is old.score else replace(line, score=score))
        return replace(self, lines=tuple(sorted(lines, key=lambda line: line.score.rank, reverse=True)))

    def given(self, score: Score | None) -> Analysis:
        """This analysis, given a known score of its position. If the score is proven and only one move, or one orbit of
        symmetric moves, can reach its verdict, these moves get the score."""
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
        """The analysis as plain JSON values, with moves in notation."""
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
        """The inverse of :meth:`to_json`. Raises BadNotation for an invalid document."""
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
    """Proven scores of the start and after best first moves, by state."""
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
    """The score known without a search, for the player to move. At the end of a game the rules prove it; at the start
    and after a best first move a stored proof does. None elsewhere, and if only papers claim it. All code that shows
    known results calls this."""
    outcome = position.outcome
    if outcome:
        if outcome.winner is None:
            return Score.exact(Verdict.TIE, 0)
        return Score.exact(Verdict.WIN if outcome.winner == position.turn else Verdict.LOSE, 0)
    return None if isinstance(position, Passed) else _looked_up(position.game).get(position.state)


def score_of(known: Known) -> Score | None:
    """The score of a known result. None if no proof is stored here."""
    if not known.proof:
        return None
    return Score.exact(Verdict(known.verdict), known.plies, known.proof, most=known.within or FAR)


@dataclass(frozen=True)
class Limit:
    """Limits of a search. None is no limit."""

    seconds: float | None = None
    """Maximum time in seconds."""
    depth: int | None = None
    """Maximum depth in plies."""
    nodes: int | None = None
    """Maximum number of positions visited."""

    def within(self, seconds: float | None) -> Limit:
        """These limits, and at most ``seconds``."""
        return replace(self, seconds=min((each for each in (self.seconds, seconds) if each is not None), default=None))

    def share(self, nodes: int, seconds: float) -> float:
        """The share of the limits used up, from 0 to 1. It is 0 without a limit on nodes or time."""
        used = ((nodes, self.nodes), (seconds, self.seconds))
        return max((min(1.0, part / whole) for part, whole in used if whole), default=0.0)


class Stopped(Exception):
    """Raised by :meth:`Watch.tick` to end a search. The time or node limit is reached, or the caller wants an end."""


class Watch:
    """The only link between a searching engine and its caller.

    ``clock`` gives seconds and is injected for tests. ``stop`` returns whether the caller wants the search to end.
    ``listener`` gets at most one analysis every ``interval`` seconds. ``all_moves`` is whether every move needs its
    score. Otherwise only the best move is needed: the others are reported as at most equal to it, the search may end at
    the first win, and what it learns may serve the next search. ``engine`` is the name of the engine that answers,
    which that engine writes.
    """

    position: Position
    """The position to search. It is not over."""
    limit: Limit
    """When the search has to end."""

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
        """Time since the start of the search, in seconds."""
        return self._clock() - self._started

    @property
    def wanted(self) -> bool:
        """Whether the caller still wants an answer, even after a limit."""
        return not self._stop()

    def tick(self, nodes: int) -> None:
        """Count the nodes since the last tick. Call it about every thousand nodes. Raises Stopped."""
        self.nodes += nodes
        limit = self.limit
        if (
            not self.wanted
            or (limit.nodes is not None and self.nodes >= limit.nodes)
            or (limit.seconds is not None and self.seconds >= limit.seconds)
        ):
            raise Stopped

    def report(self, lines: Iterable[Line], depth: int, omitted: Verdict | None = None, **counters: int) -> None:
        """Report the lines found so far. ``omitted`` is the verdict of the moves without a line. A report within
        ``interval`` of the last one is dropped."""
        seconds = self.seconds
        if seconds - self._reported >= self._interval:
            self._reported = seconds
            self._listener(self._analysis(lines, depth, counters, False, omitted))

    def finish(self, lines: Iterable[Line], depth: int, omitted: Verdict | None = None, **counters: int) -> Analysis:
        """The final analysis, to be returned by the engine."""
        return self._analysis(lines, depth, counters, True, omitted)

    def _analysis(
        self, lines: Iterable[Line], depth: int, counters: Mapping[str, int], final: bool, omitted: Verdict | None
    ) -> Analysis:
        best_first = tuple(sorted(lines, key=lambda line: line.score.rank, reverse=True))
        return Analysis(
            self.position, best_first, depth, self.nodes, self.seconds, final, dict(counters), omitted, self.engine
        )


class Engine(Protocol):
    """A search. It is called with a position that is not over, and returns ``watch.finish(...)`` even when stopped at
    the first tick, with a line for every legal move."""

    name: str
    """The name by which :func:`core.engines.get` gives it."""

    def analyse(self, watch: Watch) -> Analysis:
        """Search until done, the limit is reached, or the watch raises Stopped. Sets the watch's engine name."""


class Solver(ABC):
    """An engine for certain positions only. :func:`core.engines.analyse` calls it for no others."""

    name: str

    @abstractmethod
    def takes(self, position: Position, limit: Limit) -> bool:
        """Whether the solver handles this unfinished position and limit."""

    @abstractmethod
    def analyse(self, watch: Watch) -> Analysis:
        """Search a position that it takes, like any :class:`Engine`."""

    def solves(self, position: Position) -> bool:
        """Whether it is the default engine for a position."""
        return self.takes(position, Limit())


def unknown(score: Score, game_id: str) -> bool:
    """Whether a score is no estimate, but 0 for lack of one."""
    return score.verdict is None and score.value == 0 and not guesses(game_id)
