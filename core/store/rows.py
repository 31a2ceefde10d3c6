"""The rows of the store: the columns of its one table, how files of earlier versions get those they lack, and what a row is as
a record."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple, TypeAlias, get_args

from core import __version__
from core.analysis import Analysis
from core.errors import CoreError
from core.game import Player, Reason, Remark
from core.play.clock import Clock, TimeControl
from core.play.match import Record
from core.play.series import Begins, Series
from core.position import Outcome
from core.review.verdicts import FAULTS

SCHEMA = 5
"""The user_version of the files this module writes; it brings up those of earlier ones, which lack the last columns."""
COLUMNS = (
    "id",
    "revision",
    "game",
    "start",
    "moves",
    "first",
    "second",
    "reason",
    "winner",
    "cells",
    "hints",
    "started",
    "updated",
    "series",
    "extra",
    "remarks",
    "cautions",
    "allowed",
    "clock",
)
FIRST_COLUMNS = 13
"""So many of them were there from the first version on."""
CREATE = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY,
    revision TEXT NOT NULL,     -- another one with every write
    game TEXT NOT NULL,
    start TEXT,
    moves TEXT NOT NULL,
    first TEXT NOT NULL,        -- the players, by who moves first
    second TEXT NOT NULL,
    reason TEXT,                -- NULL while the game goes on
    winner INTEGER,             -- 0 first, 1 second, NULL a draw
    cells TEXT NOT NULL,        -- numbers with spaces between
    hints INTEGER NOT NULL,
    started REAL NOT NULL,      -- seconds since 1970
    updated REAL NOT NULL,
    series TEXT,                -- JSON: players, length, results before this game; NULL for a game that stands alone
    extra TEXT NOT NULL DEFAULT '',
    remarks TEXT NOT NULL DEFAULT '',   -- JSON: ply, from 1, and remark of each move that bears one; empty for none
    cautions INTEGER NOT NULL DEFAULT 0,  -- moves that the teacher has stopped
    allowed INTEGER,            -- hints; NULL for any number
    clock TEXT                  -- JSON: the control and what is left to both; NULL for a game without a clock
)
"""
BRING_UP = (
    "ALTER TABLE games ADD COLUMN series TEXT",
    "ALTER TABLE games ADD COLUMN extra TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE games ADD COLUMN remarks TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE games ADD COLUMN cautions INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE games ADD COLUMN allowed INTEGER",
    "ALTER TABLE games ADD COLUMN clock TEXT",
)
"""What gives an earlier file its last columns, one after the other."""
SELECT = f"SELECT {', '.join(COLUMNS)} FROM games"
SELECT_MARKED = (
    f"SELECT {', '.join(COLUMNS)}, (SELECT marks FROM reviews WHERE of = games.id AND played = games.moves) FROM games"
)
WRITE = f"INSERT OR REPLACE INTO games ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
WRITE_NEWER = (
    f"INSERT INTO games ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))}) ON CONFLICT (id) DO UPDATE "
    f"SET {', '.join(f'{name} = excluded.{name}' for name in COLUMNS)} WHERE excluded.updated > updated"
)
"""Keep a game unless it is there as of later."""
CREATE_REVIEWS = "CREATE TABLE IF NOT EXISTS reviews (of TEXT PRIMARY KEY, played TEXT NOT NULL, marks TEXT NOT NULL)"
"""``of`` is the id of a game and ``played`` its moves when it was reviewed: the marks hold for these and no others. They are
JSON: for each move its glyph, empty where there was nothing to say, null where it was not judged."""
WRITE_REVIEW = "INSERT OR REPLACE INTO reviews (of, played, marks) VALUES (?, ?, ?)"
CREATE_FOUND = (
    "CREATE TABLE IF NOT EXISTS found "
    "(game TEXT, position TEXT, version TEXT NOT NULL, analysis BLOB NOT NULL, PRIMARY KEY (game, position))"
)
"""What reviews have found out about positions: an analysis each, JSON and packed, by the ``version`` of the program that found
it, since another one may know better."""
WRITE_FOUND = "INSERT OR REPLACE INTO found (game, position, version, analysis) VALUES (?, ?, ?, ?)"
SELECT_FOUND = "SELECT analysis FROM found WHERE game = ? AND position = ? AND version = ?"

