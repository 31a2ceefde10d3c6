"""Games as JSON: an object with the names of :mod:`core.notation.text` in lower case, or a list of such objects.

``moves`` is a list, and ``marks`` is a list with null for moves that were not judged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import partial
from json import JSONDecodeError
from typing import Any

from core.notation.common import MAX_GAME, Asked, BadGames, GameOrFault, ReadGame, attempt, too_long, wrong
from core.notation.record import GameRecord, checked, travelling, values_of
from core.store.rows import Stored, is_mark


def to_json(games: Iterable[Stored]) -> str:
    """The games as one JSON document, one game per line."""
    return "".join(json_parts(games))


def json_parts(games: Iterable[Stored]) -> Iterator[str]:
    """The pieces of :func:`to_json`, one game at a time."""
    yield "["
    for number, stored in enumerate(games):
        yield ("," if number else "") + f"\n{json.dumps(document(travelling(stored)))}"
    yield "\n]\n"


def document(stored: Stored) -> dict[str, Any]:
    """A game as an object of a JSON document."""
    marks = {"marks": list(stored.marks)} if stored.marks else {}
    return {**values_of(stored), "moves": stored.document["moves"], **marks}


def read(lines: Iterable[str], asked: Asked) -> Iterator[GameOrFault]:
    """The games of a document."""
    try:
        for value, line in _objects(lines):
            yield attempt(partial(_read_object, value, line, asked))
    except BadGames as error:  # what follows it cannot be told apart
        yield error


def _read_object(value: Any, line: int, asked: Asked) -> ReadGame:
    return ReadGame(from_document(value, line, asked.now), line)


def from_document(document: Any, line: int, now: float) -> Stored:
    """The inverse of :func:`document`, for an object on a given line. Raises BadGames."""
    return checked(_from_object(document, line), now)


class _Document:
    """A document of which little more than the next game is in memory: MAX_GAME characters from the place ``at`` in
    ``text`` on, or all that are left."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._ended = False
        self._line, self._counted = 1, 0
        self.text, self.at = "", 0
        self.skip(0)

    @property
    def next(self) -> str:
        """The next character, empty at the end."""
        return self.text[self.at : self.at + 1]

    @property
    def line(self) -> int:
        """The line number of the place."""
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._line

    def skip(self, size: int) -> None:
        """Go on behind so many characters, and the blanks after them. Raises the errors of the lines."""
        self.at += size
        while True:
            blanks = _BLANKS.match(self.text, self.at)
            assert blanks, "this pattern always matches"
            self.at = blanks.end()
            if self._ended or len(self.text) - self.at >= MAX_GAME:
                return
            self._fill()

    def _fill(self) -> None:
        """Forget what is behind, and take in more lines."""
        self._line = self.line
        parts = [self.text[self.at :]]
        size = len(parts[0])
        for line in self._lines:
            parts.append(line)
            size += len(line)
            if size >= 2 * MAX_GAME:
                break
        else:
            self._ended = True
        self.text, self.at, self._counted = "".join(parts), 0, 0


_BLANKS = re.compile(r"\s*")


def _objects(lines: Iterable[str]) -> Iterator[tuple[Any, int]]:
    """The values of a document, each with its line. Raises BadGames."""
    document = _Document(lines)
    several = document.next == "["
    if several:
        document.skip(1)
    while document.next != "]":
        if document.next != "{":
            raise wrong(document.line, 'This is not a game; write an object with the name of a game under "game".')
        size = _size(document.text, document.at)
        try:
            game = json.loads(document.text[document.at : document.at + size])
        except JSONDecodeError as error:
            if size == MAX_GAME and error.pos > MAX_GAME // 2:
                raise too_long(document.line) from error
            raise wrong(
                document.line + error.lineno - 1,
                "This is not valid JSON ({reason}); correct it, or export it again.",
                reason=error.msg,
            ) from error
        except (ValueError, RecursionError) as error:
            raise wrong(
                document.line, 'This is not a game; write an object with the name of a game under "game".'
            ) from error
        yield game, document.line
        document.skip(size)
        if not several:
            break
        if document.next == ",":
            document.skip(1)
        elif document.next != "]":
            raise wrong(document.line, "A comma or ] is missing after a game; correct it, or export it again.")
    if several:
        document.skip(1)
    if document.next:
        raise wrong(document.line, "There is more text after the last game; put several games in one list.")


_PART = re.compile(r'[^"\[\]{}]*+(?:"(?:[^"\\]++|\\.)*+"|[\[\]{}])', re.DOTALL)
"""The text up to a bracket or a string's closing quote."""


def _size(text: str, begin: int) -> int:
    """The length of the JSON object that begins there, at most MAX_GAME."""
    depth, at = 0, begin
    while part := _PART.match(text, at, begin + MAX_GAME):
        at = part.end()
        depth += (text[at - 1] in "[{") - (text[at - 1] in "]}")
        if depth <= 0:
            return at - begin
    return min(len(text) - begin, MAX_GAME)


def _from_object(game: Any, line: int) -> GameRecord:
    if not isinstance(game, dict):
        raise wrong(line, 'This is not a game; write an object with the name of a game under "game".')
    document = {"moves": [], **game}
    moves, marks = document["moves"], document.pop("marks", [])
    if (
        not isinstance(marks, list)
        or (marks and isinstance(moves, list) and len(marks) != len(moves))
        or not all(map(is_mark, marks))
    ):
        raise wrong(line, '"marks" must be a list with one mark per move; a mark is "", "!", "?!", "?", "??" or null.')
    return GameRecord(document, marks, {"game": line})
