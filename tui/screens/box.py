"""A line that is written on a screen: a box that a key opens, and that Enter, Escape and leaving it close."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.widgets import Input

from tui.drawing.line import ShownKey
from tui.screens.base import Part
from tui.text.catalogue import _


class LineInput(Input):
    """The input, which is seen while its screen has the class ``-typing``. What Enter does stands in the screen's
    ``on_input_submitted``, and what is shown instead of the box in its ``action_close_box``. Its cursor does not blink: over a
    slow line every change costs bytes."""

    cursor_blink = reactive(False, init=False)

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "screen.close_box", show=False)]

    def __init__(self) -> None:
        super().__init__(id="box", compact=True, select_on_focus=False)

    async def on_blur(self) -> None:
        """Leaving the box closes it."""
        await self.run_action("screen.close_box")


class LineBox(Part):
    """The part of a screen that opens the box, and while it is open tells its keys."""

    @property
    def is_open(self) -> bool:
        """Whether something is written."""
        return self.screen.has_class("-typing")

    def open(self, text: str, placeholder: str = "") -> None:
        """Let the text be changed, or another be written; the placeholder says what, where there is none."""
        self.screen.add_class("-typing")
        box = self.screen.query_one(LineInput)
        box.value = text
        box.cursor_position = len(text)
        box.placeholder = placeholder
        box.focus()
        self.screen.show_keys()

    async def action_take_box(self) -> None:
        """Take what is written, by the mouse."""
        await self.screen.query_one(LineInput).action_submit()

    def shown_keys(self, usual: Sequence[ShownKey]) -> Sequence[ShownKey]:
        """While something is written, the keys of the box."""
        if not self.is_open:
            return usual
        return [
            ShownKey("Enter", _("take it"), "screen.take_box", True),
            ShownKey("Esc", _("close"), "screen.close_box", True),
        ]
