"""Fewer bytes to the terminal: repaint the cells that changed and not the rest of the widget to their left, and name each look
once. And no cell too few: what a hidden widget leaves behind is painted over.

Textual 8.2 sends a changed span from the left edge of its widget on, and the look of every piece of it; over a slow line that
is most of what is sent. To change that takes private parts of Textual. Where they are not as they are here, importing this
module raises ImportError, and the updates of Textual itself do: the same picture with more bytes.
"""

from __future__ import annotations

from inspect import signature
from typing import Any

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console
from textual._compositor import ChopsUpdate, Compositor, CompositorMap
from textual.screen import Screen
from textual.strip import Strip

_TEXT = "\0"
"""Stands for the text in a look as it is written."""

if [*signature(ChopsUpdate).parameters] != ["chops", "spans", "chop_ends"]:
    raise ImportError("ChopsUpdate is another one")


class SlimUpdate(ChopsUpdate):
    """Like its parent, with every span cut at its left end too."""

    def render_segments(self, console: Console) -> str:
        """The update as it is written to the terminal: what has one look together, since a look takes more bytes than the
        way from one place to another."""
        system = console._color_system or ColorSystem.TRUECOLOR
        looks: dict[str, list[str]] = {}
        ends: dict[str, tuple[int, int]] = {}
        for y, first, last in self.spans:
            for end, (start, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                left, right = max(start, first), min(end, last)
                if strip is not None and left < right:
                    for text, style, _control in strip.crop(left - start, right - start):
                        look = Strip.render_style(style, _TEXT, system) if style else _TEXT
                        jump = "" if ends.get(look) == (left, y) else f"\x1b[{y + 1};{left + 1}H"
                        looks.setdefault(look, []).append(jump + text)
                        left += cell_len(text)
                        ends[look] = left, y
        return "".join(look.replace(_TEXT, "".join(written)) for look, written in looks.items())


class SlimCompositor(Compositor):
    """A compositor whose partial updates are slim, and which paints over what a hidden widget leaves behind."""

    @property
    def full_map(self) -> CompositorMap:
        """The place of each widget.

        Textual 8.2 arranges the widgets here too after it has met a new one, and forgets what that changes: the layout that
        follows finds no difference, and a widget that is hidden at that moment stays on the screen.
        """
        before = self._full_map
        after = super().full_map
        if after is not before:
            places = (place.clip.intersection(place.region) for _widget, place in after.items() ^ before.items())
            self._dirty_regions.update(filter(None, places))
        return after

    def render_partial_update(self) -> ChopsUpdate | None:
        """The cells that have changed, None when none has."""
        update = super().render_partial_update()
        return SlimUpdate(update.chops, update.spans, update.chop_ends) if type(update) is ChopsUpdate else update


def slim(screen: Screen[Any]) -> None:
    """Let a new screen send slim updates, if it is composed as screens of Textual 8.2 are."""
    if type(getattr(screen, "_compositor", None)) is Compositor:
        screen._compositor = SlimCompositor()
