"""Frames with titled sections, drawn as rows of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len

from tui.drawing.canvas import Row, Span, fit, width_of
from tui.text.fit import shorten

_SIDE = Span("│", "frame")
EdgeKey: TypeAlias = tuple[str, str, str]
"""A key in the lower edge of a frame, what it does, and the action of a click on it."""


class Section(NamedTuple):
    """A part of a frame: its title at the left and a note at the right of the line above it; ``draw(width, height)`` gives
    the rows. It gets ``least`` rows when room is short and ``wanted`` when there is enough."""

    title: str
    draw: Callable[[int, int], Sequence[Row]]
    wanted: int
    least: int
    note: str = ""


def section(title: str, rows: Sequence[Row], least: int = 1, note: str = "") -> Section:
    """A section whose rows do not depend on its size."""
    return Section(title, lambda width, height: rows, len(rows), least, note)


def frame(width: int, height: int, sections: Iterable[Section]) -> list[Row]:
    """Sections one below the other in a frame of exactly this size. Each keeps its least rows, then the first take what they
    want; what is left over goes to the last. When not even the least fit, the last sections are left out."""
    shown = list(sections)
    while len(shown) > 1 and sum(part.least for part in shown) + len(shown) + 1 > height:
        shown.pop()
    spare = height - len(shown) - 1 - sum(part.least for part in shown)
    heights = []
    for part in shown:
        more = max(0, min(spare, part.wanted - part.least))
        heights.append(max(0, part.least + more + min(0, spare)))
        spare -= more
    heights[-1] += max(0, spare)
    drawn: list[Row] = []
    for i, (part, size) in enumerate(zip(shown, heights, strict=True)):
        drawn.append(rule(width, "├┤" if i else "╭╮", part.title, part.note))
        rows = list(part.draw(width - 2, size)[:size])
        for row in rows + [()] * (size - len(rows)):
            drawn.append([_SIDE, *fit(row, width - 2), _SIDE])
    drawn.append(rule(width, "╰╯"))
    return drawn


def rule(width: int, ends: str, title: str = "", note: str = "") -> Row:
    """The line above a section: ``╭─ Title ─────── note ─╮``. The note goes first when both do not fit."""
    if cell_len(title) + cell_len(note) + 8 > width:
        note = ""
    title = shorten(title, max(0, width - 6))
    left = [Span(f"{ends[0]}─", "frame"), Span(f" {title} ", "title")] if title else [Span(f"{ends[0]}─", "frame")]
    right = [Span(f" {note} ", "dim"), Span(f"─{ends[1]}", "frame")] if note else [Span(f"─{ends[1]}", "frame")]
    used = width_of((*left, *right))
    return [*left, Span("─" * max(0, width - used), "frame"), *right]


def edge(width: int, keys: Sequence[EdgeKey]) -> Row:
    """The lower edge of a frame, with the last of the ``keys`` that fit: ``╰─ Enter take   Esc back ───╯``."""
    spans: list[Span] = []
    for key, label, action in reversed(keys):
        more = [Span(key, "key", action), Span(f" {label}", "dim", action), Span("   " if spans else " ", "frame")]
        if width_of([*more, *spans]) + 4 > width:
            break
        spans = [*more, *spans]
    start = Span("╰─ " if spans else "╰─", "frame")
    return [start, *spans, Span("─" * (width - 1 - len(start.text) - width_of(spans)), "frame"), Span("╯", "frame")]
