"""QuestionLine: the line in place of the status that waits for a yes or a no."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key

from core.phrase import phrase
from tui.drawing.line import LineOfText


class QuestionLine(LineOfText, can_focus=True):
    """Tells ``on_answer`` whether a doubtful move is to be made. Any other key means no, and does what it does besides."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "answer(True)", str(phrase("play it anyway"))),
        Binding("escape", "answer(False)", str(phrase("think again")), key_display="Esc"),
    ]

    def __init__(self, on_answer: Callable[[bool], None]) -> None:
        super().__init__(id="question")
        self._on_answer = on_answer

    def on_key(self, event: Key) -> None:
        """Take a key without an answer for a no, before it does what it does."""
        if event.key not in self._bindings.key_to_bindings:
            self._on_answer(False)

    def action_answer(self, plays: bool) -> None:
        """Give the answer."""
        self._on_answer(plays)
