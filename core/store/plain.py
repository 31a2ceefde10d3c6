"""Rows of games before schema 7, with a column for each fact."""

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
"""Defaults for columns that a file lacks. Those without an entry default to NULL."""
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
"""The table of games of schema 6. Earlier schemas lack some of the last columns."""


def stored_of(row: tuple[Any, ...]) -> Stored | None:
    """The game with these values of COLUMNS, None if they are invalid."""
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
