"""The file of a store: opened, checked, migrated, and replaced if it is damaged or has a foreign schema.

A replacement has every row that can be read from the old file.

    NAME                     the store
    NAME.broken-N            an unusable file, unchanged
    NAME.broken-N.unread     exists until all readable rows of that file are surely in the store
    NAME.sound               exists while the store is closed, after a clean close
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from glob import escape
from itertools import count
from pathlib import Path

from core.errors import StoreReplaced, printable, quoted
from core.phrase import phrase
from core.store import plain
from core.store.rows import INDEXES, MAX_BYTES, SCHEMA, TABLES, UNREADABLE, text_of

BUSY_SECONDS = 30.0
"""Maximum time to wait for another app that is writing, in seconds."""
OPEN_ATTEMPTS = 4
"""Maximum attempts to open a file while other apps replace it."""
CACHE_KIBIBYTES = 256
"""Size of SQLite's page cache, in KiB. A ply is written by its id, so SQLite's usual 2 MB would only fill up over
hours."""
DAMAGED = (
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_AUTH,
)
"""SQLite's error codes for a file that must be checked again. SQLITE_AUTH comes from a trigger or view of another
program."""
LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)

_EMPTY = "The games file {path} could not be read ({reason}). It is saved as {aside}, and an empty file replaces it."
_SALVAGED = (
    "The games file {path} is damaged or was changed ({reason}). It is saved as {aside}, and a new file has everything "
    "that could be read from it (games: {games})."
)


class Unfit(sqlite3.DatabaseError):
    """A database that cannot be used as a store. The argument is the reason."""

    sqlite_errorcode = sqlite3.SQLITE_NOTADB


class Newer(sqlite3.DatabaseError):
    """A sound store of a newer version. The argument is the reason."""


def opened(path: Path, whole: bool) -> tuple[sqlite3.Connection, StoreReplaced | None]:
    """Open the file. If it is unusable, move it aside and replace it. Returns the connection and, if the file was
    replaced, the notice for the user. The replacement has all rows that can be read. A ``whole`` check reads every
    page; else only the schema is checked. Raises OSError or an error of UNREADABLE if no file can be opened."""
    path.parent.mkdir(parents=True, exist_ok=True)
    why: object = phrase("triqui was closed while repairing it")
    for attempt in count(1):
        judged = look(path)
        left = _unread(path)
        try:
            db, games = _connected(path, left, whole)
        except UNREADABLE as error:
            if attempt == OPEN_ATTEMPTS or code(error) in LOCKED:
                raise
            if look(path)[:2] != judged[:2]:
                continue  # another app has just replaced the file
            if not path.is_file() or (code(error) not in DAMAGED and not _sealed(path)):
                raise  # a device cannot be moved aside
            why, whole = reason(error), True
            _put_aside(path)
            continue
        for aside in left:
            _mark(aside).unlink(missing_ok=True)
        if games is None or not left:
            return db, None
        return db, StoreReplaced(_SALVAGED if games else _EMPTY, path=path, reason=why, aside=left[-1], games=games)
    raise AssertionError


def memory(path: Path | None = None) -> sqlite3.Connection:
    """Open a store in memory. It has the readable rows of the file at ``path``, if given."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    _secured(db)
    _prepare(db, () if path is None else (path, *_unread(path)), False)
    return db


def _connected(path: Path, left: Sequence[Path], whole: bool) -> tuple[sqlite3.Connection, int | None]:
    """The opened file, and the number of games restored into it. The number is None if the file was not empty."""
    db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        _secured(db)
        games = _prepare(db, left, whole)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute(f"PRAGMA cache_size = -{CACHE_KIBIBYTES}")
        db.set_authorizer(_authorized)
    except BaseException:
        db.close()
        raise
    return db, games


