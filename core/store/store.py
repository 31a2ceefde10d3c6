"""Games on disk: every ply of every match, in one SQLite file that several apps may share.

A match is saved after each ply and is on disk when :meth:`Store.save` returns. Each write gives its row a new revision, and a
save names the one it follows; when another app has moved the same game on, the match is kept as a game of its own beside it.
"""

from __future__ import annotations

import json
import sqlite3
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from pathlib import Path

from core import __version__
from core.analysis import Analysis
from core.errors import StoreBroken, StoreReplaced
from core.phrase import phrase
from core.play.match import Match
from core.players.opponents import HUMAN, elsewhere
from core.position import Position
from core.store.file import DAMAGED, LOCKED, Newer, code, look, memory, opened, reason
from core.store.people import Members
from core.store.rows import (
    OF_PEOPLE,
    SELECT,
    SELECT_FOUND,
    SELECT_MARKED,
    SELECT_PRACTICE,
    UNREADABLE,
    WRITE,
    WRITE_FOUND,
    WRITE_PRACTICE,
    WRITE_REVIEW,
    Practice,
    ReviewMarks,
    Tried,
    Writing,
    marked_of,
    marks_of,
    packed,
    row_of,
    stored_of,
    tried_of,
    unpacked,
)
from core.store.rows import SCHEMA as SCHEMA
from core.store.rows import Stored as Stored

LAST_RESULTS = 12
"""Results that a tally lists one by one."""


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
        self._seen = look(path)

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

    def unused(self) -> bool:
        """Whether nothing is kept of anybody: no game, no review, and no exercise that was tried."""
        with self._connection() as db:
            found = (db.execute(f"SELECT EXISTS (SELECT 1 FROM {table})").fetchone()[0] for table in OF_PEOPLE)
            return not any(found)

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

    def mark(self, id: str, moves: str, marks: ReviewMarks) -> None:
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
            seen = look(self.path)
            if self._db is None or seen != self._seen:
                gone = self._db is not None and seen[:2] != self._seen[:2]
                trouble = self._reopen()
                if trouble or gone:
                    raise trouble or StoreReplaced(_REPLACED if seen else _GONE, path=self.path)
            assert self._db
            with self._db:
                yield self._db
            before, self._seen = self._seen, look(self.path)
            if self._seen[:2] != before[:2]:  # what was written may stand in a file that others have moved aside
                self.close()
                raise StoreReplaced(_REPLACED if self._seen else _GONE, path=self.path)
        except (sqlite3.Error, OSError, UnicodeError) as error:
            raise self._mend(error) from error

    def _reopen(self) -> StoreReplaced | None:
        self.close()
        self._db, trouble = opened(self.path) if self.path else (memory(), None)
        self._seen = look(self.path)
        return trouble

    def _mend(self, error: Exception) -> StoreBroken:
        """What to say of an error; a broken file is replaced at once, all else is tried again by the next call."""
        trouble = None
        if self.path:
            self.close()
            if code(error) in DAMAGED:
                with suppress(OSError, *UNREADABLE):
                    trouble = self._reopen()
        return trouble or _failed(self.path or phrase("memory"), error)


def open_store(path: Path, clock: Callable[[], float] = time.time) -> tuple[Store, StoreBroken | None]:
    """The store in a file, which is made if need be, and what the user has to be told.

    A file that is broken, or says what we never wrote, is moved aside to NAME.broken-N, and a new one has all that can be read
    of it. Where no file can be written, the store is one in memory, with what can be read; and an empty one in memory stands
    in for the file of a newer version, which stays as it is. ``clock`` gives seconds since 1970. Raises
    StoreBroken while another program holds the file: try again.
    """
    try:
        db, trouble = opened(path)
        return Store(path, db, clock), trouble
    except Newer:
        return Store(None, memory(), clock), StoreBroken(_NEWER, path=path)
    except (OSError, *UNREADABLE) as error:
        if code(error) in LOCKED:
            raise _failed(path, error) from error
        return Store(None, memory(path), clock), StoreBroken(_IMPOSSIBLE, path=path, reason=reason(error))


_GONE = "The store of games {path} has disappeared; an empty one is begun."
_REPLACED = "The store of games {path} was replaced by another, which is used from now on."
_FAILED = "The store of games {path} cannot be used now ({reason}); it is tried again when it is next needed."
_IMPOSSIBLE = (
    "The games cannot be kept in {path} ({reason}) and last only until the program ends; "
    "set TRIQUI_HOME to a folder that can be written to."
)
_NEWER = (
    "A newer version of the program keeps its games in {path}; that file stays as it is, and what is played here lasts only "
    "until the program ends. Use the newer version, or set TRIQUI_HOME to another folder."
)


def _found(db: sqlite3.Connection, position: Position) -> list[Analysis]:
    """What is kept of a position, if anything can be read."""
    row = db.execute(SELECT_FOUND, (position.game.id, position.text, __version__)).fetchone()
    analysis = unpacked(row[0]) if row else None
    return [analysis] if analysis else []


def _failed(place: object, error: Exception) -> StoreBroken:
    return StoreBroken(_FAILED, path=place, reason=reason(error))
