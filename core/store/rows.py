"""Rows of the store: tables, columns, indexes, and the values read from rows."""

from __future__ import annotations

import json
import math
import sqlite3
import uuid
import zlib
from collections.abc import Callable, Mapping
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
from core.players.opponents import HUMAN, from_afar, usual, without_folder
from core.position import Outcome

_COURSE = ("game", "rules", "start", "first", "second", "result", "reason", "moves")
"""Keys of a document for the course of a game. The others are the facts of :func:`core.play.match.facts_of`."""
UNREADABLE = (sqlite3.Error, UnicodeError)
"""Errors of SQLite for an unusable file. UnicodeError comes from its messages, which may quote any bytes."""
WRONG = (CoreError, ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)
"""Errors of :func:`checked` for values that are not a valid game."""
MAX_BYTES = 1 << 24
"""Maximum size of a row in bytes, far above any game's. No file may ask for more memory."""
SCHEMA = 7
"""The user_version of files written here. :mod:`core.store.earlier` migrates earlier versions."""
LEFT = "earlier_games"
"""The table for invalid games of an earlier version."""
NOT_BEGUN, UNDER_WAY, OVER = 0, 1, 2
"""Stages of a game: before its first move, between two moves, and after its end."""
Origin: TypeAlias = Literal["here", "imported"]
"""The place where a game was played: in this store, or elsewhere before its import."""
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
"""One row per game. The JSON has the whole match; the columns after ``origin`` repeat its parts for queries."""
INDEXES: Mapping[str, str] = {
    "games_under_way": "CREATE INDEX IF NOT EXISTS games_under_way ON games (updated) WHERE stage = 1",
    "games_over": "CREATE INDEX IF NOT EXISTS games_over ON games (updated) WHERE stage = 2",
    "games_own": "CREATE INDEX IF NOT EXISTS games_own ON games (updated) WHERE stage = 2 AND watched = 0",
    "games_watched": "CREATE INDEX IF NOT EXISTS games_watched ON games (updated) WHERE stage = 2 AND watched > 0",
    "games_counted": "CREATE INDEX IF NOT EXISTS games_counted ON games (game) WHERE stage = 2 AND watched > 0",
    "games_dropped": "CREATE INDEX IF NOT EXISTS games_dropped ON games (updated) WHERE stage = 2 AND watched = 1",
    "games_of_kind": "CREATE INDEX IF NOT EXISTS games_of_kind ON games (game, updated) WHERE stage = 2",
}
"""Indexes for the lists of games. They follow the order of time, so that a list reads only its own rows."""
SELECT = f"SELECT {', '.join(COLUMNS)}, games.rowid FROM games"
SELECT_MARKED = f"SELECT {', '.join(COLUMNS)}, games.rowid, played, marks FROM games LEFT JOIN reviews ON of = id"
WRITE = f"INSERT OR REPLACE INTO games ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
WRITE_NEWER = (
    f"INSERT INTO games ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))}) ON CONFLICT (id) DO UPDATE "
    f"SET {', '.join(f'{name} = excluded.{name}' for name in COLUMNS)} WHERE excluded.updated > updated"
)
"""Save a game unless a later state of it is stored."""
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
"""Running totals over finished games, in the order of their ends. They can be computed again at any time."""
CREATE_FOUND = (
    "CREATE TABLE IF NOT EXISTS found "
    "(game TEXT, position TEXT, version TEXT NOT NULL, analysis BLOB NOT NULL, PRIMARY KEY (game, position))"
)
"""Analyses of positions from reviews, as compressed JSON. The ``version`` is that of the program that made them, since
another version may find more."""
MAX_FOUND, MAX_DROPPED = 50_000, 2_000
"""Maximum number of stored analyses, and of analyses deleted at a time. The most recently written ones stay."""
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
"""Saves a person. ``banned`` stays unchanged, since another program may have set it."""
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
"""Tables whose rows come from people's actions. Analyses of positions can be found again."""
TABLES: Mapping[str, str] = {
    "games": CREATE,
    "reviews": CREATE_REVIEWS,
    "found": CREATE_FOUND,
    "practice": CREATE_PRACTICE,
    "people": CREATE_PEOPLE,
    "offers": CREATE_OFFERS,
    "sums": CREATE_SUMS,
}
"""The CREATE statement of each table."""
CARRIED: Mapping[str, tuple[str, ...]] = {
    "reviews": ("of", "played", "marks"),
    "found": ("game", "position", "version", "analysis"),
    "practice": ("game", "moves", "wrong", "hints", "solved"),
    "people": ("key", "name", "folded", "named", "banned", "blocked", "seen"),
    "offers": ("who", "game", "seat", "challenged"),
}
"""The columns that a new file copies from another, by table. Tables not listed are salvaged as games or computed
again."""
SELECT_OFFERS = "SELECT who, game, seat, challenged FROM offers ORDER BY rowid"
WRITE_OFFER = "INSERT INTO offers (who, game, seat, challenged) VALUES (?, ?, ?, ?)"
ReviewMarks: TypeAlias = tuple[str | None, ...]


