"""Reports of an engine that goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.analysis import Analysis, Line
from core.score import Score


def further(depth: int) -> Callable[[Analysis], Analysis]:
    """A report of a deeper search, in which the numbers of the first moves have changed."""

    def change(found: Analysis) -> Analysis:
        lines = [Line(line.move, Score.estimate(0.1 * depth / (i + 1)), line.pv) for i, line in enumerate(found.lines)]
        return replace(found, lines=tuple(lines), depth=depth, nodes=1000 * depth + 7)

    return change
