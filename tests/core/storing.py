"""Games to keep, and other programs that keep or hold them at the same time."""

from __future__ import annotations

import itertools
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from core.game import Reason
from core.games import get
from core.play.match import Match
from core.position import Outcome
from core.store.store import Store, Stored, open_store

GAME = Match(get("tictactoe"), ("human", "minimax:full"), id="one")
WON = Outcome(0, Reason.LINE, (0, 1, 2))


def sound(path: Path) -> Store:
    """A store that opens without trouble, and whose clock goes on by a second a look."""
    ticks = itertools.count(1000)
    store, trouble = open_store(path, lambda: float(next(ticks)))
    assert trouble is None
    assert store.path == path
    return store


def moved(moves: str, match: Match = GAME) -> Match:
    """A game after some moves."""
    for name in moves.split():
        match = match.play(match.position.parse(name))
    return match


def play(store: Store, moves: str, match: Match = GAME, after: Stored | None = None) -> Stored:
    """Save a game ply by ply."""
    for name in moves.split():
        match = moved(name, match)
        after = store.save(match, after)
    assert after
    return after


def kept_moves(path: Path) -> list[tuple[str, str]]:
    """The id and the moves of each row, as any other program reads them at this moment."""
    with closing(sqlite3.connect(path)) as db:
        said = [json.loads(text) for (text,) in db.execute("SELECT document FROM games ORDER BY rowid")]
        return [(document["id"], " ".join(document["moves"])) for document in said]


def respell(path: Path, where: str = "TRUE", /, **values: object) -> None:
    """Write other values into the JSON of games, as another program does, and another game into its column too."""
    with closing(sqlite3.connect(path)) as db, db:
        for number, text in db.execute(f"SELECT rowid, document FROM games WHERE {where}").fetchall():
            document = json.dumps({**json.loads(text), **values})
            db.execute("UPDATE games SET document = ? WHERE rowid = ?", (document, number))
            if "game" in values:
                db.execute("UPDATE games SET game = ? WHERE rowid = ?", (values["game"], number))


WRITER = """
import sys
from pathlib import Path
import core.store.store
import core.store.file
from core.games import get
from core.play.match import Match
core.store.file.BUSY_SECONDS = 600.0  # the others write too, however slow the disk is
store, trouble = core.store.store.open_store(Path(sys.argv[1]))
assert trouble is None, trouble
kept = None
match = Match(get("subtraction:999:1,2"), ("human", "x"), id=sys.argv[2])
for ply in range(1, int(sys.argv[3]) + 1):
    match = match.play(0)
    kept = store.save(match, kept)
    print(ply, flush=True)
"""


def writer(path: Path, id: str, plies: int) -> subprocess.Popen[str]:
    """Another program that keeps a game ply by ply and says how many are kept."""
    command = [sys.executable, "-c", WRITER, str(path), id, str(plies)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


HOLDER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=600, isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another program that holds the file until the block ends."""
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdin
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        yield
        holder.stdin.close()
        holder.wait()


OPENER = """
import sqlite3, sys
from pathlib import Path
import core.games
import core.store.store
import core.store.file
connect = sqlite3.connect
def told(statement):
    print(*statement.split(), flush=True)
    assert sys.stdin.readline()
def traced(*place, **options):
    db = connect(*place, **options)
    db.set_trace_callback(told)
    return db
sqlite3.connect = traced
core.store.file.BUSY_SECONDS = 600.0
store, trouble = core.store.store.open_store(Path(sys.argv[1]))
assert trouble is None, trouble
store.save(core.store.store.Match(core.games.get("tictactoe"), ("human", "human"), id=sys.argv[2]).play(4))
store.close()
"""


def opener(path: Path, id: str = "new") -> subprocess.Popen[str]:
    """Another program that opens the store and keeps a game. It says each statement, in one line, and then waits for a line:
    one line for one, or it would run on ahead of who leads it."""
    command = [sys.executable, "-c", OPENER, str(path), id]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def go_on(program: subprocess.Popen[str], statements: int = 1) -> None:
    assert program.stdin
    os.write(program.stdin.fileno(), b"\n" * statements)


def run_to(program: subprocess.Popen[str], there: Callable[[list[str]], bool]) -> list[str]:
    """Let a program go on until it is there, which it knows by the statements said on the way, or at its end."""
    assert program.stdout
    said: list[str] = []
    for line in program.stdout:
        said.append(line)
        if there(said):
            break
        go_on(program)
    return said
