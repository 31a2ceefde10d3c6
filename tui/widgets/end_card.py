"""The end of a game in the panel: who won, how well both played, where it turned, and what can be done now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tui.drawing.canvas import Row, Span, fit, spread, width_of
from tui.drawing.frame import Section, section
from tui.text.catalogue import _
from tui.text.fit import clipped
from tui.widgets.list_canvas import pointed

_SPLIT = 34
"""Columns from which on what can be done stands in two columns."""


class EndChoice(NamedTuple):
    """Something that can be done now."""

    action: str
    """What the screen does."""
    key: str
    """Its key as it is shown."""
    label: str


class EndView(NamedTuple):
    """What is told of the end of a game."""

    headline: str
    """How the game ended, in a sentence."""
    role: str
    """That of who has won."""
    signs: Sequence[tuple[str, str]]
    """The mark of each move with its role."""
    sides: Sequence[tuple[str, str]]
    """Who played, and how right their moves were."""
    told: Sequence[str]
    """Sentences: where the game turned, how the match and the record stand."""
    length: str
    """How many moves were made, in words."""
    choices: Sequence[EndChoice]
    """What can be done now."""
    at: int = 0
    """Which of the choices the cursor is on."""


def end_sections(view: EndView, width: int) -> list[Section]:
    """The card, and below it what can be done; each column of the list is read downwards after the row beside. The marks stand
    beside the names, above them where they fit only so, and the last of them beside where they never fit."""
    rows: list[Row] = [[Span(" " + text, view.role)] for text in clipped(view.headline, width - 1, 2)]
    strip = [Span(f"{sign} ", role) for sign, role in view.signs]
    sides = [[Span(f"{name}  "), Span(f"{share:>5} ", "strong")] for name, share in view.sides]
    room = width - 1 - max(map(width_of, sides), default=0)
    if room < width_of(strip) < width:
        rows.append([Span(" "), *strip])
        strip.clear()
    while strip and width_of(strip) > room:
        del strip[0]
    for i, side in enumerate(sides):
        rows.append(spread([Span(" "), *(strip if i == 0 else ())], side, width))
    for text in view.told:
        rows += [[Span(" " + line)] for line in clipped(text, width - 1, 2)]
    columns = 2 if width >= _SPLIT and len(view.choices) > 2 else 1
    listed = _choices(view, width, columns)
    return [section(_("The end"), rows, len(rows), view.length), section(_("What now"), listed, len(listed))]


def _choices(view: EndView, width: int, columns: int) -> list[Row]:
    """Two beside each other where both fit, else one below the other."""
    cell = width // columns
    waiting = [_cell(choice, i == view.at) for i, choice in enumerate(view.choices)]
    rows: list[Row] = []
    while waiting:
        first, *rest = waiting
        if rest and columns > 1 and max(width_of(first), width_of(rest[0])) <= cell:
            rows.append([*fit(first, cell), *fit(rest[0], cell)])
            waiting = rest[1:]
        else:
            rows.append(fit(first, width))
            waiting = rest
    return rows


def _cell(choice: EndChoice, here: bool) -> Row:
    row = pointed([Span(f"{choice.key:<2} ", "key"), Span(choice.label)], here)
    return [span._replace(action=f"screen.{choice.action}") for span in row]
