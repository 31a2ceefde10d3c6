"""The puzzle of a day in sentences: what stands there, the task, and what is right or wrong about a move."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from core.analysis import Analysis
from core.errors import CoreError
from core.game import Move
from core.play.coach import HintLadder
from core.position import Position
from core.store.rows import Practice, Tried
from core.store.store import Store
from core.study.exercises import daily
from core.study.exercises.attempt import HINTS, answer, solution
from core.study.exercises.finding import Exercise
from core.study.exercises.puzzles import PROVEN
from tui.game.analyst import Analyst
from tui.game.reviewer import REVIEW_LIMIT
from tui.plain.aloud import name_of
from tui.plain.boards import board
from tui.plain.lesson import REPORT_SECONDS, Desk, Lesson
from tui.text import words
from tui.text.catalogue import _, ngettext, say
from tui.text.tried import answer_words, reason_words


class DailyLesson(Lesson):
    """Puts an exercise, and keeps what comes of it as the screens do."""

    words = ("hint",)

    def __init__(self, desk: Desk, exercise: Exercise, day: date) -> None:
        self._desk = desk
        self._day = day
        self._exercise = exercise
        self._solved = False
        self._waits = False
        self._tried: Move | None = None
        self._ladder = HintLadder(HINTS)
        self._analyst = Analyst(self._hear, self._fail, REPORT_SECONDS, desk.household.worker)

    @property
    def position(self) -> Position | None:
        """The position of the exercise, until it is solved."""
        return None if self._solved else self._exercise.position

    @property
    def rests(self) -> bool:
        """Whether nothing is on its way."""
        return not self._waits

    @property
    def searches(self) -> bool:
        """Whether an engine looks for what refutes a move."""
        return self._waits and self._tried is not None and not answer(self._exercise, self._tried, None).right

    def begin(self, title: str) -> None:
        """Say what stands there, and what is to be done; then what came of earlier tries."""
        position = self._exercise.position
        self._desk.out(f"{title}. {words.about(position.game)}")
        self._desk.out(" ".join(board(position)))
        turn = _("{player} to move.").format(player=name_of(position, position.turn))
        proof = _("One move is right: {proof}.").format(proof=say(PROVEN[self._exercise.ground]))
        self._desk.out(f"{turn} {say(self._exercise.task)} {proof}")
        self._desk.household.keeper.look(lambda store: store.practice(), self._remind, self._warn)

    def _remind(self, practice: Practice) -> None:
        """Say what came of earlier tries."""
        tried = practice.get((self._exercise.game, self._exercise.moves), Tried())
        if tried.solved is not None:
            self._desk.out(_("You have solved it before."))
        elif tried.wrong:
            self._desk.out(ngettext("{number} wrong try.", "{number} wrong tries.", tried.wrong))

    def _warn(self, error: CoreError) -> None:
        self._desk.out(say(error))

    def play(self, move: Move) -> None:
        """Try a move."""
        position = self._exercise.position
        self._tried, self._waits = move, True
        if answer(self._exercise, move, None).right:
            self._keep(self._praise)
            return
        self._keep(lambda tried: None, wrong=True)
        after = position.play(move)
        if not self._analyst.ask(after, REVIEW_LIMIT):
            self._refute(self._analyst.known(after))

    def _told(self, known: Analysis | None) -> list[str]:
        """What there is to say of the move tried."""
        assert self._tried is not None, "a move was tried"
        position, self._waits = self._exercise.position, False
        found = answer(self._exercise, self._tried, known)
        return [answer_words(position, self._tried, found), reason_words(position, self._tried, found)]

    def _praise(self, tried: Tried) -> None:
        self._solved = True
        said = [*self._told(None), _("Solved at once.") if tried.at_first else ""]
        self._desk.out(" ".join(filter(None, said)))
        self._desk.changed()

    def _refute(self, known: Analysis | None) -> None:
        self._desk.out(" ".join(filter(None, [*self._told(known), _("Try another move.")])))
        self._desk.changed()

    def _keep(self, kept: Callable[[Tried], None], *, wrong: bool = False, hint: bool = False) -> None:
        """Keep that a move was tried or a hint given, and tell what has come of all tries."""
        game, moves = self._exercise.game, self._exercise.moves

        def practise(store: Store) -> Tried:
            store.practise(*daily.key(self._day), wrong=wrong, hint=hint)
            return store.practise(game, moves, wrong=wrong, hint=hint)

        def fail(error: CoreError) -> None:
            self._desk.out(say(error))
            kept(Tried())

        self._desk.household.keeper.read(practise, kept, fail)

    def _hear(self, analysis: Analysis) -> None:
        score = analysis.score
        if self.searches and (analysis.final or (score and score.settled)):
            self._analyst.rest()
            self._refute(analysis)

    def _fail(self, error: CoreError) -> None:
        self._desk.out(say(error))
        if self.searches:
            self._refute(None)

    async def do(self, word: str) -> None:
        """Give a hint, which says a little more each time."""
        if self._solved:
            self._desk.out(_("The puzzle is solved; there is nothing to hint at."))
        elif self._ladder.at_top:
            self._desk.out(_("That was the last hint."))
        else:
            self._keep(lambda tried: None, hint=True)
            self._desk.out(say(self._ladder.climb(solution(self._exercise))))

    def halt(self) -> None:
        """Wait for no refutation."""
        if self.searches:
            self._analyst.rest()
            self._refute(None)

    async def close(self) -> None:
        """End the engine's process."""
        self._waits = False
        await self._analyst.close()
