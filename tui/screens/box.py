"""A line that is written on a screen: a box that a key opens, and that Enter, Escape and leaving it close."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.widgets import Input

from core.phrase import Phrase, phrase
from tui.drawing.line import ShownKey
from tui.screens.base import HallScreen
from tui.text.catalogue import _, say


class LineBox(HallScreen):
    """A screen with an input ``#box`` that is seen while it has the class ``-typing``. What Enter does stands in the screen's
    ``on_input_submitted``, and what is shown instead of the box in its ``action_close_box``."""

    BOX_TAKES: ClassVar[Phrase] = phrase("take it")
    """What Enter does, beside its key."""

    def open_box(self, text: str, placeholder: str = "") -> None:
        """Let the text be changed, or another be written; the placeholder says what, where there is none."""
        self.add_class("-typing")
        box = self.query_one("#box", Input)
        box.value = text
        box.placeholder = placeholder
        box.focus()
        self.show_keys()

    def action_close_box(self) -> None:
        """Close the box; nothing is taken."""
        raise NotImplementedError

    async def action_take_box(self) -> None:
        """Take what is written, by the mouse."""
        await self.query_one("#box", Input).action_submit()

    def on_input_blurred(self, event: Input.Blurred) -> None:
        """Leaving the box closes it."""
        self.action_close_box()

    def key_escape(self) -> None:
        """Close the box."""
        self.action_close_box()

    def shown_keys(self) -> Sequence[ShownKey]:
        """While something is written, the keys of the box."""
        if not self.has_class("-typing"):
            return super().shown_keys()
        return [
            ShownKey("Enter", say(self.BOX_TAKES), "screen.take_box", True),
            ShownKey("Esc", _("close"), "screen.close_box", True),
        ]
