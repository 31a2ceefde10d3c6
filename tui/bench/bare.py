"""The least that an app of Textual shows at its start, and does at a key."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widgets import Static

from tui.bench import BARE_TEXT


class Bare(App[None]):
    """One line of text, in which the last key stands."""

    def compose(self) -> ComposeResult:
        """The line."""
        yield Static(BARE_TEXT)

    def on_key(self, event: Key) -> None:
        """Show the key."""
        self.query_one(Static).update(f"▸ {event.key}")


def main() -> None:
    """Run it."""
    Bare().run()
