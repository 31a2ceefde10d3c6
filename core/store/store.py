"""Games on disk: every ply of every match, in one SQLite file that several apps may share.

A match is saved after each ply and is on disk when :meth:`Store.save` returns. Each write gives its row a new revision, and a
save names the one it follows; when another app has moved the same game on, the match is kept as a game of its own beside it.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import count, islice, zip_longest
from pathlib import Path

from core import __version__
from core.analysis import Analysis
from core.errors import StoreBroken, StoreReplaced, printable
from core.phrase import phrase
from core.play.match import Match
from core.players.opponents import HUMAN, elsewhere
from core.position import Position
from core.store.people import Members
from core.store.rows import (
    BRING_UP,
    COLUMNS,
    CREATE,
    CREATE_FOUND,
    CREATE_OFFERS,
    CREATE_PEOPLE,
    CREATE_PRACTICE,
    CREATE_REVIEWS,
    SELECT,
    SELECT_FOUND,
    SELECT_MARKED,
    SELECT_PRACTICE,
    WRITE,
    WRITE_FOUND,
    WRITE_PRACTICE,
    WRITE_REVIEW,
    Marks,
    Practice,
    Tried,
    Writing,
    marked_of,
    marks_of,
    packed,
    row_of,
    stored_of,
    text_of,
    tried_of,
    unpacked,
)
from core.store.rows import SCHEMA as SCHEMA
from core.store.rows import Stored as Stored

BUSY_SECONDS = 30.0
"""How long to wait for another app that is writing."""
OPEN_ATTEMPTS = 4
"""How often to try to open a file that other apps are replacing meanwhile."""
CACHE_KIBIBYTES = 256
"""How much of the file stays in memory: a ply is written by its id, and SQLite's usual 2 MB would fill over some hours."""
LAST_RESULTS = 12
"""Results that a tally lists one by one."""

_BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises over a file that it cannot use; the second when its own message repeats bytes that are no text."""
_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)


@dataclass(frozen=True)
class Results:
    """How the human fared against engines. ``last`` has the latest results, +1 0 -1, the newest at the end."""

    wins: int
    draws: int
    losses: int
    last: tuple[int, ...]


class Store:
    """The games that are kept. Belongs to the thread that opened it; got from :func:`open_store`.

    Every method but close raises StoreBroken when the file cannot be used at this moment, and StoreReplaced when an empty one
    had to take its place. The next call tries again, and so a game goes on over a full disk or a file that has gone. A row
    that cannot be read is left out of what is found, and stays in the file as it is.
    """

    def __init__(self, path: Path | None, db: sqlite3.Connection, clock: Callable[[], float]) -> None:
        self.path = path
        """The file; None when the games last only as long as the program."""
        self.people = Members(self._connection)
        self._clock = clock
        self._db: sqlite3.Connection | None = db
        self._seen = _look(path)

    def save(self, match: Match, after: Stored | Writing | None = None) -> Stored:
        """Keep a match as it stands now: on disk when this returns.

        ``after`` is what the last save of this match returned, or what it was continued from; None for a new match. When
        someone else has moved that game on since, theirs stays as it is and this one is kept under a new id.
        """
        (stored,) = self.save_all([(match, after)])
        return stored

    def save_all(self, matches: Iterable[tuple[Match, Stored | Writing | None]]) -> list[Stored]:
        """The same for several matches, each with what it follows: all of them or, when this raises, none."""
        with self._connection() as db:
            db.execute("BEGIN IMMEDIATE")
            return [self._write(db, match, after) for match, after in matches]

    def _write(self, db: sqlite3.Connection, match: Match, after: Stored | Writing | None) -> Stored:
        if after:
            match = replace(match, id=after.id)
        now = self._clock()
        stored = Stored.of(match, after.started if after else now, now)
        row = db.execute(f"{SELECT} WHERE id = ?", (match.id,)).fetchone()
        there = stored_of(row) if row else None
        if there and there.document == stored.document:
            return there
        stale = row and (after is None or row[1] != after.revision)
        stored = stored.anew(uuid.uuid4().hex if stale else stored.id)
        db.execute(WRITE, row_of(stored))
        return stored

    def load(self, id: str) -> Stored | None:
        """One game, None when there is none of that id."""
        return next(iter(self._select("WHERE id = ?", id)), None)

    def unfinished(self) -> list[Stored]:
        """The games that can be continued, newest first."""
        return self._select("WHERE reason IS NULL ORDER BY updated DESC, rowid DESC")

    def finished(self, game: str | None = None, limit: int | None = 100) -> list[Stored]:
        """The games that are over, of one game id or of all, newest first; all of them without a limit."""
        where = "WHERE reason IS NOT NULL AND game = ifnull(?, game) ORDER BY updated DESC, rowid DESC"
        return self._select(where, game, limit=limit)

    def mark(self, id: str, moves: str, marks: Marks) -> None:
        """Keep what a review has found out about the moves of a game, beside what an earlier one has judged; the record and its
        revision stay as they are."""
        with self._connection() as db:
            db.execute("BEGIN IMMEDIATE")
            row = db.execute("SELECT marks FROM reviews WHERE of = ? AND played = ?", (id, moves)).fetchone()
            known = marks_of(row[0], moves) if row else ()
            marks = tuple(new if new is not None else old for new, old in zip_longest(marks, known))
            db.execute(WRITE_REVIEW, (id, moves, json.dumps(marks)))

    def learn(self, analyses: Iterable[Analysis]) -> None:
        """Keep what was found out about positions, together with what was proven of them before: guesses are those of the
        analysis that has come to its end and looked at more."""
        with self._connection() as db:
            db.execute("BEGIN IMMEDIATE")
            for newer in analyses:
                both = sorted((*_found(db, newer.position), newer), key=lambda each: (each.final, each.nodes))
                db.execute(WRITE_FOUND, packed(both[-1].keeping(both[0])))

    def found(self, positions: Iterable[Position]) -> list[Analysis]:
        """What this version of the program has found out about these positions before, where it has."""
        with self._connection() as db:
            return [analysis for position in positions for analysis in _found(db, position)]

    def practice(self) -> Practice:
        """What came of the exercises that were tried; a row that cannot be read is left out."""
        with self._connection() as db:
            return dict(filter(None, map(tried_of, db.execute(SELECT_PRACTICE))))

    def practise(self, game: str, moves: str, *, wrong: bool = False, hint: bool = False) -> Tried:
        """Keep that an exercise was tried, solved unless the try was ``wrong`` or only a ``hint`` was asked for. Once it is
        solved that stays. Returns what is kept."""
        with self._connection() as db:
            db.execute("BEGIN IMMEDIATE")
            row = db.execute(f"{SELECT_PRACTICE} WHERE game = ? AND moves = ?", (game, moves)).fetchone()
            there = tried_of(row) if row else None
            before = there[1] if there else Tried()
            if before.solved is not None:
                return before
            solved = None if wrong or hint else float(self._clock())
            after = Tried(before.wrong + wrong, before.hints + hint, solved)
            db.execute(WRITE_PRACTICE, (game, moves, after.wrong, after.hints, after.solved))
        return after

    def take_in(self, games: Iterable[Stored]) -> int:
        """Keep games that come from elsewhere, with their times and marks: all of them or, when this raises, none. Returns how
        many were new; one that is there already stays, and another under an id that is taken gets an id of its own."""
        new = 0
        with self._connection() as db:
            db.execute("BEGIN IMMEDIATE")
            for stored in games:
                row = db.execute(f"{SELECT} WHERE id = ?", (stored.id,)).fetchone()
                there = stored_of(row) if row else None
                if there and there.document == stored.document:
                    continue
                stored = stored.anew(uuid.uuid4().hex if row else stored.id)
                db.execute(WRITE, row_of(stored))
                if stored.marks:
                    db.execute(WRITE_REVIEW, (stored.id, stored.moves, json.dumps(stored.marks)))
                new += 1
        return new

    def unreadable(self) -> int:
        """How many rows cannot be read."""
        with self._connection() as db:
            return sum(stored_of(row) is None for row in db.execute(SELECT))

    def forget(self, id: str) -> None:
        """Drop an unfinished game; a finished one stays."""
        with self._connection() as db:
            db.execute("DELETE FROM games WHERE id = ? AND reason IS NULL", (id,))

    def tally(self, game: str | None = None) -> Results:
        """The finished games of one human against an engine, of one game id or of all."""
        query = (
            "SELECT CASE WHEN winner IS NULL THEN 0 WHEN (winner = 0) = (first = :human) THEN 1 ELSE -1 END FROM games "
            "WHERE reason IS NOT NULL AND game = ifnull(:game, game) AND (first = :human) <> (second = :human) "
            "AND NOT first LIKE :afar AND NOT second LIKE :afar "
            "AND ifnull(winner, 0) IN (0, 1) ORDER BY updated, rowid"
        )
        with self._connection() as db:
            results = [
                result for (result,) in db.execute(query, {"human": HUMAN, "afar": elsewhere("%"), "game": game})
            ]
        return Results(results.count(1), results.count(0), results.count(-1), tuple(results[-LAST_RESULTS:]))

    def close(self) -> None:
        """Let go of the file; never raises."""
        if self._db:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None

    def _select(self, where: str, *values: object, limit: int | None = None) -> list[Stored]:
        with self._connection() as db:
            rows = db.execute(f"{SELECT_MARKED} {where}", values)
            return list(islice(filter(None, map(marked_of, rows)), limit))

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """The open file, for one transaction; opened anew when something has happened to it."""
        try:
            seen = _look(self.path)
            if self._db is None or seen != self._seen:
                gone = self._db is not None and seen[:2] != self._seen[:2]
                trouble = self._reopen()
                if trouble or gone:
                    raise trouble or StoreReplaced(_GONE, path=self.path)
            assert self._db
            with self._db:
                yield self._db
            self._seen = _look(self.path)
        except (sqlite3.Error, OSError, UnicodeError) as error:
            raise self._mend(error) from error

    def _reopen(self) -> StoreReplaced | None:
        self.close()
        self._db, trouble = _open(self.path) if self.path else (_memory(), None)
        self._seen = _look(self.path)
        return trouble

    def _mend(self, error: Exception) -> StoreBroken:
        """What to say of an error; a broken file is replaced at once, all else is tried again by the next call."""
        trouble = None
        if self.path:
            self.close()
            if _code(error) in _BROKEN:
                with suppress(OSError, *_UNREADABLE):
                    trouble = self._reopen()
        return trouble or _failed(self.path or phrase("memory"), error)


def open_store(path: Path, clock: Callable[[], float] = time.time) -> tuple[Store, StoreBroken | None]:
    """The store in a file, which is made if need be, and what the user has to be told.

    A broken file is moved aside to NAME.broken-N and an empty one is begun. Where no file can be written, the store is one
    in memory, and so it is beside a file of a newer version, which stays as it is. ``clock`` gives seconds since 1970. Raises
    StoreBroken while another program holds the file: try again.
    """
    try:
        db, trouble = _open(path)
        return Store(path, db, clock), trouble
    except _Newer:
        lost = StoreBroken(_NEWER, path=path)
    except (OSError, *_UNREADABLE) as error:
        if _code(error) in _LOCKED:
            raise _failed(path, error) from error
        lost = StoreBroken(_IMPOSSIBLE, path=path, reason=_reason(error))
    return Store(None, _memory(), clock), lost


_GONE = "The store of games {path} has disappeared; an empty one is begun."
_FAILED = "The store of games {path} cannot be used now ({reason}); it is tried again when it is next needed."
_IMPOSSIBLE = (
    "The games cannot be kept in {path} ({reason}) and last only until the program ends; "
    "set TRIQUI_HOME to a folder that can be written to."
)
_NEWER = (
    "A newer version of the program keeps its games in {path}; that file stays as it is, and what is played here lasts only "
    "until the program ends. Use the newer version, or set TRIQUI_HOME to another folder."
)
_MOVED = "The store of games {path} could not be read ({reason}); it is kept as {aside}, and an empty one is begun."


class _Unfit(sqlite3.DatabaseError):
    """A database that cannot be used as a store; the argument is the reason."""

    sqlite_errorcode = sqlite3.SQLITE_NOTADB


class _Newer(sqlite3.DatabaseError):
    """A store that is sound, but not for this version; the argument is the reason."""


def _open(path: Path) -> tuple[sqlite3.Connection, StoreReplaced | None]:
    """Open the file, or an empty one after moving it aside. Raises OSError or sqlite3.Error where neither can be done."""
    path.parent.mkdir(parents=True, exist_ok=True)
    trouble = None
    for attempt in count(1):
        judged = _look(path)
        try:
            return _connect(path), trouble
        except _UNREADABLE as error:
            if attempt == OPEN_ATTEMPTS or _code(error) in _LOCKED:
                raise
            if _look(path)[:2] != judged[:2]:
                continue  # another app has just replaced the file
            if _code(error) not in _BROKEN:
                raise
            trouble = StoreReplaced(_MOVED, path=path, reason=_reason(error), aside=move_aside(path))
    raise AssertionError


def _found(db: sqlite3.Connection, position: Position) -> list[Analysis]:
    """What is kept of a position, if anything can be read."""
    row = db.execute(SELECT_FOUND, (position.game.id, position.text, __version__)).fetchone()
    analysis = unpacked(row[0]) if row else None
    return [analysis] if analysis else []


def _memory() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.text_factory = text_of
    _prepare(db)
    return db


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    db.text_factory = text_of
    try:
        _prepare(db)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute(f"PRAGMA cache_size = -{CACHE_KIBIBYTES}")
    except BaseException:
        db.close()
        raise
    return db


def _prepare(db: sqlite3.Connection) -> None:
    """Make the table in an empty database, check it in another and bring it up; all of it or nothing."""
    with db:
        db.execute("BEGIN IMMEDIATE")
        with closing(db.execute("PRAGMA quick_check(1)")) as check:
            (verdict,) = check.fetchone()
        if verdict != "ok":
            what = printable(verdict.splitlines()[-1].encode(errors="replace").decode())
            raise _Unfit(phrase("it is damaged: {what}", what=what))
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > SCHEMA:
            raise _Newer(phrase("a newer version of the program wrote it"))
        if not db.execute("SELECT 1 FROM sqlite_master").fetchone():
            db.execute(CREATE)
        there = _columns(db)
        done = len(there) + len(BRING_UP) - len(COLUMNS)
        if done >= 0 and there == COLUMNS[: len(there)]:
            for statement in BRING_UP[done:]:
                db.execute(statement)
        if _columns(db) != COLUMNS:
            raise _Unfit(phrase("it is no store of games"))
        db.execute(CREATE_REVIEWS)
        db.execute(CREATE_FOUND)
        db.execute(CREATE_PRACTICE)
        db.execute(CREATE_PEOPLE)
        db.execute(CREATE_OFFERS)
        # In every case: only a write finds out that nothing can be written.
        db.execute(f"PRAGMA user_version = {SCHEMA}")


def _columns(db: sqlite3.Connection) -> tuple[str, ...]:
    return tuple(name for _, name, *_ in db.execute("PRAGMA table_info(games)"))


def move_aside(path: Path) -> Path:
    """Rename a file, and what SQLite keeps beside it, to the first free NAME.broken-N, which is returned. Raises OSError."""
    number = 1
    while True:
        aside = path.with_name(f"{path.name}.broken-{number}")
        try:
            aside.touch(exist_ok=False)  # the name is ours, whoever else is at it
            break
        except FileExistsError:
            number += 1
    for suffix in ("-wal", "-shm", ""):  # the file last: a new one must not find the log of the old
        with suppress(FileNotFoundError):
            os.replace(f"{path}{suffix}", f"{aside}{suffix}")
    return aside


def _look(path: Path | None) -> tuple[int, ...]:
    """What shows whether a file is still the same one (the first two numbers) and unchanged; nothing where there is none."""
    try:
        stat = os.stat(path) if path else None
    except OSError:
        stat = None
    return (stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns) if stat else ()


def _code(error: Exception) -> int:
    if isinstance(error, UnicodeDecodeError):
        return sqlite3.SQLITE_CORRUPT
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _failed(place: object, error: Exception) -> StoreBroken:
    return StoreBroken(_FAILED, path=place, reason=_reason(error))


def _reason(error: Exception) -> object:
    if isinstance(error, OSError):
        return error.strerror
    if isinstance(error, UnicodeDecodeError):
        return phrase("it is damaged: {what}", what=error.reason)
    said = error.args[0] if isinstance(error, sqlite3.Error) else str(error)
    return printable(said) if isinstance(said, str) else said  # SQLite repeats what stands in a damaged file
