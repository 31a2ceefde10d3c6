"""Reads the file of a game: scans it for what the parser chokes on, parses it, and checks every value.

Each mistake is reported in one sentence with its line. A definition that travels with a game is JSON and goes through the
checks of a file, since it may come from anybody.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import Any

from core.errors import quoted
from core.own import heaps, lines, slides, tree
from core.own.definition import KINDS, Definition
from core.own.text import BadOwnFile, OwnText

__all__ = ["BadOwnFile", "read", "taken"]

MAX_BYTES = 1 << 16
"""Maximum number of bytes of a file."""
MAX_CONTENT = 90_000
"""Maximum number of characters of a definition that travels: it must fit into one line of a certificate."""
VERSION = 1
MAX_DOTS, MAX_BRACKETS, MAX_NUMBER_DIGITS = 8, 4, 12
"""Maximum number of dots of a key, of nested brackets, and of characters of a number. ``tomllib`` has no limits: it recurses,
and takes seconds over many dots or long numbers."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029]")
_TOKEN = re.compile(
    "|".join(
        (
            # An unclosed string ends with the text, or with the line if it began with a single quotation mark.
            r'"{3}(?:\\.?|[^\\])*?(?:"{3,}|\Z)',
            r"'{3}.*?(?:'{3,}|\Z)",
            r'"(?:\\.?|[^\\"\n])*"?',
            r"'[^'\n]*'?",
            r"#[^\n]*",
            rf"(?P<long>[0-9+-][A-Za-z0-9_+-]{{{MAX_NUMBER_DIGITS},}})",
            r"[A-Za-z0-9_+-]+",
            r"[][{}.=,\n]",
        )
    ),
    re.DOTALL,
)
"""A token of TOML: a string, a comment, a number that is too long, another word, or punctuation."""
_NAME = re.compile("[a-z0-9-]{1,24}")
_COMMON = ("triqui", "kind", "name", "title", "text", "source")
MAX_TEXT: Mapping[str, int] = {"title": 40, "text": 400, "source": 200}
"""Maximum number of characters of a text that people read."""

_Check = Callable[[OwnText], dict[str, Any]]
_CHECKS: Mapping[str, tuple[tuple[str, ...], _Check]] = {
    "lines": (lines.KEYS, lines.check),
    "slides": (slides.KEYS, slides.check),
    "heaps": (heaps.KEYS, heaps.check),
    "tree": (tree.KEYS, tree.check),
}


def read(data: bytes, ours: Callable[[str], bool] = lambda title: False) -> Definition:
    """Read the bytes of a game file. ``ours`` is whether a title belongs to another game. Raises BadOwnFile."""
    if len(data) > MAX_BYTES:
        raise BadOwnFile("It has more than {most} bytes, the maximum for a game.", most=f"{MAX_BYTES:,}")
    try:
        text = data.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        written = OwnText({}, data[: error.start].decode("utf-8", "replace"))
        raise written.wrong_at(written.text.count("\n") + 1, "This is not UTF-8 text; save it as UTF-8.") from error
    written = OwnText({}, text)
    _look_over(written)
    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        said = str(error)
        found = re.search(r" \(at line (\d+), column \d+\)", said)
        line = int(found[1]) if found else text.count("\n") + 1
        reason = re.sub(r" \(at .*\)$", "", said)
        raise written.wrong_at(line, "This is not TOML ({reason}).", reason=reason) from error
    written = OwnText(values, text)
    definition = _checked(written)
    if ours(definition.title):
        raise written.wrong(
            "title" if "title" in definition.values else "name",
            "The hall already has a game called {title}; choose another title.",
            title=quoted(definition.title),
        )
    return definition


