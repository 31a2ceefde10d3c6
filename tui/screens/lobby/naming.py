"""The box in which somebody says what he is to be called in the hall."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Label

from core.errors import CoreError
from core.phrase import phrase
from tui.drawing.line import KeyLine, ShownKey
from tui.link import Link
from tui.screens.dialogs import Dialog
from tui.text.catalogue import _, say

LONGEST = 16


class Naming(Dialog[str | None]):
    """A name to be written, which the hall may refuse; gives the one that it has taken, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", str(phrase("cancel")), show=False)]

    def __init__(self, link: Link, proposed: str) -> None:
        super().__init__()
        self._link = link
        self._proposed = proposed

    def compose(self) -> ComposeResult:
        """The question, the box, what is wrong with it, the keys."""
        with Vertical(classes="dialog"):
            yield Label(
                _("What are you called here? Letters a to z, digits, - and _; once a day it can be changed."),
                markup=False,
            )
            yield Input(self._proposed, max_length=LONGEST, compact=True)
            yield Label("", id="answer", markup=False)
            yield KeyLine(id="footer")

    def on_mount(self) -> None:
        """Write at once."""
        super().on_mount()
        self.query_one(Input).focus()

    def shown(self) -> None:
        """Show the keys."""
        keys = [
            ShownKey("Enter", _("take it"), "screen.take", True),
            ShownKey("Esc", _("not now"), "screen.cancel", True),
        ]
        self.query_one(KeyLine).show(keys)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Ask for the name."""
        self.action_take()

    @work(exclusive=True)
    async def action_take(self) -> None:
        """Ask the hall for the name; where it is not to be had, say why."""
        name = self.query_one(Input).value.strip()
        try:
            await self._link.send("name", text=name)
        except CoreError as error:
            self.query_one("#answer", Label).update(say(error))
        else:
            self.dismiss(name)

    def action_cancel(self) -> None:
        """Stay a guest."""
        self.dismiss(None)
