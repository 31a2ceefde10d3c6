"""The puzzle of a day in sentences: the position, the task, and whether a move is right."""

from __future__ import annotations

from time import time

from core.analysis import Analysis
from core.errors import CoreError
from core.game import Move
from core.play.coach import HintLadder
from core.position import Position
from core.store.rows import Tried
from core.store.store import Store
from core.study.exercises import daily
from core.study.exercises.attempt import HINTS, answer, solution
from core.study.exercises.finding import Exercise
from core.study.exercises.puzzles import PROVEN
from core.study.study import Study, StudyQuestion
from tui.game.analyst import Analyst
from tui.game.reviewer import REVIEW_LIMIT
from tui.plain.aloud import joined, name_of
from tui.plain.boards import board
from tui.plain.desk import REPORT_SECONDS, Desk
from tui.plain.inquiry import Inquiry
from tui.plain.lesson import Lesson
from tui.text import words
from tui.text.catalogue import _, ngettext, say
from tui.text.tried import answer_words, reason_words


class DailyLesson(Lesson):
    """Asks the puzzle, and saves its result as the screens do. Raises Unstudied for a question without a day."""

    words = ("hint",)

    def __init__(self, desk: Desk, question: StudyQuestion) -> None:
        self._desk = desk
        self._question = question
        self._day = daily.day_of(question)
        self._exercise: Exercise | None = None
        """The puzzle, None before it is found and after it is solved."""
        self._result = Tried()
        self._refuted: Move | None = None
        """The wrong move that an engine refutes now."""
        self._ladder = HintLadder(HINTS)
        self._inquiry = Inquiry(desk, self._ask)
        self._analyst = Analyst(self._hear, self._fail, REPORT_SECONDS, desk.household.worker)

    @property
    def position(self) -> Position | None:
        """The position of the puzzle, until it is solved."""
        return self._exercise.position if self._exercise else None

    @property
    def rests(self) -> bool:
        """Whether neither the puzzle nor a refutation is looked for."""
        return self._inquiry.rests and self._refuted is None

    async def begin(self) -> None:
        """Have the puzzle found."""
        await self._inquiry.begin(self._question)

    def _ask(self, study: Study | None) -> None:
        """Say the position, the task, and the result of earlier tries."""
        if study is None or not study.data:
            return
        exercise: Exercise = study.data[0]
        self._exercise, position = exercise, exercise.position
        self._desk.out(f"{say(study.title)}. {words.about(position.game)}")
        self._desk.out(joined(*board(position)))
        turn = _("{player} to move.").format(player=name_of(position, position.turn))
        proof = _("One move is right: {proof}.").format(proof=say(PROVEN[exercise.ground]))
        self._desk.out(joined(turn, say(exercise.task), proof))
        self._result = self._inquiry.practice.get((exercise.game, exercise.moves), Tried())
        if self._result.solved is not None:
            self._desk.out(_("You have solved it before."))
        elif self._result.wrong:
            self._desk.out(ngettext("{number} wrong try.", "{number} wrong tries.", self._result.wrong))

    def play(self, move: Move) -> None:
        """Try a move."""
        exercise = self._exercise
        assert exercise, "it has a position"
        if answer(exercise, move, None).right:
            self._save(exercise)
            self._tell(exercise, move, None, _("Solved at once.") if self._result.at_first else "")
            self._exercise = None
            return
        self._save(exercise, wrong=True)
        self._refuted = move
        after = exercise.position.play(move)
        if not self._analyst.ask(after, REVIEW_LIMIT):
            self._refute(self._analyst.known(after))

    def _tell(self, exercise: Exercise, move: Move, known: Analysis | None, more: str) -> None:
        """Say whether a move is right, and why."""
        position, found = exercise.position, answer(exercise, move, known)
        self._desk.out(joined(answer_words(position, move, found), reason_words(position, move, found), more))

    def _refute(self, known: Analysis | None) -> None:
        if self._exercise and self._refuted is not None:
            self._analyst.rest()
            self._tell(self._exercise, self._refuted, known, _("Try another move."))
            self._refuted = None
            self._desk.changed()

    def _save(self, exercise: Exercise, *, wrong: bool = False, hint: bool = False) -> None:
        """Save that a move was tried or a hint given, for the exercise and for the day."""
        self._result = self._result.after(time, wrong=wrong, hint=hint)

        def save(store: Store) -> None:
            store.practise(*daily.key(self._day), wrong=wrong, hint=hint)
            store.practise(exercise.game, exercise.moves, wrong=wrong, hint=hint)

        self._desk.save(save)

    def _hear(self, analysis: Analysis) -> None:
        if self._exercise and self._refuted is not None:
            found = answer(self._exercise, self._refuted, analysis)
            if not found.may_change(analysis):
                self._refute(analysis)

    def _fail(self, error: CoreError) -> None:
        self._desk.warn(error)
        self._refute(None)

    async def do(self, word: str) -> None:
        """Give a hint, which says a little more each time."""
        assert self._exercise, "hints are asked for where moves are tried"
        if self._ladder.at_top:
            self._desk.out(_("That was the last hint."))
        else:
            self._save(self._exercise, hint=True)
            self._desk.out(say(self._ladder.climb(solution(self._exercise))))

    def halt(self) -> None:
        """Wait neither for the puzzle nor for a refutation."""
        if self._inquiry.rests:
            self._refute(None)
        else:
            self._inquiry.halt()

    async def close(self) -> None:
        """End the engine's process and the one that finds the puzzle."""
        self._refuted = None
        await self._inquiry.close()
        await self._analyst.close()
