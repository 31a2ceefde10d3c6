"""How commands print: a table, a line, or one JSON document."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from core.errors import printable

WIDE = 200
"""Columns of a table that goes to a file or a pipe."""
NARROW = 78
"""Columns of a text that is wrapped."""


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

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    for i, head in enumerate(heads):
        table.add_column(head, justify="right" if i in right else "left")
    for row in rows:
        table.add_row(*map(Text, row))
    show(table)


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
