"""Bring the tables of an earlier version up to those of today, in their file, with every row in it.

schema 1 to 6                     schema 7
games, a column for each fact --> games, what SQL asks and one JSON
reviews                       --> reviews, with a number for each write
rows of games that make none  --> earlier_games, as they were
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping

from core.own.definition import begins
from core.store import plain
from core.store.rows import CARRIED, TABLES, WRITE, row_of

LEFT = "earlier_games"
"""The table in which the rows of an earlier version stay that make no game."""


def bring_up(db: sqlite3.Connection, name: str) -> None:
    """Give a table the form of today, within the transaction that is open. It has an earlier form."""
    old = f"earlier_{name}"
    db.execute(f"ALTER TABLE {name} RENAME TO {old}")
    db.execute(TABLES[name])
    _COPY[name](db)
    if not db.execute(f"SELECT 1 FROM {old}").fetchone():
        db.execute(f"DROP TABLE {old}")


def _copy_games(db: sqlite3.Connection) -> None:
    """Move each game, in the order of the rows."""
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
    """Give the exercises of games of one's own the ids of the games that are there: earlier versions wrote the first digits of
    a hash. Those that may belong to several games stay as they are."""
    wholes = [id for (id,) in db.execute("SELECT DISTINCT game FROM games WHERE game GLOB 'own-*@*'")]
    for (id,) in db.execute("SELECT DISTINCT game FROM practice WHERE game GLOB 'own-*@*'").fetchall():
        found = [whole for whole in wholes if begins(id, whole)]
        if len(found) == 1:
            db.execute("UPDATE OR IGNORE practice SET game = ? WHERE game = ?", (*found, id))
