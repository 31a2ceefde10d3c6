"""The form for a variant of a game: its numbers and its options as fields."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.markup import escape
from textual.widgets import Input

from core import games
from core.game import Family, Game
from tui.drawing.canvas import Row, Span
from tui.screens.base.dialogs import ROOMY_ROWS, Form, SteadyInput
from tui.text.catalogue import _, say
from tui.text.words import OPTIONS, about, name
from tui.widgets.form_list import FormList


class Variant(Form[Game]):
    """Fields for what a family of games takes; below them the game they make, or what is wrong. Gives the game, or None."""

    CSS_PATH = "variant.tcss"

    def __init__(self, family: Family, game: Game) -> None:
        super().__init__()
        self._family, self._game = family, game
        root, *self._options = game.id.split("/")
        self._numbers = root.partition(":")[2]
        self._at = 0
        """The option at the cursor when the list is made."""

    def compose(self) -> ComposeResult:
        """The fields, the answer, the keys."""
        with Vertical(classes="dialog", id="variant") as box:
            numbers = _(self._family.form).partition(":")[2]
            box.border_title = escape(": ".join(filter(None, (name(self._game), numbers))))
            if numbers:
                yield SteadyInput(self._numbers, placeholder=numbers, compact=True)
            if self._family.options:
                yield FormList(self._rows, self._turn, self.answer, self._at, ticks=True)
            yield from self.ending()

    async def retranslate(self) -> None:
        """Keep what is typed."""
        self._numbers = "".join(field.value for field in self.query(Input))
        self._at = next((each.chosen for each in self.query(FormList)), 0)
        await super().retranslate()

    def shown(self) -> None:
        """Show what the fields make as they stand."""
        self.answer()

    def made(self) -> Game:
        """The game of the fields. Raises UnknownGame."""
        numbers = "".join(f":{field.value.strip()}" for field in self.query(Input) if field.value.strip())
        return games.get(self._family.id + numbers + "".join(f"/{option}" for option in self._options))

    def _rows(self) -> list[Row]:
        named = ((option, say(OPTIONS[option]) if option in OPTIONS else option) for option in self._family.options)
        return [[Span(f"[{'x' if option in self._options else ' '}] {called}")] for option, called in named]

    def words(self, made: Game) -> str:
        """Its name and, where there is room, what it is about."""
        called = f"{name(made)}."
        return f"{called} {about(made)}" if self.size.height >= ROOMY_ROWS else called

    def _turn(self) -> None:
        """Choose an option, or leave it."""
        option = self._family.options[self.query_one(FormList).chosen]
        if option in self._options:
            self._options.remove(option)
        else:
            self._options.append(option)
        self.answer()
