"""Damage stores of games in every way that a disk or another program may, and see whether one keeps a game away that can
still be read: ``python -m tests.tools.damage 1000``.

What can be read is found out by plain SQLite, row by row, without the store. Each of these games has to be listed, the user has
to be told in one sentence where the file was moved aside, and the next opening has to be as if nothing had been.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from core.analysis import Limit, Watch
from core.engines import best
from core.errors import CoreError
from core.games import get
from core.play.match import Match
from core.play.series import Series
from core.position import play_all
from core.store.rows import COLUMNS, INDEXES, Member, Offered, Stored, stored_of, text_of
from core.store.store import SCHEMA, open_store

PLAYERS = ("human", "alphabeta:full")
GAMES = 60
SIDES = ("reviews", "found", "practice", "people", "offers")
PLAIN = (sqlite3.Error, UnicodeDecodeError)


def furnished(path: Path, draw: random.Random) -> None:
    """Make a store with games of all kinds and with something in every table beside them."""
    store, trouble = open_store(path, lambda: draw.uniform(1e9, 2e9))
    assert trouble is None
    for number in range(GAMES):
        match = Match(get("tictactoe"), PLAYERS, id=f"game {number}")
        for move in (4, 0, 2)[: draw.randrange(4)]:
            match = match.play(move)
        if number % 2:
            match = match.resign(1)
        if number % 3 == 0:
            match = replace(match, series=Series(PLAYERS, 3, (0, None)), extra="beside " * draw.randrange(80))
        kept = store.save(match)
        if number % 4 == 0:
            kept = store.save(replace(match, cautions=1), kept)
        store.mark(match.id, kept.moves, ("!",) * len(match.moves))
        store.practise("tictactoe", f"b2 {number}", wrong=True)
        store.people.enroll(Member(f"key {number}", f"name {number}", 1.0))
    store.people.offer([Offered("key 1", "tictactoe", 0, None)])
    for moves in ("b2", "b2 a1", "b2 a1 c1"):
        position = play_all(get("tictactoe"), moves)[1]
        store.learn([best(position).analyse(Watch(position, Limit(nodes=50), lambda: 0.0))])
    store.close()


# By the disk.


def flipped(path: Path, draw: random.Random) -> None:
    """A few bytes are others."""
    data = bytearray(path.read_bytes())
    for _ in range(draw.randint(1, 16)):
        data[draw.randrange(len(data))] ^= draw.randint(1, 255)
    path.write_bytes(data)


def flipped_begin(path: Path, draw: random.Random) -> None:
    """A byte of the header or of what says which tables there are is another."""
    data = bytearray(path.read_bytes())
    data[draw.choice((draw.randrange(100), draw.randrange(4096)))] ^= 1 << draw.randrange(8)
    path.write_bytes(data)


def _pages(path: Path, draw: random.Random) -> tuple[bytearray, int, list[int]]:
    data = bytearray(path.read_bytes())
    size = int.from_bytes(data[16:18], "big")
    return data, size, draw.sample(range(len(data) // size), draw.randint(1, 3))


def zeroed(path: Path, draw: random.Random) -> None:
    """Whole pages are empty."""
    data, size, pages = _pages(path, draw)
    for page in pages:
        data[page * size : (page + 1) * size] = bytes(size)
    path.write_bytes(data)


def swapped(path: Path, draw: random.Random) -> None:
    """A page stands where another should."""
    data, size, pages = _pages(path, draw)
    one, other = pages[0], pages[-1]
    first, second = (data[page * size : (page + 1) * size] for page in (one, other))
    data[one * size : (one + 1) * size], data[other * size : (other + 1) * size] = second, first
    path.write_bytes(data)


def spoiled_head(path: Path, draw: random.Random) -> None:
    """The begin of a page, which says what is in it, is nonsense."""
    data, size, pages = _pages(path, draw)
    for page in pages:
        at = page * size + (100 if page == 0 else 0)
        data[at : at + 12] = draw.randbytes(12)
    path.write_bytes(data)


def truncated(path: Path, draw: random.Random) -> None:
    """The file ends too early."""
    data = path.read_bytes()
    path.write_bytes(data[: draw.randrange(len(data))])


def lengthened(path: Path, draw: random.Random) -> None:
    """Something stands behind the end."""
    path.write_bytes(path.read_bytes() + draw.randbytes(draw.randint(1, 9000)))


# By another program.


def by_sql(*statements: str) -> Callable[[Path, random.Random], None]:
    """What another program does to the file; ``{side}`` is one of the tables beside the games."""

    def damage(path: Path, draw: random.Random) -> None:
        side = draw.choice(SIDES)
        with closing(sqlite3.connect(path)) as db, db:
            for statement in statements:
                db.execute(statement.replace("{side}", side))

    damage.__doc__ = " ; ".join(statements)
    return damage


BY_OTHERS = (
    by_sql("DROP TABLE {side}"),
    by_sql("DROP TABLE {side}", "CREATE TABLE {side} (foreign_thing)"),
    by_sql("DROP TABLE {side}", "CREATE TABLE {side} (foreign_thing)", "INSERT INTO {side} VALUES ('x')"),
    by_sql("DROP TABLE {side}", "CREATE VIEW {side} AS SELECT * FROM games"),
    by_sql("DROP TABLE {side}", "CREATE VIEW {side} AS SELECT * FROM no_table"),
    by_sql("DROP TABLE {side}", "CREATE TABLE {side} (of, played, marks, x AS (marks || '!'))"),
    by_sql("ALTER TABLE {side} ADD COLUMN more TEXT"),
    by_sql("ALTER TABLE {side} RENAME TO gone"),
    by_sql("CREATE TABLE songs (title)", "INSERT INTO songs VALUES ('one')"),
    by_sql("CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END"),
    by_sql("CREATE TRIGGER t BEFORE INSERT ON {side} BEGIN DELETE FROM games; END"),
    by_sql("CREATE VIEW v AS SELECT * FROM games", "CREATE TRIGGER t INSTEAD OF INSERT ON v BEGIN DELETE FROM games; END"),
    by_sql("CREATE UNIQUE INDEX u ON games (game, id)"),
    by_sql("CREATE INDEX i ON games (stage, updated DESC)"),
    by_sql("CREATE INDEX i ON games (stage) WHERE stage = 7"),
    by_sql("ALTER TABLE games ADD COLUMN more TEXT"),
    by_sql("ALTER TABLE games ADD COLUMN more TEXT AS (game || '!')"),
    by_sql("DROP INDEX games_over"),
    by_sql("DROP INDEX games_own", "CREATE INDEX games_own ON games (game)"),
    by_sql(*(f"DROP INDEX {name}" for name in INDEXES), "ALTER TABLE games DROP COLUMN watched"),
    by_sql("ALTER TABLE games DROP COLUMN origin"),
    by_sql("ALTER TABLE games RENAME TO old_games"),
    by_sql("ALTER TABLE games RENAME TO old_games", "CREATE VIEW games AS SELECT * FROM old_games"),
    by_sql("ALTER TABLE games RENAME COLUMN revision TO version"),
    by_sql("CREATE TABLE copy AS SELECT * FROM games", "DROP TABLE games", "ALTER TABLE copy RENAME TO games"),
    by_sql(
        f"CREATE TABLE copy ({', '.join(COLUMNS)}, PRIMARY KEY (id)) WITHOUT ROWID",
        "INSERT INTO copy SELECT * FROM games",
        "DROP TABLE games",
        "ALTER TABLE copy RENAME TO games",
    ),
    by_sql(f"CREATE TABLE copy ({', '.join(COLUMNS)}, CHECK (updated < 3e9))", "INSERT INTO copy SELECT * FROM games",
           "DROP TABLE games", "ALTER TABLE copy RENAME TO games"),
    by_sql("CREATE TABLE copy AS SELECT started, updated, document FROM games", "DROP TABLE games",
           "ALTER TABLE copy RENAME TO games"),
    by_sql("ANALYZE"),
    by_sql("VACUUM"),
    by_sql("UPDATE games SET stage = 'over' WHERE rowid % 7 = 0"),
    by_sql("UPDATE games SET document = 'nothing' WHERE rowid % 7 = 0"),
    by_sql("PRAGMA user_version = 0"),
    by_sql("PRAGMA user_version = 99"),
    by_sql("PRAGMA journal_mode = DELETE"),
    by_sql("PRAGMA writable_schema = ON", "UPDATE sqlite_master SET sql = 'CREATE TABL' WHERE name = '{side}'"),
    by_sql("PRAGMA writable_schema = ON", "UPDATE sqlite_master SET rootpage = 2 WHERE name = '{side}'"),
    by_sql("PRAGMA writable_schema = ON", "DELETE FROM sqlite_master WHERE name = '{side}'"),
)  # fmt: skip
BY_DISK = (flipped, flipped, flipped_begin, flipped_begin, zeroed, swapped, spoiled_head, truncated, lengthened)


# What plain SQLite reads.


def readable(path: Path) -> list[Stored]:
    """The games of a file that plain SQLite can read, row by row; of tables of other names where none is called games."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(path, Path(folder) / "copy")
        with closing(sqlite3.connect(Path(folder) / "copy")) as db:
            db.text_factory = text_of
            tables: list[str] = []
            with suppress(*PLAIN):
                tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            named = [name for name in tables if name.lower() == "games"]
            return [kept for name in named or tables for kept in _kept(db, name)]


