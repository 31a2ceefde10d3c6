"""Small screens above the others: a question, a choice, a line to type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.screen import ModalScreen, ScreenResultType
from textual.widgets import Label, OptionList
from textual.widgets.option_list import Option

from core.phrase import Phrase, phrase
from tui.drawing.line import KeyLine, ShownKey
from tui.screens.window import LEAST_COLUMNS, LEAST_ROWS, Window
from tui.text.catalogue import _, rendered, say

ROOMY_ROWS = 20
"""Below, a form shows less of its lists."""


class Dialog(ModalScreen[ScreenResultType], Window[ScreenResultType]):
    """A small screen above the others. In a window that is too small for the hall it stands back, and what is below tells."""

    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (LEAST_COLUMNS, "-usual")]  # noqa: RUF012, as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (LEAST_ROWS, "-low"), (ROOMY_ROWS, "-high")]  # noqa: RUF012, the same
    COMPONENT_CLASSES: ClassVar[set[str]] = {"role--key"}

    async def say_anew(self) -> None:
        """Show everything in a language that is new, with the keys and the cursors where they were."""
        at = self.focus_chain.index(self.focused) if self.focused in self.focus_chain else None
        cursors = [choices.highlighted for choices in self.query(OptionList)]
        await self.recompose()
        for choices, cursor in zip(self.query(OptionList), cursors, strict=True):
            choices.highlighted = cursor
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
            yield KeyLine(id="footer")

    def shown(self) -> None:
        """Show the way out."""
        self.query_one(KeyLine).show([ShownKey("Esc", _("cancel"), "screen.cancel", True)])

    def on_key(self, event: Key) -> None:
        """Give any key but Esc."""
        if event.key != "escape":
            event.stop()
            self.dismiss(event.key)

    def action_cancel(self) -> None:
        """Choose nothing."""
        self.dismiss(None)


class Question(Dialog[int | None]):
    """A question with answers to choose from, phrases or what is the same in every language; by arrows, by the first letter, or
    by the mouse. Gives the index, or None. The cursor begins ``at`` one of them."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "cancel", str(phrase("cancel")), show=False)]

    def __init__(self, question: Phrase, answers: Sequence[Phrase | str], at: int = 0) -> None:
        super().__init__()
        self._at = at
        self._question = question
        self._choices = answers

    @property
    def _answers(self) -> list[str]:
        return [str(rendered(answer)) for answer in self._choices]

    def compose(self) -> ComposeResult:
        """The question and its answers."""
        with Vertical(classes="dialog"):
            yield Label(say(self._question), markup=False)
            yield OptionList(*(Option(answer) for answer in self._answers), markup=False)
            yield KeyLine(id="footer")

    def on_mount(self) -> None:
        """Put the cursor where it begins."""
        super().on_mount()
        self.query_one(OptionList).highlighted = self._at

    def shown(self) -> None:
        """Show the keys."""
        keys = [ShownKey("Enter", _("choose"), "screen.choose"), ShownKey("Esc", _("cancel"), "screen.cancel", True)]
        self.query_one(KeyLine).show(keys)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give the answer."""
        self.dismiss(event.option_index)

    def on_key(self, event: Key) -> None:
        """A letter or digit chooses the only answer that begins with it."""
        character = (event.character or "").lower()
        found = [i for i, answer in enumerate(self._answers) if character and answer.lower().startswith(character)]
        if len(found) == 1:
            event.stop()
            self.dismiss(found[0])

    def action_choose(self) -> None:
        """Take the answer at the cursor."""
        self.query_one(OptionList).action_select()

    def action_cancel(self) -> None:
        """Choose nothing."""
        self.dismiss(None)
