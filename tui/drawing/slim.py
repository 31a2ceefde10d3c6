"""Fewer bytes to the terminal: repaint the cells that changed and not the rest of the widget to their left.

Textual 8.2 sends a changed span from the left edge of its widget on; over a slow line that is most of what is sent. To change
that takes private parts of Textual. Where they are not as they are here, importing this module raises ImportError, and the
updates of Textual itself do: the same picture with more bytes.
"""

from __future__ import annotations

from inspect import signature
from typing import Any

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor
from textual.screen import Screen

if [*signature(ChopsUpdate).parameters] != ["chops", "spans", "chop_ends"]:
    raise ImportError("ChopsUpdate is another one")


class SlimUpdate(ChopsUpdate):
    """Like its parent, with every span cut at its left end too."""

    def render_segments(self, console: Console) -> str:
        """The update as it is written to the terminal."""
        written: list[str] = []
        for y, first, last in self.spans:
            for end, (start, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                left, right = max(start, first), min(end, last)
                if strip is not None and left < right:
                    written.append(Control.move_to(left, y).segment.text)
                    written.append(strip.crop(left - start, right - start).render(console))
        return "".join(written)


class SlimCompositor(Compositor):
    """A compositor whose partial updates are slim."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """The cells that have changed, None when none has."""
        update = super().render_partial_update()
        return SlimUpdate(update.chops, update.spans, update.chop_ends) if type(update) is ChopsUpdate else update


def slim(screen: Screen[Any]) -> None:
    """Let a new screen send slim updates, if it is composed as screens of Textual 8.2 are."""
    if type(getattr(screen, "_compositor", None)) is Compositor:
        screen._compositor = SlimCompositor()
