"""The rows of the store: the columns of its one table, how files of earlier versions get those they lack, and what a row is as
a game."""

from __future__ import annotations

import json
import math
import sqlite3
import uuid
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from core import __version__
from core.analysis import Analysis
from core.errors import CoreError
from core.game import Player
from core.games import get
from core.play.match import RESULTS, Match, facts_of, goes_on, outcome_of, seats_of, written
from core.play.series import Series
from core.position import Outcome
from core.review.verdicts import FAULTS

UNREADABLE = (sqlite3.Error, UnicodeError)
"""What SQLite raises over a file that it cannot use; the second where its own message repeats bytes that are no text."""
MOST_BYTES = 1 << 24
"""Of one row: no game has as much, and no file may ask for more memory."""
SCHEMA = 7
"""The user_version of the files this module writes; it brings up those of earlier ones, which lack the last columns or
have short ids of games of one's own."""
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
    "further",
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
    clock TEXT,                 -- JSON: the control and what is left to both; NULL for a game without a clock
    further TEXT NOT NULL DEFAULT ''    -- JSON: what else a match says of itself, by its names; empty for nothing
)
"""
BRING_UP = (
    "ALTER TABLE games ADD COLUMN series TEXT",
    "ALTER TABLE games ADD COLUMN extra TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE games ADD COLUMN remarks TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE games ADD COLUMN cautions INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE games ADD COLUMN allowed INTEGER",
    "ALTER TABLE games ADD COLUMN clock TEXT",
    "ALTER TABLE games ADD COLUMN further TEXT NOT NULL DEFAULT ''",
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
    name TEXT NOT NULL,         -- empty for who has chosen none
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
"""Whether a person is banned stays as it is: another program may say so meanwhile."""
BAN_PERSON = """
INSERT INTO people (key, name, folded, named, banned, blocked, seen) VALUES (?, '', NULL, NULL, ?, '', 0.0)
ON CONFLICT (key) DO UPDATE SET banned = excluded.banned
"""
FORGET_PERSON = "DELETE FROM people WHERE key = ? AND name = '' AND NOT banned AND blocked = ''"
CREATE_OFFERS = """
CREATE TABLE IF NOT EXISTS offers (
    who TEXT NOT NULL,          -- the key of who offers a game by post
    game TEXT NOT NULL,
    seat INTEGER,               -- that they want; NULL for either
    challenged TEXT             -- the key of whom they ask; NULL for anybody
)
"""
OF_PEOPLE = ("games", "reviews", "practice")
"""The tables in which there is something only if somebody has done something; what is found out of positions can be found out
again."""
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

ReviewMarks: TypeAlias = tuple[str | None, ...]


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
    whether they are ``banned``, the ids of those whom they have ``blocked``, and when they were last ``seen``. Times
    are in seconds since 1970."""

    key: str
    name: str = ""
    named: float | None = None
    banned: bool = False
    blocked: frozenset[str] = frozenset()
    seen: float = 0.0

    @property
    def blank(self) -> bool:
        """Whether there is nothing to keep beside the key."""
        return not (self.name or self.banned or self.blocked)


class Offered(NamedTuple):
    """A game by post that somebody offers: their key, the id of the game, the ``seat`` that they want, None for either, and the
    key of whom they ask, None for anybody."""

    who: str
    game: str
    seat: Player | None
    challenged: str | None


Practice: TypeAlias = Mapping[tuple[str, str], Tried]
"""By the id of the game and the moves to the position."""


