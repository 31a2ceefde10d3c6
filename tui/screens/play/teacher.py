"""The teacher's question before a move that gives something away."""

from __future__ import annotations

from core.game import Move
from core.play import actions
from core.play.coach import Teacher
from tui.screens.base.game import GameSource
from tui.screens.base.screen import HallScreen
from tui.screens.play.knowledge import PlayPanel
from tui.text.catalogue import say
from tui.widgets.question_line import QuestionLine


class TeacherQuestion:
    """Asks it on a screen, in ``line``, until it is answered."""

    def __init__(self, screen: HallScreen, source: GameSource, panel: PlayPanel) -> None:
        self._screen = screen
        self._source = source
        self._panel = panel
        self._teacher = Teacher()
        self._doubted: Move | None = None
        """The move that is asked about."""
        self.line = QuestionLine(self._answer)

    def asks(self, move: Move) -> bool:
        """Whether a move is asked about before it is made, by what the panel knows; where the player wants that, it counts."""
        state = self._source.state
        taught = state.awaited and self._screen.hall.settings.teacher
        said = self._teacher.stop(self._panel.analyst.known(state.match.position), move) if taught else None
        if said is None:
            return False
        self._source.do(actions.Command.CAUTION)
        self._doubted = move
        self._screen.say(say(said))
        self._screen.add_class("-asked")
        self._screen.set_focus(self.line)
        self._screen.show_keys()
        return True

    def _answer(self, plays: bool) -> None:
        """Make the move all the same, or think again."""
        move, self._doubted = self._doubted, None
        if move is None:
            return
        self._screen.remove_class("-asked")
        self._screen.set_focus(None)
        self._screen.keep_focus()
        self._screen.notice = ""
        self._screen.show_keys()
        if plays and self._source.state.awaited:
            self._source.do(actions.Play(move))
        self._screen.refresh_all()
