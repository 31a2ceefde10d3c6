"""Examples of the kind ``tree``: no game, but a tree that a search can be watched on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from core.errors import quoted
from core.own.text import OwnText

KEYS = ("first", "tree")
FIRST = ("max", "min")
"""Who moves at the root; the first is usual."""
MAX_NODES, DEEPEST = 500, 12
_ROW = re.compile(r"( *)([A-Za-z0-9]{1,8})(?: +(-?[0-9]+))?")


class TreeNode(NamedTuple):
    """A node by its name: what hangs below it, by their numbers, and the value of a leaf from the view of who is max."""

    name: str
    children: tuple[int, ...]
    value: int | None


def check(written: OwnText) -> dict[str, Any]:
    """What a file says of such a tree, as it is kept. Raises BadOwnFile."""
    first = written.text_of("first") or FIRST[0]
    if first not in FIRST:
        raise written.wrong("first", "{text} is not who moves first; write max or min.", text=quoted(first))
    text = written.text_of("tree")
    if text is None or not text.strip():
        raise written.wrong_at(
            written.line("tree"), "There is no tree; write a name a line under tree, children two blanks further in."
        )
    rows = [(number, row.rstrip()) for number, row in enumerate(text.split("\n")) if row.strip()]
    begin = written.text.find(text)
    below = max(0, written.text.count("\n", 0, begin) + 1 - written.line("tree")) if begin >= 0 else 0
    if len(rows) > MAX_NODES:
        raise written.wrong("tree", "The tree has more than {most} nodes.", most=MAX_NODES)
    seen: set[str] = set()
    depths: list[int] = []
    valued: list[bool] = []
    kept = []
    indent = len(rows[0][1]) - len(rows[0][1].lstrip())
    for number, row in rows:

        def _refuse(template: str, at: int = number, **values: object) -> Exception:
            return written.wrong_at(written.line("tree", row=below + at), template, **values)

        found = _ROW.fullmatch(row)
        if not found:
            raise _refuse(
                "{text} is no node; write a name of 1 to 8 letters or digits, and behind a leaf its value.",
                text=quoted(row.strip()),
            )
        if found[3] and len(found[3].lstrip("-")) > 3:
            raise _refuse("{text} is too long; the value of a leaf has at most three digits.", text=quoted(found[3]))
        blanks = len(found[1]) - indent
        depth = blanks // 2
        if blanks < 0 or blanks % 2 or depth > (depths[-1] + 1 if depths else 0):
            raise _refuse("{name} is not two blanks further in than the node above it.", name=quoted(found[2]))
        if depths and depth == 0:
            raise _refuse("{name} is a second root; a tree has one.", name=quoted(found[2]))
        if depth > DEEPEST:
            raise _refuse("{name} is deeper than {most} plies.", name=quoted(found[2]), most=DEEPEST)
        if depth and depth == depths[-1] + 1 and valued[-1]:
            raise _refuse("{name} hangs below a leaf; a node with a value has no children.", name=quoted(found[2]))
        if depths and depth <= depths[-1] and not valued[-1]:
            raise _refuse("The node above {name} has neither children nor a value; give it one.", name=quoted(found[2]))
        if found[2].lower() in seen:
            raise _refuse("The name {name} is there already; give each node its own.", name=quoted(found[2]))
        seen.add(found[2].lower())
        depths.append(depth)
        valued.append(found[3] is not None)
        kept.append("  " * depth + found[2] + (f" {int(found[3])}" if found[3] else ""))
    if not valued[-1]:
        raise written.wrong(
            "tree", "The last node has neither children nor a value; give it one.", row=below + rows[-1][0]
        )
    if len(rows) == 1:
        raise written.wrong("tree", "A root alone is no tree; give it children.", row=below + rows[0][0])
    return {"tree": "\n".join(kept)} | ({} if first == FIRST[0] else {"first": first})


def nodes(values: Mapping[str, Any]) -> tuple[TreeNode, ...]:
    """The nodes of checked values, the root first, each before what hangs below it."""
    children: list[list[int]] = []
    names: list[tuple[str, int | None]] = []
    path: list[int] = []
    for number, row in enumerate(values["tree"].split("\n")):
        depth = (len(row) - len(row.lstrip())) // 2
        name, _, value = row.strip().partition(" ")
        names.append((name, int(value) if value else None))
        children.append([])
        del path[depth:]
        if path:
            children[path[-1]].append(number)
        path.append(number)
    return tuple(TreeNode(name, tuple(below), value) for (name, value), below in zip(names, children, strict=True))
