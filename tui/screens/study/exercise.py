"""ExercisePage: the picture of an exercise: the board with what stands beside it, and the table of all as the next page."""

from __future__ import annotations

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal

from core import explain
from core.analysis import Analysis
from core.errors import CoreError
from core.game import Game, Move
from core.games import get
from core.position import Position, play_all
from core.store.rows import Tried
from core.study.exercises.finding import Exercise
from core.study.puzzles import PROVEN
from core.study.study import PagePart, Study, StudyQuestion
from tui.analyst import Analyst
from tui.boards import board_for
from tui.boards.base import Board, BoardView
from tui.screens.study.course import CourseScreen
from tui.screens.study.puzzle_side import PuzzleSide, SideView
from tui.screens.study.refuting import Attempt, clue, verdict_words
from tui.screens.typing import MoveTyping
from tui.text.catalogue import _, ngettext, say


class ExercisePage(CourseScreen):
    """The exercises of a game, or the puzzle of a day, one at a time; their table is the next page."""

    FOCUS = "board"

    typing: MoveTyping

    def __init__(self, question: StudyQuestion) -> None:
        super().__init__(question)
        self.number = 0
        """Which exercise is on the board, from 0."""
        self.attempt: Attempt | None = None
        """The move that was tried and the line that follows, None while the task stands open."""
        self.clues = 0
        self._analyst = Analyst(self._learn, self._trouble, self.hall.surroundings.report_interval, self.hall.worker)
        self._changing = False
        """Whether the board of another game is on its way."""
        self._begun = False
        """Whether the first exercise that is open has been looked for."""

    # What is there.

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """The exercises, none as long as they are looked for."""
        return self.study.data or () if self.study else ()

    @property
    def exercise(self) -> Exercise | None:
        """The one on the board."""
        return self.exercises[min(self.number, len(self.exercises) - 1)] if self.exercises else None

    @property
    def on_task(self) -> bool:
        """Whether the page with the board is seen."""
        return self.at == 0 and self.exercise is not None

    @property
    def game(self) -> Game:
        """The game that the help tells about."""
        return get(self.exercise.game) if self.exercise else super().game

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one(Board)

    @property
    def on_board(self) -> Position:
        """The position shown: that of the exercise, or one of the line that was tried."""
        if self.attempt:
            return self.attempt.position
        assert self.exercise, "there is a board only with an exercise"
        return self.exercise.position

    @property
    def parts(self) -> tuple[PagePart | None, ...]:
        """The first page is the board."""
        return (None, *super().parts) if self.exercises else super().parts

    def compose_page(self) -> ComposeResult:
        """The board with its side, and the page of the table."""
        with Horizontal(id="exercise"):
            yield PuzzleSide()
        yield from super().compose_page()

    # The exercises come, and what is kept of them.

    def _hear(self, study: Study) -> None:
        """Take the exercises, and put the first that is not solved on the board."""
        super()._hear(study)
        if self.exercises and self.practice_known and not self._begun:
            self._begun = True
            unsolved = [i for i, each in enumerate(self.exercises) if self._tried(each).solved is None]
            self.action_exercise(unsolved[0] if unsolved else 0)

    def ask(self, question: StudyQuestion) -> None:
        """Ask about another game or day."""
        self._begun, self.number, self.at = False, 0, 0
        self._clear()
        super().ask(question)

    def _tried(self, exercise: Exercise) -> Tried:
        return self.practice.get((exercise.game, exercise.moves), Tried())

    def _keep(self, *, wrong: bool = False, hint: bool = False) -> None:
        exercise = self.exercise
        assert exercise, "a move is tried in an exercise"
        game, moves = exercise.game, exercise.moves
        self.hall.keeper.read(
            lambda store: store.practise(game, moves, wrong=wrong, hint=hint),
            lambda tried: self._know({**self.practice, (game, moves): tried}),
            self.hall.warn,
        )

    # What is shown.

    def show_page(self) -> None:
        """Show the exercise, or another page as everywhere."""
        on_task = self.on_task
        self.query_one("#exercise").display = on_task
        self.query_one("#page").display = not on_task
        self.set_class(on_task, "-task")
        if not on_task:
            super().show_page()
            return
        if not self._board_fits():
            if not self._changing:
                self._changing = True
                self._change_board()
            return
        exercise, position = self.exercise, self.on_board
        assert exercise
        attempt = self.attempt
        last = attempt.last if attempt else _last_of(exercise)
        title = _("Exercise {number}").format(number=self.number + 1)
        self.board.show(BoardView(position, last, title, "", self._may_move))
        self.query_one(PuzzleSide).show(self._side(exercise))
        if self.focused is None and not self.box.is_open:
            self.board.focus()

    def _board_fits(self) -> bool:
        board = self.query("#exercise > Board")
        return bool(board) and board.first(Board).position.game == self.game

    @work
    async def _change_board(self) -> None:
        """Another game has another board."""
        box = self.query_one("#exercise")
        await box.query(Board).remove()
        if self.exercise:
            await box.mount(board_for(self.on_board, "board"), before=0)
        self._changing = False
        if self.exercise:
            self.board.focus()
            self.show_keys()
            self.refresh_all()

    @property
    def is_ready(self) -> bool:
        """Also the side."""
        return super().is_ready and self.query_one_optional("#side") is not None

    @property
    def _may_move(self) -> bool:
        return self.attempt is None

    def _side(self, exercise: Exercise) -> SideView:
        tried = self._tried(exercise)
        facts = [_("One move is right: {proof}.").format(proof=say(PROVEN[exercise.ground]))]
        if tried.wrong and tried.solved is None:
            facts.append(ngettext("{number} wrong try.", "{number} wrong tries.", tried.wrong))
        number, count = self.number + 1, len(self.exercises)
        title = _("Exercise {number} of {count}").format(number=number, count=count) if count > 1 else _("Exercise")
        verdict, said = self._said(exercise)
        return SideView(
            (number, count),
            title,
            say(exercise.task),
            tuple(facts),
            verdict,
            said,
            tuple(map(self._tried, self.exercises)),
        )

    def _said(self, exercise: Exercise) -> tuple[tuple[str, str], tuple[str, ...]]:
        """What came of the last try, in a role, and what follows from it; or the hints."""
        attempt = self.attempt
        if attempt is None:
            clues = tuple(say(clue(exercise, rung)) for rung in range(1, self.clues + 1))
            return ("", ""), clues
        if attempt.right:
            why = explain.own_words(exercise.position, exercise.move)
            rest = [say(why)] if why else []
            if attempt.more:
                rest.append(_("> shows how it goes on."))
            tried = self._tried(exercise)
            return (_("Right, at once!") if tried.at_first else _("Right!"), "win"), tuple(rest)
        rest = [verdict_words(attempt)]
        if attempt.more:
            rest.append(_("> shows how it goes on."))
        rest.append(_("Enter tries again."))
        return (_("No: {move}.").format(move=attempt.name), "lose"), tuple(rest)

    def usual_status(self) -> str:
        """The task, or what the board has to say."""
        exercise = self.exercise
        if not self.on_task or exercise is None:
            return super().usual_status()
        if self.typing.typed is not None:
            return _("Move: {typed}_").format(typed=self.typing.typed)
        if self.attempt is None:
            return say(exercise.task)
        verdict, said = self._said(exercise)
        return " ".join((verdict[0], *said))

    def _learn(self, analysis: Analysis) -> None:
        """The engine says something of the move that was tried."""
        raise NotImplementedError

    def _trouble(self, error: CoreError) -> None:
        self.say(say(error))

    def _clear(self) -> None:
        """Take back what was tried and said."""
        raise NotImplementedError

    def action_exercise(self, number: int) -> None:
        """To an exercise."""
        raise NotImplementedError


def _last_of(exercise: Exercise) -> Move | None:
    """The move that led to an exercise."""
    game = get(exercise.game)
    moves, _position = play_all(game, exercise.moves)
    return moves[-1] if moves else None