def _secured(db: sqlite3.Connection) -> None:
    """Keep the contents of a file from running code or exhausting memory."""
    db.text_factory = text_of
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_BYTES)
    db.execute("PRAGMA trusted_schema = OFF")
    if sys.version_info >= (3, 12):
        db.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)


def _authorized(action: int, one: str | None, two: str | None, database: str | None, inside: str | None) -> int:
    """Deny what triggers and views do. Another program may have added them since the file was opened."""
    return sqlite3.SQLITE_DENY if inside else sqlite3.SQLITE_OK


def _prepare(db: sqlite3.Connection, left: Iterable[Path], whole: bool) -> int | None:
    """Create the tables of an empty database, or check and migrate others. All happens in one transaction. An empty
    database gets the readable rows of the files in ``left``. Returns the number of games restored; None for an existing
    store."""
    with db:
        db.execute("BEGIN IMMEDIATE")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        empty = not db.execute("SELECT 1 FROM sqlite_master").fetchone()
        strange = None if empty else _strange(db)
        if version > SCHEMA and (empty or strange):
            raise Newer(phrase("a newer version of the program wrote it"))
        if strange:
            raise Unfit(strange)
        earlier = [] if empty else _earlier(db)
        if whole or earlier:
            _check(db)
        for name in earlier:
            from core.store.earlier import bring_up  # needed once per file

            bring_up(db, name)
        for create in (*TABLES.values(), *INDEXES.values()):
            db.execute(create)
        games = 0 if empty else None
        for file in left if empty else ():
            from core.store.salvage import salvage  # rarely needed

            games = (games or 0) + salvage(file, db)
        if earlier or games:
            from core.store.earlier import write_whole_ids

            write_whole_ids(db)
        # Always write: only a write shows whether the file can be written.
        db.execute(f"PRAGMA user_version = {SCHEMA}")
    return games


def _check(db: sqlite3.Connection) -> None:
    """Check the whole file with SQLite. Raises Unfit if it is damaged."""
    with closing(db.execute("PRAGMA integrity_check(1)")) as check:
        (verdict,) = check.fetchone()
    if verdict != "ok":
        what = printable(verdict.splitlines()[-1].encode(errors="replace").decode())
        raise Unfit(phrase("it is damaged: {what}", what=what))


def _words(sql: str) -> list[str]:
    """The tokens of an SQL statement, without its comments."""
    words = re.findall(r"'(?:[^']|'')*'|--[^\n]*|\w+|[^\w\s]", sql.replace("IF NOT EXISTS ", ""))
    return [word for word in words if not word.startswith("--")]


_FORMS = {name: _words(create) for name, create in (*TABLES.items(), *INDEXES.items())}
"""The CREATE statement of each table and index, as tokens."""


def _earlier_forms() -> dict[str, list[list[str]]]:
    """The CREATE statements of earlier versions, by table, as tokens. The games gained columns with each version."""
    whole = _words(plain.CREATE)
    ends = [at for at, word in enumerate(whole) if word == ","][plain.FIRST_COLUMNS - 1 :]
    reviews = _words("CREATE TABLE reviews (of TEXT PRIMARY KEY, played TEXT NOT NULL, marks TEXT NOT NULL)")
    return {"games": [whole, *([*whole[:end], ")"] for end in ends)], "reviews": [reviews]}


_EARLIER_FORMS = _earlier_forms()


def _earlier(db: sqlite3.Connection) -> list[str]:
    """The names of the tables with the form of an earlier version."""
    made = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
    return [name.lower() for name, sql in made if _words(sql) in _EARLIER_FORMS.get(name.lower(), ())]


def _strange(db: sqlite3.Connection) -> object:
    """The reason why the schema is foreign, None if it is ours. Tables with other names are allowed."""
    ours = False
    for name, sql in db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"):
        words, known = _words(str(sql)), str(name).lower()
        ours = ours or known == "games"
        if known in _FORMS:
            fits = words == _FORMS[known] or words in _EARLIER_FORMS.get(known, ())
        else:
            fits = words[:2] in (["CREATE", "TABLE"], ["CREATE", "VIRTUAL"])
        if not fits:
            return phrase("the definition of {name} is from another program", name=quoted(str(name)))
    return None if ours else phrase("it is not a games file")


