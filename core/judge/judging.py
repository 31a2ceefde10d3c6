"""Judges one Python player: its functions, its moves, and the games that come of them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from core.engines.dialects import PYTHON_SECONDS
from core.engines.foreign.program import ProgramFailed
from core.engines.foreign.python import RUNNER, Runner
from core.engines.foreign.shapes import COURSE, COURSE_FUNCTIONS, PythonFile, Shape, read
from core.errors import quoted
from core.game import Game, Move, Player, State
from core.games import get
from core.judge import SAMPLE, course
from core.judge.asking import Answered, Candidate, GaveUp, NotJudged
from core.judge.playing import games, unfinished
from core.judge.report import WRONG, Fault, Finding, Report, SideResult
from core.judge.truth import Case, Left, sample, whole
from core.phrase import Phrase, phrase
from core.position import other

USUAL_GAME = "tictactoe"
SIDES: tuple[Player, Player] = (0, 1)


class Assignment(NamedTuple):
    """What to judge, and how."""

    file: Path
    """The player."""
    game: str | None = None
    """The id of the game, None for the usual one of the file's shape."""
    shape: str | None = None
    """The name of the shape, None for the only one of the file."""
    sample: int = SAMPLE
    """The number of positions judged of a large game."""
    seed: int = 0
    """The seed of that sample."""
    strict: bool = False
    """Whether slow wins and soon losses are wrong."""
    seconds: float = PYTHON_SECONDS
    """The time for a move."""
    runner: Runner = RUNNER
    """How the file is run."""


def judge(assignment: Assignment) -> Generator[Report, None, None]:
    """The reports of judging a player, each with more of it; the last one is final. Closing the iterator ends the player.

    Raises UnknownEngine if the file holds no player, UnknownGame if the player does not play the game, NotJudged if the file
    cannot be loaded, has two shapes, or is saved while it is judged.
    """
    judging = _Judging(assignment)
    try:
        for _ in judging.steps():
            yield judging.report
        judging.candidate.close()  # now all that it has printed is there
        yield replace(judging.report, printed=judging.candidate.printed, final=True)
    finally:
        judging.candidate.close()


def chosen(assignment: Assignment) -> tuple[PythonFile, Shape, Game]:
    """The file, the shape and the game to judge. Raises as :func:`judge`."""
    source = read(assignment.file)
    game = None if assignment.game is None else get(assignment.game)
    shape, *others = source.shapes_for(game, assignment.shape)
    if others:
        raise NotJudged(
            (
                "{file} has the shapes {shapes}; {screen:choose one in Judge your program}{command:choose one with "
                "--as}."
            ),
            file=quoted(source.file.name),
            shapes=", ".join(each.name for each in (shape, *others)),
        )
    return source, shape, game or get(shape.game or USUAL_GAME)


