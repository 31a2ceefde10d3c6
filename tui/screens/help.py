"""Help: every action of the screen below, ready to be chosen; the rules of the game; what the marks mean."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.widgets import Markdown, OptionList, Static, TabbedContent, TabPane

from core.game import Game
from core.phrase import phrase
from tui import manual
from tui.drawing.line import KeyLine, ShownKey
from tui.rules import page
from tui.screens.base import HallScreen
from tui.screens.dialogs import Dialog
from tui.screens.menu import ActionsBelow, KeyList
from tui.text.catalogue import _, say
from tui.text.keys import grouped
from tui.text.words import about, name


class Help(Dialog[None]):
    """Lists the actions of a screen; choosing one closes the help and does it, so that the mouse reaches every action."""

    CSS_PATH = "help.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "close", str(phrase("close")), show=False),
        Binding("left", "turn(-1)", show=False, priority=True),
        Binding("right", "turn(1)", show=False, priority=True),
    ]

    def __init__(self, below: HallScreen, game: Game, page: str = "keys") -> None:
        super().__init__()
        self._page = page
        self._below = below
        self._game = game

    def compose(self) -> ComposeResult:
        """Three pages, and one about the people where there are some."""
        self._actions = ActionsBelow(self._below)
        with Vertical(classes="dialog", id="help"):
            with TabbedContent(initial=self._page):
                with TabPane(_("Keys"), id="keys"):
                    if self._below.described:
                        with VerticalScroll(id="described", can_focus=False):
                            yield Static(self._below.described, markup=False)
                    named = self._actions.named
                    yield KeyList(
                        named, [(say(name), actions) for name, actions in grouped(named)], self.app.get_key_display
                    )
                with TabPane(name(self._game), id="rules"), VerticalScroll():
                    yield Markdown(page(self._game) or about(self._game))
                with TabPane(_("Marks"), id="marks"), VerticalScroll():
                    yield Markdown(manual.page("panel"))
                if self._below.hall.has_lobby:
                    with TabPane(_("The hall"), id="people"), VerticalScroll():
                        yield Markdown(manual.page("hall"))
            yield KeyLine(id="footer")

    def shown(self) -> None:
        """Show the key that closes it, which is the way out for the mouse too."""
        self.query_one(KeyLine).show([ShownKey("Esc", _("close"), "screen.close", True)])

    def on_mount(self) -> None:
        """The arrows move in the list."""
        super().on_mount()
        if self._page == "keys":
            self.query_one(KeyList).keep(1)
        else:
            self.query_one(f"#{self._page} VerticalScroll").focus()

    async def retranslate(self) -> None:
        """Keep the page that is open."""
        open_page = self.query_one(TabbedContent).active
        await super().retranslate()
        self.query_one(TabbedContent).active = open_page

    def action_turn(self, step: int) -> None:
        """To the page beside this one."""
        tabs = self.query_one(TabbedContent)
        ids = [pane.id or "" for pane in tabs.query(TabPane)]
        tabs.active = ids[(ids.index(tabs.active) + step) % len(ids)]
        tabs.get_pane(tabs.active).query("OptionList, VerticalScroll").first().focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close and do it."""
        self._actions.do(self, self._actions.named[str(event.option_id)])

    def on_key(self, event: Key) -> None:
        """A key of the list does what the list says, unless the help needs it itself."""
        if binding := self._actions.on(self, event.key):
            event.stop()
            self._actions.do(self, binding)

    def action_close(self) -> None:
        """Close the help."""
        self.dismiss()
