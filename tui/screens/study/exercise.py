"""The exercises of a study, and the one on the board: what was tried in it, and all that is told of it."""

from __future__ import annotations

from core import explain
from core.analysis import Analysis
from core.game import Move
from core.games import get
from core.play.coach import HintLadder
from core.position import Position, play_all
from core.study.exercises.attempt import HINTS, Attempt, solution
from core.study.exercises.finding import Exercise
from core.study.exercises.puzzles import PROVEN
from tui.screens.study.practice import KeptPractice
from tui.screens.study.puzzle_side import SideView
from tui.text.catalogue import _, ngettext, say
from tui.text.tried import verdict_words


class Exercises:
    """Goes through the exercises, one at a time."""

    def __init__(self, kept: KeptPractice) -> None:
        self._kept = kept
        self.all: tuple[Exercise, ...] = ()
        """None as long as they are looked for."""
        self.number = 0
        """Which is on the board, from 0."""
        self.attempt: Attempt | None = None
        """The move that was tried and the line that follows, None while the task stands open."""
        self.ladder = HintLadder(HINTS)

    @property
    def current(self) -> Exercise | None:
        """The one on the board."""
        return self.all[min(self.number, len(self.all) - 1)] if self.all else None

    @property
    def position(self) -> Position:
        """The position shown: that of the exercise, or one of the line that was tried."""
        if self.attempt:
            return self.attempt.position
        assert self.current, "there is a board only with an exercise"
        return self.current.position

    @property
    def last(self) -> Move | None:
        """The move that led there."""
        if self.attempt:
            return self.attempt.last
        assert self.current
        moves, _position = play_all(get(self.current.game), self.current.moves)
        return moves[-1] if moves else None

    @property
    def first_unsolved(self) -> int:
        """The number of the first that was never solved, of the first of all where there is none."""
        return next((i for i, each in enumerate(self.all) if self._kept.tried(each).solved is None), 0)

    def put(self, number: int) -> None:
        """Put an exercise on the board."""
        self.number = number
        self.clear()

    def clear(self) -> None:
        """Take back what was tried and said."""
        self.attempt, self.ladder = None, HintLadder(HINTS)

    def attempt_move(self, move: Move) -> Attempt:
        """Try a move; what came of it is kept."""
        assert self.current, "the board is seen with an exercise only"
        self.attempt = Attempt(self.current, self.current.position, move)
        self._kept.keep(self.current, wrong=not self.attempt.right)
        return self.attempt

    def learn(self, analysis: Analysis) -> bool:
        """Whether an analysis is the answer to what was tried: then its line goes on."""
        attempt, score = self.attempt, analysis.score
        if attempt is None or attempt.analysis or attempt.after != analysis.position:
            return False
        if not (analysis.final or (score and score.settled)):
            return False
        self.attempt = attempt.answered(analysis)
        return True

    def hint(self) -> str:
        """Say a little more each time."""
        exercise = self.current
        assert exercise
        if self.ladder.at_top:
            return _("That was the last hint.")
        self._kept.keep(exercise, hint=True)
        self.ladder.climb(solution(exercise))
        return say(self.ladder.hints[-1])

    @property
    def side(self) -> SideView:
        """What stands beside the board."""
        exercise = self.current
        assert exercise
        tried = self._kept.tried(exercise)
        facts = [_("One move is right: {proof}.").format(proof=say(PROVEN[exercise.ground]))]
        if tried.wrong and tried.solved is None:
            facts.append(ngettext("{number} wrong try.", "{number} wrong tries.", tried.wrong))
        number, count = self.number + 1, len(self.all)
        title = _("Exercise {number} of {count}").format(number=number, count=count) if count > 1 else _("Exercise")
        verdict, said = self._said(exercise)
        return SideView(
            place=(number, count),
            title=title,
            task=say(exercise.task),
            facts=tuple(facts),
            verdict=verdict,
            said=said,
            tried=tuple(map(self._kept.tried, self.all)),
        )

    @property
    def status(self) -> str:
        """The task, or what came of the last try, in a sentence."""
        exercise = self.current
        assert exercise
        if self.attempt is None:
            return say(exercise.task)
        verdict, said = self._said(exercise)
        return " ".join((verdict[0], *said))

    def _said(self, exercise: Exercise) -> tuple[tuple[str, str], tuple[str, ...]]:
        """What came of the last try, in a role, and what follows from it; or the hints."""
        attempt = self.attempt
        if attempt is None:
            return ("", ""), tuple(map(say, self.ladder.hints))
        more = [_("{key:step} shows how it goes on.")] if attempt.more else []
        if attempt.right:
            why = explain.own_words(exercise.position, exercise.move)
            at_first = self._kept.tried(exercise).at_first
            return (_("Right, at once!") if at_first else _("Right!"), "win"), (*([say(why)] if why else []), *more)
        return (_("No: {move}.").format(move=attempt.name), "lose"), (
            verdict_words(attempt),
            *more,
            _("{key:choose} tries again."),
        )
