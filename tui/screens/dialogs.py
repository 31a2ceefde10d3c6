"""Small screens above the others: a question, a choice, a line to type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.markup import escape
from textual.reactive import reactive
from textual.screen import ModalScreen, ScreenResultType
from textual.widget import Widget
from textual.widgets import Input, Label, OptionList
from textual.widgets.option_list import Option

from core.errors import CoreError
from core.phrase import Phrase, phrase
from tui.drawing.line import KeyLine, ShownKey
from tui.screens.window import MIN_COLUMNS, MIN_ROWS, Window
from tui.text.catalogue import _, rendered, say

DIALOG_COLUMNS = 72
"""Columns of a dialog where the window has as many."""
_AROUND_TITLE = 8
"""Columns of a frame that its title leaves free."""
MAX_NUMBERED = 9
"""Maximum number of answers that have digits."""
ROOMY_ROWS = 20
"""Below, a form shows less of its lists."""


class SteadyInput(Input):
    """A line to write in. Its cursor does not blink: over a slow line every change costs bytes."""

    cursor_blink = reactive(False, init=False)


class Dialog(ModalScreen[ScreenResultType], Window[ScreenResultType]):
    """A small screen above the others. In a window that is too small for the hall it stands back, and what is below tells."""

    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (MIN_COLUMNS, "-usual")]  # noqa: RUF012, as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (MIN_ROWS, "-low"), (ROOMY_ROWS, "-high")]  # noqa: RUF012, the same
    COMPONENT_CLASSES: ClassVar[set[str]] = {"role--key"}

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", str(phrase("cancel")), show=False)]

    async def retranslate(self) -> None:
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
            yield KeyLine(id="footer")

    def shown(self) -> None:
        """Show the way out."""
        self.query_one(KeyLine).show([ShownKey("Esc", _("cancel"), "screen.cancel", True)])

    def on_key(self, event: Key) -> None:
        """Give any key but Esc."""
        if event.key != "escape":
            event.stop()
            self.dismiss(event.key)


class ChoiceDialog(Dialog[ScreenResultType | None]):
    """A question and a list, in which Enter chooses."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "cancel", str(phrase("cancel")), show=False)]

    def asking(self, question: str, options: Iterable[str]) -> ComposeResult:
        """The widgets: the question, in the frame if it fits there, the list, the keys."""
        with Vertical(classes="dialog") as box:
            label = Label(question, markup=False)
            self._ask(question, box, label)
            yield label
            yield OptionList(*map(Option, options), markup=False)
            yield KeyLine(id="footer")

    def ask(self, question: str) -> None:
        """Ask another question above the same list."""
        self._ask(question, self.query_one(".dialog"), self.query_one(Label))

    def _ask(self, question: str, box: Widget, label: Label) -> None:
        """Put the question into the frame if it fits there, else below it."""
        fits = "\n" not in question and len(question) + _AROUND_TITLE <= min(DIALOG_COLUMNS, self.app.size.width)
        box.border_title = escape(question) if fits else ""
        label.update(question)
        label.display = not fits

    def shown(self) -> None:
        """Show the keys."""
        keys = [ShownKey("Enter", _("choose"), "screen.choose"), ShownKey("Esc", _("cancel"), "screen.cancel", True)]
        self.query_one(KeyLine).show(keys)

    def action_choose(self) -> None:
        """Take what is at the cursor."""
        self.query_one(OptionList).action_select()


class QuestionDialog(ChoiceDialog[int]):
    """A question with answers to choose from, phrases or what is the same in every language.

    One chooses by the arrows, the first letter or the mouse, or by digits where the answers are ``numbered`` and none begins
    with a digit itself. Gives the index, or None. The cursor begins ``at`` one of them.
    """

    def __init__(
        self, question: Phrase, answers: Sequence[Phrase | str], at: int = 0, *, numbered: bool = False
    ) -> None:
        super().__init__()
        self._at = at
        self._numbered = numbered and len(answers) <= MAX_NUMBERED
        self._question = question
        self._choices = answers

    @property
    def _answers(self) -> list[str]:
        return [str(rendered(answer)) for answer in self._choices]

    def compose(self) -> ComposeResult:
        """The question and its answers."""
        answers = self._answers
        if self._has_numbers:
            answers = [f"{number}  {answer}" for number, answer in enumerate(answers, 1)]
        yield from self.asking(say(self._question), answers)

    @property
    def _has_numbers(self) -> bool:
        return self._numbered and not any(answer[:1].isdecimal() for answer in self._answers)

    def on_mount(self) -> None:
        """Put the cursor where it begins."""
        super().on_mount()
        self.query_one(OptionList).highlighted = self._at

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give the answer."""
        self.dismiss(event.option_index)

    def on_key(self, event: Key) -> None:
        """A digit chooses the answer of that number; another character, or any where none has a number, the only answer that
        begins with it."""
        character = (event.character or "").lower()
        found = [i for i, answer in enumerate(self._answers) if character and answer.lower().startswith(character)]
        if self._has_numbers and character.isdecimal():
            found = [i for i in range(len(self._answers)) if str(i + 1) == character]
        if len(found) == 1:
            event.stop()
            self.dismiss(found[0])


class Form(Dialog[ScreenResultType | None]):
    """Fields, below them what they make, or what is wrong, and the keys. Gives what they make, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f2", "take", str(phrase("take it")), show=False)]

    def ending(self) -> ComposeResult:
        """The widgets below the fields: the answer and the keys."""
        with Vertical(id="ending"):
            yield Label("", markup=False, id="answer")
            yield KeyLine(id="footer")

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
        takes = [ShownKey("F2", _("take it"), "screen.take", True)] if right else []
        self.query_one(KeyLine).show([*takes, ShownKey("Esc", _("cancel"), "screen.cancel", True)])

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

    TAKES: ClassVar[Phrase] = phrase("take it")
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
            yield KeyLine(id="footer")

    def on_mount(self) -> None:
        """Write at once."""
        self.query_one(Input).focus()

    def shown(self) -> None:
        """Show the keys."""
        takes = ShownKey("Enter", say(self.TAKES), "screen.take", True)
        self.query_one(KeyLine).show([takes, ShownKey("Esc", say(self.LEAVES), "screen.cancel", True)])

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
