"""Games on disk: every ply of every match, in one shared SQLite file.

A match is saved after each ply and is on disk when :meth:`Store.save` returns. Each write gives its row a new revision,
and a save names the revision it follows. If another app has moved the game on, the match is saved as a separate game.
"""

from __future__ import annotations

import json
import sqlite3
import time
import uuid
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import cached_property
from itertools import islice, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core import __version__
from core.analysis import Analysis
from core.errors import GaveWay, StoreBroken, StoreReplaced
from core.phrase import phrase
from core.play.match import Match
from core.position import Position
from core.store.file import DAMAGED, LOCKED, Newer, code, look, mark_sound, memory, opened, reason, take_sound_mark
from core.store.people import Members
from core.store.rows import (
    COLUMNS,
    DROP_FOUND,
    LEFT,
    MAX_DROPPED,
    MAX_FOUND,
    OF_PEOPLE,
    OVER,
    SELECT,
    SELECT_FOUND,
    SELECT_MARKED,
    SELECT_PRACTICE,
    UNDER_WAY,
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
    spelled,
    stored_of,
    tried_of,
    unpacked,
)
from core.store.rows import SCHEMA as SCHEMA
from core.store.rows import Stored as Stored
from core.store.running import MAX_ROWS, Totals

if TYPE_CHECKING:
    from core.store.judged import Judgements


