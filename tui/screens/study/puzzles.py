"""PuzzleScreen: an exercise on the board. A move is tried, the engine answers it, and what came of it is kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import ClassVar

from textual.binding import BindingType
from textual.widgets import DataTable

from core.analysis import Analysis
from core.game import Move
from core.study import daily
from core.study.course import PATH
from core.study.study import PlayLink, StudyQuestion, StudyTable
from tui.boards.base import Board
from tui.drawing.line import ShownKey
from tui.reviewer import REVIEW_LIMIT
from tui.screens.study.exercise import ExercisePage
from tui.screens.study.refuting import Attempt, clue
from tui.screens.typing import MoveTyping
from tui.text.catalogue import _, say
from tui.text.keys import bindings

_ON_BOARD = {"choose", "hint", "undo", "back", "step", "next_exercise", "previous_exercise", "type_move", "play_here"}
"""What applies while the exercise is seen, and not while its table is."""
_CLUES = 2
"""Hints: where the right move is, then which it is and why."""


class PuzzleScreen(ExercisePage, inherit_bindings=False):
    """The exercises of a game, or the puzzle of a day, one at a time."""

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(
            *("choose", "hint", "undo", "step", "next_exercise"),
            *("next_part", "previous_exercise", "subject", "help", "leave"),
            hidden=("back", "previous_part", "type_move", "play_here"),
        )
    )

    def __init__(self, question: StudyQuestion) -> None:
        super().__init__(question)
        self.typing = MoveTyping(self, self)
        self.adopt(self.typing)

    # Moves.

    @property
    def takes_moves(self) -> bool:
        """Whether the board is seen and no question is typed."""
        return self.on_task and self._board_fits() and not self.box.is_open

    def why_not(self) -> str:
        """Moves are tried from the exercise alone."""
        return _("Enter goes on; u takes the move back.") if self.attempt else ""

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
        exercise = self.exercise
        assert exercise, "the board is seen with an exercise only"
        self.notice = ""
        self.attempt = Attempt(exercise, exercise.position, move)
        self._keep(wrong=not self.attempt.right)
        self._analyst.ask(self.attempt.after, REVIEW_LIMIT)
        known = self._analyst.known(self.attempt.after)
        if known and known.final:
            self.attempt = self.attempt.answered(known)
        self.show_keys()
        self.refresh_all()

    def _learn(self, analysis: Analysis) -> None:
        attempt, score = self.attempt, analysis.score
        if attempt is None or attempt.analysis or attempt.after != analysis.position:
            return
        if analysis.final or (score and score.settled):
            self._analyst.rest()
            self.attempt = attempt.answered(analysis)
            self.show_keys()
            self.refresh_all()

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
        self._clear()
        self.show_keys()
        self.refresh_all()

    def _clear(self) -> None:
        self.attempt, self.clues, self.notice = None, 0, ""
        self._analyst.rest()
        self.typing.close()

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
        self.attempt = stepped
        self.refresh_all()

    def action_hint(self) -> None:
        """Say a little more each time."""
        if self.exercise is None or self.attempt:
            return
        if self.clues == _CLUES:
            self.say(_("That was the last hint."))
            return
        self.clues += 1
        self._keep(hint=True)
        if self.clues == _CLUES:
            self.board.point_at(self.exercise.move)
        self.say(say(clue(self.exercise, self.clues)) if self.has_class("-narrow") else "")

    def action_exercise(self, number: int) -> None:
        """To an exercise."""
        self._clear()
        self.number, self.at = number, 0
        self.show_keys()
        self.refresh_all()

    def action_next_exercise(self) -> None:
        """To the next exercise, after the last one to the next game of the path; of the puzzles of days to the next day."""
        if self._of_a_day(1):
            return
        game = self.game.id
        if self.number + 1 < len(self.exercises):
            self.action_exercise(self.number + 1)
        elif game in PATH[:-1]:
            self.ask(StudyQuestion(self.question.topic, (PATH[PATH.index(game) + 1],)))
        else:
            self.say(_("That was the last exercise; q goes back."))

    def action_previous_exercise(self) -> None:
        """To the exercise or the day before."""
        if self._of_a_day(-1):
            return
        if self.number:
            self.action_exercise(self.number - 1)
        else:
            self.say(_("This is the first exercise."))

    def _of_a_day(self, step: int) -> bool:
        """Go so many days on, where this is the puzzle of a day."""
        if self.question.topic != daily.TOPIC.name:
            return False
        day = daily.day_of(self.question)
        if step > 0 and day >= daily.today():
            self.say(_("The next puzzle comes tomorrow; N shows that of the day before."))
        else:
            self.ask(StudyQuestion(daily.TOPIC.name, ((day + timedelta(days=step)).isoformat(),)))
        return True

    def action_play_here(self) -> None:
        """Play on from the exercise."""
        if self.exercise:
            self.play(PlayLink(self.exercise.game, self.exercise.moves))

    @property
    def opens(self) -> bool:
        """The exercises of the table can be opened."""
        return bool(self.exercises) and isinstance(self.part, StudyTable)

    def opened(self) -> str:
        """The exercise at the cursor of the table."""
        return _("exercise {number}").format(number=self.query_one(DataTable).cursor_row + 1) if self.opens else ""

    def action_open(self) -> None:
        """To the exercise at the cursor of the table."""
        if self.opens:
            self.action_exercise(self.query_one(DataTable).cursor_row)
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
