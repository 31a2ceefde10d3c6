"""The teacher's question about a move that would give something away, before it is made."""

from __future__ import annotations

from collections.abc import Sequence

from textual.events import Key

from core.game import Move
from core.play import actions
from tui.drawing.line import ShownKey
from tui.screens.base import HallScreen, Part
from tui.screens.game import GameSource
from tui.screens.play_panel import PlayPanel
from tui.text import words
from tui.text.catalogue import _


class TeacherQuestion(Part):
    """The part of the play screen that asks it, until it is answered."""

    def __init__(self, screen: HallScreen, source: GameSource, panel: PlayPanel) -> None:
        super().__init__(screen)
        self._source = source
        self._panel = panel
        self._doubted: Move | None = None
        """The move that is asked about."""

    def asks(self, move: Move) -> bool:
        """Whether a move is asked about before it is made."""
        state = self._source.state
        said = (
            self._panel.stop(state.position, move, lambda: self._source.do(actions.Caution())) if state.awaited else ""
        )
        if said:
            self._doubted = move
            self.screen.say(said)
            self.screen.show_keys()
        return bool(said)

    def action_answer_teacher(self, plays: bool) -> None:
        """Make the move all the same, or think again."""
        move, self._doubted = self._doubted, None
        self.screen.notice = ""
        self.screen.show_keys()
        if plays and move is not None and self._source.state.awaited:
            self._source.do(actions.Play(move))
        self.screen.refresh_all()

    async def take_key(self, event: Key) -> bool:
        """Take an answer; any other key means to think again, and does what it does."""
        if self._doubted is None:
            return False
        self.action_answer_teacher(event.key == "p")
        return event.key in ("p", "escape")

    def shown_keys(self, usual: Sequence[ShownKey]) -> Sequence[ShownKey]:
        """While there is a question, the keys of the answers."""
        if self._doubted is None:
            return usual
        return [
            ShownKey("p", _("play it anyway"), "screen.answer_teacher(True)", True),
            ShownKey("Esc", _("think again"), "screen.answer_teacher(False)", True),
        ]

    def action_teacher(self) -> None:
        """Let losing moves be asked about, or not."""
        self.screen.say(words.teacher_words(self._panel.toggle_teacher()))
