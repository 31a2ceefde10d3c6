"""How well a person played, as far as reviews have judged it: kept as running totals over the reviews.

Each review has a larger number than all that were written before, and says which part of the totals is its own. So a review
that is written again is added as what it says now, less what it said.
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
"""Reviews that are read at a time."""
_NAME = "judged"
_SELECT = (
    f"SELECT reviews.number, counted, {', '.join(COLUMNS)}, games.rowid, played, marks FROM reviews LEFT JOIN games "
    "ON id = of WHERE reviews.number > ? ORDER BY reviews.number LIMIT ?"
)
Counts: TypeAlias = list[int]
"""Moves judged, the faults of each kind, games, and moves in them."""
_NONE = [0, 0, 0, 0, 0, 0]


@dataclass(frozen=True)
class Judged:
    """How well the person played, over the ``games`` and moves that a review has judged, of ``all_moves`` that the person made
    in those games."""

    accuracy: Accuracy = field(default_factory=lambda: Accuracy(0))
    games: int = 0
    all_moves: int = 0

    @classmethod
    def of(cls, counts: Counts) -> Judged:
        """What some counts say."""
        judged, blunders, mistakes, slips, games, moves = counts
        return cls(Accuracy(judged, (blunders, mistakes, slips)), games, moves)


class Judgements:
    """The totals of a store; raises what the store raises. ``connection`` gives the open file, for one transaction."""

    def __init__(self, connection: Callable[[], AbstractContextManager[sqlite3.Connection]]) -> None:
        self._connection = connection

    def of(self, game: str | None = None) -> Judged:
        """The total of the games of one id, or of all."""
        while True:
            with self._connection() as db:
                if _is_current(db):
                    return Judged.of(_total(db, game or ""))
                db.execute("BEGIN IMMEDIATE")
                _go_on(db)


def touch(db: sqlite3.Connection, of: str) -> None:
    """The game of a review is another one now: let it be counted again."""
    db.execute(
        "INSERT OR REPLACE INTO reviews (of, played, marks, counted) "
        "SELECT of, played, marks, counted FROM reviews WHERE of = ?",
        (of,),
    )


def marks_of_seat(kept: Stored, seat: Player) -> list[str | None]:
    """What a review has said of each move of a seat, None where it knew too little; empty where there was none, or where the
    texts of the game make none any more."""
    if not kept.marks:
        return []
    try:
        turns = [position.turn for position in Match.from_json(kept.document).positions]
    except CoreError:
        return []
    return [mark for mark, turn in zip(kept.marks, turns, strict=False) if turn == seat]


def _reached(db: sqlite3.Connection) -> int | None:
    """The number of the last review that is in the totals; None where there are none of this version of the program."""
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
    """Add some of the reviews that are not in the totals."""
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
        said = json.dumps([game, counts]) if game else ""
        db.execute("UPDATE reviews SET counted = ? WHERE number = ?", (said, number))
        reached = number
    for game, counts in totals.items():
        db.execute(
            "INSERT OR REPLACE INTO sums (name, game, version, updated, number, state) VALUES (?, ?, ?, ?, ?, ?)",
            (_NAME, game, __version__, -math.inf, reached, json.dumps(counts)),  # before every game that comes or goes
        )


def _part(kept: Stored | None) -> tuple[str, Counts]:
    """The game id and what a review adds to the totals; an empty id for nothing."""
    seat = against_engine(kept.players) if kept and kept.outcome else None
    own = marks_of_seat(kept, seat) if kept and seat is not None else []
    accuracy = Accuracy.of(own)
    if not kept or not accuracy.judged:
        return "", _NONE
    return kept.game, [accuracy.judged, *accuracy.faults, 1, len(own)]


def _counted(text: str) -> tuple[str, Counts]:
    """The inverse of what is written of a part."""
    with suppress(*WRONG):
        game, counts = json.loads(text)
        return game, counts
    return "", _NONE
