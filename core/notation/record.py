"""A game as our own text and JSON hold it: its values by name, checked by the rules when read."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from core.engines import python_file
from core.errors import quoted
from core.notation.common import MAX_LETTERS, at, identified, wrong
from core.play.match import NAMES, BadMatch, Match, result_text
from core.players.opponents import elsewhere, from_afar, usual, without_folder
from core.store.rows import Stored

MAX_HINTS = 1_000_000
MAX_INTEGER = 2**53
"""Maximum integer that every JSON program reads exactly."""
_LATEST = datetime(9999, 12, 31, tzinfo=UTC).timestamp()


class GameRecord(NamedTuple):
    """A game as read from a text, before its check. ``document`` has its values and ``marks`` the marks of its moves.
    ``lines`` has the line number of each value, by name, and of each move, by ply from 1."""

    document: dict[str, Any]
    marks: list[str | None]
    lines: dict[str | int, int]

    @property
    def moves(self) -> list[str]:
        """The moves in notation."""
        moves: list[str] = self.document["moves"]
        return moves

    def line(self, where: str | int) -> int:
        """The line of a value or a move. If unknown, the line where the game begins."""
        return self.lines.get(where, self.lines.get("game", 1))


def values_of(stored: Stored) -> dict[str, Any]:
    """The values except moves and marks, in the order of NAMES."""
    values = {
        **stored.document,
        "result": result_text(stored.outcome),
        "started": _time_text(stored.started),
        "updated": _time_text(stored.updated),
        "extra": _opened(stored.extra),
    }
    return {name: values[name] for name in NAMES if values.get(name, "") != "" and name != "moves"}


def _opened(text: str) -> Any:
    """The JSON list or object in a text, else the text itself."""
    if text[:1] in ("[", "{"):
        try:
            inner = json.loads(text)
        except (ValueError, RecursionError):
            return text
        if json.dumps(inner) == text:
            return inner
    return text


def _time_text(seconds: float) -> str:
    """Seconds since 1970 as a UTC time, to the microsecond."""
    moment = datetime.fromtimestamp(max(0.0, min(seconds, _LATEST)), UTC)
    return moment.isoformat().replace("+00:00", "Z")


def checked(game: GameRecord, now: float) -> Stored:
    """The game, after all its values and moves were checked."""
    document = game.document
    if isinstance(document.get("extra"), list | dict):
        document["extra"] = json.dumps(document["extra"])
    for name, value in document.items():
        if isinstance(value, int) and abs(value) > MAX_INTEGER and name in NAMES:
            raise wrong(game.line(name), "{name} is too large; write a smaller number.", name=NAMES[name])
    hints = document.get("hints", 0)
    if type(hints) is not int or not 0 <= hints <= MAX_HINTS:
        raise wrong(
            game.line("hints"),
            "Hints must be a whole number from 0 to {most}; write how many hints were used.",
            most=f"{MAX_HINTS:,}",
        )
    try:
        match = Match.from_json(document)
    except BadMatch as error:
        raise at(game.line(error.where), error) from error
    first, second = (_player(game, name, text) for name, text in zip(("first", "second"), match.players, strict=True))
    series = match.series
    if series:
        one, two = (_player(game, "series", text) for text in series.players)
        series = replace(series, players=(one, two))
    match = replace(match, players=(first, second), series=series)
    started, updated = (_time(document.get(name), now, game.line(name)) for name in ("started", "updated"))
    if "id" not in document:  # importing a file twice must give the same ids
        # For a user-defined game, the id as written, which may be shortened.
        named = match.game.id if match.game.content is None else document["game"]
        given = [time for name, time in (("started", started), ("updated", updated)) if name in document]
        match = identified(match, named, given)
    return Stored.of(match, started, updated, marks=tuple(game.marks))


def _player(game: GameRecord, name: str, text: str) -> str:
    """The player of a seat as stored. An external program keeps its name, and is neither searched for nor started. A
    name that is not a known player is that of a person."""
    afar = from_afar(text)
    if afar is None:
        if known := usual(text):
            return known
        afar = text.strip()
    if not 0 < len(afar) <= MAX_LETTERS or not afar.isprintable():
        raise wrong(
            game.line(name),
            "{text} is not a person's name; write human:NAME, with at most {most} letters.",
            text=quoted(text),
            most=MAX_LETTERS,
        )
    return elsewhere(afar)


def _time(text: Any, now: float, line: int) -> float:
    if text is None:
        return now
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, TypeError, OverflowError) as error:
        raise wrong(
            line, "{text} is not a time; write it like 2026-03-01T18:30:00Z.", text=quoted(str(text))
        ) from error


def travelling(stored: Stored) -> Stored:
    """The game for readers elsewhere: Python players without the folders of their files."""
    series = stored.document.get("series")
    if not any(map(python_file, (*stored.players, *(series["players"] if series else ())))):
        return stored
    first, second = map(without_folder, stored.players)
    there = {**stored.document, "first": first, "second": second}
    if series:
        there["series"] = {**series, "players": [*map(without_folder, series["players"])]}
    return replace(stored, document=there)
