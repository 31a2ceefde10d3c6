"""The form for a variant of a game: its numbers and its options as fields."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Label, OptionList

from core import games
from core.errors import CoreError
from core.game import Family, Game
from core.phrase import phrase
from tui.screens.dialogs import Dialog
from tui.text.catalogue import _, say
from tui.text.words import about, name


class Variant(Dialog[Game | None]):
    """Fields for what a family of games takes; below them the game they make, or what is wrong. Gives the game, or None."""

    CSS_PATH = "variant.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", str(phrase("cancel")), show=False),
        Binding("f2", "take", str(phrase("take it")), show=False),
    ]

    def __init__(self, family: Family, game: Game) -> None:
        super().__init__()
        self._family = family
        root, *self._options = game.id.split("/")
        self._numbers = root.partition(":")[2]

    def compose(self) -> ComposeResult:
        """The fields, the answer, two buttons."""
        with Vertical(classes="dialog", id="variant"):
            yield Label(_(self._family.form), markup=False)
            if ":" in self._family.form:
                yield Input(self._numbers, placeholder=_(self._family.form).partition(":")[2], compact=True)
            if self._family.options:
                yield OptionList(*map(self._prompt, self._family.options), compact=True, markup=False)
            yield Label("", markup=False, id="answer")
            with Horizontal():
                yield Button(f"{_('Take it')}  F2", variant="primary", id="take", compact=True)
                yield Button(f"{_('Cancel')}  Esc", id="cancel", compact=True)

    async def say_anew(self) -> None:
        """Keep what is typed."""
        self._numbers = "".join(field.value for field in self.query(Input))
        await super().say_anew()

    def shown(self) -> None:
        """Show what the fields make as they stand."""
        self._answer()

    def _made(self) -> Game:
        """The game of the fields. Raises UnknownGame."""
        numbers = "".join(f":{field.value.strip()}" for field in self.query(Input) if field.value.strip())
        return games.get(self._family.id + numbers + "".join(f"/{option}" for option in self._options))

    def _prompt(self, option: str) -> str:
        return f"[{'x' if option in self._options else ' '}] {option}"

    def _answer(self) -> None:
        try:
            game = self._made()
        except CoreError as error:
            text, right = say(error), False
        else:
            text, right = f"{name(game)} ({game.id}). {about(game)}", True
        self.query_one("#answer", Label).update(text)
        self.query_one("#take", Button).disabled = not right

    def on_input_changed(self, event: Input.Changed) -> None:
        """The numbers changed."""
        self._answer()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose an option, or leave it."""
        option = self._family.options[event.option_index]
        if option in self._options:
            self._options.remove(option)
        else:
            self._options.append(option)
        event.option_list.replace_option_prompt_at_index(event.option_index, self._prompt(option))
        self._answer()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in the field of numbers takes the game."""
        self.action_take()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """A button."""
        if event.button.id == "take":
            self.action_take()
        else:
            self.dismiss(None)

    def action_take(self) -> None:
        """Give the game, if the fields make one."""
        try:
            game = self._made()
        except CoreError:
            return
        self.dismiss(game)

    def action_cancel(self) -> None:
        """Leave everything as it was."""
        self.dismiss(None)
