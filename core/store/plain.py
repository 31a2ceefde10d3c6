"""A game as texts and numbers by name: as a hall sends it, and as the columns of the files before schema 7 had it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from core.play.match import RESULTS
from core.store.rows import WRONG, Stored, checked

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
    "remarks",
    "cautions",
    "allowed",
    "clock",
    "further",
)
FIRST_COLUMNS = 13
"""Number of columns that the files of every version have."""
ABSENT: Mapping[str, object] = {"extra": "", "remarks": "", "cautions": 0, "further": ""}
"""What the other columns hold where a file lacks them; those without an entry hold NULL."""
CREATE = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    revision TEXT NOT NULL,
    game TEXT NOT NULL,
    start TEXT,
    moves TEXT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    reason TEXT,
    winner INTEGER,
    cells TEXT NOT NULL,
    hints INTEGER NOT NULL,
    started REAL NOT NULL,
    updated REAL NOT NULL,
    series TEXT,
    extra TEXT NOT NULL DEFAULT '',
    remarks TEXT NOT NULL DEFAULT '',
    cautions INTEGER NOT NULL DEFAULT 0,
    allowed INTEGER,
    clock TEXT,
    further TEXT NOT NULL DEFAULT ''
)
"""
"""The table of games of schema 6; each earlier one lacks some of the last columns."""


def to_plain(stored: Stored) -> dict[str, Any]:
    """The inverse of :func:`from_plain`. Raises CoreError for what makes no game."""
    document, outcome = stored.document, stored.match.outcome
    series, remarks, clock = document.get("series"), document.get("remarks"), document.get("clock")
    first, second = stored.players
    values: dict[str, Any] = {
        "id": stored.id,
        "revision": stored.revision,
        "game": stored.game,
        "start": stored.start,
        "moves": stored.moves,
        "first": first,
        "second": second,
        "reason": outcome.reason.value if outcome else None,
        "winner": outcome.winner if outcome else None,
        "cells": " ".join(map(str, outcome.cells)) if outcome else "",
        "hints": document.get("hints", 0),
        "started": stored.started,
        "updated": stored.updated,
        "series": json.dumps(series) if series else None,
        "extra": stored.extra,
        "remarks": json.dumps(remarks) if remarks else "",
        "cautions": document.get("cautions", 0),
        "allowed": document.get("allowed"),
        "clock": json.dumps(clock) if clock else None,
    }
    return values | _further(document)


def _further(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that have no column of their own."""
    return {name: value for name, value in values.items() if name not in (*COLUMNS, "result")}


def from_plain(values: Mapping[str, Any]) -> Stored | None:
    """The game of some values; None for values that make no game."""
    return stored_of((*(values[name] for name in COLUMNS[:-1]), json.dumps(_further(values))))


def stored_of(row: tuple[Any, ...]) -> Stored | None:
    """The game that the values of COLUMNS make; None for values that make none."""
    id, revision, game, start, moves, first, second, reason, winner, cells, hints, started, updated = row[:13]
    series, extra, remarks, cautions, allowed, clock, further = row[13:]
    try:
        if None in (id, hints, extra, remarks, cautions, further) or winner not in (0, 1, None):
            return None
        list(map(int, cells.split()))
        values = {
            "id": id,
            "game": game,
            "start": start,
            "moves": moves.split(),
            "first": first,
            "second": second,
            "reason": reason,
            "result": None if reason is None else RESULTS[winner],
            "hints": hints,
            "series": series and json.loads(series),
            "extra": extra,
            "remarks": json.loads(remarks) if remarks else None,
            "cautions": cautions,
            "allowed": allowed,
            "clock": clock and json.loads(clock),
        } | (json.loads(further) if further else {})
        document = {name: value for name, value in values.items() if value is not None}
        return checked(document, started, updated, revision)
    except WRONG:
        return None
