"""Transcript: a game as somebody has written it, and what the rules say of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import NAMESPACE_OID, uuid5

from core.errors import CoreError, quoted
from core.game import Player, Reason
from core.games import get
from core.play.match import Match
from core.players.opponents import HUMAN, Opponent, from_afar, parse
from core.position import Outcome
from core.store.rows import COLUMNS, Kept, from_plain, to_plain

RESULTS: Mapping[Player | None, str] = {0: "1-0", 1: "0-1", None: "1/2-1/2"}
"""What a winner is written as."""
UNFINISHED = "*"
MOST_HINTS = 1_000_000
MOST_LETTERS = 40
"""The longest name of a person who played from afar."""
LARGEST = 2**53
"""The largest number that every program can read exactly."""
WINNERS = {text: winner for winner, text in RESULTS.items()}
NAMES = {
    name: name.capitalize()
    for name in ("game", "start", "first", "second", "result", "reason", "started", "updated", "id")
} | {name: name.capitalize() for name in COLUMNS if name not in ("revision", "moves", "winner", "cells")}
"""The names in brackets, in their order: what identifies a game first, then whatever else the store has of it."""


class BadGames(CoreError):
    """A text that should be games and is not."""


class Transcript(NamedTuple):
    """A game as it is written: its values by small names, its moves and their marks, and in which lines these stand."""

    values: dict[str, Any]
    moves: list[str]
    marks: list[str | None]
    lines: dict[str, int]
    move_lines: list[int]

    def line(self, name: str) -> int:
        """The line of a value, or that in which the game begins."""
        return self.lines.get(name, self.lines.get("game", 1))


def result_text(outcome: Outcome | None) -> str:
    """The end of a game as it is written."""
    return RESULTS[outcome.winner] if outcome else UNFINISHED


def at(line: int, error: CoreError) -> BadGames:
    """The error with the line in which it is."""
    return BadGames("Line {line}: {reason}", line=line, reason=error.phrase)


def wrong(line: int, template: str, **values: object) -> BadGames:
    """The error that says what is wrong in a line, and what to do."""
    return at(line, CoreError(template, **values))


def checked(written: Transcript, now: float) -> Kept:
    """The game, once the rules have been asked about all of it; ``now``, in seconds since 1970, is its time if it has none.

    Raises BadGames, naming the line and what to do.
    """
    values, line = written.values, written.line
    for name in values:
        if name not in NAMES:
            raise wrong(
                line(name),
                "There is no {name} in a game; there are {names}. Leave it out.",
                name=quoted(name),
                names=", ".join(NAMES.values()),
            )
    _check_texts(written)
    for name, value in values.items():
        if isinstance(value, int) and abs(value) > LARGEST:
            raise wrong(
                line(name), "{name} is larger than any number of a game; write a smaller one.", name=NAMES[name]
            )
    hints = values.get("hints", 0)
    if type(hints) is not int or not 0 <= hints <= MOST_HINTS:
        raise wrong(
            line("hints"),
            "Hints is no whole number from 0 to {most}; write how many were asked for.",
            most=f"{MOST_HINTS:,}",
        )
    match = _played(written, (_player(written, "first"), _player(written, "second")))
    outcome = _outcome(written, match)
    started, updated = (_time(values.get(name), now, line(name)) for name in ("started", "updated"))
    row = to_plain(Kept(replace(match.record, outcome=outcome, hints=hints), started, updated, ""))
    for name, value in values.items():
        if name in COLUMNS and name not in _RULED and value is not None:
            row[name] = json.dumps(value) if isinstance(value, list | dict) else value
    if "id" not in values:  # so that the same file taken in twice brings the same games
        known = [row[name] for name in _RULED if name not in ("started", "updated") or name in values]
        row["id"] = uuid5(NAMESPACE_OID, json.dumps(known)).hex
    kept = from_plain(row)
    if kept is None or not kept.record.id:
        raise wrong(
            line("game"),
            "What stands beside the moves makes no game; export it again, or leave out what you do not know.",
        )
    try:
        for text in kept.record.series.players if kept.record.series else ():
            _seated(text)
        again = Match.from_record(kept.record).outcome
    except CoreError as error:
        raise at(line("series"), error) from error
    if again != outcome:
        raise _otherwise(written)
    return replace(kept, marks=tuple(written.marks))


_RULED = ("game", "start", "moves", "first", "second", "reason", "winner", "cells", "hints", "started", "updated")
"""What stands in a row as it was checked; the rest comes as it is written."""


def _otherwise(written: Transcript) -> BadGames:
    return wrong(
        written.line("result"),
        'The moves do not end the game so; write [Reason "resigned"] where somebody gave up, or leave out Result and Reason: '
        "the rules say how it ends.",
    )


def _check_texts(written: Transcript) -> None:
    for name in ("game", "first", "second", "id", "start", "reason", "result"):
        value = written.values.get(name, "")
        try:
            if not (isinstance(value, str) or (value is None and name in ("start", "reason"))):
                raise ValueError(value)
            (value or "").encode()
        except ValueError as error:
            raise wrong(written.line(name), "{name} is no text; write it in quotes.", name=NAMES[name]) from error
    if not written.values.get("game"):
        raise wrong(written.line("game"), 'The game has no name; write a line as [Game "tictactoe"].')


def _player(written: Transcript, name: str) -> str:
    """Who sits on a seat. A program from elsewhere keeps its name, and is neither sought nor started; so does a person who
    played from afar."""
    text = written.values.get(name, HUMAN)
    try:
        player = _seated(text)
    except CoreError as error:
        raise at(written.line(name), error) from error
    return text if from_afar(text) is not None else player.text if player else HUMAN


def _seated(text: str) -> Opponent | None:
    """The player that a seat's text names, None for a person. Raises CoreError."""
    name = from_afar(text)
    if name is None:
        return parse(text)
    if not 0 < len(name) <= MOST_LETTERS or not name.isprintable():
        raise CoreError(
            "{text} names no person; write human:NAME, with up to {most} letters.", text=quoted(text), most=MOST_LETTERS
        )
    return None


