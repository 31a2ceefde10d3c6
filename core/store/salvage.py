"""Salvage: what can still be read of a file of games, row by row, whatever else is broken in it or was put there by others.

SQLite gives up at the first page or row that makes no sense. So the rows of a table are read from both ends up to where that
happens, and then each by its number.
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
"""Of a table: pages that lead to each other have no end."""
BEYOND = 1000
"""So far behind the last row that was seen others are sought."""
_NEEDED = ("started", "updated", "document")
"""Columns of today's form from which a game can be made."""

RawRow: TypeAlias = tuple[Any, ...]


def salvage(path: Path, into: sqlite3.Connection) -> int:
    """Take over what can be read of a file, which stays as it is, into the tables of another: of several rows of one game the
    newest. Returns how many games are there by that. Raises sqlite3.Error where it cannot be written."""
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
    """The file, to be read only; None where SQLite cannot."""
    # Nothing is made beside it, unless what was written last still stands in the log.
    way = "mode=ro" if Path(f"{path}-wal").exists() else "immutable=1"
    with suppress(*UNREADABLE):
        db = sqlite3.connect(f"{path.absolute().as_uri()}?{way}", uri=True, isolation_level=None)
        db.text_factory = text_of
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_BYTES)
        try:
            db.execute("PRAGMA trusted_schema = OFF")
            db.execute("PRAGMA writable_schema = ON")  # what it says of one table does not keep the others away
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
        except UNREADABLE:
            db.close()
            raise
        return db
    return None


def _tables(db: sqlite3.Connection) -> dict[str, str]:
    """The tables in which rows lie, by their names in small letters."""
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
    """The games of a table: by the names of its columns or, where one has another name, by their order."""
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
    """The game that a row says, by the names of its columns. Whatever else is in a row, the JSON of today's form tells all."""
    if "document" not in values:
        return plain.stored_of(tuple(values.get(name, plain.ABSENT.get(name)) for name in plain.COLUMNS))
    origin: Origin = "imported" if values.get("origin") == "imported" else "here"
    try:
        text, revision = values["document"], values.get("revision", "salvaged")
        return replace(checked(json.loads(text), values["started"], values["updated"], revision), origin=origin)
    except WRONG:
        return None


def _copy(old: sqlite3.Connection, table: str, name: str, into: sqlite3.Connection) -> None:
    """Take over the rows of a table beside the games, if it has the columns that are wanted."""
    columns = CARRIED[name]
    if set(columns) <= set(_columns(old, table)):
        write = f"INSERT OR IGNORE INTO {name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
        for row in _rows(old, table, ", ".join(columns)):
            with suppress(UnicodeError):
                into.execute(write, row)


def _rows(db: sqlite3.Connection, table: str, columns: str) -> Iterator[RawRow]:
    """Every row that can be read, some of them twice; never raises."""
    source = f"{columns} FROM {_quoted(table)} NOT INDEXED"
    try:
        db.execute(f"SELECT rowid, {source} LIMIT 0")
    except UNREADABLE:  # a table that has no rowid
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
    # Where pages have changed places, a row may be found by its number that no pass has met, or only under another's.
    for rowid in range(1, min(last + BEYOND, MAX_ROWS)):
        with suppress(*UNREADABLE):
            yield from db.execute(f"SELECT {source} WHERE rowid = ?", (rowid,))
