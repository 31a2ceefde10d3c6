"""Examples of the kind ``tree``: no game, but a tree that a search can be watched on."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from core.errors import CoreError, quoted
from core.own.text import OwnText

KEYS = ("first", "tree")
FIRST = ("max", "min")
"""Who moves at the root; the first is usual."""
MAX_NODES, MAX_DEPTH = 500, 12
_ROW = re.compile(r"( *)([A-Za-z0-9]{1,8})(?: +(-?[0-9]+))?")


def check(written: OwnText) -> dict[str, Any]:
    """The checked values of a file, as they are stored: the rows parsed, then folded into a tree. Raises BadOwnFile."""
    first = written.text_of("first") or FIRST[0]
    if first not in FIRST:
        raise written.wrong("first", "{text} cannot move first; write max or min.", text=quoted(first))
    text = written.text_of("tree")
    if text is None or not text.strip():
        raise written.wrong_at(
            written.line("tree"),
            ("There is no tree; under tree write one name per line, and indent children by two more spaces."),
        )
    below = written.first_row("tree", text)
    rows = [(number, row.rstrip()) for number, row in enumerate(text.split("\n")) if row.strip()]
    if len(rows) > MAX_NODES:
        raise written.wrong("tree", "The tree has more than {most} nodes.", most=MAX_NODES)
    indent = len(rows[0][1]) - len(rows[0][1].lstrip())
    tree = list[_Row]()
    try:
        for _, row in rows:
            tree = _grown(tree, _parsed(row, indent))
        if tree[-1].value is None:
            raise CoreError("The last node has neither children nor a value; give it one.")
        if len(tree) == 1:
            raise CoreError("A root alone is not a tree; give it children.")
    except CoreError as error:
        number, _ = rows[min(len(tree), len(rows) - 1)]  # the row after the tree so far, or the last one
        line = written.line("tree", row=below + number)
        raise written.wrong_at(line, error.phrase.template, **error.phrase.values) from error
    kept = ["  " * node.depth + node.name + ("" if node.value is None else f" {node.value}") for node in tree]
    return {"tree": "\n".join(kept)} | ({} if first == FIRST[0] else {"first": first})


class _Row(NamedTuple):
    """A node as its row writes it: blanks to the right of the root, name, and value if it is a leaf."""

    blanks: int
    name: str
    value: int | None

    @property
    def depth(self) -> int:
        return self.blanks // 2


def _parsed(row: str, indent: int) -> _Row:
    """The node that a row writes; the row of the root begins with ``indent`` blanks. Raises CoreError."""
    found = _ROW.fullmatch(row)
    if not found:
        raise CoreError(
            "{text} is not a node; write a name of 1 to 8 letters or digits, and after a leaf its value.",
            text=quoted(row.strip()),
        )
    blanks, name, value = found.groups()
    if value and len(value.lstrip("-")) > 3:
        raise CoreError("{text} is too long; the value of a leaf has at most three digits.", text=quoted(value))
    return _Row(len(blanks) - indent, name, int(value) if value else None)


def _grown(tree: list[_Row], node: _Row) -> list[_Row]:
    """The nodes of a tree so far, and the node of the next row. Raises CoreError if that node does not fit below them."""
    name, above = quoted(node.name), tree[-1] if tree else None
    if node.blanks < 0 or node.blanks % 2 or node.depth > (above.depth + 1 if above else 0):
        raise CoreError("{name} is not indented by two spaces more than the node above it.", name=name)
    if above and node.depth == 0:
        raise CoreError("{name} is a second root; a tree has one.", name=name)
    if node.depth > MAX_DEPTH:
        raise CoreError("{name} is deeper than {most} plies.", name=name, most=MAX_DEPTH)
    if above and node.depth > above.depth and above.value is not None:
        raise CoreError("{name} is below a leaf; a node with a value has no children.", name=name)
    if above and node.depth <= above.depth and above.value is None:
        raise CoreError("The node above {name} has neither children nor a value; give it one.", name=name)
    if node.name.lower() in [each.name.lower() for each in tree]:
        raise CoreError("There is already a node {name}; give each its own name.", name=name)
    return [*tree, node]
