"""Collect the texts that can be translated, or reword one of them and keep its translations.

``python -m tests.tools.messages`` writes ``tui/locale/triqui.pot``, updates every catalogue (new texts arrive untranslated,
unused texts leave) and compiles the catalogues. ``--reword OLD NEW`` first replaces a text in the code and in every catalogue.
``--quoted TEXT`` only lists the tests, pages and pictures that quote a text or a piece of it, in whatever language.

The collector reads the first literals of calls: ``_``, ``ngettext``, ``phrase``, CoreError and its subclasses, and the refusals
of a session; also the names of methods of proof, the summaries of engines, the headings of games, the names of keys, and the
help of commands. A name means the literal that its module assigns to it, a call means all literals that functions of its name
return.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Protocol, cast

from tui.locale import DOMAIN, LOCALE

MAX_COLUMNS = 120
"""Maximum width of a line of code, as in pyproject.toml."""

MIN_FIXED = 12
"""Minimum number of characters outside fields by which a text is recognised with its fields filled in."""

MIN_PIECE = 8
"""Minimum number of characters by which some words in double quotes are recognised as a piece of a text."""

MIN_BETWEEN = 20
"""Minimum number of characters between two fields by which a text is recognised."""

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

_FURTHER = {"exact": 2, "_ConnectFourProof": 3, "Kit": 1, "Key": 2, "_wrong": 1, "wrong": 1, "wrong_at": 1}
"""Which argument of other calls is a text: a method of proof, a heading of the hall, the name of a key."""

_LISTS = ("_METHODS", "players", "PLAYERS")
"""What tuples of texts are called."""

_CI = runpy.run_path(str(ROOT / ".ci" / "catalogues.py"))
entries: Callable[[str], list[Any]] = _CI["entries"]
packed: Callable[[Mapping[str, str]], bytes] = _CI["packed"]
compiled: Callable[[str], bytes] = _CI["compiled"]
compile_all: Callable[..., None] = _CI["compile_all"]


class Text(Protocol):
    """A literal of the code that holds a text, as ``ast`` places it: lines from 1, columns in bytes of UTF-8 from 0."""

    value: str
    lineno: int
    col_offset: int
    end_lineno: int
    end_col_offset: int


@cache
def messages(source: str) -> tuple[tuple[str, ...], ...]:
    """The text, or the texts for one and many, of every call; both arms of a conditional text."""
    return tuple(tuple(text.value for text in found) for found in _messages(source))


def _messages(source: str) -> Iterator[tuple[Text, ...]]:
    constants = dict(_constants(_tree(source)))
    for node in _nodes(source):
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


@cache
def _nodes(source: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(_tree(source)))


def _texts(node: ast.expr, constants: Mapping[str, Text]) -> Iterator[Text]:
    """The texts that an argument can be."""
    match node:
        case ast.Name(id) if id in constants:
            yield constants[id]
        case ast.Call():
            yield from _returned(_name(node))
        case ast.IfExp():
            yield from _texts(node.body, constants)
            yield from _texts(node.orelse, constants)
        case _:
            yield from _literals(node)


def _literals(node: ast.expr) -> Iterator[Text]:
    match node:
        case ast.Constant(str(text)) if text:
            yield cast(Text, node)
        case ast.IfExp():
            yield from _literals(node.body)
            yield from _literals(node.orelse)


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _constants(tree: ast.Module) -> Iterator[tuple[str, Text]]:
    """Each name that the module assigns a literal to, with that literal."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield getattr(node.targets[0], "id", ""), cast(Text, node.value)


@cache
def _returned(name: str) -> list[Text]:
    """The literals that the functions of a name return."""
    written = re.compile(rf"\bdef {name}\(")
    nodes = (node for source in SOURCES.values() if name and written.search(source) for node in _nodes(source))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name == name]
    returns = [node for function in functions for node in ast.walk(function) if isinstance(node, ast.Return)]
    return [text for node in returns if node.value for text in _literals(node.value)]


def _named(node: ast.AST) -> Iterator[tuple[Text]]:
    """The text of ``method = "xor"`` and ``summary = "Searches ..."``, those of _LISTS, and those of _FURTHER; but no mark
    or key of one character."""
    values: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        name = getattr(node.targets[0], "id", "")
        values = [node.value] if name in ("method", "summary") else []
        values += node.value.elts if name in _LISTS and isinstance(node.value, ast.Tuple) else []
    elif isinstance(node, ast.Call) and _name(node) in _FURTHER:
        values = node.args[_FURTHER[_name(node)] :][:1]
    yield from ((text,) for value in values for text in _literals(value) if len(text.value) > 1)


