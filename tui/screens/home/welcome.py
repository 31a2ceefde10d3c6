"""The welcome: the basic keys, shown once to a new player."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Click, Key
from textual.markup import escape
from textual.widgets import Label

from tui.locale import codes
from tui.screens.base.dialogs import Dialog
from tui.text.catalogue import Language, _, key_name

if TYPE_CHECKING:
    from tui.screens.base.port import KeyPort

CLOSES = ("escape", "q")


class Welcome(Dialog[None]):
    """Any key closes it and then does what it does on the screen below, but Esc and q only close it."""

    hands_keys_on = True

    def compose(self) -> ComposeResult:
        """A few lines."""
        languages = (Language(code).name for code in codes())
        lesson = (
            (key_name("play"), _("plays the game that is chosen in the list")),
            (key_name("hint"), _("in a game, gives a hint; again for a better one")),
            (key_name("help"), _("everywhere, lists every key, the rules and the marks")),
            (
                key_name("settings"),
                _("settings, starting with the language: {languages}").format(languages=", ".join(languages)),
            ),
        )
        with Vertical(classes="dialog", id="welcome") as box:
            box.border_title = escape(_("Welcome to triqui: the basic keys"))
            for key, text in lesson:
                with Horizontal(classes="lesson"):
                    yield Label(key, markup=False)
                    yield Label(text, markup=False)
            yield Label(_("Press any key to continue. You see this only once."), markup=False)

    def on_key(self, event: Key) -> None:
        """Close it; the key is for the screen below, with all that were pressed since."""
        event.stop()
        self.dismiss()
        keys = [] if event.key in CLOSES else [Key(event.key, event.character)]
        cast("KeyPort", self.app).hand_on(keys, self)

    def on_click(self, event: Click) -> None:
        """Close it."""
        self.dismiss()
