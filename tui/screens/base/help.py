"""Help: every action of the screen below, ready to be chosen; the rules of the game; what the marks mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.markup import escape
from textual.widgets import Markdown, Static

from core.game import Game
from core.phrase import phrase
from tui import manual
from tui.rules import page
from tui.screens.base.dialogs import Dialog
from tui.screens.base.menu import ActionList
from tui.screens.base.screen import HallScreen
from tui.text.catalogue import _
from tui.text.words import about, name

_KEYS, _RULES = "keys", "rules"


class Help(Dialog[None]):
    """Pages whose names stand in the frame. The first lists the actions of a screen, so that the mouse reaches every one."""

    CSS_PATH = "help.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "cancel", str(phrase("close")), show=False),
        Binding("left", "turn(-1)", show=False, priority=True),
        Binding("right,tab", "turn(1)", show=False, priority=True),
    ]

    def __init__(self, below: HallScreen, game: Game, page: str = _KEYS) -> None:
        super().__init__()
        self._below = below
        self.page = page
        self._game = game

    @property
    def _pages(self) -> Mapping[str, str]:
        """The names of the pages; there is one about the people where there are some."""
        people = {"people": _("The hall")} if self._below.hall.has_lobby else {}
        return {_KEYS: _("Keys"), _RULES: name(self._game), "marks": _("Marks"), **people}

    def compose(self) -> ComposeResult:
        """The list of keys, and a text for each other page."""
        texts = {
            _RULES: lambda: page(self._game) or about(self._game),
            "marks": lambda: manual.page("panel"),
            "people": lambda: manual.page("hall"),
        }
        with Vertical(classes="dialog", id="help"):
            with Vertical(id=_KEYS):
                if self._below.described:
                    with VerticalScroll(id="described", can_focus=False):
                        yield Static(self._below.described, markup=False)
                yield ActionList(self._below)
            for id in self._pages:
                if id in texts:
                    with VerticalScroll(id=id):
                        yield Markdown(texts[id]())

    def shown(self) -> None:
        """Show the open page, and the keys that search all commands, turn it and close the help."""
        self.action_open(self.page)
        self.show_keys(
            ("Ctrl+P", _("search all commands"), "app.command_palette"),
            ("◂▸", _("turn the page"), "screen.turn(1)"),
            ("Esc", _("close"), "screen.cancel"),
        )

    async def retranslate(self) -> None:
        """Keep the page that is open, and the cursor."""
        at = self.query_one(ActionList).chosen
        await self.recompose()
        self.query_one(ActionList).point(at)
        self.shown()

    def on_key(self, event: Key) -> None:
        """A key of the list does what the list says, on every page."""
        self.query_one(ActionList).read_key(event)

    def action_open(self, id: str) -> None:
        """Show a page."""
        self.page = id
        names = {each: escape(called) for each, called in self._pages.items()}
        titles = (
            f"[reverse]▸ {called}[/]" if each == id else f"[@click=screen.open('{each}')]{called}[/]"
            for each, called in names.items()
        )
        self.query_one("#help").border_title = "   ".join(titles)
        for each in names:
            self.query_one(f"#{each}").display = each == id
        (self.query_one(ActionList) if id == _KEYS else self.query_one(f"#{id}")).focus()

    def action_turn(self, step: int) -> None:
        """To the page beside this one."""
        ids = list(self._pages)
        self.action_open(ids[(ids.index(self.page) + step) % len(ids)])
