"""Kept: a record as it stands in the store, and as a row of its table."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias

from core.game import Player, Reason
from core.match import Record
from core.position import Outcome
from core.review import FAULTS
from core.standing import Series

COLUMNS = (
    "id",
    "revision",
    "game",
    "start",
    "moves",
    "first",
    "second",
    "reason",
    "winner",
    "cells",
    "hints",
    "started",
    "updated",
    "series",
    "extra",
)
CREATE = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    revision TEXT NOT NULL,     -- another one with every write
    game TEXT NOT NULL,
    start TEXT,
    moves TEXT NOT NULL,
    first TEXT NOT NULL,        -- the players, by who moves first
    second TEXT NOT NULL,
    reason TEXT,                -- NULL while the game goes on
    winner INTEGER,             -- 0 first, 1 second, NULL a draw
    cells TEXT NOT NULL,        -- numbers with spaces between
    hints INTEGER NOT NULL,
    started REAL NOT NULL,      -- seconds since 1970
    updated REAL NOT NULL,
    series TEXT,                -- JSON: players, length, results before this game; NULL for a game that stands alone
    extra TEXT NOT NULL DEFAULT ''
)
"""
BRING_UP = (
    "ALTER TABLE games ADD COLUMN series TEXT",
    "ALTER TABLE games ADD COLUMN extra TEXT NOT NULL DEFAULT ''",
)

Marks: TypeAlias = tuple[str | None, ...]


@dataclass(frozen=True)
class Kept:
    """A record as it stands in the store: when the game was ``started`` and last ``updated``, in seconds since 1970, and the
    ``revision`` of this writing. ``record.id`` is the id it is kept under. ``marks`` has for each move the glyph that a review
    has given it, empty where there was nothing to say and None where it was not judged; no marks where nobody reviewed it."""

    record: Record
    started: float
    updated: float
    revision: str
    marks: Marks = ()


def row_of(kept: Kept) -> tuple[object, ...]:
    """The game as a row, without its marks."""
    record, outcome = kept.record, kept.record.outcome
    return (
        record.id,
        kept.revision,
        record.game,
        record.start,
        record.moves,
        *record.players,
        outcome.reason.value if outcome else None,
        outcome.winner if outcome else None,
        " ".join(map(str, outcome.cells)) if outcome else "",
        record.hints,
        kept.started,
        kept.updated,
        json.dumps(asdict(record.series)) if record.series else None,
        record.extra,
    )


def to_plain(kept: Kept) -> dict[str, Any]:
    """A kept game as texts and numbers by name: what :func:`from_plain` takes."""
    return dict(zip(COLUMNS, row_of(kept), strict=True))


def from_plain(values: Mapping[str, Any]) -> Kept | None:
    """The inverse of :func:`to_plain`; None for values that make no game. What is left out is as in an old file."""
    usual = {"start": None, "reason": None, "winner": None, "cells": "", "hints": 0, "series": None, "revision": ""}
    return read(tuple(values.get(name, usual.get(name, "")) for name in COLUMNS))


def read(row: tuple[Any, ...]) -> Kept | None:
    """The inverse of :func:`row_of`; None for a row that is damaged, and for what only a newer version knows."""
    id, revision, game, start, moves, first, second, reason, winner, cells, hints, started, updated, series, extra = row
    try:
        "".join((id, revision, game, "" if start is None else start, moves, first, second, cells, extra)).encode()
        if not (
            math.isfinite(started) and math.isfinite(updated) and isinstance(hints, int) and winner in (0, 1, None)
        ):
            return None
        outcome = Outcome(winner, Reason(reason), tuple(map(int, cells.split()))) if reason is not None else None
        standing = _series(**json.loads(series)) if series is not None else None
    except (ValueError, TypeError, OverflowError, RecursionError):
        return None
    record = Record(id, game, start, moves, (first, second), outcome, hints, standing, extra)
    return Kept(record, started, updated, revision)


def read_marked(row: tuple[Any, ...]) -> Kept | None:
    """The same, and behind it the marks of a review."""
    kept = read(row[:-1])
    if kept is None or row[-1] is None:
        return kept
    try:
        marks = json.loads(row[-1])
    except (ValueError, TypeError, RecursionError):
        return kept
    fits = isinstance(marks, list) and len(marks) == len(kept.record.moves.split()) and all(map(is_mark, marks))
    return replace(kept, marks=tuple(marks)) if fits else kept


def is_mark(mark: object) -> bool:
    """Whether this can be said of a move."""
    return mark is None or (isinstance(mark, str) and mark in ("", "!", *FAULTS))


def _series(players: list[str], length: int, results: list[Player | None], every: bool = False) -> Series:
    """Raises ValueError or TypeError where these are no standing."""
    first, second = players
    if not set(results) <= {0, 1, None} or not isinstance(length + every, int):
        raise ValueError(results)
    "".join(players).encode()
    return Series((first, second), length, tuple(results), every)
