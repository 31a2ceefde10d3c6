"""A text box on a screen: a key opens it; Enter, Escape and leaving it close it."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from core.phrase import phrase
from tui.screens.base.dialogs import SteadyInput


class LineInput(SteadyInput):
    """The input, which is seen while its screen has the class ``-typing``. What Enter does stands in the screen's
    ``on_input_submitted``, and what is shown instead of the box in its ``action_close_box``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", str(phrase("accept")), key_display="Enter"),
        Binding("escape", "screen.close_box", str(phrase("close")), key_display="Esc"),
    ]

    def __init__(self) -> None:
        super().__init__(id="box", compact=True, select_on_focus=False)

    @property
    def is_open(self) -> bool:
        """Whether something is written."""
        return self.screen.has_class("-typing")

    def open(self, text: str, placeholder: str = "") -> None:
        """Let the text be changed, or another be written; the placeholder says what, where there is none."""
        self.screen.add_class("-typing")
        self.value = text
        self.cursor_position = len(text)
        self.placeholder = placeholder
        self.screen.set_focus(self)

    async def on_blur(self) -> None:
        """Leaving the box closes it."""
        await self.run_action("screen.close_box")