def _sealed(path: Path) -> bool:
    """Whether SQLite opens the file read-only because of its format version. Known versions are 1 and 2."""
    with open(path, "rb") as file:
        return file.read(19)[18:] not in (b"", b"\1", b"\2")


def _mark(aside: Path) -> Path:
    return aside.with_name(f"{aside.name}.unread")


def _unread(path: Path) -> list[Path]:
    """The files that were moved aside and are marked as unread."""
    marks = path.parent.glob(f"{escape(path.name)}.broken-*.unread")
    return sorted(mark.with_suffix("") for mark in marks)


def _put_aside(path: Path) -> None:
    """Move a store aside, first marked as unread. Raises OSError."""
    aside = _free(path)
    try:
        _mark(aside).touch()
        _rename(path, aside)
    except OSError:
        for made in (_mark(aside), aside):
            made.unlink(missing_ok=True)
        raise


def move_aside(path: Path) -> Path:
    """Rename a file to the first free NAME.broken-N, and return that path. Raises OSError."""
    aside = _free(path)
    _rename(path, aside)
    return aside


def _free(path: Path) -> Path:
    for number in count(1):
        aside = path.with_name(f"{path.name}.broken-{number}")
        with suppress(FileExistsError):
            aside.touch(exist_ok=False)  # reserves the name, even against other apps
            return aside
    raise AssertionError


def _rename(path: Path, aside: Path) -> None:
    """Rename a file and its SQLite logs. The file is last, since a new file must not find the old log."""
    for suffix in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            os.replace(f"{path}{suffix}", f"{aside}{suffix}")


AGE_SECONDS = 10
"""Seconds by which the file's time is moved back on closing. So any later write changes the time."""


def mark_sound(path: Path, unreadable: int | None) -> None:
    """Note a clean close. The note has the number of ``unreadable`` rows, if known. Does nothing while others have the
    file open."""
    with suppress(OSError):
        if not Path(f"{path}-wal").exists():
            stat = os.stat(path)
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns - AGE_SECONDS * 10**9))
            _sound_mark(path).write_text(json.dumps([*look(path), unreadable]))


def take_sound_mark(path: Path) -> tuple[bool, int | None]:
    """Whether the file is unchanged since a clean close. Also returns its number of unreadable rows, None if unknown.
    Deletes the note."""
    mark = _sound_mark(path)
    try:
        *seen, unreadable = json.loads(mark.read_text())
        mark.unlink()
    except (OSError, ValueError, TypeError):
        return False, None
    sound = tuple(seen) == look(path) and not Path(f"{path}-wal").exists()
    return sound, unreadable if sound and isinstance(unreadable, int) else None


def _sound_mark(path: Path) -> Path:
    return path.with_name(f"{path.name}.sound")


def look(path: Path | None) -> tuple[int, ...]:
    """The device, inode, size and time of a file. Empty if there is no file."""
    try:
        stat = os.stat(path) if path else None
    except OSError:
        stat = None
    return (stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns) if stat else ()


def code(error: Exception) -> int:
    """The primary error code of SQLite; 0 for other errors."""
    if isinstance(error, UnicodeDecodeError):
        return sqlite3.SQLITE_CORRUPT
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def reason(error: Exception) -> object:
    """The reason for an error, as shown to the user."""
    if isinstance(error, OSError):
        return error.strerror
    if isinstance(error, UnicodeDecodeError):
        return phrase("it is damaged: {what}", what=error.reason)
    cause = error.args[0] if isinstance(error, sqlite3.Error) else str(error)
    return printable(cause) if isinstance(cause, str) else cause  # SQLite may quote bytes of a damaged file