def _played(written: Transcript, seats: tuple[str, str]) -> Match:
    """The match with all its moves."""
    try:
        game = get(written.values["game"])
    except CoreError as error:
        raise at(written.line("game"), error) from error
    try:
        match = Match(game, seats, written.values.get("start"))
    except CoreError as error:
        raise at(written.line("start"), error) from error
    for ply, (word, number) in enumerate(zip(written.moves, written.move_lines, strict=True), 1):
        try:
            match.play(match.position.parse(word))
        except CoreError as error:
            raise wrong(number, "Move {ply}: {reason}", ply=ply, reason=error.phrase) from error
    return match


def _outcome(written: Transcript, match: Match) -> Outcome | None:
    """How the game ended: by the rules, or as it is written where they do not say it."""
    result, reason = written.values.get("result"), written.values.get("reason")
    if result is not None and result not in (*WINNERS, UNFINISHED):
        raise wrong(written.line("result"), "{text} is no result; write 1-0, 0-1, 1/2-1/2 or *.", text=quoted(result))
    found = match.outcome
    if result in (None, UNFINISHED) and reason is None and found is None:
        return None
    if reason is not None and reason not in [known.value for known in Reason]:
        raise wrong(
            written.line("reason"),
            "{text} is no reason for the end of a game; write one of {names}.",
            text=quoted(reason),
            names=" ".join(known.value for known in Reason),
        )
    if found is None and result in WINNERS and reason is not None:
        return Outcome(WINNERS[result], Reason(reason))
    agrees = found is not None and result in (None, RESULTS[found.winner]) and reason in (None, found.reason.value)
    if not agrees:
        raise _otherwise(written)
    return found


def _time(text: Any, now: float, line: int) -> float:
    if text is None:
        return now
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, TypeError, OverflowError) as error:
        raise wrong(line, "{text} is no time; write it as 2026-03-01T18:30:00Z.", text=quoted(str(text))) from error
