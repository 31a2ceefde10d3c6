"""How commands print: a table, a line, or one JSON document."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from core.errors import printable

WIDE = 200
"""Columns of a table that goes to a file or a pipe."""
NARROW = 78
"""Columns of a text that is wrapped."""
BLOCK, GAP = 500, 3
"""Rows of a long list that are printed at a time, and columns between two of its cells."""


def dump(document: Any) -> None:
    """Print a document."""
    print(json.dumps(document))


def tell(text: str) -> None:
    """Print a line in which nothing, such as the name of a file, steers the terminal."""
    print(printable(text), flush=True)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> None:
    """Print rows below their heads, some columns flush right."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, GAP, 0, 0))
    for i, head in enumerate(heads):
        table.add_column(head, justify="right" if i in right else "left")
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    show(table)


def listing(heads: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> None:
    """Print as many rows as there may be below their heads, some columns flush right: BLOCK of them at a time, as they come. A
    later block is wider where it has to be. Where the terminal is too narrow each block is a table."""
    from rich.cells import cell_len

    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE
    widths = [cell_len(head) for head in heads]
    waiting, above = iter(rows), [list(heads)]
    while block := [list(map(printable, row)) for row in islice(waiting, BLOCK)]:
        widths = [max(width, *(cell_len(row[at]) for row in block)) for at, width in enumerate(widths)]
        if sum(widths) + GAP * (len(widths) - 1) > room:
            table(heads, block, right)
            continue
        for row in (*above, *block):
            blanks = [" " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)]
            cells = (blanks[at] + cell if at in right else cell + blanks[at] for at, cell in enumerate(row))
            print((" " * GAP).join(cells).rstrip())
        above = []


def show(what: Any, style: str = "") -> None:
    """Print by rich, without the blanks that fill its lines."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else WIDE, highlight=False)
    with console.capture() as captured:
        console.print(what, style=style)
    for line in captured.get().splitlines():
        print(line.rstrip())


def stderr() -> Any:
    """Rich on the terminal of stderr, with the cursor left as it is: whatever ends the program, nobody has to show it again."""
    from rich.console import Console

    class Plain(Console):
        def show_cursor(self, show: bool = True) -> bool:
            return False

    return Plain(stderr=True)