CREATE_PRACTICE = """
CREATE TABLE IF NOT EXISTS practice (
    game TEXT NOT NULL,
    moves TEXT NOT NULL,        -- to the position of the exercise
    wrong INTEGER NOT NULL,     -- tries before it was solved
    hints INTEGER NOT NULL,     -- asked for before it was solved
    solved REAL,                -- seconds since 1970; NULL until it is
    PRIMARY KEY (game, moves)
)
"""
SELECT_PRACTICE = "SELECT game, moves, wrong, hints, solved FROM practice"
WRITE_PRACTICE = "INSERT OR REPLACE INTO practice (game, moves, wrong, hints, solved) VALUES (?, ?, ?, ?, ?)"

CREATE_PEOPLE = """
CREATE TABLE IF NOT EXISTS people (
    key TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,         -- empty for whoever has chosen none
    folded TEXT UNIQUE,         -- the name as it is compared; NULL for none
    named REAL,                 -- seconds since 1970
    banned INTEGER NOT NULL,
    blocked TEXT NOT NULL,      -- ids of others with spaces between
    seen REAL NOT NULL
)
"""
SELECT_PEOPLE = "SELECT key, name, named, banned, blocked, seen FROM people"
WRITE_PERSON = """
INSERT INTO people (key, name, folded, named, banned, blocked, seen) VALUES (?, ?, ?, ?, 0, ?, ?)
ON CONFLICT (key) DO UPDATE SET name = excluded.name, folded = excluded.folded, named = excluded.named,
    blocked = excluded.blocked, seen = excluded.seen
"""
"""Whether he is banned stays as it is: another program may say so meanwhile."""
BAN_PERSON = "UPDATE people SET banned = ? WHERE key = ?"
CREATE_OFFERS = """
CREATE TABLE IF NOT EXISTS offers (
    who TEXT NOT NULL,          -- the key of whoever offers a game by post
    game TEXT NOT NULL,
    seat INTEGER,               -- that he wants; NULL for either
    challenged TEXT             -- the key of whom he asks; NULL for anybody
)
"""
TABLES: Mapping[str, str] = {
    "games": CREATE,
    "reviews": CREATE_REVIEWS,
    "found": CREATE_FOUND,
    "practice": CREATE_PRACTICE,
    "people": CREATE_PEOPLE,
    "offers": CREATE_OFFERS,
}
"""What makes each table of a store."""
SELECT_OFFERS = "SELECT who, game, seat, challenged FROM offers ORDER BY rowid"
WRITE_OFFER = "INSERT INTO offers (who, game, seat, challenged) VALUES (?, ?, ?, ?)"
SELECT_MET = (
    "SELECT game, extra, winner FROM games WHERE reason IS NOT NULL AND extra <> '' AND ifnull(winner, 0) IN (0, 1)"
)

Marks: TypeAlias = tuple[str | None, ...]


@dataclass(frozen=True)
class Tried:
    """What came of an exercise: how many tries were ``wrong`` and how many ``hints`` were asked for before it was ``solved``,
    in seconds since 1970, None as long as it is not."""

    wrong: int = 0
    hints: int = 0
    solved: float | None = None

    @property
    def at_first(self) -> bool:
        """Whether it was solved by the first try, without a hint."""
        return self.solved is not None and not self.wrong and not self.hints


@dataclass(frozen=True)
class Member:
    """What is kept of a person: the public ``key``, the ``name``, empty as long as none was chosen, and when it was ``named``;
    whether he is ``banned``, the ids of those whom he has ``blocked``, and when he was last ``seen``. Times are in seconds
    since 1970."""

    key: str
    name: str = ""
    named: float | None = None
    banned: bool = False
    blocked: frozenset[str] = frozenset()
    seen: float = 0.0


