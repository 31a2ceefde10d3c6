"""What the core explains, in the reader's language: values for widgets, which know no explanations."""

from __future__ import annotations

from collections.abc import Mapping

from core import explain
from core.analysis import Analysis
from core.game import Move
from tui.text.catalogue import rendered, say


def column(analysis: Analysis | None) -> tuple[str, Mapping[Move, str]] | None:
    """The column for a list of moves of a game that counts: its heading, and what it says of each move of an analysis."""
    found = explain.column(analysis.position) if analysis else None
    if analysis is None or found is None:
        return None
    heading, says = found
    return say(heading), {line.move: str(rendered(says(line.move))) for line in analysis.lines}
