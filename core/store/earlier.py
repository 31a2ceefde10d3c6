"""Migrate the tables of earlier versions to the current schema.

schema 1 to 6                     schema 7
games, a column for each fact --> games, the columns for queries and one JSON
reviews                       --> reviews, with a number for each write
rows that are not valid games --> earlier_games, unchanged
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping

from core.own.definition import begins
from core.store import plain
from core.store.rows import CARRIED, LEFT, TABLES, WRITE, row_of


def bring_up(db: sqlite3.Connection, name: str) -> None:
    """Migrate a table with an earlier form, within the open transaction."""
    old = f"earlier_{name}"
    db.execute(f"ALTER TABLE {name} RENAME TO {old}")
    db.execute(TABLES[name])
    _COPY[name](db)
    if not db.execute(f"SELECT 1 FROM {old}").fetchone():
        db.execute(f"DROP TABLE {old}")


def _copy_games(db: sqlite3.Connection) -> None:
    """Move the valid games to the new table, in row order."""
    there = [name for _, name, *_ in db.execute(f"PRAGMA table_info({LEFT})")]
    absent = [plain.ABSENT.get(name) for name in plain.COLUMNS[len(there) :]]
    for row in db.execute(f"SELECT {', '.join(there)} FROM {LEFT} ORDER BY rowid"):
        stored = plain.stored_of((*row, *absent))
        if stored:
            db.execute(WRITE, row_of(stored))
    db.execute(f"DELETE FROM {LEFT} WHERE id IN (SELECT id FROM games)")


def _copy_reviews(db: sqlite3.Connection) -> None:
    names = ", ".join(CARRIED["reviews"])
    db.execute(f"INSERT INTO reviews ({names}) SELECT {names} FROM earlier_reviews WHERE of IS NOT NULL ORDER BY rowid")
    db.execute("DELETE FROM earlier_reviews")


_COPY: Mapping[str, Callable[[sqlite3.Connection], None]] = {"games": _copy_games, "reviews": _copy_reviews}


def write_whole_ids(db: sqlite3.Connection) -> None:
    """Complete the shortened ids of user-defined games in the practice table. Earlier versions wrote only the first
    digits of a hash. An id that fits several stored games stays as it is."""
    wholes = [id for (id,) in db.execute("SELECT DISTINCT game FROM games WHERE game GLOB 'own-*@*'")]
    for (id,) in db.execute("SELECT DISTINCT game FROM practice WHERE game GLOB 'own-*@*'").fetchall():
        found = [whole for whole in wholes if begins(id, whole)]
        if len(found) == 1:
            db.execute("UPDATE OR IGNORE practice SET game = ? WHERE game = ?", (*found, id))
