"""The room that a table of a study takes on the screen."""

from __future__ import annotations

from rich.cells import cell_len

from tui.text.catalogue import say
from tui.text.studied import ShownTable


def table_width(table: ShownTable) -> int:
    """How many columns of the screen a table takes, with a space on both sides of each cell and the scroll bar."""
    heads = [say(column.head) for column in table.columns]
    lines = (heads, *([cell.text for cell in row] for row in table.rows))
    return 2 + sum(2 + max(map(cell_len, column)) for column in zip(*lines, strict=True))
