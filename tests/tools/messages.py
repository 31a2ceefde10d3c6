"""Collect the texts that can be translated: ``python -m tests.tools.messages`` writes ``tui/locale/triqui.pot``.

Found are the first literals of calls: ``_``, ``ngettext``, ``phrase``, CoreError and every class that descends from it, and
what a session refuses with; and the names of methods of proof, as classes and scores have them, the summaries of engines, and
what commands say of themselves.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

from tui.text.catalogue import LOCALE

ROOT = Path(__file__).parents[2]
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for package in ("core", "tui")
    for path in sorted((ROOT / package).rglob("*.py"))
}
ERRORS = {
    name for source in SOURCES.values() for name in re.findall(r"^class (\w+)\(CoreError\)", source, re.MULTILINE)
}
KEYWORDS = {"_": 1, "ngettext": 2, "phrase": 1, "CoreError": 1, "_refuse": 1} | dict.fromkeys(ERRORS, 1)
"""How many literals at the front of a call are texts."""


def messages(source: str) -> Iterator[tuple[str, ...]]:
    """The text, or the texts for one and many, of every call; both arms of a conditional text."""
    for node in ast.walk(ast.parse(source)):
        yield from _named(node)
        if not isinstance(node, ast.Call):
            continue
        yield from _helps(node)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        count = KEYWORDS.get(name, 0)
        first = node.args[0] if node.args else None
        arms = [first.body, first.orelse] if isinstance(first, ast.IfExp) else []
        for texts in [[arm] for arm in arms] or [node.args[:count]]:
            found = tuple(
                text.value for text in texts if isinstance(text, ast.Constant) and isinstance(text.value, str)
            )
            if count and len(found) == count:
                yield found


def _named(node: ast.AST) -> Iterator[tuple[str]]:
    """The text of ``method = "xor"`` and ``summary = "Searches ..."``, and the third argument of ``Score.exact``."""
    value: ast.AST | None = None
    if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in ("method", "summary"):
        value = node.value
    elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "exact" and len(node.args) > 2:
        value = node.args[2]
    if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
        yield (value.value,)


def _helps(call: ast.Call) -> Iterator[tuple[str]]:
    """The text of ``help="..."`` and ``epilog="..."``, which a command translates when it is shown."""
    for keyword in call.keywords:
        if keyword.arg in ("help", "epilog") and isinstance(keyword.value, ast.Constant):
            yield (str(keyword.value.value),)


def template() -> str:
    """The catalogue of all texts, in the format of gettext, without translations."""
    places: dict[tuple[str, ...], list[str]] = {}
    for path, source in SOURCES.items():
        for found in messages(source):
            if path not in places.setdefault(found, []):
                places[found].append(path)
    blocks = ['msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n']
    for found, where in places.items():
        keys = [f"msgid {_quoted(found[0])}", *(f"msgid_plural {_quoted(many)}" for many in found[1:])]
        values = ['msgstr[0] ""', 'msgstr[1] ""'] if found[1:] else ['msgstr ""']
        blocks.append("\n".join([*(f"#: {place}" for place in where), *keys, *values, ""]))
    return "\n".join(blocks)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    (LOCALE / "triqui.pot").write_text(template(), "utf-8")
