"""The puzzle of a day in sentences: what stands there, the task, and what is right or wrong about a move."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from core.analysis import Analysis
from core.errors import CoreError
from core.explain import own_words
from core.game import Move
from core.play.coach import HintLadder
from core.position import Position
from core.store.rows import Practice, Tried
from core.study.exercises.attempt import HINTS, Attempt, solution
from core.study.exercises.finding import Exercise
from core.study.exercises.puzzles import PROVEN
from tui.game.analyst import Analyst
from tui.game.reviewer import REVIEW_LIMIT
from tui.plain.aloud import name_of
from tui.plain.boards import board
from tui.plain.lesson import REPORT_SECONDS, Desk, Lesson
from tui.text import words
from tui.text.catalogue import _, ngettext, say
from tui.text.tried import verdict_words


class DailyLesson(Lesson):
    """Puts an exercise, and keeps what comes of it as the screens do."""

    words = ("hint",)

    def __init__(self, desk: Desk, exercise: Exercise) -> None:
        self._desk = desk
        self._exercise = exercise
        self._solved = False
        self._waits = False
        self._attempt: Attempt | None = None
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
        return self._waits and self._attempt is not None and not self._attempt.right

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
        attempt = self._attempt = Attempt(self._exercise, self._exercise.position, move)
        self._waits = True
        self._keep(partial(self._praise, attempt) if attempt.right else lambda tried: None, wrong=not attempt.right)
        if not attempt.right and not self._analyst.ask(attempt.after, REVIEW_LIMIT):
            self._refute(self._analyst.known(attempt.after))

    def _praise(self, attempt: Attempt, tried: Tried) -> None:
        self._solved, self._waits = True, False
        why = own_words(attempt.before, attempt.move)
        said = [_("Right, at once!") if tried.at_first else _("Right!"), say(why) if why else ""]
        self._desk.out(" ".join(filter(None, said)))
        self._desk.changed()

    def _refute(self, known: Analysis | None) -> None:
        attempt, self._waits = self._attempt, False
        assert attempt, "a move was tried"
        if known:
            attempt = attempt.answered(known)
        said = [_("No: {move}.").format(move=attempt.name)]
        if known or attempt.after.outcome:
            said.append(verdict_words(attempt))
        self._desk.out(" ".join([*said, _("Try another move.")]))
        self._desk.changed()

    def _keep(self, kept: Callable[[Tried], None], *, wrong: bool = False, hint: bool = False) -> None:
        """Keep that a move was tried or a hint given, and tell what has come of all tries."""
        game, moves = self._exercise.game, self._exercise.moves

        def fail(error: CoreError) -> None:
            self._desk.out(say(error))
            kept(Tried())

        self._desk.household.keeper.read(lambda store: store.practise(game, moves, wrong=wrong, hint=hint), kept, fail)

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
