"""Collect the texts that can be translated: ``python -m tests.tools.messages`` writes ``tui/locale/triqui.pot``, brings every
catalogue up to it (new texts come untranslated, those that are gone go), and compiles them.

Found are the first literals of calls: ``_``, ``ngettext``, ``phrase``, CoreError and every class that descends from it, and
what a session refuses with; and the names of methods of proof, as classes and scores have them, the summaries of engines, the
headings of games, the names of keys, and what commands say of themselves. For a name stands the literal that its module gives
it, for a call all literals that functions of its name return.
"""

from __future__ import annotations

import ast
import json
import re
import runpy
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tui.locale import DOMAIN, LOCALE

ROOT = Path(__file__).parents[2]
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for package in ("core", "tui")
    for path in sorted((ROOT / package).rglob("*.py"))
}
_CLASSES = [pair for source in SOURCES.values() for pair in re.findall(r"^class (\w+)\((\w+)\)", source, re.MULTILINE)]
ERRORS = {"CoreError"}
while found := {name for name, parent in _CLASSES if parent in ERRORS} - ERRORS:
    ERRORS |= found
KEYWORDS = {"_": 1, "ngettext": 2, "phrase": 1, "CoreError": 1, "_refuse": 1} | dict.fromkeys(ERRORS, 1)
"""How many literals at the front of a call are texts."""

_FURTHER = {"exact": 2, "_ConnectFourProof": 3, "Family": 1, "Key": 2, "_wrong": 1, "wrong": 1, "wrong_at": 1}
"""Which argument of other calls is a text: a method of proof, a heading of the hall, the name of a key."""

_LISTS = ("_METHODS", "players", "PLAYERS")
"""What tuples of texts are called."""

_CI = runpy.run_path(str(ROOT / ".ci" / "catalogues.py"))
entries: Callable[[str], list[Any]] = _CI["entries"]
packed: Callable[[Mapping[str, str]], bytes] = _CI["packed"]
compiled: Callable[[str], bytes] = _CI["compiled"]
compile_all: Callable[..., None] = _CI["compile_all"]


def messages(source: str) -> Iterator[tuple[str, ...]]:
    """The text, or the texts for one and many, of every call; both arms of a conditional text."""
    tree = _tree(source)
    constants = dict(_constants(tree))
    for node in ast.walk(tree):
        yield from _named(node)
        if not isinstance(node, ast.Call):
            continue
        yield from _helps(node)
        count = KEYWORDS.get(_name(node), 0)
        found = [list(_texts(text, constants)) for text in node.args[:count]]
        if count == 1:
            yield from ((text,) for texts in found for text in texts)
        elif count and all(found):
            yield tuple(texts[0] for texts in found)


@cache
def _tree(source: str) -> ast.Module:
    return ast.parse(source)


def _texts(node: ast.expr, constants: Mapping[str, str]) -> Iterator[str]:
    """The texts that an argument can be."""
    match node:
        case ast.Name(id) if id in constants:
            yield constants[id]
        case ast.Call():
            yield from _returned().get(_name(node), ())
        case ast.IfExp():
            yield from _texts(node.body, constants)
            yield from _texts(node.orelse, constants)
        case _:
            yield from _literals(node)


def _literals(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(str(text)) if text:
            yield text
        case ast.IfExp():
            yield from _literals(node.body)
            yield from _literals(node.orelse)


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What the module calls by a name of its own."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield getattr(node.targets[0], "id", ""), node.value.value


@cache
def _returned() -> Mapping[str, list[str]]:
    """By the names of functions, the literals that they return."""
    found: dict[str, list[str]] = {}
    for source in SOURCES.values():
        for function in ast.walk(_tree(source)):
            if isinstance(function, ast.FunctionDef):
                for node in ast.walk(function):
                    if isinstance(node, ast.Return) and node.value:
                        found.setdefault(function.name, []).extend(_literals(node.value))
    return found


def _named(node: ast.AST) -> Iterator[tuple[str]]:
    """The text of ``method = "xor"`` and ``summary = "Searches ..."``, those of _LISTS, and those of _FURTHER; but no mark
    or key of one character."""
    values: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        name = getattr(node.targets[0], "id", "")
        values = [node.value] if name in ("method", "summary") else []
        values += node.value.elts if name in _LISTS and isinstance(node.value, ast.Tuple) else []
    elif isinstance(node, ast.Call) and _name(node) in _FURTHER:
        values = node.args[_FURTHER[_name(node)] :][:1]
    yield from ((text,) for value in values for text in _literals(value) if len(text) > 1)


def _helps(call: ast.Call) -> Iterator[tuple[str]]:
    """The text of ``help="..."`` and ``epilog="..."``, and of ``metavar="..."`` where it is a word, which a command translates
    when it is shown; and of ``proof="..."``, which names a method."""
    for keyword in call.keywords:
        if isinstance(keyword.value, ast.Constant):
            text = str(keyword.value.value)
            if (keyword.arg in ("help", "epilog", "proof") and text) or (keyword.arg == "metavar" and len(text) > 1):
                yield (text,)


HEADER = "Content-Type: text/plain; charset=UTF-8\n"


def template() -> str:
    """The catalogue of all texts, in the format of gettext, without translations."""
    return _written(HEADER, {})


def merged(catalogue: str) -> str:
    """A catalogue with all texts of now, each as it is translated there or not at all."""
    header, *known = entries(catalogue)
    return _written(header.texts[0], {entry.keys: entry for entry in known})


def _written(header: str, known: Mapping[tuple[str, ...], Any]) -> str:
    blocks = ["\n".join(['msgid ""', 'msgstr ""', *map(_quoted, header.splitlines(keepends=True)), ""])]
    for found, where in _places().items():
        entry = known.get(found)
        texts = entry.texts if entry else ("",) * len(found)
        keys = [f"msgid {_quoted(found[0])}", *(f"msgid_plural {_quoted(many)}" for many in found[1:])]
        values = [f"msgstr{f'[{i}]' if found[1:] else ''} {_quoted(text)}" for i, text in enumerate(texts)]
        flags = ["#, fuzzy"] if entry and entry.fuzzy else []
        blocks.append("\n".join([*(f"#: {place}" for place in where), *flags, *keys, *values, ""]))
    return "\n".join(blocks)


@cache
def _places() -> Mapping[tuple[str, ...], list[str]]:
    """Every text with the files that have it."""
    places: dict[tuple[str, ...], list[str]] = {}
    for path, source in SOURCES.items():
        for found in messages(source):
            if path not in places.setdefault(found, []):
                places[found].append(path)
    return places


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    (LOCALE / f"{DOMAIN}.pot").write_text(template(), "utf-8")
    for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"):
        path.write_text(merged(path.read_text("utf-8")), "utf-8")
    compile_all()