class Store:
    """The stored games, owned by one thread. Use :func:`open_store` to open it.

    Every method but ``close`` raises StoreBroken if the file cannot be used at the moment, and StoreReplaced if an
    empty one had to replace it. The next call tries again, so a game goes on after a full disk or a lost file.
    Unreadable rows are skipped and stay in the file unchanged.
    """

    def __init__(
        self, path: Path | None, db: sqlite3.Connection, clock: Callable[[], float], unreadable: int | None = None
    ) -> None:
        self.path = path
        """The file. None if the games last only as long as the program."""
        self.people = Members(self._connection)
        self.totals = Totals(self._connection)
        self._clock = clock
        self._db: sqlite3.Connection | None = db
        self._seen = look(path)
        self._unreadable = unreadable
        """The number of unreadable rows, None before they are counted."""
        self._counted = (-1, 0)
        """The last row checked by :meth:`unreadable`, and the number found so far."""

    @cached_property
    def judgements(self) -> Judgements:
        """The totals over the reviews."""
        from core.store.judged import Judgements  # which a hall without reviews does without

        return Judgements(self._connection)

    def save(self, match: Match, after: Stored | Writing | None = None) -> Stored:
        """Save a match in its present state. It is on disk when this returns.

        ``after`` is the result of the last save of this match, or the stored game it continues; None for a new match.
        If another app has moved that game on since, that one stays as it is and this match is saved under a new id.
        """
        (stored,) = self.save_all([(match, after)])
        return stored

    def save_all(self, matches: Iterable[tuple[Match, Stored | Writing | None]]) -> list[Stored]:
        """Save several matches in one transaction, each with the write it follows. If this raises, none is saved."""
        with self._connection() as db:
            db.execute("BEGIN IMMEDIATE")
            return [self._write(db, match, after) for match, after in matches]

    def _write(self, db: sqlite3.Connection, match: Match, after: Stored | Writing | None) -> Stored:
        if after:
            match = replace(match, id=after.id)
        now = self._clock()
        stored = Stored.of(match, after.started if after else now, now)
        row = _row(db, match.id)
        there = stored_of(row) if row else None
        if there and there.document == stored.document:
            return there
        stale = row and (after is None or row[1] != after.revision)
        id = uuid.uuid4().hex if stale else stored.id
        return self._put(db, stored.anew(id, there.origin if there else "here"), None if stale else row)

    def _put(self, db: sqlite3.Connection, stored: Stored, before: tuple[Any, ...] | None = None) -> Stored:
        """Write a row, replacing ``before``, the row with its id. Returns the stored game."""
        number = db.execute(WRITE, row_of(stored)).lastrowid
        assert number, "a row that is written has a number"
        was_over = before is not None and before[COLUMNS.index("stage")] == OVER
        if before and was_over:
            self.totals.forget(db, before[COLUMNS.index("game")], before[COLUMNS.index("updated")], before[-1])
        if stored.outcome:
            self.totals.forget(db, stored.game, stored.updated, number)
        if was_over or stored.outcome:
            from core.store.judged import touch  # which only finished games need

            touch(db, stored.id)
        return stored.numbered(number)

    def unused(self) -> bool:
        """Whether the store has no games, reviews or exercises."""
        with self._connection() as db:
            found = (db.execute(f"SELECT EXISTS (SELECT 1 FROM {table})").fetchone()[0] for table in OF_PEOPLE)
            return not any(found)

    def load(self, id: str) -> Stored | None:
        """The game with an id, None if there is none."""
        return next(iter(self._select("id = ?", id)), None)

    def unfinished(self) -> list[Stored]:
        """The games that can be continued, newest first."""
        return self._select(f"stage < {OVER}")

    def under_way(self, limit: int) -> list[Stored]:
        """The games between two moves, newest first."""
        return self._select(f"stage = {UNDER_WAY}", limit=limit)

    def count_under_way(self) -> int:
        """Number of games between two moves."""
        with self._connection() as db:
            return int(db.execute(f"SELECT count(*) FROM games WHERE stage = {UNDER_WAY}").fetchone()[0])

    def finished(
        self,
        game: str | None = None,
        limit: int | None = 100,
        *,
        watched: bool | None = None,
        before: Stored | None = None,
    ) -> list[Stored]:
        """The finished games, newest first. ``limit`` None lists all. ``game`` selects a game id. ``watched``
        selects games between engines (True) or all others (False), and ``before`` the games that follow that one in
        the list."""
        where, values = f"stage = {OVER}", list[object]()
        if game is not None:
            where += " AND game = ?"
            values.append(game)
        if watched is not None:
            where += " AND watched > 0" if watched else " AND watched = 0"
        if before:
            where += " AND (updated, games.rowid) < (?, ?)"
            values += [before.updated, before.number]
        return self._select(where, *values, limit=limit)

    def mark(self, id: str, moves: str, marks: ReviewMarks) -> None:
        """Save the marks of a review, merged with earlier ones. The game and its revision stay unchanged."""
        with self._connection() as db:
            db.execute("BEGIN IMMEDIATE")
            row = db.execute("SELECT marks FROM reviews WHERE of = ? AND played = ?", (id, moves)).fetchone()
            known = marks_of(row[0], moves) if row else ()
            marks = tuple(new if new is not None else old for new, old in zip_longest(marks, known))
            if marks != known:
                _review(db, id, moves, marks)

    def learn(self, analyses: Iterable[Analysis]) -> None:
        """Save analyses of positions, merged with what earlier ones have proven. Estimates come from the analysis that
        is final, else from the one with more nodes."""
        with self._connection() as db:
            db.execute("BEGIN IMMEDIATE")
            for newer in analyses:
                both = sorted((*_found(db, newer.position), newer), key=lambda each: (each.final, each.nodes))
                db.execute(WRITE_FOUND, packed(both[-1].keeping(both[0])))
            db.execute(DROP_FOUND, {"kept": MAX_FOUND, "dropped": MAX_DROPPED})

    def found(self, positions: Iterable[Position]) -> list[Analysis]:
        """The stored analyses of positions by this version of the program."""
        with self._connection() as db:
            return [analysis for position in positions for analysis in _found(db, position)]

    def practice(self) -> Practice:
        """The results of all exercises tried. Unreadable rows are skipped."""
        with self._connection() as db:
            return dict(filter(None, map(tried_of, db.execute(SELECT_PRACTICE))))

    def practise(self, game: str, moves: str, *, wrong: bool = False, hint: bool = False) -> Tried:
        """Record a try at an exercise, and return its result after it, as :meth:`core.store.rows.Tried.after` gives it."""
        with self._connection() as db:
            db.execute("BEGIN IMMEDIATE")
            row = db.execute(f"{SELECT_PRACTICE} WHERE game = ? AND moves = ?", (game, moves)).fetchone()
            there = tried_of(row) if row else None
            after = (there[1] if there else Tried()).after(self._clock, wrong=wrong, hint=hint)
            db.execute(WRITE_PRACTICE, (game, moves, after.wrong, after.hints, after.solved))
        return after

    def note_practice(self, game: str, moves: str, tried: Tried) -> Tried:
        """Record the result of an exercise as it is given, in place of any other, and return it."""
        with self._connection() as db:
            db.execute(WRITE_PRACTICE, (game, moves, tried.wrong, tried.hints, tried.solved))
        return tried

    def take_in(self, games: Iterable[Stored]) -> int:
        """Import games with their times and marks, in one transaction. Returns the number of new games. A stored game is
        skipped; another game with a used id gets an id made from its content. If this raises, none is imported."""
        new = 0
        with self._connection() as db:
            db.execute("BEGIN IMMEDIATE")
            for each in games:
                if stored := _newcomer(db, each):
                    stored = self._put(db, stored)
                    if stored.marks:
                        _review(db, stored.id, stored.moves, stored.marks)
                    new += 1
        return new

    def unreadable(self) -> int:
        """Number of unreadable rows. They are counted once after an unclean close, then remembered. Raises GaveWay."""
        while self._unreadable is None:
            last, found = self._counted
            with self._connection() as db:
                rows = db.execute(f"{SELECT} WHERE rowid > ? ORDER BY rowid LIMIT ?", (last, MAX_ROWS)).fetchall()
                if not rows:
                    self._unreadable = found + _left(db)
                    break
            self._counted = rows[-1][-1], found + sum(stored_of(row) is None for row in rows)
            if self.totals.urgent():
                raise GaveWay
        return self._unreadable

    def forget(self, id: str) -> None:
        """Delete an unfinished game. A finished one stays."""
        with self._connection() as db:
            db.execute(f"DELETE FROM games WHERE id = ? AND stage < {OVER}", (id,))

    def drop_watched(self, kept: int) -> int:
        """Delete some of the oldest games between engines, leaving the newest ``kept``. Games that an engine learns
        from stay. Returns the number deleted; 0 if none is left to delete."""
        with self._connection() as db:
            db.execute("BEGIN IMMEDIATE")
            query = (
                f"SELECT rowid, id FROM games WHERE stage = {OVER} AND watched = 1 ORDER BY updated DESC, rowid DESC"
            )
            rows = db.execute(f"{query} LIMIT ? OFFSET ?", (MAX_DROPPED, kept)).fetchall()
            db.executemany("DELETE FROM reviews WHERE of = ?", ([id] for _, id in rows))
            db.executemany("DELETE FROM games WHERE rowid = ?", ([number] for number, _ in rows))
        return len(rows)

    def each_finished(self) -> Generator[Stored, None, None]:
        """The finished games, newest first, read one by one. Nothing else may use the store meanwhile."""
        with self._connection() as db, closing(db.execute(_query(f"stage = {OVER}"))) as rows:
            yield from filter(None, map(marked_of, rows))

    def games(self) -> list[str]:
        """The ids of all games with a finished game."""
        with self._connection() as db:
            rows = db.execute(f"SELECT DISTINCT game FROM games WHERE stage = {OVER} ORDER BY game")
            return [id for (id,) in rows if isinstance(id, str)]

    def watched(self, game: str | None = None) -> int:
        """Number of finished games between engines, with one game id or any."""
        where, values = ("", ()) if game is None else (" AND game = ?", (game,))
        query = f"SELECT count(*) FROM games WHERE stage = {OVER} AND watched > 0{where}"
        with self._connection() as db:
            return int(db.execute(query, values).fetchone()[0])

    def close(self) -> None:
        """Close the file and note that it is sound. Never raises."""
        if self._db and self.path:
            self._let_go()
            mark_sound(self.path, self._unreadable)
        self._let_go()

    def _let_go(self) -> None:
        if self._db:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None

    def _select(self, where: str, *values: object, limit: int | None = None) -> list[Stored]:
        with self._connection() as db, closing(db.execute(_query(where), values)) as rows:
            # Rows are read lazily, so that damaged ones do not count toward the limit.
            return list(islice(filter(None, map(marked_of, rows)), limit))

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """The open file for one transaction. It is reopened if it has changed."""
        try:
            seen = look(self.path)
            if self._db is None or seen != self._seen:
                gone = self._db is not None and seen[:2] != self._seen[:2]
                trouble = self._reopen(whole=seen[:2] != self._seen[:2])
                if trouble or gone:
                    raise trouble or StoreReplaced(_REPLACED if seen else _GONE, path=self.path)
            assert self._db
            with self._db:
                yield self._db
            before, self._seen = self._seen, look(self.path)
            if self._seen[:2] != before[:2]:  # the write may have gone to a file that others have moved aside
                self._let_go()
                raise StoreReplaced(_REPLACED if self._seen else _GONE, path=self.path)
        except (sqlite3.Error, OSError, UnicodeError) as error:
            raise self._mend(error) from error

    def _reopen(self, whole: bool) -> StoreReplaced | None:
        """Open the file again, fully checked if ``whole``. Returns the notice if it was replaced."""
        self._let_go()
        if whole:
            self._unreadable, self._counted = None, (-1, 0)
        self._db, trouble = opened(self.path, whole) if self.path else (memory(), None)
        self._seen = look(self.path)
        return trouble

    def _mend(self, error: Exception) -> StoreBroken:
        """The error to raise. A damaged file is replaced at once; other errors are left to the next call."""
        trouble = None
        if self.path:
            self._let_go()
            if code(error) in DAMAGED:
                self._seen = ()  # makes this or the next call check the whole file
                with suppress(OSError, *UNREADABLE):
                    trouble = self._reopen(whole=True)
        return trouble or _failed(self.path or phrase("memory"), error)