def _helps(call: ast.Call) -> Iterator[tuple[Text]]:
    """The text of ``help="..."`` and ``epilog="..."``, and of ``metavar="..."`` where it is a word, which a command translates
    when it is shown; and of ``proof="..."``, which names a method."""
    for keyword in call.keywords:
        for text in _literals(keyword.value) if isinstance(keyword.value, ast.Constant) else ():
            if keyword.arg in ("help", "epilog", "proof") or (keyword.arg == "metavar" and len(text.value) > 1):
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
    blocks = [_block(("",), (header,))]
    for found, where in _places().items():
        entry = known.get(found)
        texts = entry.texts if entry else ("",) * len(found)
        blocks.append(_block(found, texts, fuzzy=bool(entry and entry.fuzzy), places=where))
    return "\n".join(blocks)


def _block(keys: tuple[str, ...], texts: tuple[str, ...], *, fuzzy: bool = False, places: Iterable[str] = ()) -> str:
    """An entry of a catalogue; that of the key "" is its header, a line a row."""
    rows = [*(f"#: {place}" for place in places), *(["#, fuzzy"] if fuzzy else [])]
    rows += [f"msgid {_quoted(keys[0])}", *(f"msgid_plural {_quoted(many)}" for many in keys[1:])]
    if keys == ("",):
        rows += ['msgstr ""', *map(_quoted, texts[0].splitlines(keepends=True))]
    else:
        rows += [f"msgstr{f'[{i}]' if keys[1:] else ''} {_quoted(text)}" for i, text in enumerate(texts)]
    return "\n".join([*rows, ""])


@cache
def _places() -> Mapping[tuple[str, ...], list[str]]:
    """Maps every text to the files that have it."""
    places: dict[tuple[str, ...], list[str]] = {}
    for path, source in SOURCES.items():
        for found in messages(source):
            if path not in places.setdefault(found, []):
                places[found].append(path)
    return places


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def reworded(texts: Mapping[str, str]) -> dict[str, str]:
    """The sources that have any of ``texts``, by path, with the new text of each. Other uses of the same literal stay."""
    collected = {id(text): text for source in SOURCES.values() for found in _messages(source) for text in found}
    changed: dict[str, str] = {}
    for path, source in SOURCES.items():
        nodes = _nodes(source)
        inside = {id(node) for outer in nodes if isinstance(outer, ast.JoinedStr) for node in ast.walk(outer)}
        here = [collected[id(node)] for node in nodes if id(node) in collected]
        found = sorted((text for text in here if text.value in texts), key=lambda text: (text.lineno, text.col_offset))
        for text in reversed(found):  # from the end, so that the places of the others stay true
            new = _inner(texts[text.value]) if id(text) in inside else texts[text.value]
            changed[path] = _replaced(changed.get(path, source), text, new, one_line=id(text) in inside)
    return changed


def _inner(text: str) -> str:
    """The text, if an f-string can hold it. Raises ValueError if it has quotes, backslashes or line ends."""
    if any(character in text for character in "'\"\\\n"):
        raise ValueError(f"An f-string cannot hold {_quoted(text)}. Take the text out of it first.")
    return text


def _replaced(source: str, text: Text, new: str, *, one_line: bool) -> str:
    """The source with ``new`` in place of a literal: in quotes of the same kind on one line, else on as many as it needs."""
    lines = source.encode().splitlines(keepends=True)
    before = b"".join(lines[: text.lineno - 1]) + lines[text.lineno - 1][: text.col_offset]
    after = lines[text.end_lineno - 1][text.end_col_offset :] + b"".join(lines[text.end_lineno :])
    width = MAX_COLUMNS - text.col_offset - len('"",')
    if one_line:
        quote = chr(lines[text.lineno - 1][text.col_offset])
        pieces = [f"{quote}{new}{quote}"]
    elif len(new) <= width:
        pieces = [_quoted(new)]
    else:
        pieces = [_quoted(row) for row in re.findall(rf".{{1,{max(width, 60)}}}(?:\s|$)|\S+\s*", new, re.DOTALL)]
    literal = f"\n{' ' * text.col_offset}".join(pieces)
    brackets = ("(", ")") if len(pieces) > 1 and text.lineno == text.end_lineno else ("", "")
    return before.decode() + brackets[0] + literal + brackets[1] + after.decode()


