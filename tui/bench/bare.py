"""A minimal Textual app, with which triqui is compared."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widgets import Static

from tui.bench import BARE_TEXT


class Bare(App[None]):
    """Shows one line of text, and then the last key."""

    def compose(self) -> ComposeResult:
        """The line of text."""
        yield Static(BARE_TEXT)

    def on_key(self, event: Key) -> None:
        """Show the key."""
        self.query_one(Static).update(f"▸ {event.key}")


def main() -> None:
    """Run the app."""
    Bare().run()