def open_store(path: Path, clock: Callable[[], float] = time.time) -> tuple[Store, StoreBroken | None]:
    """Open or create the store in a file. Also returns the notice for the user, if any.

    A damaged file, or one with a foreign schema, is moved aside to NAME.broken-N, and a new one has all rows that can
    be read. If the file cannot be written, the store is in memory, with the rows that can be read. A newer version's
    file stays as it is, and an empty store in memory replaces it. ``clock`` gives seconds since 1970. Raises
    StoreBroken while another program locks the file: try again.
    """
    sound, unreadable = take_sound_mark(path)
    try:
        db, trouble = opened(path, not sound)
        return Store(path, db, clock, unreadable), trouble
    except Newer:
        return Store(None, memory(), clock), StoreBroken(_NEWER, path=path)
    except (OSError, *UNREADABLE) as error:
        if code(error) in LOCKED:
            raise _failed(path, error) from error
        return Store(None, memory(path), clock), StoreBroken(_IMPOSSIBLE, path=path, reason=reason(error))


_GONE = "The games file {path} has disappeared; an empty one replaces it."
_REPLACED = "The games file {path} was replaced by another one, which is used from now on."
_FAILED = "The games file {path} cannot be used now ({reason}); triqui tries again when it next needs the file."
_IMPOSSIBLE = (
    "Games cannot be saved in {path} ({reason}) and last only until the program ends; set TRIQUI_HOME to a writable "
    "folder."
)
_NEWER = (
    "The games file {path} is from a newer version of the program and stays unchanged; games played now last only "
    "until the program ends. Use the newer version, or set TRIQUI_HOME to another folder."
)