class Offered(NamedTuple):
    """A game by post that somebody offers: his key, the id of the game, the ``seat`` that he wants, None for either, and the
    key of whom he asks, None for anybody."""

    who: str
    game: str
    seat: Player | None
    challenged: str | None


Practice: TypeAlias = Mapping[tuple[str, str], Tried]
"""By the id of the game and the moves to the position."""


@dataclass(frozen=True)
class Kept:
    """A record as it stands in the store: when the game was ``started`` and last ``updated``, in seconds since 1970, and the
    ``revision`` of this writing. ``marks`` has for each move the glyph that a review has given it, empty where there was
    nothing to say and None where it was not judged; no marks where nobody reviewed it."""

    record: Record
    started: float
    updated: float
    revision: str
    marks: Marks = ()

    @property
    def id(self) -> str:
        """The id it is kept under."""
        return self.record.id

    @property
    def writing(self) -> Writing:
        """The same, without what the game is."""
        return Writing(self.id, self.started, self.revision)


@dataclass(frozen=True, slots=True)
class Writing:
    """What the next writing of a game has to know of the last one: the ``id`` that the game is kept under, when it was
    ``started``, in seconds since 1970, and the ``revision``."""

    id: str
    started: float
    revision: str


def row_of(kept: Kept) -> tuple[object, ...]:
    """The values of COLUMNS."""
    record, outcome = kept.record, kept.record.outcome
    return (
        record.id,
        kept.revision,
        record.game,
        record.start,
        record.moves,
        *record.players,
        outcome.reason.value if outcome else None,
        outcome.winner if outcome else None,
        " ".join(map(str, outcome.cells)) if outcome else "",
        record.hints,
        kept.started,
        kept.updated,
        json.dumps(asdict(record.series)) if record.series else None,
        record.extra,
        json.dumps([(ply, remark.value) for ply, remark in record.remarks]) if record.remarks else "",
        record.cautions,
        record.allowed,
        json.dumps({**asdict(record.clock.control), "left": record.clock.left}) if record.clock else None,
    )


def to_plain(kept: Kept) -> dict[str, Any]:
    """A kept game as texts and numbers by name: what :func:`from_plain` takes."""
    return dict(zip(COLUMNS, row_of(kept), strict=True))


def from_plain(values: Mapping[str, Any]) -> Kept | None:
    """The inverse of :func:`to_plain`; None for values that make no game."""
    return kept_of(tuple(values[name] for name in COLUMNS))


def text_of(raw: bytes) -> str:
    """A text as it stands in the file, whatever its bytes are: :func:`kept_of` refuses a row in which they are no text."""
    return raw.decode("utf-8", "surrogateescape")


def kept_of(row: tuple[Any, ...]) -> Kept | None:
    """The inverse of :func:`row_of`; None for a row that is damaged, and for what only a newer version knows."""
    id, revision, game, start, moves, first, second, reason, winner, cells, hints, started, updated = row[:13]
    series, extra, remarks, cautions, allowed, clock = row[13:]
    try:
        "".join((id, revision, game, "" if start is None else start, moves, first, second, cells, extra)).encode()
        counted = all(isinstance(count, int) for count in (hints, cautions, allowed or 0))
        if not (math.isfinite(started) and math.isfinite(updated) and counted and winner in (0, 1, None)):
            return None
        outcome = Outcome(winner, Reason(reason), tuple(map(int, cells.split()))) if reason is not None else None
        standing = _series(**json.loads(series)) if series is not None else None
        time = _clock(**json.loads(clock)) if clock is not None else None
        remarked = _remarks(json.loads(remarks)) if remarks else ()
    except (ValueError, TypeError, OverflowError, RecursionError):
        return None
    record = Record(
        id, game, start, moves, (first, second), outcome, hints, standing, extra, remarked, cautions, allowed, time
    )
    return Kept(record, started, updated, revision)


def packed(analysis: Analysis) -> tuple[object, ...]:
    """An analysis as a row of what was found."""
    position = analysis.position
    return (position.game.id, position.text, __version__, zlib.compress(json.dumps(analysis.to_json()).encode()))


