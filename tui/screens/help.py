"""Help: the rules, what the marks mean, and every action of the screen below, ready to be chosen."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import Label, Markdown, OptionList
from textual.widgets.option_list import Option

from core.game import Game
from tui.rules import page
from tui.texts import _
from tui.words import about, name


def named_bindings(screen: Screen[Any]) -> list[Binding]:
    """The actions that apply on a screen now, each once however many keys it has."""
    found: dict[str, Binding] = {}
    for active in screen.active_bindings.values():
        if active.enabled and active.binding.id and active.binding.description:
            found.setdefault(active.binding.id, active.binding)
    return list(found.values())


class Help(ModalScreen[None]):
    """Lists the actions of a screen; choosing one closes the help and does it, so that the mouse reaches every action."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,question_mark,f1", "close", _("close"), show=False)]

    def __init__(self, below: Screen[None], game: Game) -> None:
        super().__init__()
        self._below = below
        self._game = game
        self._bindings_below = named_bindings(below)

    def compose(self) -> ComposeResult:
        """The texts and the list."""
        game = self._game
        with Vertical(classes="dialog", id="help"):
            yield Label(f"{name(game)} ({game.id})", markup=False, classes="heading")
            yield Label(about(game), markup=False)
            text = page(game)
            if text:
                yield Markdown(text)
            yield Label(
                _("Marks, always for the player to move: + win  = draw  - lose  ∞ endless, all proven;  ~ a guess."),
                markup=False,
            )
            yield Label(
                _("?? worse class  ? and ?! weaker  ! only move. The number beside a mark: plies to the end."),
                markup=False,
            )
            yield Label(
                _("Arrows move the cursor, Enter plays; or type a move. Esc or q closes this page."), markup=False
            )
            yield OptionList(
                *(
                    Option(f"{self.app.get_key_display(binding):>6}  {binding.description}")
                    for binding in self._bindings_below
                ),
                markup=False,
            )

    def on_mount(self) -> None:
        """The arrows move in the list."""
        self.query_one(OptionList).focus()

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close and do it."""
        binding = self._bindings_below[event.option_index]
        self.dismiss()
        self.app.call_later(self._below.run_action, binding.action)

    def action_close(self) -> None:
        """Close the help."""
        self.dismiss()
