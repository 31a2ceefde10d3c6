"""The file of a store: opened, checked and brought up; and made anew where it is broken or says what we never wrote, with
all that can be read of it.

    NAME                     the store
    NAME.broken-N            a file that stood there and could not be used, as it was
    NAME.broken-N.unread     while it is not sure that what can be read of it is in the store
    NAME.sound               while the store is closed, if it was closed in good order
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
"""How long to wait for another app that is writing."""
OPEN_ATTEMPTS = 4
"""How often to try to open a file that other apps are replacing meanwhile."""
CACHE_KIBIBYTES = 256
"""How much of the file stays in memory: a ply is written by its id, and SQLite's usual 2 MB would fill over some hours."""
DAMAGED = (
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_AUTH,
)
"""What SQLite says of a file that has to be judged anew; the last where a statement would do what others have put there."""
LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)

_EMPTY = "The store of games {path} could not be read ({reason}); it is kept as {aside}, and an empty one is begun."
_ANEW = (
    "The store of games {path} is not as triqui left it ({reason}); it is kept as {aside}, and a new one has all that can be "
    "read of it (games: {games})."
)


class Unfit(sqlite3.DatabaseError):
    """A database that cannot be used as a store; the argument is the reason."""

    sqlite_errorcode = sqlite3.SQLITE_NOTADB


class Newer(sqlite3.DatabaseError):
    """A store that is sound, but not for this version; the argument is the reason."""


def opened(path: Path, whole: bool) -> tuple[sqlite3.Connection, StoreReplaced | None]:
    """Open the file, or a new one with what can be read of it after moving it aside; and what the user has to be told of that.
    It is checked as a ``whole`` where that is asked for, else only as far as opening it goes. Raises OSError, or what
    UNREADABLE names, where neither can be done."""
    path.parent.mkdir(parents=True, exist_ok=True)
    why: object = phrase("triqui ended while it was mended")
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
                raise  # a device is nothing to rename
            why, whole = reason(error), True
            _put_aside(path)
            continue
        for aside in left:
            _mark(aside).unlink(missing_ok=True)
        if games is None or not left:
            return db, None
        return db, StoreReplaced(_ANEW if games else _EMPTY, path=path, reason=why, aside=left[-1], games=games)
    raise AssertionError


