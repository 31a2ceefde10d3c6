"""Won and lost heaps in lines side by side, as Valido has them."""

from __future__ import annotations

from core.phrase import fact
from core.study.heaps.table import NAMES, HeapRows
from core.study.study import won_letter
from tui.drawing.studies.picture import Drawn
from tui.text.catalogue import say

_BLOCK = 20
"""Heaps in a line."""


def draw(shown: HeapRows) -> Drawn:
    """Each kind of entry; a stroke stands before each repetition of the period."""
    rows, last = shown
    width = len(str(last)) + 2
    lines: list[str] = []
    for first in range(0, last + 1, _BLOCK):
        heaps = range(first, min(first + _BLOCK, last + 1))
        lines.append(f"{'n':<7}" + "".join(f"{heap:>{width}}" for heap in heaps))
        for name, row in zip(NAMES, rows, strict=True):
            line = f"{say(name):<7}"
            for heap in heaps:
                entry = str(row[heap]) if row is rows.grundy else say(won_letter(row[heap]))
                starts = (row.place(heap) or (0, 0))[1] == 1
                line += ("|" if starts else "").rjust(width - len(entry)) + entry
            lines.append(line)
        lines.append("")
    return Drawn.plain(lines[:-1], (fact("table.rows.note"),))
