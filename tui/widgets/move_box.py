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
        Binding("backspace", "rub_out(-1)", show=False),
        Binding("delete", "rub_out(1)", show=False),
        Binding("left", "go(-1)", show=False),
        Binding("right", "go(1)", show=False),
        Binding("home", "go(-1000)", show=False),
        Binding("end", "go(1000)", show=False),
        Binding("up,down", "stay", show=False),
        Binding("ctrl+u", "clear", show=False),
    ]

    def __init__(self, changed: Callable[[], None], play: Callable[[str], None]) -> None:
        super().__init__(id="move")
        self._changed = changed
        self._play = play
        self.text: str | None = None
        """What is typed of a move so far, None while the box is closed."""
        self._at = 0
        """Before which of its characters the cursor is."""
        self.refused = False
        """Whether that is no move, so that the next character begins another; backspace mends it."""

    @property
    def is_open(self) -> bool:
        """Whether a move is typed."""
        return self.text is not None

    def write(self, text: str) -> None:
        """Open the box, if it is not, and write something at its cursor. Several lines become one."""
        before, after = ("", "") if self.refused else self._parts
        before += " ".join(normalised(text).split("\n"))
        self._become(before + after, len(before))

    @property
    def written(self) -> str:
        """What is typed, with the cursor in it."""
        return "_".join(self._parts)

    @property
    def _parts(self) -> tuple[str, str]:
        """What is before the cursor, and what is behind it."""
        text = self.text or ""
        return text[: self._at], text[self._at :]

    def _become(self, text: str | None, at: int = 0) -> None:
        self.refused = False
        if (text, at) != (self.text, self._at):
            self.text, self._at = text, at
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

    def action_rub_out(self, step: int) -> None:
        """Take the character before the cursor away, or the one behind it."""
        before, after = self._parts
        before, after = (before[:-1], after) if step < 0 else (before, after[1:])
        self._become(before + after, len(before))

    def action_go(self, step: int) -> None:
        """Move the cursor by so many characters, as far as there are any."""
        text = self.text or ""
        self._become(text, max(0, min(self._at + step, len(text))))

    def action_stay(self) -> None:
        """Do nothing: the board keeps its cursor while a move is typed."""

    def action_clear(self) -> None:
        """Take all of it away."""
        self._become("")
