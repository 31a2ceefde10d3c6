"""Accuracy of a person's play, as running totals over reviews.

Each write of a review gets a larger number than all before, and a review stores its part of the totals. So a review
that is written again is added with its new part, minus its old one.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from operator import add, sub
from typing import TypeAlias

from core import __version__
from core.errors import CoreError
from core.game import Player
from core.play.match import Match
from core.play.seats import against_engine
from core.review.verdicts import Accuracy
from core.store.rows import COLUMNS, WRONG, Stored, marked_of

MAX_REVIEWS = 128
"""Maximum number of reviews read at a time."""
_NAME = "judged"
_SELECT = (
    f"SELECT reviews.number, counted, {', '.join(COLUMNS)}, games.rowid, played, marks FROM reviews LEFT JOIN games "
    "ON id = of WHERE reviews.number > ? ORDER BY reviews.number LIMIT ?"
)
Counts: TypeAlias = list[int]
"""Judged moves, blunders, mistakes, slips, games, and all moves in those games."""
_NONE = [0, 0, 0, 0, 0, 0]


@dataclass(frozen=True)
class Judged:
    """Accuracy of a person over the reviewed ``games``. ``all_moves`` counts the person's moves in them, judged or
    not."""

    accuracy: Accuracy = field(default_factory=lambda: Accuracy(0))
    games: int = 0
    all_moves: int = 0

    @classmethod
    def of(cls, counts: Counts) -> Judged:
        """The accuracy given by counts."""
        judged, blunders, mistakes, slips, games, moves = counts
        return cls(Accuracy(judged, (blunders, mistakes, slips)), games, moves)


class Judgements:
    """The totals over the reviews of a store. Raises the errors of the store. ``connection`` gives the open file for
    one transaction."""

    def __init__(self, connection: Callable[[], AbstractContextManager[sqlite3.Connection]]) -> None:
        self._connection = connection

    def of(self, game: str | None = None) -> Judged:
        """The total of the games of one id, or of all games."""
        while True:
            with self._connection() as db:
                if _is_current(db):
                    return Judged.of(_total(db, game or ""))
                db.execute("BEGIN IMMEDIATE")
                _go_on(db)


def touch(db: sqlite3.Connection, of: str) -> None:
    """Count a review again after its game changed. The review gets a new number."""
    db.execute(
        "INSERT OR REPLACE INTO reviews (of, played, marks, counted) "
        "SELECT of, played, marks, counted FROM reviews WHERE of = ?",
        (of,),
    )


def marks_of_seat(kept: Stored, seat: Player) -> list[str | None]:
    """The review's marks of the moves of one seat. None is a move that was not judged. Empty without a review, or if
    the game is not valid by the rules of this version."""
    if not kept.marks:
        return []
    try:
        turns = [position.turn for position in Match.from_json(kept.document).positions]
    except CoreError:
        return []
    return [mark for mark, turn in zip(kept.marks, turns, strict=False) if turn == seat]


def _reached(db: sqlite3.Connection) -> int | None:
    """The number of the last review in the totals. None if this version has no totals."""
    row = db.execute(
        "SELECT number FROM sums WHERE name = ? AND game = '' AND version = ?", (_NAME, __version__)
    ).fetchone()
    return int(row[0]) if row else None


def _is_current(db: sqlite3.Connection) -> bool:
    """Whether every review is in the totals."""
    (last,) = db.execute("SELECT ifnull(max(number), 0) FROM reviews").fetchone()
    reached = _reached(db)
    return reached is not None and reached >= last


def _total(db: sqlite3.Connection, game: str) -> Counts:
    row = db.execute("SELECT state FROM sums WHERE name = ? AND game = ?", (_NAME, game)).fetchone()
    return list(json.loads(row[0])) if row else _NONE


def _go_on(db: sqlite3.Connection) -> None:
    """Add up to MAX_REVIEWS further reviews to the totals."""
    reached = _reached(db)
    if reached is None:
        db.execute("DELETE FROM sums WHERE name = ?", (_NAME,))
        db.execute("UPDATE reviews SET counted = '' WHERE counted <> ''")
        reached = 0
    totals = {"": _total(db, "")}
    for number, counted, *row in db.execute(_SELECT, (reached, MAX_REVIEWS)).fetchall():
        game, counts = _part(marked_of(tuple(row)) if row[0] is not None else None)
        old_game, old_counts = _counted(counted)
        for name in {game, old_game} - {""}:
            totals.setdefault(name, _total(db, name))
        for name in ("", old_game) if old_game else ():
            totals[name] = list(map(sub, totals[name], old_counts))
        for name in ("", game) if game else ():
            totals[name] = list(map(add, totals[name], counts))
        part = json.dumps([game, counts]) if game else ""
        db.execute("UPDATE reviews SET counted = ? WHERE number = ?", (part, number))
        reached = number
    for game, counts in totals.items():
        db.execute(
            "INSERT OR REPLACE INTO sums (name, game, version, updated, number, state) VALUES (?, ?, ?, ?, ?, ?)",
            (_NAME, game, __version__, -math.inf, reached, json.dumps(counts)),  # before any game: never forgotten
        )


def _part(kept: Stored | None) -> tuple[str, Counts]:
    """The game id of a review and its part of the totals. The id is empty if it has none, as a retried game."""
    seat = against_engine(kept.players) if kept and kept.outcome and not kept.retried else None
    own = marks_of_seat(kept, seat) if kept and seat is not None else []
    accuracy = Accuracy.of(own)
    if not kept or not accuracy.judged:
        return "", _NONE
    return kept.game, [accuracy.judged, *accuracy.faults, 1, len(own)]


def _counted(text: str) -> tuple[str, Counts]:
    """The game id and the part that a review was counted with."""
    with suppress(*WRONG):
        game, counts = json.loads(text)
        return game, counts
    return "", _NONE