@dataclass(frozen=True)
class Stored:
    """What the store knows of a game. The rules are asked about it when the :attr:`match` is wanted: a list of games needs
    none, and has those too that only a later version can play."""

    document: Mapping[str, Any]
    """The game as :meth:`core.play.match.Match.to_json` writes it."""
    started: float
    """Seconds since 1970."""
    updated: float
    """Seconds since 1970."""
    revision: str
    """Another one with every writing."""
    marks: ReviewMarks = ()
    """For each move the glyph that a review has given it, empty where there was nothing to say and None where it was not
    judged; none at all where nobody reviewed the game."""

    @classmethod
    def of(cls, match: Match, started: float, updated: float, revision: str = "", marks: ReviewMarks = ()) -> Stored:
        """A match as the store knows it."""
        stored = cls(match.to_json(), started, updated, revision, marks)
        stored.__dict__["match"] = match.bare
        return stored

    @cached_property
    def match(self) -> Match:
        """The game. Raises CoreError where what is kept makes none."""
        return Match.from_json(self.document)

    @property
    def id(self) -> str:
        """The id it is kept under."""
        return str(self.document.get("id", ""))

    @property
    def game(self) -> str:
        """The id of the game that is played."""
        return str(self.document["game"])

    @property
    def start(self) -> str | None:
        """The text of the position that it began with, None for the usual one."""
        return self.document.get("start")

    @property
    def moves(self) -> str:
        """The moves in notation, with spaces between."""
        return " ".join(self.document["moves"])

    @property
    def players(self) -> tuple[str, str]:
        """Who sat where."""
        return seats_of(self.document)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How it is written to have ended, without the cells that show it."""
        return outcome_of(self.document)

    @property
    def series(self) -> Series | None:
        """How the games between the two stood before this one."""
        series = self.document.get("series")
        return series and Series.from_json(series)

    @property
    def extra(self) -> str:
        """The text beside it."""
        return str(self.document.get("extra", ""))

    @property
    def between(self) -> bool:
        """Whether this game is over and the planned match that it belongs to is not."""
        return goes_on(self.series, self.outcome)

    def anew(self, id: str) -> Stored:
        """The same in another writing, under an id. Raises CoreError where it makes no game."""
        match = replace(self.match, id=id)
        stored = replace(self, document={**self.document, "id": id}, revision=uuid.uuid4().hex)
        stored.__dict__["match"] = match
        return stored

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


def row_of(stored: Stored) -> tuple[object, ...]:
    """The values of COLUMNS. Raises CoreError for what makes no game."""
    document, outcome = stored.document, stored.match.outcome
    series, remarks, clock = document.get("series"), document.get("remarks"), document.get("clock")
    return (
        stored.id,
        stored.revision,
        stored.game,
        stored.start,
        stored.moves,
        *stored.players,
        outcome.reason.value if outcome else None,
        outcome.winner if outcome else None,
        " ".join(map(str, outcome.cells)) if outcome else "",
        document.get("hints", 0),
        stored.started,
        stored.updated,
        json.dumps(series) if series else None,
        stored.extra,
        json.dumps(remarks) if remarks else "",
        document.get("cautions", 0),
        document.get("allowed"),
        json.dumps(clock) if clock else None,
        json.dumps(further) if (further := _further(document)) else "",
    )


def _further(values: Mapping[str, Any]) -> dict[str, Any]:
    """What has no column of its own."""
    return {name: value for name, value in values.items() if name not in (*COLUMNS, "result")}


def to_plain(stored: Stored) -> dict[str, Any]:
    """A game as texts and numbers by name: what :func:`from_plain` takes. Raises CoreError."""
    *values, _ = row_of(stored)
    return dict(zip(COLUMNS, values, strict=False)) | _further(stored.document)


def from_plain(values: Mapping[str, Any]) -> Stored | None:
    """The inverse of :func:`to_plain`; None for values that make no game."""
    return stored_of((*(values[name] for name in COLUMNS[:-1]), json.dumps(_further(values))))


def text_of(raw: bytes) -> str:
    """A text as it stands in the file, whatever its bytes are: :func:`stored_of` refuses a row in which they are no text."""
    return raw.decode("utf-8", "surrogateescape")


def stored_of(row: tuple[Any, ...]) -> Stored | None:
    """The inverse of :func:`row_of`; None for a row that is damaged, and for what only a newer version knows."""
    id, revision, game, start, moves, first, second, reason, winner, cells, hints, started, updated = row[:13]
    series, extra, remarks, cautions, allowed, clock, further = row[13:]
    try:
        if None in (hints, extra, remarks, cautions, further) or winner not in (0, 1, None):
            return None
        values = {"game": game, "start": start, "first": first, "second": second, "reason": reason}
        values |= {"result": None if reason is None else RESULTS[winner], "moves": moves.split()}
        facts = {
            "id": id,
            "hints": hints,
            "series": series and json.loads(series),
            "extra": extra,
            "remarks": json.loads(remarks) if remarks else None,
            "cautions": cautions,
            "allowed": allowed,
            "clock": clock and json.loads(clock),
        } | (json.loads(further) if further else {})
        values["rules"] = facts.pop("rules", None)
        there = {name: value for name, value in values.items() if value is not None}
        document = there | written(facts_of(there | facts))
        outcome_of(document)
        "".join((revision, moves)).encode()
        list(map(int, cells.split()))
        if "rules" in there:
            document["game"] = get(game, there["rules"]).id  # earlier versions wrote the first digits of its hash
        if math.isfinite(started) and math.isfinite(updated):
            return Stored(document, started, updated, revision)
    except (CoreError, ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        pass
    return None


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


def marked_of(row: tuple[Any, ...]) -> Stored | None:
    """The same, and behind it the marks of a review."""
    stored = stored_of(row[:-1])
    return stored and replace(stored, marks=marks_of(row[-1], stored.moves))


def marks_of(text: object, moves: str) -> ReviewMarks:
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
