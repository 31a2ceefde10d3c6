"""What a picture of a study looks like as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.phrase import Sentence
from tui.drawing.canvas import Row, Span


class Drawn(NamedTuple):
    """Rows in the reader's language, and a ``legend`` that tells how they are read."""

    rows: Sequence[Row]
    legend: tuple[Sentence, ...] = ()

    @classmethod
    def plain(cls, lines: Sequence[str], legend: tuple[Sentence, ...] = ()) -> Drawn:
        """One that has no colours."""
        return cls([[Span(line)] for line in lines], legend)

    @property
    def lines(self) -> list[str]:
        """The rows as text."""
        return ["".join(span.text for span in row).rstrip() for row in self.rows]
