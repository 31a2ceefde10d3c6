"""PuzzleScreen: an exercise on the board. A move is tried, the engine answers it, and what came of it is kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from core.analysis import Analysis
from core.game import Game, Move
from core.games import get
from core.position import Position
from core.study.exercises import daily
from core.study.exercises.course import PATH
from core.study.exercises.finding import Exercise
from core.study.study import PagePart, PlayLink, Study, StudyQuestion, StudyTable
from tui.boards import board_for
from tui.boards.base import Board, BoardView
from tui.drawing.line import ShownKey
from tui.game.analyst import Analyst
from tui.game.reviewer import REVIEW_LIMIT
from tui.screens.base.typing import MoveTyping
from tui.screens.study.document import StudyScreen
from tui.screens.study.exercise import Exercises
from tui.screens.study.playing import play
from tui.screens.study.puzzle_side import PuzzleSide
from tui.screens.study.refuting import Attempt
from tui.text.catalogue import _, say
from tui.text.keys import bindings

_ON_BOARD = {"choose", "hint", "undo", "back", "step", "next_exercise", "previous_exercise", "type_move", "play_here"}
"""What applies while the exercise is seen, and not while its table is."""


class PuzzleScreen(StudyScreen, inherit_bindings=False):
    """The exercises of a game, or the puzzle of a day, one at a time; their table is the next page."""

    FOCUS = "board"

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            *("choose", "open", "hint", "undo", "step", "next_exercise"),
            *("next_part", "table", "previous_exercise", "sources", "subject", "help", "leave"),
            hidden=("back", "previous_part", "type_move", "play_here"),
        ),
    ]

    def __init__(self, question: StudyQuestion) -> None:
        super().__init__(question)
        self.typing: MoveTyping = MoveTyping(self, self)
        self.exercises = Exercises(self.kept)
        self._analyst = Analyst(
            self._learn,
            lambda error: self.say(say(error)),
            self.hall.surroundings.report_interval,
            self.hall.worker,
        )
        self._changing = False
        """Whether the board of another game is on its way."""
        self._begun = False
        """Whether the first exercise that is open has been looked for."""

    # What is there.

    @property
    def exercise(self) -> Exercise | None:
        """The one on the board."""
        return self.exercises.current

    @property
    def attempt(self) -> Attempt | None:
        """The move that was tried, None while the task stands open."""
        return self.exercises.attempt

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
        """The position shown."""
        return self.exercises.position

    @property
    def parts(self) -> tuple[PagePart | None, ...]:
        """The first page is the board."""
        return (None, *super().parts) if self.exercise else super().parts

    def compose_page(self) -> ComposeResult:
        """The board with its side, and the page of the table."""
        with Horizontal(id="exercise"):
            yield PuzzleSide()
        yield from super().compose_page()

    def _hear(self, study: Study) -> None:
        """Take the exercises, and put the first that is not solved on the board."""
        self.exercises.all = study.data or ()
        super()._hear(study)
        if self.exercise and self.kept.read and not self._begun:
            self._begun = True
            self.action_exercise(self.exercises.first_unsolved)

    def ask(self, question: StudyQuestion) -> None:
        """Ask about another game or day."""
        self._begun, self.at = False, 0
        self.exercises.all = ()
        self._put(0)
        super().ask(question)

    def _put(self, number: int) -> None:
        self.exercises.put(number)
        self.notice = ""
        self._analyst.rest()

    # What is shown.

    def show_page(self) -> None:
        """Show the exercise, or another page as everywhere."""
        on_task = self.on_task
        self.query_one("#exercise").display = on_task
        self.sheet.display = not on_task
        self.set_class(on_task, "-task")
        if not on_task:
            super().show_page()
            return
        if not self._board_fits():
            if not self._changing:
                self._changing = True
                self._change_board()
            return
        shown = self.exercises
        title = _("Exercise {number}").format(number=shown.number + 1)
        self.board.show(BoardView(shown.position, shown.last, title, "", shown.attempt is None))
        self.query_one(PuzzleSide).show(shown.side)
        if self.focused is None and not self.is_asking:
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

    def usual_status(self) -> str:
        """The task, or what the board has to say."""
        if not self.on_task:
            return super().usual_status()
        if self.typing.typed is not None:
            return _("Move: {typed}").format(typed=self.typing.written)
        return self.exercises.status

    # Moves.

    @property
    def takes_moves(self) -> bool:
        """Whether the board is seen and no question is typed."""
        return self.on_task and self._board_fits() and not self.is_asking

    def why_not(self) -> str:
        """Moves are tried from the exercise alone."""
        return _("{key:choose} goes on; {key:undo} takes the move back.") if self.attempt else ""

    def on_board_move_chosen(self, message: Board.MoveChosen) -> None:
        """A place was clicked."""
        self.choose_move(message.moves)

    def on_board_cursor_moved(self, message: Board.CursorMoved) -> None:
        """What was said has been read."""
        self.notice = ""
        self.show_status(self.usual_status())

    def choose_move(self, moves: tuple[Move, ...]) -> None:
        """Try a move, the one that is asked for where there are several."""
        self.typing.choose(moves)

    def make_move(self, move: Move) -> None:
        """Try a move: it stands on the board with its answer, and what came of it is kept."""
        self.notice = ""
        after = self.exercises.attempt_move(move).after
        self._analyst.ask(after, REVIEW_LIMIT)
        known = self._analyst.known(after)
        if known and known.final:
            self.exercises.learn(known)
        self.show_keys()
        self.refresh_all()

    def _learn(self, analysis: Analysis) -> None:
        if self.exercises.learn(analysis):
            self._analyst.rest()
            self.show_keys()
            self.show_report()

    # Actions.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """On the board other keys apply than on the table."""
        if action in _ON_BOARD and not self.on_task:
            return False
        if action in ("undo", "back"):
            return self.attempt is not None
        if action == "step":
            return self.attempt is not None and len(self.attempt.line) > 1
        if action == "hint":
            return self.attempt is None
        return not (action == "subject" and self.on_task) and super().check_action(action, parameters)

    def action_choose(self) -> None:
        """Try the move at the cursor; after a try go on, or back to the task."""
        if self.attempt is None:
            moves = self.board.take()
            if moves is not None:
                self.choose_move(moves)
        elif self.attempt.right:
            self.action_next_exercise()
        else:
            self.action_undo()

    def action_undo(self) -> None:
        """Back to the task."""
        self.action_exercise(self.exercises.number)

    def action_step(self) -> None:
        """Forward along the line."""
        self._step(1)

    def action_back(self) -> None:
        """Back along the line."""
        self._step(-1)

    def _step(self, step: int) -> None:
        if self.attempt is None:
            return
        stepped = self.attempt.stepped(step)
        self.notice = "" if stepped != self.attempt else _("The line ends here.") if step > 0 else self.why_not()
        self.exercises.attempt = stepped
        self.refresh_all()

    def action_hint(self) -> None:
        """Say a little more each time."""
        if self.exercise is None or self.attempt:
            return
        again = self.exercises.ladder.at_top
        said = self.exercises.hint()
        if self.exercises.ladder.move is not None:
            self.board.point_at(self.exercises.ladder.move)
        self.say(said if again or self.has_class("-narrow") else "")

    def action_exercise(self, number: int) -> None:
        """To an exercise."""
        self._put(number)
        self.typing.close()
        self.at = 0
        self.show_keys()
        self.refresh_all()

    def action_next_exercise(self) -> None:
        """To the next exercise, after the last one to the next game of the path; of the puzzles of days to the next day."""
        if self._of_a_day(1):
            return
        game = self.game.id
        if self.exercises.number + 1 < len(self.exercises.all):
            self.action_exercise(self.exercises.number + 1)
        elif game in PATH[:-1]:
            self.ask(StudyQuestion(self.question.topic, (PATH[PATH.index(game) + 1],)))
        else:
            self.say(_("That was the last exercise; {key:leave} goes back."))

    def action_previous_exercise(self) -> None:
        """To the exercise or the day before."""
        if self._of_a_day(-1):
            return
        if self.exercises.number:
            self.action_exercise(self.exercises.number - 1)
        else:
            self.say(_("This is the first exercise."))

    def _of_a_day(self, step: int) -> bool:
        """Go so many days on, where this is the puzzle of a day."""
        if self.question.topic != daily.TOPIC.name:
            return False
        day = daily.day_of(self.question)
        if step > 0 and day >= daily.today():
            self.say(_("The next puzzle comes tomorrow; {key:previous_exercise} shows that of the day before."))
        else:
            self.ask(StudyQuestion(daily.TOPIC.name, ((day + timedelta(days=step)).isoformat(),)))
        return True

    def action_play_here(self) -> None:
        """Play on from the exercise."""
        if self.exercise:
            play(self, PlayLink(self.exercise.game, self.exercise.moves))

    @property
    def opens(self) -> bool:
        """The exercises of the table can be opened."""
        return self.exercise is not None and isinstance(self.part, StudyTable)

    def opened(self) -> str:
        """The exercise at the cursor of the table."""
        return _("exercise {number}").format(number=self.sheet.chosen + 1) if self.opens else ""

    def action_open(self) -> None:
        """To the exercise at the cursor of the table."""
        if self.opens:
            self.action_exercise(self.sheet.chosen)
        else:
            super().action_open()

    def shown_keys(self) -> Sequence[ShownKey]:
        """What Enter does depends on where one is."""
        keys = super().shown_keys()
        if self.on_task and self.attempt:
            label = _("next") if self.attempt.right else _("try again")
            return [key._replace(label=label) if key.action == "screen.choose" else key for key in keys]
        return keys

    async def on_unmount(self) -> None:
        """End the engine's process."""
        await self._analyst.close()
