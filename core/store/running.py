"""Running totals over finished games, each game added once.

    on disk, in sums           in memory                   read and added
    all games up to one  -->  those that followed it  -->  those that ended since

Games are ordered by the time of their end. A total on disk is a few games behind the last, so that undoing the end of a
game does not discard it. If a game within a total changes, the total is computed again from the first game on.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from core import __version__
from core.errors import GaveWay
from core.store.rows import COLUMNS, OVER, SELECT, WRONG, Stored, stored_of

MAX_ROWS = 128
"""Maximum number of rows read at a time."""
LAG = 4
"""Number of games by which a total on disk stays behind."""
STEP, FAR = 16, 8192
"""Games between two writes of a total: STEP once it is up to date, FAR while catching up."""


class Total(Protocol):
    """What some games come to."""

    @property
    def name(self) -> str:
        """The unique name of the total."""

    @property
    def watched(self) -> bool:
        """Whether games between engines are added too."""

    def add(self, game: Stored) -> None:
        """Add one more game."""

    def to_json(self) -> Any:
        """The total as plain JSON values."""

    def from_json(self, value: Any) -> Self:
        """The inverse of :meth:`to_json`, for an empty total. Raises an error of WRONG for any other value."""


T = TypeVar("T", bound=Total)


class RowPlace(NamedTuple):
    """The place of a game in the order of their ends: the time, in seconds since 1970, and the row number."""

    updated: float
    number: int


START = RowPlace(-math.inf, -1)


@dataclass
class _Reached(Generic[T]):
    """A total with the place of its last game. ``ahead`` counts its games beyond the total on disk."""

    total: T
    place: RowPlace
    ahead: int


class Totals:
    """The running totals of a store. Raises the errors of the store. ``connection`` gives the open file for one
    transaction."""

    def __init__(self, connection: Callable[[], AbstractContextManager[sqlite3.Connection]]) -> None:
        self._connection = connection
        self.urgent: Callable[[], bool] = lambda: False
        """Whether more urgent work waits. Called between batches while many games are added."""
        self._reached: dict[tuple[str, str], _Reached[Any]] = {}
        self._seen: tuple[sqlite3.Connection, int] | None = None
        """The connection and its ``data_version``. It changes when others write to the file."""

    def of(self, empty: T, game: str | None = None) -> T:
        """The total of the games of one id, or of all games, by the total of no game. Raises GaveWay."""
        while True:
            with self._connection() as db:
                db.execute("BEGIN")
                reached, read = self._go_on(db, empty, game)
            if read < MAX_ROWS:
                return reached.total
            if self.urgent():
                raise GaveWay

    def forget(self, db: sqlite3.Connection, game: str, updated: Any, number: int) -> None:
        """Drop the totals that include a changed place."""
        db.execute("DELETE FROM sums WHERE game IN ('', ?) AND (updated, number) >= (?, ?)", (game, updated, number))
        if isinstance(updated, float):
            for key, reached in list(self._reached.items()):
                if key[1] in ("", game) and reached.place >= (updated, number):
                    del self._reached[key]

    def _go_on(self, db: sqlite3.Connection, empty: T, game: str | None) -> tuple[_Reached[T], int]:
        """The total with the next batch of games, and the rows read."""
        self._look(db)
        key = (empty.name, game or "")
        reached = self._reached.pop(key, None) or self._read(db, empty, key)
        rows = list(_rows(db, empty.watched, game, reached.place))
        _add(reached, rows[:-LAG])
        if rows and reached.ahead >= (STEP if len(rows) < MAX_ROWS else FAR):
            _write(db, key, reached)
        _add(reached, rows[-LAG:])
        self._reached[key] = reached
        return reached, len(rows)

    def _look(self, db: sqlite3.Connection) -> None:
        """Clear the totals in memory if others have written to the file."""
        (version,) = db.execute("PRAGMA data_version").fetchone()
        if self._seen != (db, version):
            self._seen = (db, version)
            self._reached.clear()

    def _read(self, db: sqlite3.Connection, empty: T, key: tuple[str, str]) -> _Reached[T]:
        """The total on disk, or that of no game."""
        row = db.execute(
            "SELECT updated, number, state FROM sums WHERE name = ? AND game = ? AND version = ?", (*key, __version__)
        ).fetchone()
        if row:
            with suppress(*WRONG):
                return _Reached(empty.from_json(json.loads(row[2])), RowPlace(float(row[0]), int(row[1])), 0)
        return _Reached(empty, START, 0)


def _rows(db: sqlite3.Connection, watched: bool, game: str | None, after: RowPlace) -> Iterator[tuple[Any, ...]]:
    """The next rows after a place, in order. Stops at an invalid time, since those sort last."""
    where, values = f"stage = {OVER}", list[object]()
    if game is not None:
        where += " AND game = ?"
        values.append(game)
    if not watched:
        where += " AND watched = 0"
    where += " AND (updated, games.rowid) > (?, ?) ORDER BY updated, games.rowid LIMIT ?"
    for row in db.execute(f"{SELECT} WHERE {where}", (*values, *after, MAX_ROWS)):
        if not isinstance(row[_UPDATED], float) or not math.isfinite(row[_UPDATED]):
            return
        yield row


_UPDATED = COLUMNS.index("updated")


def _add(reached: _Reached[T], rows: list[tuple[Any, ...]]) -> None:
    """Add the games of some rows, skipping damaged ones."""
    for row in rows:
        game = stored_of(row)
        if game:
            reached.total.add(game)
        reached.place = RowPlace(row[_UPDATED], row[-1])
        reached.ahead += 1


def _write(db: sqlite3.Connection, key: tuple[str, str], reached: _Reached[T]) -> None:
    """Save a total. If the database refuses, a later call saves it."""
    with suppress(sqlite3.OperationalError):
        state = json.dumps(reached.total.to_json(), separators=(",", ":"))
        db.execute(
            "INSERT OR REPLACE INTO sums (name, game, version, updated, number, state) VALUES (?, ?, ?, ?, ?, ?)",
            (*key, __version__, *reached.place, state),
        )
        reached.ahead = 0
