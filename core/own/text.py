"""The values of a file with the lines where they stand, and the sentences for what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from core.errors import CoreError, quoted
from core.phrase import Phrase, phrase


class BadOwnFile(CoreError):
    """A file that makes no game. ``line`` is the number of the wrong line, None if it is not a single line."""

    line: int | None = None


_NEAREST: Mapping[str, tuple[str, ...]] = {
    "lines": ("mnk", "gomoku", "tictactoe", "connect", "row", "cube", "hex", "maker", "go"),
    "slides": ("morris", "graph", "moves", "chess", "draughts", "checkers", "jump", "capture", "grid", "walk"),
    "heaps": ("nim", "octal", "subtraction", "piles", "take", "kayles", "cards"),
    "tree": ("minimax", "search", "example"),
}
_SAID: Mapping[str, Phrase] = {
    "lines": phrase("Games in which players place marks to make lines are of the kind lines."),
    "slides": phrase("Games in which stones move from point to point are of the kind slides."),
    "heaps": phrase("Games in which players take from heaps are of the kind heaps."),
    "tree": phrase("Trees to search are of the kind tree."),
}


class OwnText:
    """What a file says: ``values`` as TOML has them, and its ``text``, None for what is no file and has no lines."""

    def __init__(self, values: Mapping[str, Any], text: str | None) -> None:
        self.values = values
        self.text = text or ""
        self._lined = text is not None

    # Where things stand.

    def line(self, key: str, item: int | None = None, row: int = 0) -> int:
        """The line of a value; with ``item`` that of a string in its list, from 0, and ``row`` lines below."""
        found = re.search(rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*=", self.text, re.MULTILINE)
        if not found:
            return 1
        at = found.end()
        if item is not None:
            for each in re.compile(r"#[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|\d+").finditer(self.text, at):
                if each[0][0] != "#":
                    at = each.start()
                    item -= 1
                    if item < 0:
                        break
        return self.text.count("\n", 0, at) + 1 + row

    def first_row(self, key: str, value: str) -> int:
        """The lines from a key to the first row of its text. Behind three quotes with nothing else in their line it is the next
        line, though the parser leaves that line out."""
        begin = self.text.find(value)
        return max(0, self.text.count("\n", 0, begin) + 1 - self.line(key)) if begin >= 0 else 0

    def wrong_at(self, line: int, template: str, /, **values: object) -> BadOwnFile:
        """The error that says what is wrong in a line."""
        reason = Phrase(template, values)
        if not self._lined:
            return BadOwnFile("{reason}", reason=reason)
        error = BadOwnFile("Line {line}: {reason}", line=line, reason=reason)
        error.line = line
        return error

    def wrong(self, key: str, template: str, /, item: int | None = None, row: int = 0, **values: object) -> BadOwnFile:
        """The error that says what is wrong with a value."""
        return self.wrong_at(self.line(key, item, row), template, **values)

    def nearest(self, kind: str) -> Phrase:
        """Which kind comes nearest to one that there is not, in a sentence."""
        words = {word: name for name, those in _NEAREST.items() for word in (name, *those)}
        close = get_close_matches(kind.lower()[:40], words, 1, 0.4)
        name = next((words[word] for word in words if len(word) > 2 and word in kind.lower()), None)
        return _SAID[name or (words[close[0]] if close else "lines")]

    # Values, each of its type.

    def text_of(self, key: str) -> str | None:
        """A string. Raises BadOwnFile."""
        value = self.values.get(key)
        if value is not None and not isinstance(value, str):
            raise self.wrong(key, "{key} is not text; write it in quotes.", key=quoted(key))
        return value

    def flag(self, key: str) -> bool:
        """True or false. Raises BadOwnFile."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, "{key} is neither true nor false; write one of them without quotes.", key=quoted(key))
        return value

    def number(self, key: str, least: int, most: int) -> int | None:
        """A whole number between two. Raises BadOwnFile."""
        value = self.values.get(key)
        if value is None:
            return None
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(
                key,
                "{key} is not a whole number from {least} to {most}.",
                key=quoted(key),
                least=least,
                most=f"{most:,}",
            )
        return value

    def numbers(self, key: str, least: int, most: int, longest: int) -> list[int] | None:
        """A list of whole numbers. Raises BadOwnFile."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, list) or not 1 <= len(value) <= longest:
            raise self.wrong(
                key,
                "{key} is not a list of 1 to {longest} whole numbers, as in [1, 3, 4].",
                key=quoted(key),
                longest=longest,
            )
        for i, number in enumerate(value):
            if type(number) is not int or not least <= number <= most:
                raise self.wrong(
                    key,
                    "Each number in {key} must be a whole number from {least} to {most}.",
                    i if type(number) is int else None,
                    key=quoted(key),
                    least=least,
                    most=f"{most:,}",
                )
        return value

    def strings(self, key: str, most: int) -> list[str] | None:
        """A list of strings. Raises BadOwnFile."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self.wrong(
                key, '{key} is not a list of words in quotes; write it as in ["a b c", "a d"].', key=quoted(key)
            )
        if not value:
            raise self.wrong(key, "{key} is empty; name at least one.", key=quoted(key))
        if len(value) > most:
            raise self.wrong(key, "{key} has more than {most} entries.", key=quoted(key), most=f"{most:,}")
        return value

    def alone(self, keys: tuple[str, ...]) -> None:
        """Raises BadOwnFile where more than one of some keys is there, of which each says the same in its way."""
        there = [key for key in keys if key in self.values]
        if len(there) > 1:
            raise self.wrong(
                there[1],
                "{second} and {first} cannot be used together; keep one of them.",
                first=quoted(there[0]),
                second=quoted(there[1]),
            )
