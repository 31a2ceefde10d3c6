"""Running totals: what the games that are over come to, each of them added once.

    on disk, in sums           in memory                   read and added
    all games up to one  -->  those that followed it  -->  those that ended since

The order is that in which the games ended. A total on disk is some games behind the last, so that taking back the end of a game
does not undo it. Where a game changes that a total has in it, the total is made again from the first game on.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from core import __version__
from core.errors import GaveWay
from core.store.rows import COLUMNS, OVER, SELECT, WRONG, Stored, stored_of

T = TypeVar("T")

MAX_ROWS = 128
"""Rows that are read at a time."""
LAG = 4
"""Games that a total on disk is behind where it can be."""
STEP, FAR = 16, 8192
"""Games after which a total is written to disk again: at the last of them, and while there are many more to come."""


class Total(Protocol[T]):
    """A way to add up games."""

    @property
    def name(self) -> str:
        """Tells it from all others."""
        ...

    @property
    def watched(self) -> bool:
        """Whether games in which engines alone played are added too."""
        ...

    def begin(self) -> T:
        """The total of no game."""
        ...

    def add(self, total: T, game: Stored) -> T:
        """The total with one game more; ``total`` itself may be changed for it."""
        ...

    def to_json(self, total: T) -> Any:
        """The total as plain values."""
        ...

    def from_json(self, value: Any) -> T:
        """The inverse of :meth:`to_json`. Raises one of WRONG for what it has not written."""
        ...


class Place(NamedTuple):
    """Of a game in the order in which they ended: when, in seconds since 1970, and the number of its row."""

    updated: float
    number: int


START = Place(-math.inf, -1)


@dataclass
class _Reached(Generic[T]):
    """A total, the place of the last game in it, and how many games it is ahead of the one on disk."""

    total: T
    place: Place
    ahead: int


class Totals:
    """The running totals of a store; raises what the store raises. ``connection`` gives the open file, for one transaction."""

    def __init__(self, connection: Callable[[], AbstractContextManager[sqlite3.Connection]]) -> None:
        self._connection = connection
        self.urgent: Callable[[], bool] = lambda: False
        """Asked now and then while many games are added: whether something waits that is more urgent."""
        self._reached: dict[tuple[str, str], _Reached[Any]] = {}
        self._seen: tuple[sqlite3.Connection, int] | None = None
        """The connection, and what changes when others write to its file."""

    def of(self, total: Total[T], game: str | None = None) -> T:
        """A total of the games of one id or of all. Raises GaveWay."""
        while True:
            with self._connection() as db:
                db.execute("BEGIN")
                reached, read = self._go_on(db, total, game)
            if read < MAX_ROWS:
                return reached.total
            if self.urgent():
                raise GaveWay

    def forget(self, db: sqlite3.Connection, game: str, updated: Any, number: int) -> None:
        """A game of that id has come or gone at a place: forget the totals that have come as far."""
        db.execute("DELETE FROM sums WHERE game IN ('', ?) AND (updated, number) >= (?, ?)", (game, updated, number))
        if isinstance(updated, float):
            for key, reached in list(self._reached.items()):
                if key[1] in ("", game) and reached.place >= (updated, number):
                    del self._reached[key]

    def _go_on(self, db: sqlite3.Connection, total: Total[T], game: str | None) -> tuple[_Reached[T], int]:
        """The total with some of the games added that it lacks, and how many rows were read for that."""
        self._look(db)
        key = (total.name, game or "")
        reached = self._reached.pop(key, None) or self._read(db, total, key)
        rows = list(_rows(db, total, game, reached.place))
        _add(reached, total, rows[:-LAG])
        if rows and reached.ahead >= (STEP if len(rows) < MAX_ROWS else FAR):
            _write(db, total, key, reached)
        _add(reached, total, rows[-LAG:])
        self._reached[key] = reached
        return reached, len(rows)

    def _look(self, db: sqlite3.Connection) -> None:
        """Forget what is in memory if somebody else has written to the file."""
        (version,) = db.execute("PRAGMA data_version").fetchone()
        if self._seen != (db, version):
            self._seen = (db, version)
            self._reached.clear()

    def _read(self, db: sqlite3.Connection, total: Total[T], key: tuple[str, str]) -> _Reached[T]:
        """The total on disk, or that of no game."""
        row = db.execute(
            "SELECT updated, number, state FROM sums WHERE name = ? AND game = ? AND version = ?", (*key, __version__)
        ).fetchone()
        if row:
            with suppress(*WRONG):
                return _Reached(total.from_json(json.loads(row[2])), Place(float(row[0]), int(row[1])), 0)
        return _Reached(total.begin(), START, 0)


def _rows(db: sqlite3.Connection, total: Total[T], game: str | None, after: Place) -> Iterator[tuple[Any, ...]]:
    """Some of the rows after a place, in their order; none whose time is no time: these come behind all others."""
    where, values = f"stage = {OVER}", list[object]()
    if game is not None:
        where += " AND game = ?"
        values.append(game)
    if not total.watched:
        where += " AND watched = 0"
    where += " AND (updated, games.rowid) > (?, ?) ORDER BY updated, games.rowid LIMIT ?"
    for row in db.execute(f"{SELECT} WHERE {where}", (*values, *after, MAX_ROWS)):
        if not isinstance(row[_UPDATED], float) or not math.isfinite(row[_UPDATED]):
            return
        yield row


_UPDATED = COLUMNS.index("updated")


def _add(reached: _Reached[T], total: Total[T], rows: list[tuple[Any, ...]]) -> None:
    """Add the games of some rows; one that is damaged is passed over."""
    for row in rows:
        game = stored_of(row)
        if game:
            reached.total = total.add(reached.total, game)
        reached.place = Place(row[_UPDATED], row[-1])
        reached.ahead += 1


def _write(db: sqlite3.Connection, total: Total[T], key: tuple[str, str], reached: _Reached[T]) -> None:
    """Keep a total on disk. Where that cannot be done now, it is made again at another time."""
    with suppress(sqlite3.OperationalError):
        state = json.dumps(total.to_json(reached.total), separators=(",", ":"))
        db.execute(
            "INSERT OR REPLACE INTO sums (name, game, version, updated, number, state) VALUES (?, ?, ?, ?, ?, ?)",
            (*key, __version__, *reached.place, state),
        )
        reached.ahead = 0
