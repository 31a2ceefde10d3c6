"""How a file becomes a definition: it is looked over before it is parsed, parsed, and every value checked.

Whatever is wrong is told in one sentence with its line. What travels with a game is the same in JSON, and is checked by the
same functions, since it may come from anybody.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from core.errors import quoted
from core.own import heaps, lines, slides, tree
from core.own.definition import KINDS, Definition
from core.own.text import BadOwnFile, OwnText

__all__ = ["BadOwnFile", "read", "taken"]

LARGEST = 1 << 16
"""Bytes of a file."""
LARGEST_CONTENT = 90_000
"""Characters of a definition as it travels: one line of a certificate has room for it."""
VERSION = 1
MAX_DOTS, MAX_BRACKETS, LONGEST_NUMBER = 8, 4, 12
"""Dots of a key, levels of brackets, and characters of a number: ``tomllib`` takes seconds, recursion and long numbers as they
come."""
_NAME = re.compile("[a-z0-9-]{1,24}")
_COMMON = ("triqui", "kind", "name", "title", "text", "source")
LONGEST_TEXT: Mapping[str, int] = {"title": 40, "text": 400, "source": 200}
"""Characters of what is only read."""

_Check = Callable[[OwnText], dict[str, Any]]
_CHECKS: Mapping[str, tuple[tuple[str, ...], _Check]] = {
    "lines": (lines.KEYS, lines.check),
    "slides": (slides.KEYS, slides.check),
    "heaps": (heaps.KEYS, heaps.check),
    "tree": (tree.KEYS, tree.check),
}


def read(data: bytes, ours: Callable[[str], bool] = lambda title: False) -> Definition:
    """The definition that a file holds; ``ours`` says whether another game has a title already. Raises BadOwnFile."""
    if len(data) > LARGEST:
        raise BadOwnFile("It has more than {most} bytes; a game has to fit into those.", most=f"{LARGEST:,}")
    try:
        text = data.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        written = OwnText({}, data[: error.start].decode("utf-8", "replace"))
        raise written.wrong_at(written.text.count("\n") + 1, "This is no text in UTF-8; save it as such.") from error
    written = OwnText({}, text)
    _look_over(written)
    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        said = str(error)
        found = re.search(r" \(at line (\d+), column \d+\)", said)
        line = int(found[1]) if found else text.count("\n") + 1
        reason = re.sub(r" \(at .*\)$", "", said)
        raise written.wrong_at(line, "This is no TOML ({reason}).", reason=reason) from error
    written = OwnText(values, text)
    definition = _checked(written)
    if ours(definition.title):
        raise written.wrong(
            "title" if "title" in definition.values else "name",
            "The hall has a game that is called {title}; write another title.",
            title=quoted(definition.title),
        )
    return definition


def taken(content: str) -> Definition:
    """The definition that came with a game, as :attr:`Definition.content`. Raises BadOwnFile."""
    if len(content) > LARGEST_CONTENT:
        raise BadOwnFile("It has more than {most} bytes; a game has to fit into those.", most=f"{LARGEST_CONTENT:,}")
    written = OwnText({}, None)
    depth = deepest = 0
    for bracket in re.findall(r"[\[\]{}]", re.sub(r'"(?:[^"\\]|\\.)*"', "", content)):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    try:
        if deepest > MAX_BRACKETS or re.search(
            rf"\d{{{LONGEST_NUMBER + 1}}}", re.sub(r'"(?:[^"\\]|\\.)*"', "", content)
        ):
            raise ValueError(content)
        values = json.loads(content)
        if not isinstance(values, dict):
            raise ValueError(content)
    except (ValueError, RecursionError) as error:
        raise written.wrong_at(
            1, "The rules that came with the game are damaged; take it from where it was written."
        ) from error
    definition = _checked(OwnText(values, None))
    if definition.content != content:
        raise written.wrong_at(1, "The rules that came with the game are damaged; take it from where it was written.")
    return definition


def _checked(written: OwnText) -> Definition:
    values = written.values
    if values.get("triqui") != VERSION or isinstance(values.get("triqui"), bool):
        if "triqui" in values:
            raise written.wrong(
                "triqui", "This program reads games of version {version}; write triqui = {version}.", version=VERSION
            )
        raise written.wrong_at(
            1, "The file does not say which version it is of; begin it with triqui = {version}.", version=VERSION
        )
    kind = values.get("kind")
    if kind is None:
        raise written.wrong(
            "kind",
            "The file does not say of which kind it is; write kind = and one of {kinds}.",
            kinds=", ".join(KINDS),
        )
    if not isinstance(kind, str) or kind not in KINDS:
        raise written.wrong(
            "kind",
            "There is no kind {kind}; there are {kinds}. {nearest}",
            kind=quoted(str(kind)[:60]),
            kinds=", ".join(KINDS),
            nearest=written.nearest(str(kind)),
        )
    keys, check = _CHECKS[kind]
    for key in values:
        if key not in (*_COMMON, *keys):
            raise written.wrong(
                key,
                "A game of {kind} has no {key}; it has {keys}.",
                kind=kind,
                key=quoted(key),
                keys=", ".join((*_COMMON[2:], *keys)),
            )
        if values[key] is None:
            raise written.wrong(key, "{key} says nothing; leave it out.", key=quoted(key))
    name = written.text_of("name")
    if not name or not _NAME.fullmatch(name):
        raise written.wrong(
            "name", 'The name is made of 1 to 24 small letters, digits and hyphens, as in name = "fano-plane".'
        )
    common: dict[str, Any] = {"triqui": VERSION, "kind": kind, "name": name}
    for key, most in LONGEST_TEXT.items():
        said = " ".join((written.text_of(key) or "").split())
        if len(said) > most:
            raise written.wrong(key, "{key} has more than {most} characters; shorten it.", key=quoted(key), most=most)
        if not said.isprintable():
            raise written.wrong(key, "{key} has characters that cannot be printed; leave them out.", key=quoted(key))
        if said:
            common[key] = said
    definition = Definition.of({**common, **check(written)})
    if len(definition.content) > LARGEST_CONTENT:
        raise BadOwnFile("It has more than {most} bytes; a game has to fit into those.", most=f"{LARGEST_CONTENT:,}")
    return definition


def _look_over(written: OwnText) -> None:
    """Refuse what a parser chokes on: control characters anywhere, and outside of strings and comments keys with many dots,
    brackets in many levels, long numbers. One way through the text, each character once."""
    text = written.text
    found = re.search(r"[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029]", text)
    if found:
        raise written.wrong_at(
            text.count("\n", 0, found.start()) + 1, "There is a control character in this line; take it out."
        )
    at, depth, dots, line, size = 0, 0, 0, 1, len(text)
    word = re.compile(r"[A-Za-z0-9_+-]+")
    while at < size:
        character = text[at]
        if character in "\"'":
            end = _end_of_string(text, at)
            line += text.count("\n", at, end)
            at = end
            continue
        if character == "#":
            end = text.find("\n", at)
            at = size if end < 0 else end
            continue
        if character == "\n":
            line, dots = line + 1, 0
        elif character in "[{":
            depth += 1
            if depth > MAX_BRACKETS:
                raise written.wrong_at(
                    line, "Brackets stand in more than {most} levels; no game needs those.", most=MAX_BRACKETS
                )
        elif character in "]}":
            depth -= 1
        elif character == ".":
            dots += 1
            if dots > MAX_DOTS:
                raise written.wrong_at(
                    line, "More than {most} dots stand in this line; no key of a game has any.", most=MAX_DOTS
                )
        elif character in "=,":
            dots = 0
        elif found := word.match(text, at):
            if character in "0123456789+-" and len(found[0]) > LONGEST_NUMBER:
                raise written.wrong_at(line, "{number} is too long for a number of a game.", number=quoted(found[0]))
            at = found.end()
            continue
        at += 1


def _end_of_string(text: str, at: int) -> int:
    """Behind the string that begins there; the end of the text, or of the line, where it has none."""
    quote = text[at]
    if text.startswith(3 * quote, at):
        end = at + 3
        while (end := text.find(3 * quote, end)) >= 0:
            if quote == "'" or (len(text[at:end]) - len(text[at:end].rstrip("\\"))) % 2 == 0:
                break
            end += 1
        if end < 0:
            return len(text)
        end += 3
        while text.startswith(quote, end):  # up to two more belong to it
            end += 1
        return end
    at += 1
    while at < len(text) and text[at] not in (quote, "\n"):
        at += 2 if text[at] == "\\" and quote == '"' else 1
    return at + 1 if at < len(text) and text[at] == quote else at
