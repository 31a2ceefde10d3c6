"""Games to keep, and other programs that keep or hold them at the same time."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from core.game import Reason
from core.play.match import Record
from core.position import Outcome
from core.store.store import Kept, Store, open_store

GAME = Record("one", "tictactoe", None, "", ("human", "minimax:full"), None)
WON = Outcome(0, Reason.LINE, (0, 1, 2))


def sound(path: Path) -> Store:
    """A store that opens without trouble, and whose clock goes on by a second a look."""
    ticks = itertools.count(1000)
    store, trouble = open_store(path, lambda: float(next(ticks)))
    assert trouble is None
    assert store.path == path
    return store


def play(store: Store, moves: str, record: Record = GAME, after: Kept | None = None) -> Kept:
    """Save a game ply by ply."""
    words = moves.split()
    for count in range(1, len(words) + 1):
        after = store.save(replace(record, moves=" ".join(words[:count])), after)
    assert after
    return after


WRITER = """
import sys
from pathlib import Path
import core.store.store
import core.store.file
from core.play.match import Record
core.store.file.BUSY_SECONDS = 600.0  # the others write too, however slow the disk is
store, trouble = core.store.store.open_store(Path(sys.argv[1]))
assert trouble is None, trouble
kept = None
for ply in range(1, int(sys.argv[3]) + 1):
    moves = " ".join(str(i) for i in range(ply))
    kept = store.save(Record(sys.argv[2], "tictactoe", None, moves, ("human", "x"), None), kept)
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
