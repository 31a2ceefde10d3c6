"""The welcome: three keys, told once to who comes for the first time."""

from __future__ import annotations

from collections.abc import Mapping

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Click, Key
from textual.widgets import Label

from tui.screens.dialogs import Dialog
from tui.text.catalogue import _
from tui.text.keys import KEYS

CLOSES = ("escape", "q")


class Welcome(Dialog[None]):
    """Any key closes it and then does what it does on the screen below, but Esc and q only close it. ``keys``
    are those that the player has given to actions."""

    def __init__(self, keys: Mapping[str, str]) -> None:
        super().__init__()
        self._keys = keys

    def compose(self) -> ComposeResult:
        """A few lines."""
        lesson = (
            (self._key("play"), _("plays the game that is chosen in the list")),
            (self._key("hint"), _("in a game, gives a hint; again for a better one")),
            (self._key("help"), _("everywhere, lists every key, the rules and the marks")),
        )
        with Vertical(classes="dialog", id="welcome"):
            yield Label(_("Welcome to triqui. Three keys are enough to begin:"), markup=False)
            for key, text in lesson:
                with Horizontal(classes="lesson"):
                    yield Label(key, markup=False)
                    yield Label(text, markup=False)
            yield Label(_("Any key goes on, and this is not said again."), markup=False)

    def _key(self, action: str) -> str:
        """The key of an action, as the player has chosen it."""
        key = KEYS[action]
        return self._keys.get(action) or _(key.display) or key.keys

    def on_key(self, event: Key) -> None:
        """Close it; the key is for the screen below."""
        event.stop()
        self.dismiss()
        if event.key not in CLOSES:
            self.app.call_later(self.app.post_message, Key(event.key, event.character))

    def on_click(self, event: Click) -> None:
        """Close it."""
        self.dismiss()