def memory(path: Path | None = None) -> sqlite3.Connection:
    """A store that lasts as long as it is open, with what can be read of a file."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    _secured(db)
    _prepare(db, () if path is None else (path, *_unread(path)), False)
    return db


def _connected(path: Path, left: Sequence[Path], whole: bool) -> tuple[sqlite3.Connection, int | None]:
    """The file, open and ready, and how many games were taken over if it was empty."""
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
    """Let nothing that stands in a file do more than be read."""
    db.text_factory = text_of
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_BYTES)
    db.execute("PRAGMA trusted_schema = OFF")
    if sys.version_info >= (3, 12):
        db.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)


def _authorized(action: int, one: str | None, two: str | None, database: str | None, inside: str | None) -> int:
    """Refuse what a trigger or a view would do that another program has put there since the file was opened."""
    return sqlite3.SQLITE_DENY if inside else sqlite3.SQLITE_OK


def _prepare(db: sqlite3.Connection, left: Iterable[Path], whole: bool) -> int | None:
    """Make the tables in an empty database, with what can be read of the files that are ``left``, and return the number of
    games; check another and bring it up, and return None. All of it or nothing."""
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
            from core.store.earlier import bring_up  # once in the life of a file

            bring_up(db, name)
        for create in (*TABLES.values(), *INDEXES.values()):
            db.execute(create)
        games = 0 if empty else None
        for file in left if empty else ():
            from core.store.salvage import salvage  # which few stores ever need

            games = (games or 0) + salvage(file, db)
        if earlier or games:
            from core.store.earlier import write_whole_ids

            write_whole_ids(db)
        # In every case: only a write finds out that nothing can be written.
        db.execute(f"PRAGMA user_version = {SCHEMA}")
    return games


def _check(db: sqlite3.Connection) -> None:
    """Read the whole file. Raises Unfit where it is damaged."""
    with closing(db.execute("PRAGMA integrity_check(1)")) as check:
        (verdict,) = check.fetchone()
    if verdict != "ok":
        what = printable(verdict.splitlines()[-1].encode(errors="replace").decode())
        raise Unfit(phrase("it is damaged: {what}", what=what))


def _words(sql: str) -> list[str]:
    """The words and signs of a statement, without its comments."""
    words = re.findall(r"'(?:[^']|'')*'|--[^\n]*|\w+|[^\w\s]", sql.replace("IF NOT EXISTS ", ""))
    return [word for word in words if not word.startswith("--")]


_FORMS = {name: _words(create) for name, create in (*TABLES.items(), *INDEXES.items())}
"""How each of our tables and indexes is made."""


def _earlier_forms() -> dict[str, list[list[str]]]:
    """How the tables were made that had other forms before: that of the games had more columns in each version."""
    whole = _words(plain.CREATE)
    ends = [at for at, word in enumerate(whole) if word == ","][plain.FIRST_COLUMNS - 1 :]
    reviews = _words("CREATE TABLE reviews (of TEXT PRIMARY KEY, played TEXT NOT NULL, marks TEXT NOT NULL)")
    return {"games": [whole, *([*whole[:end], ")"] for end in ends)], "reviews": [reviews]}


_EARLIER_FORMS = _earlier_forms()


def _earlier(db: sqlite3.Connection) -> list[str]:
    """The tables that have an earlier form."""
    made = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
    return [name.lower() for name, sql in made if _words(sql) in _EARLIER_FORMS.get(name.lower(), ())]


def _strange(db: sqlite3.Connection) -> object:
    """What stands in the database that we have never written there; None for nothing. Tables of other names are left alone."""
    ours = False
    for name, sql in db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"):
        words, known = _words(str(sql)), str(name).lower()
        ours = ours or known == "games"
        if known in _FORMS:
            fits = words == _FORMS[known] or words in _EARLIER_FORMS.get(known, ())
        else:
            fits = words[:2] in (["CREATE", "TABLE"], ["CREATE", "VIRTUAL"])
        if not fits:
            return phrase("what it says of {name} is from another program", name=quoted(str(name)))
    return None if ours else phrase("it is no store of games")


def _sealed(path: Path) -> bool:
    """Whether a byte of the file says that SQLite may only read it: two others are all that there are so far."""
    with open(path, "rb") as file:
        return file.read(19)[18:] not in (b"", b"\1", b"\2")


def _mark(aside: Path) -> Path:
    return aside.with_name(f"{aside.name}.unread")


def _unread(path: Path) -> list[Path]:
    """The files that were moved aside, and of which it is not sure that the store has what can be read of them."""
    marks = path.parent.glob(f"{escape(path.name)}.broken-*.unread")
    return sorted(mark.with_suffix("") for mark in marks)


def _put_aside(path: Path) -> None:
    """Move a store aside, marked before as not yet read. Raises OSError."""
    aside = _free(path)
    try:
        _mark(aside).touch()
        _rename(path, aside)
    except OSError:
        for made in (_mark(aside), aside):
            made.unlink(missing_ok=True)
        raise


def move_aside(path: Path) -> Path:
    """Rename a file to the first free NAME.broken-N, which is returned. Raises OSError."""
    aside = _free(path)
    _rename(path, aside)
    return aside


def _free(path: Path) -> Path:
    for number in count(1):
        aside = path.with_name(f"{path.name}.broken-{number}")
        with suppress(FileExistsError):
            aside.touch(exist_ok=False)  # the name is ours, who else is at it
            return aside
    raise AssertionError


def _rename(path: Path, aside: Path) -> None:
    """Rename a file and what SQLite keeps beside it: the file last, since a new one must not find the log of the old."""
    for suffix in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            os.replace(f"{path}{suffix}", f"{aside}{suffix}")


AGE_SECONDS = 10
"""So much older a file is made when it is closed: whatever is written to it later, however soon, gives it another time."""


def mark_sound(path: Path, unreadable: int | None) -> None:
    """Note that the file was closed in good order, and the number of its rows that cannot be read, if that is known. Nothing
    is noted while others have it open."""
    with suppress(OSError):
        if not Path(f"{path}-wal").exists():
            stat = os.stat(path)
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns - AGE_SECONDS * 10**9))
            _sound_mark(path).write_text(json.dumps([*look(path), unreadable]))


def take_sound_mark(path: Path) -> tuple[bool, int | None]:
    """Whether the file is as it was when it was closed in good order, and the number of its rows that cannot be read, if that
    is known. The note is gone from then on."""
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
    """What shows whether a file is still the same one (the first two numbers) and unchanged; nothing where there is none."""
    try:
        stat = os.stat(path) if path else None
    except OSError:
        stat = None
    return (stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns) if stat else ()


def code(error: Exception) -> int:
    """SQLite's code of an error, without its details; 0 for none of its errors."""
    if isinstance(error, UnicodeDecodeError):
        return sqlite3.SQLITE_CORRUPT
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def reason(error: Exception) -> object:
    """What an error says, for people."""
    if isinstance(error, OSError):
        return error.strerror
    if isinstance(error, UnicodeDecodeError):
        return phrase("it is damaged: {what}", what=error.reason)
    said = error.args[0] if isinstance(error, sqlite3.Error) else str(error)
    return printable(said) if isinstance(said, str) else said  # SQLite repeats what stands in a damaged file