def _kept(db: sqlite3.Connection, table: str) -> Iterator[Stored]:
    names: list[str] = []
    with suppress(*PLAIN, UnicodeError):
        names = [name for _, name, *_ in db.execute(f'PRAGMA table_xinfo("{table}")')]
    if not {"id", "updated", "document"} <= set(names):
        return
    columns = ", ".join(name if name in names else "''" for name in COLUMNS)
    try:
        db.execute(f'SELECT rowid FROM "{table}" LIMIT 0')
        wheres = [f"WHERE rowid = {number}" for number in range(1, 3 * GAMES)]
    except PLAIN:
        wheres = [""]
    for where in wheres:
        with suppress(*PLAIN):
            for row in db.execute(f'SELECT {columns} FROM "{table}" NOT INDEXED {where}'):
                kept = stored_of(row)
                if kept:
                    yield kept


def _version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def listed(path: Path) -> tuple[dict[str, Stored], CoreError | None]:
    """The games that the store lists, by their ids, and what it tells."""
    store, trouble = open_store(path)
    try:
        return {kept.id: kept for kept in [*store.unfinished(), *store.finished(limit=None)]}, trouble
    finally:
        store.close()


def verdict(path: Path) -> str:
    """What becomes of the games of a damaged file."""
    before = path.read_bytes()
    there = readable(path)
    found, trouble = listed(path)
    if "newer version" in str(trouble) and _version(path) > SCHEMA and path.read_bytes() == before:
        return "left as it is, since it says that a newer version wrote it"
    away = [kept for kept in there if kept.id not in found or found[kept.id].updated < kept.updated]
    if away:
        return f"KEPT AWAY {len(away)} of {len(there)} games: {trouble}"
    asides = list(path.parent.glob(f"{path.name}.broken-*"))
    if asides and (trouble is None or not str(trouble).isprintable()):
        return f"MOVED ASIDE without a sentence: {trouble}"
    if [aside.name for aside in asides] != [f"{path.name}.broken-1"] * len(asides):
        return f"LEFT BEHIND {[aside.name for aside in asides]}"
    if asides and asides[0].read_bytes() != before:
        return "CHANGED what was moved aside"
    again, trouble = listed(path)
    if trouble or again.keys() != found.keys():
        return f"NOT SOUND afterwards: {trouble}"
    if not asides:
        return f"opened as it is, {'some' if there else 'no'} games"
    more = len(found) - len({kept.id for kept in there})
    return f"made anew, {'some' if there else 'no'} games that plain SQLite reads{', and more' if more > 0 else ''}"


