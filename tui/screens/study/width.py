"""The room that a table of a study takes on the screen."""

from __future__ import annotations

from rich.cells import cell_len

from core.study.study import StudyTable
from tui.text.studied import cell_text, head_text


def table_width(part: StudyTable) -> int:
    """How many columns of the screen a table takes, with a space on both sides of each cell and the scroll bar."""
    heads = [head_text(head) for head in part.heads]
    lines = (heads, *([cell_text(cell) for cell in row] for row in part.rows))
    return 2 + sum(2 + max(map(cell_len, column)) for column in zip(*lines, strict=True))