class _Judging:
    """The work on one player. ``report`` is what is known so far."""

    def __init__(self, assignment: Assignment) -> None:
        source, shape, self._game = chosen(assignment)
        self._assignment = assignment
        self.candidate = Candidate(source, shape, assignment.runner, assignment.seconds)
        self._cases = whole(self._game)
        # A file of the course is asked where there is one move only too: its exercise has an answer there.
        asked = [case for case in self._cases or () if shape.name == COURSE or len(case.scores) > 1]
        self._asked: Sequence[Case] = asked
        self._answers: dict[State, Answered] = {}
        self.report = Report(
            source.file.name,
            shape.name,
            self._game.id,
            assignment.sample if self._cases is None else len(asked),
            self._cases is None,
            assignment.seed,
            strict=assignment.strict,
            helper=shape.helper,
            limited=bool(assignment.runner.bytes),
        )

    def _know(self, **news: Any) -> None:
        self.report = replace(self.report, **news)

    def steps(self) -> Iterator[None]:
        """Judge, in small steps. Raises NotJudged."""
        self.candidate.load()
        try:
            if self.candidate.shape.name == COURSE:
                yield from self._functions()
            if self._cases is None:
                yield from self._sampled()
            else:
                yield from self._all(self._cases)
        except GaveUp as reason:
            self._know(gave_up=reason.phrase, not_asked=max(0, self.report.total - self.report.judged))

    def _functions(self) -> Iterator[None]:
        """Judge the functions of a course file. Raises GaveUp."""
        boards = course.positions()
        for name in (*COURSE_FUNCTIONS, self.candidate.shape.function):
            before = self.report.functions
            self._know(stage=phrase("function {name}", name=name))
            for result in course.judged(self.candidate, name, boards):
                self._know(functions=(*before, result))
                yield

    def _all(self, cases: Sequence[Case]) -> Iterator[None]:
        """Ask for a move in every case, and play. Raises GaveUp."""
        self._know(stage=phrase("moves"))
        answers = self.candidate.answers(each.position for each in self._asked)
        for case, answer in zip(self._asked, answers, strict=True):
            self._learn(case, answer)
            yield
        self._play({case.position.state: case for case in cases})
        yield
        # What was wrong by time alone may well come in time when it is asked again.
        if any(each.fault in WRONG and not self._answers[each.position.state].ended for each in self.report.findings):
            for function in self.report.functions:
                is_right = not function.wrong and not function.missing
                if not is_right and function.name in COURSE_FUNCTIONS and not self.report.because:
                    yield from self._replace(function.name)

    def _sampled(self) -> Iterator[None]:
        """Ask for a move in sampled cases. Raises GaveUp."""
        self._know(stage=phrase("moves"))
        cases = sample(self._game, self._assignment.sample, self._assignment.seed)
        for case in cases:
            if isinstance(case, Case):
                (answer,) = self.candidate.answers([case.position])
                self._learn(case, answer)
                self._know(findings=_few_plies_first(self.report.findings))
            else:
                self._know(unproven=self.report.unproven + (case is Left.UNPROVEN))
            yield
        if not self.report.judged:
            raise NotJudged(
                "In {game} no position was found where moves have different proven values; choose a smaller game.",
                game=self._game.id,
            )
        self._know(total=self.report.judged)

    def _learn(self, case: Case, answer: Answered) -> None:
        """Note one answer."""
        self._answers[case.position.state] = answer
        if finding := _finding(case, answer):
            self._know(findings=(*self.report.findings, finding))
        slowest = self.report.slowest
        if slowest is None or answer.seconds > slowest[0]:
            slowest = answer.seconds, case.position
        self._know(judged=self.report.judged + 1, slowest=slowest)

    def _play(self, cases: Mapping[State, Case]) -> None:
        """Play all games of the player, and find where it goes round."""

        def choose(state: State) -> Move | None:
            # Where there is one move only, nobody was asked.
            return self._answers[state].move if state in self._answers else next(iter(cases[state].scores))

        start = cases[self._game.start()]
        lost = None if not start.worth else start.position.turn if start.worth < 0 else other(start.position.turn)
        sides = []
        reached: set[State] = set()
        for side in SIDES:
            played = games(self._game, side, choose)
            reached.update(played.reached)
            failure = None if played.loses is None else self._failure_after(played.loses)
            sides.append(SideResult(played.loses, failure, lost == side))
        findings = [*self.report.findings]
        if not self._game.finite:
            for state in unfinished(self._game, cases, choose):
                case, move = cases[state], choose(state)
                others = tuple(each for each in case.holding if each != move)
                finding = Finding(Fault.GOES_ROUND, case.position, case.line, move, None, others or case.holding)
                findings.append(finding)
        findings = [replace(each, reached=each.position.state in reached) for each in findings]
        self._know(sides=tuple(sides), reached=len(reached), findings=_few_plies_first(findings))

    def _failure_after(self, line: Sequence[Move]) -> Phrase | None:
        """Why the player made no legal move after a line."""
        state = self._game.start()
        for move in line:
            state = self._game.play(state, move)
        return self._answers[state].failure if state in self._answers else None

    def _replace(self, function: str) -> Iterator[None]:
        """Find out whether a wrong function is why minimax is wrong: with a right one in its place it is right."""
        self._know(stage=phrase("moves with the correct {function}", function=function))
        yield
        try:
            self.candidate.replace(function)
            answers = self.candidate.answers(each.position for each in self._asked)
            for case, answer in zip(self._asked, answers, strict=True):
                finding = _finding(case, answer)
                if finding and finding.fault in WRONG:
                    return
                yield
        except (ProgramFailed, GaveUp):
            return
        self._know(because=function)


def _few_plies_first(findings: Iterable[Finding]) -> Sequence[Finding]:
    return tuple(sorted(findings, key=lambda each: len(each.line)))


def _finding(case: Case, answer: Answered) -> Finding | None:
    """What is wrong with an answer."""
    move = answer.move
    holding = case.holding
    if move is not None and move in holding:
        if not case.slow(move):
            return None
        fault = Fault.SLOW
        fastest = max(case.scores[each].rank for each in holding)
        holding = tuple(each for each in holding if case.scores[each].rank == fastest)
    elif case.worth < 0:
        fault = Fault.FAILED
    else:
        fault = Fault.WIN_LOST if case.worth > 0 else Fault.DRAW_LOST
    return Finding(fault, case.position, case.line, move, answer.failure, holding)
