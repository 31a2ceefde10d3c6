"""MoveBox: the line in place of the status in which a move is typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key, Paste

from core.phrase import phrase
from tui.drawing.line import LineOfText
from tui.text.typed import normalised


class MoveBox(LineOfText, can_focus=True):
    """Takes every key that writes something while it is open, as ``text``; Enter gives that to ``play``, and whatever
    changes is told to ``changed``. Both are called at once, before the next key. Closed it is not seen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enter", str(phrase("play")), key_display="Enter"),
        Binding("escape", "close", str(phrase("close")), key_display="Esc"),
        Binding("backspace", "rub_out", show=False),
        Binding("ctrl+u", "clear", show=False),
    ]

    def __init__(self, changed: Callable[[], None], play: Callable[[str], None]) -> None:
        super().__init__(id="move")
        self._changed = changed
        self._play = play
        self.text: str | None = None
        """What is typed of a move so far, None while the box is closed."""
        self.refused = False
        """Whether that is no move, so that the next character begins another; backspace mends it."""

    @property
    def is_open(self) -> bool:
        """Whether a move is typed."""
        return self.text is not None

    def write(self, text: str) -> None:
        """Open the box, if it is not, and write something at its end. Several lines become one."""
        before = "" if self.refused else self.text or ""
        self._become(before + " ".join(normalised(text).split("\n")))

    def _become(self, text: str | None) -> None:
        self.refused = False
        if text != self.text:
            self.text = text
            self._changed()

    def on_key(self, event: Key) -> None:
        """Write what a key writes."""
        if self.is_open and event.is_printable and event.character:
            event.stop()
            self.write(event.character)

    def on_paste(self, event: Paste) -> None:
        """Write what is pasted."""
        event.stop()
        self.write(event.text.strip())

    def action_enter(self) -> None:
        """Give what is written."""
        self._play(self.text or "")

    def action_close(self) -> None:
        """Close the box; what is written is forgotten."""
        self._become(None)

    def action_rub_out(self) -> None:
        """Take the last character away."""
        self._become((self.text or "")[:-1])

    def action_clear(self) -> None:
        """Take all of it away."""
        self._become("")
