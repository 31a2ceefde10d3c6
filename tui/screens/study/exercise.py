"""ExerciseScreen: a better move is to be found. A wrong one is refuted on the board, and what came of it is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from core.game import Game, Move
from core.play.coach import HintLadder
from core.play.source import Archive
from core.position import Position
from core.study.exercises.attempt import HINTS
from core.study.study import StudyQuestion
from tui.boards.base import Board, BoardView
from tui.drawing.line import LineOfText, plain_row
from tui.game import variations
from tui.game.variations import Ply
from tui.screens.base.game import GameScreen
from tui.screens.base.typing import MoveTyping
from tui.screens.study.absent import Absence, ExerciseAbsent
from tui.screens.study.side import ExerciseSide, SideView
from tui.screens.study.table import ExerciseTable
from tui.screens.study.tasks import Task, Tasks, state_of
from tui.screens.study.trial import Trial
from tui.text import words
from tui.text.catalogue import _, ngettext, say
from tui.text.keys import bindings

_WITH_TASK = {
    *("hint", "solution", "undo", "back", "step", "next_exercise", "previous_exercise"),
    *("type_move", "play_here"),
}
"""What applies only while an exercise is on the board."""
_NARROW_STAYS = ("panel", "help", "leave", "choose")
"""The keys that a narrow footer names first."""
_ABSENT = "-absent"
"""The class of the screen as long as none is."""


class ExerciseScreen(GameScreen):
    """Puts the board before each of the ``tasks`` in turn. The line that follows a move can be walked on the board."""

    FOCUS = "board"

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            *("choose", "hint", "solution", "undo", "step", "next_exercise", "panel", "help", "leave"),
            hidden=("back", "previous_exercise", "all_exercises", "type_move", "play_here", "learn"),
        ),
    ]

    def __init__(self, tasks: Tasks) -> None:
        super().__init__(Archive(state_of(tasks.game)))
        self.typing: MoveTyping = MoveTyping(self, self)
        self.tasks = tasks
        self.number: int | None = None
        """Which is on the board, from 0; None until one is."""
        self.trial: Trial | None = None
        """The move that was tried last, as long as it stands on the board."""
        self.ladder = HintLadder(HINTS)
        if not tasks.all:
            self.add_class(_ABSENT, update=False)

    def compose_hall(self) -> ComposeResult:
        """The game's widgets."""
        yield from self.compose_game(
            Horizontal(ExerciseSide(), id="side"), ExerciseAbsent(self.repeat), self.typing.box
        )

    def on_mount(self) -> None:
        """Begin."""
        self.feed(self.tasks)

    def feed(self, tasks: Tasks) -> None:
        """Go on with these exercises, from the first that is not solved."""
        if tasks is not self.tasks:
            self.run_worker(self.tasks.close())
        self.tasks, self.number = tasks, None
        self._stand(None)
        tasks.changed = self._hear
        tasks.begin(self.hall)
        self._hear()

    def _hear(self) -> None:
        """More is known of the exercises or of a position."""
        if not self.is_attached:
            return
        if self.number is None and self.tasks.all:
            self.action_go_to(self.tasks.first)
        else:
            self.show_report()

    # What is known.

    @property
    def exercise(self) -> Task | None:
        """The exercise on the board."""
        return None if self.number is None else self.tasks.all[self.number]

    @property
    def game(self) -> Game:
        """The game that the help tells about."""
        return super().game if self.exercise else self.tasks.game

    @property
    def valued(self) -> Sequence[Game]:
        """The games of which the exercises tell."""
        return self.tasks.valued

    @property
    def described(self) -> str:
        """What the exercises are."""
        return self.tasks.described

    @property
    def before(self) -> Position:
        """The position of the exercise."""
        return self.state.match.positions[self._ply]

    @property
    def _ply(self) -> int:
        return self.exercise.ply if self.exercise else 0

    def _settle(self) -> None:
        """Keep what came of the move tried as soon as that is known, and put the line that follows on the board, where a wrong
        move is answered at once."""
        trial, beside = self.trial, self.ply.aside
        if trial is None or beside is None or self.number is None or trial.answer.right is None:
            return
        answer, looking = trial.answer, trial.looked_for
        if not trial.counted and not (looking and not answer.proven):
            trial.counted = True
            self.tasks.keep(self.number, wrong=not answer.right)
        line, there = trial.line, beside.state.match.moves[self._ply :]
        if looking or len(line) <= len(there):
            return
        at = self.ply.at + (len(there) == 1 and not answer.right)
        for move in line[len(there) :] if line[: len(there)] == there else ():
            beside = beside.played(move)
        self.ply.enter(beside)
        self.ply.look(at)
        self.show_keys()

    # What is shown.

    def show_all(self) -> None:
        """Show everything anew."""
        if not self.is_ready:
            return
        task, tasks, number = self.exercise, self.tasks, self.number
        self.set_class(task is None, _ABSENT)
        self.query_one(ExerciseAbsent).show(Absence() if task else tasks.absence)
        counted = "" if number is None else tasks.counted(number)
        self.query_one("#header", LineOfText).show(plain_row(tasks.title, "title"), (), plain_row(counted, "dim"))
        if task is None or number is None:
            self.show_status(tasks.absence.missing, self.notice)
            return
        if not self.has_board_of_game():
            return
        self._settle()
        heading = tasks.heading(number)
        self.board.show(BoardView(self.ply.position, self.ply.last, heading, "", self.trial is None))
        turn = words.players(self.game)[self.before.turn]
        title = _("{player} to move, move {number}").format(player=turn, number=self._ply + 1)
        first, *facts = task.told
        wrong = tasks.tried(number).wrong
        if wrong and tasks.tried(number).solved is None:
            facts.append(ngettext("{number} wrong try.", "{number} wrong tries.", wrong))
        texts = ((first, "strong"), *((fact, "dim") for fact in (*facts, tasks.rule) if fact))
        self.query_one(ExerciseSide).show(
            SideView(title, texts, tuple(_said(self.trial, self.ladder, self.ply)), tasks.listed(number))
        )
        self.show_status(_status(self, task), self.notice)
        if self.focused is None:
            self.keep_focus()

    @property
    def footer(self) -> Sequence[str]:
        """After the last exercise nothing follows; the keys that say so are not named."""
        if self.number is None or self.tasks.leads_on(self.number):
            return super().footer
        done = self.trial is not None and self.trial.answer.right
        return [action for action in super().footer if action != "next_exercise" and not (done and action == "choose")]

    @property
    def staying(self) -> Sequence[str]:
        """Enter comes before the menu, which has the others."""
        return (*_NARROW_STAYS, *super().staying) if self.has_class("-narrow") else super().staying

    @property
    def verbs(self) -> Mapping[str, str]:
        """What Enter does depends on what stands on the board."""
        if self.exercise is None:
            return {"choose": self.tasks.absence.verb}
        if self.trial is None:
            return {}
        return {"choose": _("next") if self.trial.answer.right else _("try again")}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a move is on the board other keys apply than before."""
        if not self.is_ready or (action in _WITH_TASK and self.exercise is None):
            return False
        if action == "choose" and self.exercise is None:
            return self.tasks.absence.go_on is not None
        if action in ("back", "step"):
            return self.trial is not None and len(self.ply.state.match.moves) > self._ply + 1
        if action == "undo":
            return self.trial is not None
        if action == "hint":
            return self.trial is None
        return (action != "all_exercises" or self.tasks.question is not None) and super().check_action(
            action, parameters
        )

    # Moves.

    @property
    def takes_moves(self) -> bool:
        """Moves can be typed as soon as there is an exercise with its board."""
        return self.exercise is not None and self.is_ready and self.board.position.game == self.game

    def why_not(self) -> str:
        """A move can be tried as long as none is on the board."""
        return "" if self.trial is None else _("A move is on the board; {key:undo} takes it back.")

    def on_board_move_chosen(self, message: Board.MoveChosen) -> None:
        """A place was clicked."""
        self.choose_move(message.moves)

    def on_board_cursor_moved(self, message: Board.CursorMoved) -> None:
        """What was said has been read."""
        self.say("")

    def choose_move(self, moves: tuple[Move, ...]) -> None:
        """Try a move, the one that is asked for where there are several; the one tried before is taken back first."""
        if self.trial is not None:
            self.action_undo()
        else:
            self.typing.choose(moves)

    def make_move(self, move: Move, *, shown: bool = False) -> None:
        """Make a move on the board alone, and have it answered."""
        self._stand(None if self.exercise is None else Trial(self.exercise, move, self.tasks.known, shown=shown))
        self.ply.enter(variations.variation(self.state, self._ply, self._ply, move))
        if self.trial and self.trial.wants_more:
            self.tasks.find(self.trial.after)
        self.show_keys()
        self.refresh_all()

    def _stand(self, trial: Trial | None) -> None:
        """Put the board before the exercise, and note what is tried."""
        self.typing.close()
        self.trial, self.notice = trial, ""
        if self.exercise:
            self.source = Archive(self.exercise.state)
            self.ply = Ply(self.source)
            self.ply.look(self.exercise.ply)

    def step_back(self) -> bool:
        """Then take back what is tried."""
        if super().step_back():
            return True
        if self.trial is None:
            return False
        self.action_undo()
        return True

    def look(self, ply: int) -> None:
        """Look at a ply of the line that follows the move tried."""
        line = self.ply.state.match.moves
        if ply > len(line):
            self.say(_("The line ends here."))
        elif ply <= self._ply:
            self.say(self.why_not())
        else:
            super().look(ply)

    # Actions.

    def action_choose(self) -> None:
        """Try the move at the cursor; after a try again, or go on to the next exercise."""
        if self.exercise is None:
            if go_on := self.tasks.absence.go_on:
                go_on()
        elif self.trial is None:
            moves = self.board.take()
            if moves is not None:
                self.choose_move(moves)
        elif self.trial.answer.right:
            self.action_next_exercise()
        else:
            self.action_undo()

    def action_undo(self) -> None:
        """Put the board before the exercise again."""
        self._stand(None)
        if self.number is not None:
            self.tasks.stand(self.number)
        self.show_keys()
        self.refresh_all()

    def action_hint(self) -> None:
        """Say a little more each time."""
        task, number = self.exercise, self.number
        known = task.analysis if task else None
        if number is None or known is None or not known.lines:
            self.say(_("Nothing is known about this position yet; ask again in a moment."))
        elif self.ladder.at_top:
            self.say(_("That was the last hint."))
        else:
            self.tasks.keep(number, hint=True)
            self.ladder.climb(known)
            if self.ladder.move is not None:
                self.board.point_at(self.ladder.move)
            self.say(say(self.ladder.hints[-1]) if self.has_class("-narrow") else "")

    def action_solution(self) -> None:
        """Show a right move, after it the next one."""
        better = self.exercise.better if self.exercise else ()
        last = self.trial.move if self.trial and self.trial.shown else None
        following = better.index(last) + 1 if last in better else 0
        if not better or self.number is None:
            self.say(_("No better move is known."))
        elif len(better) == 1 and following:
            self.say(_("There is no other answer."))
        else:
            if not following:
                self.tasks.keep(self.number, hint=True)
            self.make_move(better[following % len(better)], shown=True)

    def action_go_to(self, number: int) -> None:
        """To an exercise."""
        self.number, self.ladder = number, HintLadder(HINTS)
        self.action_undo()

    def action_next_exercise(self) -> None:
        """To the next exercise."""
        self.tasks.renew()
        self._go(1)

    def action_previous_exercise(self) -> None:
        """To the exercise before."""
        self._go(-1)

    def _go(self, step: int) -> None:
        number = -1 if self.number is None else self.number + step
        if 0 <= number < len(self.tasks.all):
            self.action_go_to(number)
            return
        beyond = self.tasks.beyond(step)
        if isinstance(beyond, str):
            self.say(beyond)
        else:
            self.feed(beyond)

    def action_ask(self, topic: str, *arguments: str) -> None:
        """To the exercises of another question, by the mouse."""
        self._take(StudyQuestion(topic, arguments))

    def action_all_exercises(self) -> None:
        """The table of the exercises, from which one is taken."""
        if self.tasks.question:
            self.app.push_screen(ExerciseTable(self.tasks.question, self._take))

    def _take(self, question: StudyQuestion, number: int | None = None) -> None:
        """Go on with an exercise of a question."""
        if question == self.tasks.question and number is not None:
            self.action_go_to(number)
        else:
            self.feed(self.tasks.asking(question, number))

    def action_play_here(self) -> None:
        """Play on from the exercise, as a new game."""
        if self.exercise and (said := self.tasks.play(self.exercise)):
            self.say(said)

    def action_leave(self) -> None:
        """Back to where it was opened."""
        self.dismiss()

    async def on_unmount(self) -> None:
        """Nobody wants an answer any more."""
        self.tasks.find(None)
        await self.tasks.close()


def _said(trial: Trial | None, ladder: HintLadder, ply: Ply) -> Sequence[tuple[str, str]]:
    """What came of the last try, in paragraphs with their roles; or the hints."""
    if trial is None:
        return [(say(hint), "") for hint in ladder.hints]
    more = ply.at < len(ply.state.match.moves)
    return [*trial.said, *([(_("{key:step} shows how it continues."), "dim")] if more else [])]


def _status(screen: ExerciseScreen, task: Task) -> str:
    """The task, or what came of the last try with what can be done, in a sentence."""
    if screen.typing.typed is not None:
        example = screen.before.name(screen.before.moves[0])
        return _("Type a move, for example {example}: {typed}").format(example=example, typed=screen.typing.written)
    trial = screen.trial
    if trial is None:
        return f"{task.told[0]} {screen.board.prompt or _('{key:solution} shows the answer.')}"
    said = trial.said[0][0]
    if trial.looked_for:
        return said
    if not trial.answer.right:
        return f"{said} {_('{key:choose} tries again.')}"
    last = screen.number == len(screen.tasks.all) - 1
    return f"{said} {screen.tasks.finished if last else _('{key:choose} continues.')}"