def taken(content: str) -> Definition:
    """The definition that came with a game, given as :attr:`Definition.content`. Raises BadOwnFile."""
    if len(content) > MAX_CONTENT:
        raise BadOwnFile("It has more than {most} bytes, the maximum for a game.", most=f"{MAX_CONTENT:,}")
    written = OwnText({}, None)
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", content)
    depths = accumulate(1 if bracket in "[{" else -1 for bracket in re.findall(r"[][{}]", bare))
    try:
        if max(depths, default=0) > MAX_BRACKETS or re.search(rf"\d{{{MAX_NUMBER_DIGITS + 1}}}", bare):
            raise ValueError(content)
        values = json.loads(content)
        if not isinstance(values, dict):
            raise ValueError(content)
    except (ValueError, RecursionError) as error:
        raise written.wrong_at(
            1, "The rules that came with the game are damaged; get it from its original source."
        ) from error
    definition = _checked(OwnText(values, None))
    if definition.content != content:
        raise written.wrong_at(1, "The rules that came with the game are damaged; get it from its original source.")
    return definition


def _checked(written: OwnText) -> Definition:
    values = written.values
    if values.get("triqui") != VERSION or isinstance(values.get("triqui"), bool):
        if "triqui" in values:
            raise written.wrong(
                "triqui", "This program reads games of version {version}; write triqui = {version}.", version=VERSION
            )
        raise written.wrong_at(
            1, "The file does not give its version; begin it with triqui = {version}.", version=VERSION
        )
    kind = values.get("kind")
    if kind is None:
        raise written.wrong(
            "kind",
            "The file does not give its kind; write kind = and one of {kinds}.",
            kinds=", ".join(KINDS),
        )
    if not isinstance(kind, str) or kind not in KINDS:
        raise written.wrong(
            "kind",
            "There is no kind {kind}; the kinds are {kinds}. {nearest}",
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
            raise written.wrong(key, "{key} is empty; leave it out.", key=quoted(key))
    name = written.text_of("name")
    if not name or not _NAME.fullmatch(name):
        raise written.wrong(
            "name", 'The name must have 1 to 24 lower-case letters, digits and hyphens, as in name = "fano-plane".'
        )
    common: dict[str, Any] = {"triqui": VERSION, "kind": kind, "name": name}
    for key, most in MAX_TEXT.items():
        said = " ".join((written.text_of(key) or "").split())
        if len(said) > most:
            raise written.wrong(key, "{key} has more than {most} characters; shorten it.", key=quoted(key), most=most)
        if not said.isprintable():
            raise written.wrong(key, "{key} has characters that cannot be printed; remove them.", key=quoted(key))
        if said:
            common[key] = said
    definition = Definition.of({**common, **check(written)})
    if len(definition.content) > MAX_CONTENT:
        raise BadOwnFile("It has more than {most} bytes, the maximum for a game.", most=f"{MAX_CONTENT:,}")
    return definition


def _look_over(written: OwnText) -> None:
    """Refuse what the parser chokes on: control characters anywhere, and, outside strings and comments, keys with many dots,
    deeply nested brackets and long numbers. Raises BadOwnFile."""

    def wrong(found: re.Match[str], template: str, /, **values: object) -> BadOwnFile:
        return written.wrong_at(written.text.count("\n", 0, found.start()) + 1, template, **values)

    control = _CONTROL.search(written.text)
    if control:
        raise wrong(control, "There is a control character in this line; remove it.")
    depth = dots = 0
    for token in _TOKEN.finditer(written.text):
        if token["long"]:
            raise wrong(token, "The number {number} is too long.", number=quoted(token[0]))
        match token[0]:
            case "[" | "{":
                depth += 1
            case "]" | "}":
                depth -= 1
            case ".":
                dots += 1
            case "=" | "," | "\n":
                dots = 0
        if depth > MAX_BRACKETS:
            raise wrong(
                token, "Brackets are nested more than {most} levels deep; no game needs that many.", most=MAX_BRACKETS
            )
        if dots > MAX_DOTS:
            raise wrong(token, "This line has more than {most} dots; no key of a game has any.", most=MAX_DOTS)
