"""The form for a new tournament: who plays, how many games, from which openings."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Label, OptionList
from textual.widgets.option_list import Option

from core.errors import CoreError
from core.game import Game
from core.phrase import phrase
from core.players.opponents import players
from tui.screens.dialogs import Form, SteadyInput
from tui.text.catalogue import _, ngettext, say
from tui.text.numbers import whole
from tui.text.seats import with_level

USUAL = ("best:1", "best:2", "best:4")
"""Who is chosen at first, as far as the game has them."""
MOST_GAMES, USUAL_GAMES, USUAL_PLIES = 10_000, 10, 2


class TooFew(CoreError):
    """A tournament that nobody can play."""


class ChosenPlayers(OptionList):
    """A list in which Enter, Space or a click chooses a player, or does so no more."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "select", str(phrase("choose")), show=False)]

    def __init__(self, named: Sequence[tuple[str, str]], chosen: set[str]) -> None:
        self.named, self.chosen = named, chosen
        super().__init__(*(Option(self._row(name, text), text) for name, text in named), compact=True, markup=False)

    def _row(self, name: str, text: str) -> str:
        return f"[{'x' if text in self.chosen else ' '}] {name}"

    def turn(self, at: int) -> None:
        """Choose the player of a row, or do so no more."""
        name, text = self.named[at]
        self.chosen ^= {text}
        self.replace_option_prompt_at_index(at, self._row(name, text))


class Contestants(Form[list[str]]):
    """Gives the words of a tournament as its command takes them, or None."""

    CSS_PATH = "contestants.tcss"

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self._chosen = {one.text for one in players(game)} & set(USUAL)

    @property
    def _players(self) -> list[tuple[str, str]]:
        """The names of all who play the game, with their texts."""
        return [(say(with_level(one)), one.text) for one in players(self._game)]

    def compose(self) -> ComposeResult:
        """The players, the numbers, a line for whatever else the command takes."""
        with Vertical(classes="dialog", id="contestants"):
            yield Label(_("Who plays in the tournament?"), markup=False)
            yield ChosenPlayers(self._players, self._chosen)
            for id, name, value, holds in (
                ("games", _("Games of each two"), str(USUAL_GAMES), ""),
                ("plies", _("Moves by lot at the start"), str(USUAL_PLIES), ""),
                ("options", _("More"), "", _("as 'triqui tournament' takes it")),
            ):
                with Horizontal(classes="field"):
                    yield Label(name, markup=False)
                    yield SteadyInput(value, holds, compact=True, id=id)
            yield from self.ending()

    def on_mount(self) -> None:
        """Choose players first."""
        super().on_mount()
        self.query_one(ChosenPlayers).focus()
        self.answer()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose a player, or do so no more."""
        self.query_one(ChosenPlayers).turn(event.option_index)
        self.answer()

    def made(self) -> list[str]:
        """The words that the fields make. Raises CoreError."""
        order = [text for _name, text in self._players if text in self._chosen]
        try:
            more = shlex.split(self.query_one("#options", Input).value)
        except ValueError as error:
            raise TooFew("A quotation mark is open; close it.") from error
        first_option = next((i for i, word in enumerate(more) if word.startswith("-")), len(more))
        if len(order) + first_option < 2:
            raise TooFew("It takes two players at least; Space chooses them.")
        games = whole(phrase("number of games"), 1, MOST_GAMES)(self.query_one("#games", Input).value.strip())
        plies = whole(phrase("number of moves"), 0, 20)(self.query_one("#plies", Input).value.strip())
        given = {word.partition("=")[0] for word in more}
        words = [*order, *more]
        if "--games" not in given:
            words += ["--games", str(games)]
        if "--openings" not in given and plies:
            words += ["--openings", f"random:{plies}"]
        return words

    def words(self, made: list[str]) -> str:
        """What is going to be played."""
        count = next((i for i, word in enumerate(made) if word.startswith("-")), len(made))
        pairs = count * (count - 1) // 2
        return ngettext("{number} pair of players.", "{number} pairs of players.", pairs)