class Tried(NamedTuple):
    """Result of an exercise: ``wrong`` tries and ``hints`` used before it was solved. ``solved`` is the time in seconds
    since 1970, None until then."""

    wrong: int = 0
    hints: int = 0
    solved: float | None = None

    @property
    def at_first(self) -> bool:
        """Whether the first try solved it, without a hint."""
        return self.solved is not None and not self.wrong and not self.hints

    def after(self, clock: Callable[[], float], *, wrong: bool = False, hint: bool = False) -> Tried:
        """The result after one more try: solved unless the try was ``wrong`` or only a ``hint`` was requested. A solved
        exercise stays unchanged. ``clock`` gives seconds since 1970."""
        if self.solved is not None:
            return self
        return Tried(self.wrong + wrong, self.hints + hint, None if wrong or hint else float(clock()))


@dataclass(frozen=True)
class Member:
    """A person of a hall: the public ``key``, the name, and the person's blocks. The ``name`` is empty until one is
    chosen, at the time ``named``. A ``banned`` person may not enter. ``blocked`` has the ids of the people whom this
    person has blocked. ``seen`` is the time of the last visit. Times are in seconds since 1970."""

    key: str
    name: str = ""
    named: float | None = None
    banned: bool = False
    blocked: frozenset[str] = frozenset()
    seen: float = 0.0

    @property
    def blank(self) -> bool:
        """Whether only the key is worth saving."""
        return not (self.name or self.banned or self.blocked)


class Offered(NamedTuple):
    """An offered game by post. ``who`` is the key of the person who offers it, ``game`` the id of the game, ``seat``
    the wanted seat, None for either, and ``challenged`` the key of the person asked, None for anybody."""

    who: str
    game: str
    seat: Player | None
    challenged: str | None


Practice: TypeAlias = Mapping[tuple[str, str], Tried]
"""Results of exercises, by game id and the moves to the position."""