def _row(db: sqlite3.Connection, id: str) -> tuple[Any, ...] | None:
    """The row of a game, None if there is none."""
    row: tuple[Any, ...] | None = db.execute(f"{SELECT} WHERE id = ?", (id,)).fetchone()
    return row


def _newcomer(db: sqlite3.Connection, stored: Stored) -> Stored | None:
    """The game as it is imported. None if it is already stored, or was imported before."""
    row = _row(db, stored.id)
    if row is None:
        return stored.anew(stored.id, "imported")
    there = stored_of(row)
    if there and (there.document == stored.document or spelled(there.document) == spelled(stored.document)):
        return None
    id = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(stored.document)).hex
    return None if _row(db, id) else stored.anew(id, "imported")


def _query(where: str) -> str:
    """The query for games with their marks, newest first."""
    return f"{SELECT_MARKED} WHERE {where} ORDER BY updated DESC, games.rowid DESC"


def _left(db: sqlite3.Connection) -> int:
    """Number of rows of an earlier version that are not valid games."""
    there = db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (LEFT,)).fetchone()
    return int(db.execute(f"SELECT count(*) FROM {LEFT}").fetchone()[0]) if there else 0


def _found(db: sqlite3.Connection, position: Position) -> list[Analysis]:
    """The stored analysis of a position. A list of one, or empty."""
    row = db.execute(SELECT_FOUND, (position.game.id, position.text, __version__)).fetchone()
    analysis = unpacked(row[0]) if row else None
    return [analysis] if analysis else []


def _review(db: sqlite3.Connection, id: str, moves: str, marks: ReviewMarks) -> None:
    db.execute(WRITE_REVIEW, {"of": id, "played": moves, "marks": json.dumps(marks)})


def _failed(place: object, error: Exception) -> StoreBroken:
    return StoreBroken(_FAILED, path=place, reason=reason(error))