def renamed(catalogue: str, texts: Mapping[str, str]) -> str:
    """A catalogue in which each of ``texts`` has its new wording and its old translation."""
    header, *known = entries(catalogue)
    entry = {e.keys: e for e in known}
    for e in known:
        entry.setdefault(tuple(texts.get(key, key) for key in e.keys), e)
    blocks = [_block(("",), header.texts), *(_block(keys, e.texts, fuzzy=e.fuzzy) for keys, e in entry.items())]
    return "\n".join(blocks)


def reword(old: str, new: str) -> None:
    """Replace a text in the code and in every catalogue, and name the other files that quote it.

    Raises ValueError if no text reads ``old``, or if ``new`` has other fields. Keys may come and go: a translation that
    names others than its text fails its test.
    """
    known = {text for found in _places() for text in found}
    if old not in known:
        near = get_close_matches(old, known, 1, 0)
        raise ValueError(f"No text reads {_quoted(old)}. The closest is {_quoted(near[0])}.")
    if _fields(old) != _fields(new):
        raise ValueError(
            f"The new text needs the same fields as the old one: {', '.join(sorted(_fields(old))) or 'none'}."
        )
    changed = reworded({old: new})
    for path, source in changed.items():
        (ROOT / path).write_text(source, "utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", *changed], cwd=ROOT, check=True)
    for catalogue in _catalogues():
        catalogue.write_text(renamed(catalogue.read_text("utf-8"), {old: new}), "utf-8")
    print("Reworded in:", *changed)
    list_quoting(old)


def list_quoting(text: str) -> None:
    """Print the tests, pages and pictures that quote a text."""
    quoting = [
        path.relative_to(ROOT).as_posix()
        for path in (*ROOT.glob("*.md"), *ROOT.glob("t*/**/*.*"))
        if path.suffix in (".py", ".md", ".toml", ".txt") and quotes(text, path.read_text("utf-8"))
    ]
    print("Quoted in:", *(quoting or ["no test, page or picture"]))


def quotes(text: str, page: str) -> bool:
    """Whether a page has a text as it is, on one line or more; or, if it has at least ``MIN_FIXED`` characters of its own, with
    its fields filled in; or all that stands between two fields, if it is long enough; or some of its words in quotes."""
    parts = [before for before, _, _, _ in Formatter().parse(text)]
    patterns = [re.escape(text), *(re.escape(part.strip()) for part in parts if len(part) >= MIN_BETWEEN)]
    if len("".join(parts)) >= MIN_FIXED:
        patterns.append(".{1,80}?".join(map(re.escape, parts)))
    whole = "|".join(patterns).replace(r"\ ", r"\s+")
    pieces = re.findall(rf'(?="([^"\n]{{{MIN_PIECE},}})")', page)
    return bool(re.search(whole, page)) or any(" " in piece and piece in text for piece in pieces)


def _fields(text: str) -> set[str]:
    """The fields of a text that the code fills, so without those of keys."""
    return {name for _, name, spec, _ in Formatter().parse(text) if name is not None and (name != "key" or not spec)}


def _catalogues() -> Iterator[Path]:
    return LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po")


def collect() -> None:
    """Write the template, update every catalogue and compile them."""
    (LOCALE / f"{DOMAIN}.pot").write_text(template(), "utf-8")
    for path in _catalogues():
        path.write_text(merged(path.read_text("utf-8")), "utf-8")
    compile_all()


def main(arguments: list[str]) -> None:
    """Reword a text if asked to, then collect."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.messages", description=__doc__)
    parser.add_argument("--reword", nargs=2, metavar=("OLD", "NEW"), help="replace a text and keep its translations")
    parser.add_argument("--quoted", metavar="TEXT", help="list the tests, pages and pictures that quote a text")
    given = parser.parse_args(arguments)
    if given.quoted:
        list_quoting(given.quoted)
        return
    if not given.reword:
        collect()
        return
    try:
        reword(*given.reword)
    except ValueError as error:
        parser.error(str(error))
    subprocess.run([sys.executable, "-m", "tests.tools.messages"], cwd=ROOT, check=True)  # reads the new sources


if __name__ == "__main__":
    main(sys.argv[1:])
