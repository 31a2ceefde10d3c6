"""The squares of a board, filled the more the greater a share is, with the share in each."""

from __future__ import annotations

from core.phrase import fact
from core.study.counts.shading import Shading
from tui.drawing.canvas import Row, Span
from tui.drawing.studies.picture import Drawn
from tui.text.catalogue import figures

_TONES = " ░▒▓█"
"""From the least share to the greatest."""
_WIDE = 11
"""Columns of a square."""


def draw(shading: Shading) -> Drawn:
    """The board, square by square."""
    least, greatest = min(shading.shares.values()), max(shading.shares.values())
    rows: list[Row] = []
    for row in range(shading.rows):
        cells = [shading.shares.get(row * shading.columns + column) for column in range(shading.columns)]
        tones = []
        for share in cells:
            at = (
                0
                if share is None or greatest == least
                else round((share - least) / (greatest - least) * (len(_TONES) - 1))
            )
            tones.append(_TONES[at] * _WIDE)
        names = ["" if share is None else figures(f" {100 * float(share):.2f} % ") for share in cells]
        whole: Row = [Span(" ".join(tones), "first")]
        parts: list[Span] = []
        for tone, name in zip(tones, names, strict=True):
            left = (_WIDE - len(name)) // 2
            parts += [Span(tone[:left], "first"), Span(name, "strong"), Span(tone[left + len(name) :] + " ", "first")]
        rows += [whole, parts, whole, [Span("")]]
    return Drawn(rows[:-1], (fact("games.shaded_all.legend"),))
