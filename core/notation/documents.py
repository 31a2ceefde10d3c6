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
    """The games of a document, which is read as a whole."""
    try:
        for value, line in _objects("".join(lines)):
            yield attempt(partial(_read_object, value, line, asked))
    except BadGames as error:  # what follows it cannot be told apart
        yield error


def _read_object(value: Any, line: int, asked: Asked) -> ReadGame:
    return ReadGame(from_document(value, line, asked.now), line)


def from_document(document: Any, line: int, now: float) -> Stored:
    """The inverse of :func:`document`, for an object on a given line. Raises BadGames."""
    return checked(_from_object(document, line), now)


def _objects(text: str) -> Iterator[tuple[Any, int]]:
    """The values of a document, each with its line. Raises BadGames."""

    def skip(at: int) -> int:
        found = re.compile(r"\s*").match(text, at)
        assert found, "this pattern always matches"
        return found.end()

    counted, number = 0, 1

    def line(at: int) -> int:
        """The line number of an offset. Offsets must not decrease from call to call."""
        nonlocal counted, number
        number += text.count("\n", counted, at)
        counted = at
        return number

    at = skip(0)
    several = text[at : at + 1] == "["
    at = skip(at + 1) if several else at
    while text[at : at + 1] != "]":
        if text[at : at + 1] != "{":
            raise wrong(line(at), 'This is not a game; write an object with the name of a game under "game".')
        end = _end(text, at)
        try:
            game = json.loads(text[at:end])
        except JSONDecodeError as error:
            if end - at == MAX_GAME and error.pos > MAX_GAME // 2:
                raise too_long(line(at)) from error
            raise wrong(
                line(at) + error.lineno - 1,
                "This is not valid JSON ({reason}); correct it, or export it again.",
                reason=error.msg,
            ) from error
        except (ValueError, RecursionError) as error:
            raise wrong(
                line(at), 'This is not a game; write an object with the name of a game under "game".'
            ) from error
        yield game, line(at)
        at = skip(end)
        if not several:
            break
        if text[at : at + 1] == ",":
            at = skip(at + 1)
        elif text[at : at + 1] != "]":
            raise wrong(line(at), "A comma or ] is missing after a game; correct it, or export it again.")
    if several:
        at = skip(at + 1)
    if at < len(text):
        raise wrong(line(at), "There is more text after the last game; put several games in one list.")


_PART = re.compile(r'[^"\[\]{}]*+(?:"(?:[^"\\]++|\\.)*+"|[\[\]{}])', re.DOTALL)
"""The text up to a bracket or a string's closing quote."""


def _end(text: str, at: int) -> int:
    """The end offset of a JSON object. It is at most MAX_GAME characters after the start."""
    depth, begin = 0, at
    while part := _PART.match(text, at, begin + MAX_GAME):
        at = part.end()
        depth += (text[at - 1] in "[{") - (text[at - 1] in "]}")
        if depth <= 0:
            return at
    return min(len(text), begin + MAX_GAME)


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