@dataclass(frozen=True)
class Stored:
    """A game as stored. Its moves are checked only when :attr:`match` is read. So a list of games needs no rules, and
    can have games that only a later version can play."""

    document: Mapping[str, Any]
    """The game as written by :meth:`core.play.match.Match.to_json`."""
    started: float
    """Time of the start, in seconds since 1970."""
    updated: float
    """Time of the last change, in seconds since 1970."""
    revision: str
    """The id of the last write."""
    marks: ReviewMarks = ()
    """The mark of each move from a review: empty for no mark, None if not judged. The tuple is empty without a
    review."""
    origin: Origin = "here"
    """The place where the game was played."""
    number: int = field(default=0, compare=False)
    """The row number. Of games that ended at one time, the later one has the larger number."""

    @classmethod
    def of(cls, match: Match, started: float, updated: float, revision: str = "", marks: ReviewMarks = ()) -> Stored:
        """A match as stored."""
        return cls(match.to_json(), started, updated, revision, marks)._of(match.bare)

    @cached_property
    def match(self) -> Match:
        """The game, checked by the rules. Raises CoreError if it is not valid."""
        return Match.from_json(self.document)

    @property
    def id(self) -> str:
        """The id in the store."""
        return str(self.document.get("id", ""))

    @property
    def game(self) -> str:
        """The id of the game's rules."""
        return str(self.document["game"])

    @property
    def start(self) -> str | None:
        """The text of the start position, None for the usual one."""
        return self.document.get("start")

    @property
    def moves(self) -> str:
        """The moves in notation, separated by spaces."""
        return " ".join(self.document["moves"])

    @property
    def players(self) -> tuple[str, str]:
        """The players by seat."""
        return seats_of(self.document)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The outcome, without the cells that show it."""
        return outcome_of(self.document)

    @property
    def series(self) -> Series | None:
        """The series of the two players before this game."""
        series = self.document.get("series")
        return series and Series.from_json(series)

    @property
    def extra(self) -> str:
        """The writer's own text."""
        return str(self.document.get("extra", ""))

    @property
    def retried(self) -> bool:
        """The value of :attr:`core.play.match.Match.retried`, without asking the rules."""
        return bool(self.document.get("retried"))

    @property
    def between(self) -> bool:
        """Whether this game is over and its planned series is not."""
        return goes_on(self.series, self.outcome)

    def anew(self, id: str, origin: Origin = "here") -> Stored:
        """A copy with a given id and a new revision. Raises CoreError if the game is not valid."""
        match = replace(self.match, id=id)
        document = {**self.document, "id": id}
        return replace(self, document=document, revision=uuid.uuid4().hex, origin=origin)._of(match)

    def numbered(self, number: int) -> Stored:
        """A copy with a row number."""
        return replace(self, number=number)._of(self.match)

    def _of(self, match: Match) -> Stored:
        """This object, with its match already known."""
        self.__dict__["match"] = match
        return self

    @property
    def writing(self) -> Writing:
        """The identity of this write."""
        return Writing(self.id, self.started, self.revision)


@dataclass(frozen=True, slots=True)
class Writing:
    """Identity of a write, which the next write follows: ``id``, start time and ``revision``. ``started`` is in seconds
    since 1970."""

    id: str
    started: float
    revision: str


def _watched(players: tuple[str, str]) -> int:
    """0 with a person, 1 with engines alone. 2 if one of the engines learns from it."""
    if any(seat == HUMAN or from_afar(seat) is not None for seat in players):
        return 0
    return 2 if MENACE in players else 1


def _asked(document: Mapping[str, Any]) -> tuple[str, str, int, int]:
    """The columns for queries: id, game, watched and stage."""
    stage = OVER if outcome_of(document) else UNDER_WAY if document["moves"] else NOT_BEGUN
    return document.get("id", ""), document["game"], _watched(seats_of(document)), stage


def row_of(stored: Stored) -> tuple[object, ...]:
    """The values of COLUMNS for a game."""
    id, game, watched, stage = _asked(stored.document)
    text = json.dumps(stored.document, ensure_ascii=False, separators=(",", ":"))
    return id, stored.revision, stored.origin, game, watched, stage, stored.started, stored.updated, text


def text_of(raw: bytes) -> str:
    """Decode any bytes of a file. :func:`stored_of` rejects rows with invalid UTF-8."""
    return raw.decode("utf-8", "surrogateescape")


def stored_of(row: tuple[Any, ...]) -> Stored | None:
    """The inverse of :func:`row_of`; a row number may follow the columns. Returns None for a damaged row, and for a
    game that only a newer version knows."""
    id, revision, origin, game, watched, stage, started, updated, text, *number = row
    try:
        stored = checked(json.loads(text), started, updated, revision)
        if origin in get_args(Origin) and (id, game, watched, stage) == _asked(stored.document):
            return replace(stored, origin=origin, number=number[0] if number else 0)
    except WRONG:
        pass
    return None