def unpacked(text: object) -> Analysis | None:
    """The analysis in such a row, None where it cannot be read."""
    try:
        return Analysis.from_json(json.loads(zlib.decompress(text))) if isinstance(text, bytes) else None
    except (CoreError, zlib.error, ValueError, TypeError, KeyError, RecursionError):
        return None


def marked_of(row: tuple[Any, ...]) -> Kept | None:
    """The same, and behind it the marks of a review."""
    kept = kept_of(row[:-1])
    return kept and replace(kept, marks=marks_of(row[-1], kept.record.moves))


def marks_of(text: object, moves: str) -> Marks:
    """The marks in a row of reviews; none where there is no row, or they do not fit the moves."""
    try:
        marks = json.loads(text) if isinstance(text, str) else ()
    except (ValueError, RecursionError):
        return ()
    fits = isinstance(marks, list) and len(marks) == len(moves.split()) and all(map(is_mark, marks))
    return tuple(marks) if fits else ()


def tried_of(row: tuple[Any, ...]) -> tuple[tuple[str, str], Tried] | None:
    """A row of practice; None for one that is damaged."""
    game, moves, wrong, hints, solved = row
    named = isinstance(game, str) and isinstance(moves, str)
    counted = all(isinstance(count, int) and count >= 0 for count in (wrong, hints))
    timed = solved is None or (isinstance(solved, float) and math.isfinite(solved))
    return ((game, moves), Tried(wrong, hints, solved)) if named and counted and timed else None


def member_of(row: tuple[Any, ...]) -> Member | None:
    """A row of people; None for one that is damaged."""
    key, name, named, banned, blocked, seen = row
    worded = all(isinstance(text, str) for text in (key, name, blocked))
    timed = all(isinstance(time, float) and math.isfinite(time) for time in (named or 0.0, seen))
    return Member(key, name, named, bool(banned), frozenset(blocked.split()), seen) if worded and timed else None


def offered_of(row: tuple[Any, ...]) -> Offered | None:
    """A row of offers; None for one that is damaged."""
    who, game, seat, challenged = row
    fits = (
        isinstance(who, str) and isinstance(game, str) and isinstance(challenged, str | None) and seat in (0, 1, None)
    )
    return Offered(who, game, seat, challenged) if fits else None


def is_mark(mark: object) -> bool:
    """Whether this can be said of a move."""
    return mark is None or (isinstance(mark, str) and mark in ("", "!", *FAULTS))


def _remarks(pairs: list[tuple[int, str]]) -> tuple[tuple[int, Remark], ...]:
    """Raises ValueError or TypeError where these are no remarks."""
    if not all(isinstance(ply, int) for ply, _ in pairs):
        raise ValueError(pairs)
    return tuple((ply, Remark(remark)) for ply, remark in pairs)


def _series(
    players: list[str],
    length: int,
    results: list[Player | None],
    every: bool = False,
    begins: Begins | None = None,
    firsts: Sequence[Player] = (),
    earlier: Sequence[int] = (0, 0, 0),
) -> Series:
    """Raises ValueError or TypeError where these are no standing."""
    first, second = players
    won, lost, drawn = earlier
    if not all(isinstance(count, int) and count >= 0 for count in earlier):
        raise ValueError(earlier)
    if not set(results) <= {0, 1, None} or not set(firsts) <= {0, 1} or not isinstance(length + every, int):
        raise ValueError(results)
    if begins not in (None, *get_args(Begins)):
        raise ValueError(begins)
    "".join(players).encode()
    return Series((first, second), length, tuple(results), every, begins, tuple(firsts), (won, lost, drawn))


def _clock(left: list[float], **control: Any) -> Clock:
    """Raises ValueError or TypeError where these are no clock."""
    first, second = map(float, left)
    if not (0 <= first < math.inf and 0 <= second < math.inf):
        raise ValueError(left)
    return Clock(TimeControl(**control), (first, second))
