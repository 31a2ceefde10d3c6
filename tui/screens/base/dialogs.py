"""Small screens above the others: a question, a choice, a line to type."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.markup import escape
from textual.reactive import reactive
from textual.screen import ModalScreen, ScreenResultType
from textual.widgets import Input, Label

from core.errors import CoreError
from core.phrase import Phrase, phrase
from tui.drawing.frame import EdgeKey
from tui.screens.base.window import MIN_COLUMNS, MIN_ROWS, Window
from tui.text.catalogue import _, say

DIALOG_COLUMNS = 72
"""Columns of a dialog where the window has as many."""
_AROUND_TITLE = 4
"""Columns of a frame that the texts in its edges leave free."""
ROOMY_ROWS = 20
"""Below, a form shows less of its lists."""


class SteadyInput(Input):
    """A line to write in. Its cursor does not blink: over a slow line every change costs bytes."""

    cursor_blink = reactive(False, init=False)


class Dialog(ModalScreen[ScreenResultType], Window[ScreenResultType]):
    """A small screen above the others. In a window that is too small for the hall it stands back, and what is below tells."""

    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (MIN_COLUMNS, "-usual")]  # noqa: RUF012, as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (MIN_ROWS, "-low"), (ROOMY_ROWS, "-high")]  # noqa: RUF012, the same

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", str(phrase("cancel")), show=False)]

    async def retranslate(self) -> None:
        """Show everything in a language that is new, with the keys and the cursors where they were."""
        at = self.focus_chain.index(self.focused) if self.focused in self.focus_chain else None
        await self.recompose()
        self.shown()
        if at is not None:
            self.focus_chain[at].focus()

    def on_mount(self) -> None:
        """The widgets are there."""
        self.shown()

    def on_resize(self) -> None:
        """Let something have the keys again once it is seen again."""
        self.call_after_refresh(self._keep_focus)

    def _keep_focus(self) -> None:
        if self.focused is None and self.is_current:
            self.focus_next()

    def shown(self) -> None:
        """Fill in what is not there when the widgets are made."""

    def show_keys(self, *keys: EdgeKey) -> None:
        """Show in the lower edge of the frame what keys do here, as many as fit; the last of them stay."""
        box, room = self.query_one(".dialog"), min(DIALOG_COLUMNS, self.app.size.width) - _AROUND_TITLE
        shown = ""
        for key, label, action in reversed(keys):
            room -= len(f"   {key} {label}")
            if room >= 0:
                shown = f"[@click={action}][$foreground bold]{key}[/] {escape(label)}[/]" + (
                    "   " + shown if shown else ""
                )
        box.border_subtitle = shown

    def action_cancel(self) -> None:
        """Give nothing."""
        self.dismiss(None)


class PressKey(Dialog[str | None], inherit_bindings=False):
    """Waits for a key, and gives its name as the settings have it; None for Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", str(phrase("cancel")), show=False)]

    def __init__(self, question: Phrase) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question."""
        with Vertical(classes="dialog"):
            yield Label(say(self._question), markup=False)

    def shown(self) -> None:
        """Show the way out."""
        self.show_keys(("Esc", _("cancel"), "screen.cancel"))

    def on_key(self, event: Key) -> None:
        """Give any key but Esc."""
        if event.key != "escape":
            event.stop()
            self.dismiss(event.key)


class Form(Dialog[ScreenResultType | None]):
    """Fields, below them what they make, or what is wrong, and the keys. Gives what they make, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f2", "take", str(phrase("accept")), show=False)]

    def ending(self) -> ComposeResult:
        """The widgets below the fields: the answer and the keys."""
        with Vertical(id="ending"):
            yield Label("", markup=False, id="answer")

    def made(self) -> ScreenResultType:
        """What the fields make. Raises CoreError."""
        raise NotImplementedError

    def words(self, made: ScreenResultType) -> str:
        """What is said of it."""
        raise NotImplementedError

    def on_resize(self) -> None:
        """What is said goes by the room there is; of a form that closes nothing is said."""
        super().on_resize()
        if self.is_attached and self.query("#ending"):
            self.answer()

    def answer(self) -> None:
        """Show what the fields make as they stand, or what is wrong."""
        try:
            text, right = self.words(self.made()), True
        except CoreError as error:
            text, right = say(error), False
        self.query_one("#answer", Label).update(text)
        key = "Enter" if isinstance(self.focused, Input) else "F2"
        takes = [(key, _("accept"), "screen.take")] if right else []
        self.show_keys(*takes, ("Esc", _("cancel"), "screen.cancel"))

    def on_descendant_focus(self) -> None:
        """Another field has the keys: Enter takes what is written, and in a list it chooses."""
        if self.query("#ending"):
            self.answer()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Something was written."""
        self.answer()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in a field takes what the fields make."""
        self.action_take()

    def action_take(self) -> None:
        """Give what the fields make; where something is wrong the sentence below says so, and the form stays."""
        try:
            made = self.made()
        except CoreError:
            return
        self.dismiss(made)


class OneLine(Dialog[str | None]):
    """A question and a line to write the answer, which may be refused; gives what was taken, or None."""

    TAKES: ClassVar[Phrase] = phrase("accept")
    """What Enter does, beside its key."""
    LEAVES: ClassVar[Phrase] = phrase("cancel")
    """And Esc."""

    def __init__(self, question: Phrase, proposed: str, longest: int = 0) -> None:
        super().__init__()
        self._question = question
        self._proposed = proposed
        self._longest = longest

    def compose(self) -> ComposeResult:
        """The question, the line, what is wrong with it, the keys."""
        with Vertical(classes="dialog"):
            yield Label(say(self._question), markup=False)
            yield SteadyInput(self._proposed, max_length=self._longest, compact=True)
            yield Label("", id="answer", markup=False)

    def on_mount(self) -> None:
        """Write at once."""
        self.query_one(Input).focus()

    def shown(self) -> None:
        """Show the keys."""
        self.show_keys(("Enter", say(self.TAKES), "screen.take"), ("Esc", say(self.LEAVES), "screen.cancel"))

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the line."""
        await self.run_action("take")

    @work(exclusive=True)
    async def action_take(self) -> None:
        """Give what is written; where it cannot be taken, say why."""
        written = self.query_one(Input).value.strip()
        try:
            await self.refuse(written)
        except CoreError as error:
            self.query_one("#answer", Label).update(say(error))
        else:
            self.dismiss(written)

    async def refuse(self, written: str) -> None:
        """Raise CoreError with the reason why something cannot be taken, if there is one."""
        raise NotImplementedError