def checked(document: Mapping[str, Any], started: Any, updated: Any, revision: Any) -> Stored:
    """The game of a document, checked without playing its moves. Raises an error of WRONG."""
    course = {name: document[name] for name in _COURSE if document.get(name) is not None}
    sound = course | written(facts_of(document))
    outcome_of(sound)
    "".join((revision, *sound["moves"])).encode()
    if not (math.isfinite(started) and math.isfinite(updated)):
        raise ValueError(started, updated)
    if "rules" in sound:
        # Earlier versions wrote only the first digits of the hash.
        sound["game"] = get(sound["game"], sound["rules"]).id
    return Stored(sound, started, updated, revision)


def spelled(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document with its players as an export and an import spell them."""

    def seat(text: str) -> str:
        return without_folder(usual(text) or text)

    first, second = map(seat, seats_of(document))
    series = document.get("series")
    if series:
        series = {**series, "players": [*map(seat, series["players"])]}
    return {**document, "first": first, "second": second, "series": series}


def packed(analysis: Analysis) -> tuple[object, ...]:
    """The values of a row of ``found`` for an analysis."""
    position = analysis.position
    return (position.game.id, position.text, __version__, zlib.compress(json.dumps(analysis.to_json()).encode()))


def unpacked(text: object) -> Analysis | None:
    """The analysis of a row of ``found``, None if unreadable."""
    try:
        return Analysis.from_json(json.loads(zlib.decompress(text))) if isinstance(text, bytes) else None
    except (CoreError, zlib.error, ValueError, TypeError, KeyError, RecursionError):
        return None


def marked_of(row: tuple[Any, ...]) -> Stored | None:
    """The game of a joined row. It has the marks of its review if they fit its moves."""
    *kept, played, marks = row
    stored = stored_of(tuple(kept))
    if stored is None or played is None or played != stored.moves:
        return stored
    return replace(stored, marks=marks_of(marks, stored.moves))


def marks_of(text: object, moves: str) -> ReviewMarks:
    """The marks in a row of reviews. Empty without a row, or if they do not fit the moves."""
    try:
        marks = json.loads(text) if isinstance(text, str) else ()
    except (ValueError, RecursionError):
        return ()
    fits = isinstance(marks, list) and len(marks) == len(moves.split()) and all(map(is_mark, marks))
    return tuple(marks) if fits else ()


def tried_of(row: tuple[Any, ...]) -> tuple[tuple[str, str], Tried] | None:
    """The key and result of a practice row, None if damaged."""
    game, moves, wrong, hints, solved = row
    named = isinstance(game, str) and isinstance(moves, str)
    counted = all(isinstance(count, int) and count >= 0 for count in (wrong, hints))
    timed = solved is None or (isinstance(solved, float) and math.isfinite(solved))
    return ((game, moves), Tried(wrong, hints, solved)) if named and counted and timed else None


def member_of(row: tuple[Any, ...]) -> Member | None:
    """The person of a row, None if damaged."""
    key, name, named, banned, blocked, seen = row
    worded = all(isinstance(text, str) for text in (key, name, blocked))
    timed = all(isinstance(time, float) and math.isfinite(time) for time in (named or 0.0, seen))
    return Member(key, name, named, bool(banned), frozenset(blocked.split()), seen) if worded and timed else None


def offered_of(row: tuple[Any, ...]) -> Offered | None:
    """The offer of a row, None if damaged."""
    who, game, seat, challenged = row
    fits = (
        isinstance(who, str) and isinstance(game, str) and isinstance(challenged, str | None) and seat in (0, 1, None)
    )
    return Offered(who, game, seat, challenged) if fits else None


def is_mark(mark: object) -> bool:
    """Whether a value is a valid mark of a move."""
    from core.review.verdicts import FAULTS  # which only reviews need

    return mark is None or (isinstance(mark, str) and mark in ("", "!", *FAULTS))
