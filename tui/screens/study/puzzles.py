"""The exercises of a game, as a screen of exercises is fed with them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from core.analysis import Analysis
from core.errors import CoreError
from core.game import Game, Move
from core.games import get
from core.phrase import Sentence, fact
from core.play.source import Snapshot
from core.position import Position
from core.review.account import Answer
from core.store.rows import Tried
from core.study import told_of, topic
from core.study.exercises import attempt
from core.study.exercises.course import PATH
from core.study.exercises.finding import Exercise
from core.study.exercises.puzzles import PROVEN, USUAL
from core.study.study import PlayLink, Study, StudyQuestion
from tui.drawing.canvas import Row, Span
from tui.game.analyst import Analyst
from tui.game.reviewer import REVIEW_LIMIT
from tui.screens.base.game import play_from
from tui.screens.study.absent import Absence
from tui.screens.study.practice import KeptPractice
from tui.screens.study.tasks import Task, Tasks, state_of
from tui.text.catalogue import _, say

if TYPE_CHECKING:
    from tui.screens.base.port import HallPort


class Puzzle:
    """A position with exactly one right move."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise

    @cached_property
    def state(self) -> Snapshot:
        """The game in which it stands."""
        return state_of(get(self.exercise.game), self.exercise.moves)

    @property
    def ply(self) -> int:
        """After all of its moves."""
        return len(self.state.match.moves)

    @cached_property
    def _task(self) -> Sentence:
        return self.exercise.task

    @property
    def label(self) -> Row:
        """The task."""
        return [Span(say(self._task))]

    @property
    def told(self) -> Sequence[str]:
        """The task, and what is proven of the right move."""
        return say(self._task), _("One move is right: {proof}.").format(proof=say(PROVEN[self.exercise.ground]))

    @cached_property
    def better(self) -> Sequence[Move]:
        """The right move."""
        return (self.exercise.move,)

    @cached_property
    def analysis(self) -> Analysis:
        """What is proven of it."""
        return attempt.solution(self.exercise)

    def answer(self, move: Move, after: Analysis | None) -> Answer:
        """What there is to say of a move."""
        return attempt.answer(self.exercise, move, after)


class Puzzles(Tasks):
    """The exercises that a question asks for, from the one with a number, from 0, or the first that was never solved."""

    def __init__(self, question: StudyQuestion, number: int | None = None) -> None:
        try:
            game = question.game(USUAL)
        except CoreError:
            game = get(USUAL)
        super().__init__(game)
        self.question: StudyQuestion = question
        self._number = number
        self._study: Study | None = None
        self._trouble: CoreError | None = None
        self.exercises: Sequence[Exercise] = ()

    def begin(self, hall: HallPort) -> None:
        """Have them found in a process of its own, and ask the store what came of them."""
        self.hall = hall
        self.kept = KeptPractice(hall, self._hear)
        self._analyst = Analyst(
            lambda analysis: self.changed(), self._fail, hall.surroundings.report_interval, hall.worker
        )
        self.kept.ask()
        self._asked = hall.studying(self.question, self._hear, self._fail)

    def _hear(self, study: Study) -> None:
        self._study = self.kept.beside(study)
        if self.kept.read and not self.all:
            self.exercises = study.data or ()
            self.all = tuple(map(Puzzle, self.exercises))
        self.changed()

    def _fail(self, error: CoreError) -> None:
        self._trouble = error
        self.changed()

    @property
    def title(self) -> str:
        """The title of the answer, and of the topic as long as there is none."""
        return say(self._study.title if self._study else topic(self.question.topic).title)

    @property
    def absence(self) -> Absence:
        """What went wrong, or that none was found, or none yet."""
        about = say(topic(self.question.topic).summary)
        none = self._study is not None and self._study.final and self.kept.read
        if not (self._trouble or none):
            return super().absence._replace(about=about)
        missing = say(self._trouble or fact("puzzles.exercises.none"))
        return Absence(missing, about, _("{key:learn} has other exercises; {key:leave} goes back."))

    @property
    def described(self) -> str:
        """What the topic is, and where else there is something."""
        asked = topic(self.question.topic)
        more = _("{key:all_exercises} shows them all in a table, where you can ask for others: {usage}.")
        return f"{say(asked.summary)} {more.format(usage=asked.usage)}"

    @property
    def valued(self) -> Sequence[Game]:
        """The games of the exercises, as far as they are known."""
        return told_of(self.question, self._study)

    @property
    def first(self) -> int:
        """The number that was asked for, else that of the first that was never solved."""
        return super().first if self._number is None else self._number

    def known(self, position: Position) -> Analysis | None:
        """What the engine has found out."""
        return self._analyst.known(position)

    def find(self, position: Position | None) -> None:
        """Ask the engine."""
        if position is None:
            self._analyst.rest()
        else:
            self._analyst.ask(position, REVIEW_LIMIT)

    def tried(self, number: int) -> Tried:
        """As the store has it."""
        return self.kept.tried(self.exercises[number])

    def keep(self, number: int, *, wrong: bool = False, hint: bool = False) -> None:
        """Write it to the store."""
        exercise = self.exercises[number]
        self.kept.keep(exercise.game, exercise.moves, wrong=wrong, hint=hint)

    def beyond(self, step: int) -> Tasks | str:
        """The exercises of the next game of the course."""
        id = self.exercises[0].game if self.exercises else ""
        if step > 0 and id in PATH[:-1]:
            return self.asking(StudyQuestion(self.question.topic, (PATH[PATH.index(id) + 1],)))
        return super().beyond(step)

    def asking(self, question: StudyQuestion, number: int | None = None) -> Puzzles:
        """Those of another question."""
        return type(self)(question, number)

    def play(self, task: Task) -> str:
        """Play on against the usual opponent."""
        state = task.state
        return play_from(self.hall, PlayLink(state.match.game.id, " ".join(state.match.names)))

    async def close(self) -> None:
        """End both processes."""
        await self._asked.close()
        await self._analyst.close()