def main(count: int) -> None:
    """Damage and count."""
    told: Counter[str] = Counter()
    bad, longest = 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.sqlite"
        furnished(whole, random.Random(1))
        for seed in range(count):
            draw = random.Random(seed)
            path = Path(folder) / str(seed) / "games.sqlite"
            path.parent.mkdir()
            shutil.copy(whole, path)
            ways = [draw.choice(draw.choice((BY_DISK, BY_OTHERS))) for _ in range(draw.choice((1, 1, 1, 2, 3)))]
            for way in ways:
                with suppress(sqlite3.Error, IndexError, ValueError, ZeroDivisionError):
                    way(path, draw)
            began = time.perf_counter()
            try:
                came = verdict(path)
            except Exception:
                came = "RAISED " + traceback.format_exc().splitlines()[-1]
            longest = max(longest, time.perf_counter() - began)
            told[came.split(" games:")[0] if came[0].islower() else came.split()[0]] += 1
            if not came[0].islower():
                bad += 1
                print(f"{seed}: {[way.__doc__ or way.__name__ for way in ways]}: {came}", flush=True)
            shutil.rmtree(path.parent)
    for what, number in told.most_common():
        print(f"{what}: {number}")
    print(f"{count} damaged stores, {bad} that keep a readable game away or end badly; at most {longest:.1f} s each")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main(int(sys.argv[1]))
