"""Fewer bytes to the terminal: repaint the cells that changed and not the rest of the widget to their left, and name each look
once. And no cell too few: what a hidden widget leaves behind is painted over.

Textual 8.2: a changed span is sent from the left edge of its piece on, with the look of every piece, which is most of what goes
over a slow line.
Goes when tests/tui/test_upstream.py::test_a_changed_span_is_sent_from_the_left_edge_of_its_piece_on turns red.

This takes private parts of Textual. Where they are not as they are here, importing this module raises ImportError, and the
updates of Textual itself do: the same picture with more bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from inspect import signature
from typing import Any

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, CompositorMap
from textual.screen import Screen
from textual.strip import Strip

_TEXT = "\0"
"""Stands for the text in a look as it is written."""
_PLAIN = "\x1b[0m"
_SGR = re.compile(f"\x1b\\[([0-9;]+)m{_TEXT}\x1b\\[0m")
"""A look that codes alone make, without a link."""
_CODE = re.compile(r"[34]8;(?:5;\d+|2;\d+;\d+;\d+)|\d+")
"""One of them: an attribute, or a colour."""

if [*signature(ChopsUpdate).parameters] != ["chops", "spans", "chop_ends"]:
    raise ImportError("ChopsUpdate is another one")


def _joined(strip: Strip) -> list[tuple[str, Style | None]]:
    """The pieces of a strip. Blanks take the look of the text beside them where they have its ground, since theirs takes bytes
    and no eye sees the difference."""
    joined: list[tuple[str, Style | None]] = []
    for text, style, _control in strip:
        before, look = joined[-1] if joined else ("", None)
        if before and not text.strip() and _alike_blank(style, look):
            joined[-1] = (before + text, look)
        elif before and not before.strip() and _alike_blank(look, style):
            joined[-1] = (before + text, style)
        else:
            joined.append((text, style))
    return joined


@lru_cache(maxsize=1024)
def _alike_blank(one: Style | None, other: Style | None) -> bool:
    """Whether a blank is the same to the eye in two looks."""
    if one is None or other is None:
        return one is other
    drawn = any(
        look.reverse or look.underline or look.underline2 or look.strike or look.overline for look in (one, other)
    )
    return not drawn and one.bgcolor == other.bgcolor


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
                    for text, style in _joined(strip.crop(left - start, right - start)):
                        look = Strip.render_style(style, _TEXT, system) if style else _TEXT
                        jump = "" if ends.get(look) == (left, y) else f"\x1b[{y + 1};{left + 1}H"
                        looks.setdefault(look, []).append(jump + text)
                        left += cell_len(text)
                        ends[look] = left, y
        return "".join(_dressed({look: "".join(written) for look, written in looks.items()}))


@lru_cache(maxsize=1024)
def _codes(look: str) -> frozenset[str] | None:
    """The codes of a look; None where it takes more than those."""
    found = _SGR.fullmatch(look)
    return frozenset(_CODE.findall(found[1])) if found else None


def _dressed(texts: Mapping[str, str]) -> Iterator[str]:
    """Texts by look, as they are written: of each look only what the one before it has not set."""
    looks = sorted(((codes, look) for look in texts if (codes := _codes(look))), key=lambda each: _order(each[0]))
    worn: frozenset[str] = frozenset()
    for codes, look in looks:
        kept = {_layer(code) for code in worn} <= {_layer(code) for code in codes}
        yield f"\x1b[{';'.join(sorted(codes - worn) if kept else ['0', *sorted(codes)])}m{texts[look]}"
        worn = codes
    if worn:
        yield _PLAIN
    yield from (look.replace(_TEXT, text) for look, text in texts.items() if not _codes(look))


def _order(codes: frozenset[str]) -> tuple[list[str], int, list[str]]:
    """By the ground, then the plain looks before those with attributes: so little has to be taken back."""
    grounds = [code for code in codes if _layer(code) == "ground"]
    return grounds, len(codes), sorted(codes, reverse=True)


def _layer(code: str) -> str:
    """What a code sets: the ground, the colour of the text, or an attribute of its own."""
    number = code.partition(";")[0]
    if number in ("48", "49") or (number[0] == "4" and len(number) == 2) or number.startswith("10"):
        return "ground"
    if number == "38" or (number[0] in "39" and len(number) == 2):
        return "colour"
    return number


class SlimCompositor(Compositor):
    """A compositor whose partial updates are slim, and which paints over what a hidden widget leaves behind."""

    @property
    def full_map(self) -> CompositorMap:
        """The place of each widget.

        Textual 8.2 (its issue 5056): after a new widget the others are arranged here too, and what that changes is forgotten.
        The layout that follows finds no difference, and a widget that is hidden at that moment stays on the screen.
        Goes when test_a_hidden_widget_is_not_painted_over_once_the_places_of_all_were_asked_for turns red.
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
