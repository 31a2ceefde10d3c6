"""Salvage: read the remaining rows of a damaged or foreign file of games.

SQLite stops at the first broken page or row. So the rows of a table are read from both ends up to the damage, and then
each by its number.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from core.store import plain
from core.store.rows import (
    CARRIED,
    COLUMNS,
    MAX_BYTES,
    UNREADABLE,
    WRITE_NEWER,
    WRONG,
    Origin,
    Stored,
    checked,
    row_of,
    text_of,
)

MAX_ROWS = 1 << 20
"""Maximum number of rows read from a table. Damaged pages may form a loop."""
BEYOND = 1000
"""Number of row ids tried after the last row seen."""
_NEEDED = ("started", "updated", "document")
"""Columns of the current form that a game needs."""

RawRow: TypeAlias = tuple[Any, ...]


def salvage(path: Path, into: sqlite3.Connection) -> int:
    """Copy the readable rows of a file into another database. The file stays unchanged. Of several rows of a game the
    newest wins. Returns the number of games added. Raises sqlite3.Error if ``into`` cannot be written."""
    before = _count(into)
    old = _opened(path)
    if old:
        with closing(old):
            tables = _tables(old)
            named = [tables["games"]] if "games" in tables else tables.values()
            for game in (game for table in named for game in _games(old, table)):
                into.execute(WRITE_NEWER, row_of(game))
            for name in tables.keys() & CARRIED.keys():
                _copy(old, tables[name], name, into)
    return _count(into) - before


def _count(db: sqlite3.Connection) -> int:
    (count,) = db.execute("SELECT count(*) FROM games").fetchone()
    return int(count)


def _opened(path: Path) -> sqlite3.Connection | None:
    """The file, opened read-only; None if SQLite cannot open it."""
    # SQLite creates no file beside it, unless a write-ahead log remains to be read.
    way = "mode=ro" if Path(f"{path}-wal").exists() else "immutable=1"
    with suppress(*UNREADABLE):
        db = sqlite3.connect(f"{path.absolute().as_uri()}?{way}", uri=True, isolation_level=None)
        db.text_factory = text_of
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_BYTES)
        try:
            db.execute("PRAGMA trusted_schema = OFF")
            db.execute("PRAGMA writable_schema = ON")  # one broken table definition must not hide the other tables
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
        except UNREADABLE:
            db.close()
            raise
        return db
    return None


def _tables(db: sqlite3.Connection) -> dict[str, str]:
    """The names of the tables, except virtual ones, by lower-case name."""
    tables: dict[str, str] = {}
    with suppress(*UNREADABLE):
        for name, sql in db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"):
            if not str(sql).upper().startswith("CREATE VIRTUAL"):
                tables.setdefault(str(name).lower(), str(name))
    return tables


def _columns(db: sqlite3.Connection, table: str) -> list[str]:
    with suppress(*UNREADABLE):
        return [name for _, name, *_ in db.execute(f"PRAGMA table_xinfo({_quoted(table)})")]
    return []


def _quoted(table: str) -> str:
    return '"{}"'.format(table.replace('"', '""'))


def _games(db: sqlite3.Connection, table: str) -> Iterator[Stored]:
    """The valid games of a table. Columns are matched by name, or by position if names are missing."""
    names = _columns(db, table)
    for columns, needed in ((COLUMNS, _NEEDED), (plain.COLUMNS, plain.COLUMNS[: plain.FIRST_COLUMNS])):
        if set(needed) <= set(names):
            own = [name for name in columns if name in names]
            rows = _rows(db, table, ", ".join(own))
            break
    else:
        if table.lower() != "games":
            return
        own = list(COLUMNS if len(names) < plain.FIRST_COLUMNS else plain.COLUMNS)
        rows = _rows(db, table, "*")
    for row in rows:
        game = _game(dict(zip(own, row, strict=False)))
        if game:
            yield game


def _game(values: Mapping[str, Any]) -> Stored | None:
    """The game of a row by column name, None if invalid. A row in the current form needs only its JSON and times."""
    if "document" not in values:
        return plain.stored_of(tuple(values.get(name, plain.ABSENT.get(name)) for name in plain.COLUMNS))
    origin: Origin = "imported" if values.get("origin") == "imported" else "here"
    try:
        text, revision = values["document"], values.get("revision", "salvaged")
        return replace(checked(json.loads(text), values["started"], values["updated"], revision), origin=origin)
    except WRONG:
        return None


def _copy(old: sqlite3.Connection, table: str, name: str, into: sqlite3.Connection) -> None:
    """Copy the rows of another table if it has the needed columns."""
    columns = CARRIED[name]
    if set(columns) <= set(_columns(old, table)):
        write = f"INSERT OR IGNORE INTO {name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
        for row in _rows(old, table, ", ".join(columns)):
            with suppress(UnicodeError):
                into.execute(write, row)


def _rows(db: sqlite3.Connection, table: str, columns: str) -> Iterator[RawRow]:
    """Every readable row, some of them twice. Never raises."""
    source = f"{columns} FROM {_quoted(table)} NOT INDEXED"
    try:
        db.execute(f"SELECT rowid, {source} LIMIT 0")
    except UNREADABLE:  # a table without a rowid
        with suppress(*UNREADABLE):
            yield from db.execute(f"SELECT {source}")
        return
    last = 0
    for order in ("ASC", "DESC"):
        with suppress(*UNREADABLE):
            for rowid, *row in islice(db.execute(f"SELECT rowid, {source} ORDER BY rowid {order}"), MAX_ROWS):
                last = max(last, rowid)
                yield tuple(row)
            return
    # If pages were swapped, a row may be found by its number although both passes missed it or gave it another number.
    for rowid in range(1, min(last + BEYOND, MAX_ROWS)):
        with suppress(*UNREADABLE):
            yield from db.execute(f"SELECT {source} WHERE rowid = ?", (rowid,))
