"""The rows of the store: the tables with their columns and indexes, and what a row is as a game."""

from __future__ import annotations

import json
import math
import sqlite3
import uuid
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from core import __version__
from core.analysis import Analysis
from core.engines import MENACE
from core.errors import CoreError
from core.game import Player
from core.games import get
from core.play.match import Match, facts_of, goes_on, outcome_of, seats_of, written
from core.play.series import Series
from core.players.opponents import HUMAN, from_afar
from core.position import Outcome
from core.review.verdicts import FAULTS

_COURSE = ("game", "rules", "start", "first", "second", "result", "reason", "moves")
"""What a document says of the course of a game, beside the facts of :func:`core.play.match.facts_of`."""
UNREADABLE = (sqlite3.Error, UnicodeError)
"""What SQLite raises over a file that it cannot use; the second where its own message repeats bytes that are no text."""
WRONG = (CoreError, ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)
"""What :func:`checked` raises over values that make no game."""
MAX_BYTES = 1 << 24
"""Of one row: no game has as much, and no file may ask for more memory."""
SCHEMA = 7
"""The user_version of the files this module writes; :mod:`core.store.earlier` brings up those of earlier versions."""
LEFT = "earlier_games"
"""The table in which the rows of an earlier version stay that make no game."""
NOT_BEGUN, UNDER_WAY, OVER = 0, 1, 2
"""Stages of a game: before its first move, between two moves, and after its end."""
Origin: TypeAlias = Literal["here", "imported"]
"""Where a game was played: in this store, or elsewhere, from where it was imported."""
COLUMNS = ("id", "revision", "origin", "game", "watched", "stage", "started", "updated", "document")
CREATE = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT NOT NULL PRIMARY KEY,
    revision TEXT NOT NULL,     -- another one with every write
    origin TEXT NOT NULL,       -- here or imported
    game TEXT NOT NULL,
    watched INTEGER NOT NULL,   -- 0 where a person played, 1 where engines alone did, 2 where one of those learns by it
    stage INTEGER NOT NULL,     -- 0 before the first move, 1 under way, 2 over
    started REAL NOT NULL,      -- seconds since 1970
    updated REAL NOT NULL,
    document TEXT NOT NULL      -- JSON: the match
)
"""
"""One game a row. The JSON says all of the match; the columns after ``origin`` repeat what SQL asks of it."""
INDEXES: Mapping[str, str] = {
    "games_under_way": "CREATE INDEX IF NOT EXISTS games_under_way ON games (updated) WHERE stage = 1",
    "games_over": "CREATE INDEX IF NOT EXISTS games_over ON games (updated) WHERE stage = 2",
    "games_own": "CREATE INDEX IF NOT EXISTS games_own ON games (updated) WHERE stage = 2 AND watched = 0",
    "games_watched": "CREATE INDEX IF NOT EXISTS games_watched ON games (updated) WHERE stage = 2 AND watched > 0",
    "games_counted": "CREATE INDEX IF NOT EXISTS games_counted ON games (game) WHERE stage = 2 AND watched > 0",
    "games_dropped": "CREATE INDEX IF NOT EXISTS games_dropped ON games (updated) WHERE stage = 2 AND watched = 1",
    "games_of_kind": "CREATE INDEX IF NOT EXISTS games_of_kind ON games (game, updated) WHERE stage = 2",
}
"""How the lists of games are read: each in the order of time, so that a list costs as many rows as it has."""
SELECT = f"SELECT {', '.join(COLUMNS)}, games.rowid FROM games"
SELECT_MARKED = f"SELECT {', '.join(COLUMNS)}, games.rowid, played, marks FROM games LEFT JOIN reviews ON of = id"
WRITE = f"INSERT OR REPLACE INTO games ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
WRITE_NEWER = (
    f"INSERT INTO games ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))}) ON CONFLICT (id) DO UPDATE "
    f"SET {', '.join(f'{name} = excluded.{name}' for name in COLUMNS)} WHERE excluded.updated > updated"
)
"""Keep a game unless it is there as of later."""
CREATE_REVIEWS = """
CREATE TABLE IF NOT EXISTS reviews (
    number INTEGER PRIMARY KEY AUTOINCREMENT,   -- another, larger one with every write
    of TEXT NOT NULL UNIQUE,        -- the id of a game
    played TEXT NOT NULL,           -- its moves when it was reviewed: the marks are for these and no others
    marks TEXT NOT NULL,            -- JSON: for each move its glyph, empty for none, null where it was not judged
    counted TEXT NOT NULL DEFAULT ''    -- JSON: its part of the running totals; empty for none
)
"""
WRITE_REVIEW = (
    "INSERT OR REPLACE INTO reviews (of, played, marks, counted) "
    "VALUES (:of, :played, :marks, ifnull((SELECT counted FROM reviews WHERE of = :of), ''))"
)
CREATE_SUMS = """
CREATE TABLE IF NOT EXISTS sums (
    name TEXT NOT NULL,             -- of the running total
    game TEXT NOT NULL,             -- whose games are in it; empty for all
    version TEXT NOT NULL,          -- of the program, since another one may add up otherwise
    updated REAL NOT NULL,          -- of the last game that is in it
    number INTEGER NOT NULL,        -- of its row
    state TEXT NOT NULL,            -- JSON
    PRIMARY KEY (name, game)
)
"""
"""Running totals over the games that are over, in the order in which they ended. They can be made again at any time."""
CREATE_FOUND = (
    "CREATE TABLE IF NOT EXISTS found "
    "(game TEXT, position TEXT, version TEXT NOT NULL, analysis BLOB NOT NULL, PRIMARY KEY (game, position))"
)
"""What reviews have found out about positions: an analysis each, JSON and packed, by the ``version`` of the program that found
it, since another one may know better."""
MAX_FOUND, MAX_DROPPED = 50_000, 2_000
"""Positions of which something is kept, those that were written last; and how many are dropped at a time beyond them."""
DROP_FOUND = "DELETE FROM found WHERE rowid <= (SELECT min(max(rowid) - :kept, min(rowid) + :dropped) FROM found)"
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
    "sums": CREATE_SUMS,
}
"""What makes each table of a store."""
CARRIED: Mapping[str, tuple[str, ...]] = {
    "reviews": ("of", "played", "marks"),
    "found": ("game", "position", "version", "analysis"),
    "practice": ("game", "moves", "wrong", "hints", "solved"),
    "people": ("key", "name", "folded", "named", "banned", "blocked", "seen"),
    "offers": ("who", "game", "seat", "challenged"),
}
"""By table, the columns that a new file takes over from another; those that are missing here can be made again."""
SELECT_OFFERS = "SELECT who, game, seat, challenged FROM offers ORDER BY rowid"
WRITE_OFFER = "INSERT INTO offers (who, game, seat, challenged) VALUES (?, ?, ?, ?)"
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
    origin: Origin = "here"
    """Where it was played."""
    number: int = field(default=0, compare=False)
    """Of its row: of games that ended at one time, the later one has the larger number."""

    @classmethod
    def of(cls, match: Match, started: float, updated: float, revision: str = "", marks: ReviewMarks = ()) -> Stored:
        """A match as the store knows it."""
        return cls(match.to_json(), started, updated, revision, marks)._of(match.bare)

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
    def retried(self) -> bool:
        """As :attr:`core.play.match.Match.retried`, without asking the rules."""
        return bool(self.document.get("retried"))

    @property
    def between(self) -> bool:
        """Whether this game is over and the planned match that it belongs to is not."""
        return goes_on(self.series, self.outcome)

    def anew(self, id: str, origin: Origin = "here") -> Stored:
        """The same in another writing, under an id. Raises CoreError where it makes no game."""
        match = replace(self.match, id=id)
        document = {**self.document, "id": id}
        return replace(self, document=document, revision=uuid.uuid4().hex, origin=origin)._of(match)

    def numbered(self, number: int) -> Stored:
        """The same game in the row of a number."""
        return replace(self, number=number)._of(self.match)

    def _of(self, match: Match) -> Stored:
        """The same game, whose match is known."""
        self.__dict__["match"] = match
        return self

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


def _watched(players: tuple[str, str]) -> int:
    """0 where a person played, 1 where engines alone did, 2 where one of those learns by it."""
    if any(seat == HUMAN or from_afar(seat) is not None for seat in players):
        return 0
    return 2 if MENACE in players else 1


def _asked(document: Mapping[str, Any]) -> tuple[str, str, int, int]:
    """What SQL asks of a game: id, game, whether it was watched, and stage."""
    stage = OVER if outcome_of(document) else UNDER_WAY if document["moves"] else NOT_BEGUN
    return document.get("id", ""), document["game"], _watched(seats_of(document)), stage


def row_of(stored: Stored) -> tuple[object, ...]:
    """The values of COLUMNS."""
    id, game, watched, stage = _asked(stored.document)
    text = json.dumps(stored.document, ensure_ascii=False, separators=(",", ":"))
    return id, stored.revision, stored.origin, game, watched, stage, stored.started, stored.updated, text


def text_of(raw: bytes) -> str:
    """A text as it stands in the file, whatever its bytes are: :func:`stored_of` refuses a row in which they are no text."""
    return raw.decode("utf-8", "surrogateescape")


def stored_of(row: tuple[Any, ...]) -> Stored | None:
    """The inverse of :func:`row_of`, with the number of the row behind it or not; None for a row that is damaged, and for what
    only a newer version knows."""
    id, revision, origin, game, watched, stage, started, updated, text, *number = row
    try:
        stored = checked(json.loads(text), started, updated, revision)
        if origin in get_args(Origin) and (id, game, watched, stage) == _asked(stored.document):
            return replace(stored, origin=origin, number=number[0] if number else 0)
    except WRONG:
        pass
    return None


def checked(document: Mapping[str, Any], started: Any, updated: Any, revision: Any) -> Stored:
    """The game of a document, whoever wrote it, checked as far as it can be without the rules. Raises one of WRONG."""
    course = {name: document[name] for name in _COURSE if document.get(name) is not None}
    sound = course | written(facts_of(document))
    outcome_of(sound)
    "".join((revision, *sound["moves"])).encode()
    if not (math.isfinite(started) and math.isfinite(updated)):
        raise ValueError(started, updated)
    if "rules" in sound:
        sound["game"] = get(sound["game"], sound["rules"]).id  # earlier versions wrote the first digits of its hash
    return Stored(sound, started, updated, revision)


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
    """The game of a row with the marks of its review, if those are for its moves."""
    *kept, played, marks = row
    stored = stored_of(tuple(kept))
    if stored is None or played is None or played != stored.moves:
        return stored
    return replace(stored, marks=marks_of(marks, stored.moves))


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
