"""Does to the real app what happens to programs: ``python -m tests.tools.faults [NAME...]``.

It is killed, robbed of its disk, its files and its engines, shaken and lied to, while engines play in it. Each fault is one
row: what was seen, and whether no ply that was shown is lost, the fault is named once in a sentence, and the game goes on.
It ends with exit code 1 where that is not so. The full disk needs a user who may make namespaces.
"""

from __future__ import annotations

import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path

from core.games import get
from core.position import play_all
from core.store.store import SCHEMA, Stored, open_store
from tests.pty import terminal
from tests.pty.terminal import PROGRAM, Terminal
from tui.household.settings_file import FILE
from tui.household.surroundings import STORE_FILE

PATIENT = 40.0
"""Seconds within which everything is seen that is to be seen."""
PLIES = 200
GAMES = 200
SIZES = 500
ENGINES = ("--x", "mcts:1", "--o", "random")
BOARD = "mnk:6,6,4"
"""The game of most faults: long enough that something happens in its middle."""
NONSENSE = (
    "import sys\nfor line in sys.stdin:\n    print('ready' if 'ready' in line else 'bestmove nonsense', flush=True)"
)
"""An engine that has nothing to say."""
SILENCE = "import time\ntime.sleep(3600)"
DEATH = "raise SystemExit(3)"
JUMPS = """
import itertools, time
real, leaps = time.time, itertools.cycle((0, 86400 * 365, -86400 * 365, 3600))
time.time = lambda: real() + next(leaps)
from tui.command.cli import main
main()
"""
"""The program on a machine whose clock leaps to and fro."""


class Watched(Terminal):
    """Engines that play eight moves a second in the real app."""

    def begin(self) -> Watched:
        """Wait for the first move, and let them hurry."""
        self.until(lambda: self.at)
        self.press("+", "+", "+")
        return self

    @property
    def at(self) -> tuple[int, int] | None:
        """The game of the series and the ply that are on the screen; None where it shows something else."""
        game, move = re.search(r"game (\d+)", self.text), re.search(r"─ move (\d+)", self.text)
        return (int(game[1]) if game else 1, int(move[1]) - 1) if move else None

    def goes_on(self, plies: int = 4) -> None:
        """Wait until so many more plies are seen."""
        seen = {self.at}

        def enough() -> bool:
            seen.add(self.at)
            return len(seen - {None}) > plies

        self.until(enough)

    def told(self, word: str) -> int:
        """Wait until a sentence is on the screen, known by a word that stands once in it; how often it stands there."""
        self.see(word)
        return self.text.count(word)


def watched(home: Path, *arguments: str, program: Sequence[str] = (str(PROGRAM),)) -> Watched:
    """The app in which engines play a game of the command line, or the usual one."""
    return Watched(home, "watch", *(arguments or (BOARD, *ENGINES)), program=program).begin()


def kept(home: Path) -> list[Stored]:
    """Every game in the store, each a game by its rules."""
    store, trouble = open_store(home / STORE_FILE)
    assert trouble is None, trouble
    found = [*store.unfinished(), *store.finished(limit=100_000)]
    assert store.unreadable() == 0
    store.close()
    for each in found:
        play_all(get(each.game), each.moves, each.start)
    return found


def plies(home: Path) -> int:
    """How many plies are kept."""
    return sum(len(each.moves.split()) for each in kept(home))


def killed(home: Path) -> str:
    """kill -9 at random moments of 200 plies, each time with the game taken up again."""
    chance = random.Random(1)
    kills = 0
    before: dict[str, int] = {}
    while sum(before.values()) < PLIES:
        if any(not each.outcome and each.moves for each in kept(home)):
            app = Watched(home, program=(str(PROGRAM),))
            app.see("ply ")
            app.press("c")
            app.begin()
        else:
            app = watched(home)
        end = time.monotonic() + chance.uniform(0.2, 4)
        while time.monotonic() < end:
            app.read()
        shown = app.at or (1, 0)
        app.kill(signal.SIGKILL)
        app.close()
        kills += 1
        games = {each.id: each for each in kept(home)}
        after = {id: len(each.moves.split()) for id, each in games.items()}
        assert all(after.get(id, 0) >= count for id, count in before.items()), "plies of an earlier run are gone"
        newest = max(games.values(), key=lambda each: each.updated, default=None)
        if newest and not newest.outcome:
            there = after[newest.id]
            assert there >= shown[1], f"{shown[1]} plies were shown, and {there} are kept"
        before = after
    return f"{kills} kills in {sum(before.values())} plies of {len(before)} games; no ply that was shown is lost"


def two_apps(home: Path) -> str:
    """Two apps on one store."""
    one, other = (watched(home, "tictactoe", "--x", "random", "--o", "random") for _ in range(2))
    try:
        while sum(app.at[0] for app in (one, other) if app.at) < GAMES + 2:
            assert one.read()
            assert other.read()
        shown = sum(app.at[0] - 1 for app in (one, other) if app.at)
    finally:
        one.close()
        other.close()
    games = kept(home)
    over = [each for each in games if each.outcome]
    assert shown <= len(over) <= shown + 2, f"{shown} games were seen to end, {len(over)} are kept"
    assert len(games) - len(over) <= 2, "a game stands there twice"
    return f"{shown} games seen to end in two apps, {len(over)} kept, {len(games) - len(over)} under way"


def full_disk(home: Path) -> str:
    """A disk of one megabyte that fills up, and is emptied."""
    mount = f'mount -t tmpfs -o size=1m none "{home}" && exec "$0" "$@"'
    shell = ("unshare", "-rm", "sh", "-c", mount, str(PROGRAM))
    app = watched(home, program=shell)
    app.goes_on()
    inside = Path(f"/proc/{app.child.pid}/root{home}")
    filler = inside / "filler"
    try:
        with suppress(OSError), filler.open("wb") as file:
            while True:
                file.write(bytes(512))
                file.flush()
        times = app.told("needed")
        app.goes_on()
        filler.unlink()
        before = app.at
        app.goes_on(8)
        copy = home / "copy"
        copy.mkdir()
        app.kill(signal.SIGSTOP)
        for path in inside.glob(f"{STORE_FILE}*"):
            (copy / path.name).write_bytes(path.read_bytes())
        app.kill(signal.SIGCONT)
        found = plies(copy)
        assert before
        assert found >= before[1], f"{found} plies kept after the disk had room again, {before} were played before"
    finally:
        app.close()
    assert times == 1, f"it is said {times} times"
    return f"named once; the game went on, and {found} plies were kept once there was room"


def spoiled(home: Path, word: str, spoil: Callable[[Path], object], aside: bool) -> str:
    """A store that is spoiled in mid-game: it is named, the game goes on and is kept whole."""
    app = watched(home)
    app.goes_on()
    spoil(home / STORE_FILE)
    try:
        times = app.told(word)
        app.goes_on()
        shown = app.at or (1, 0)
    finally:
        app.close()
    newest = max(kept(home), key=lambda each: each.updated)
    assert times == 1, f"it is said {times} times"
    assert newest.outcome or len(newest.moves.split()) >= shown[1], "the game is not kept whole"
    assert bool(list(home.glob("*.broken-1"))) == aside
    return f"named once; the game went on, {shown[1]} plies shown, {len(newest.moves.split())} kept"


def deleted(home: Path) -> str:
    """A store deleted in mid-game."""

    def remove(path: Path) -> None:
        for each in home.glob(f"{STORE_FILE}*"):
            each.unlink()

    return spoiled(home, "disappeared", remove, False)


def cut(home: Path) -> str:
    """A store cut in half in mid-game."""

    def half(path: Path) -> None:
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        os.truncate(path, path.stat().st_size // 2)

    return spoiled(home, "saved", half, True)


def read_only(home: Path) -> str:
    """A store made read-only in mid-game. Root is bound by that only in a user namespace, where he may do no more than all."""
    program = (*(("unshare", "--user") if os.geteuid() == 0 else ()), str(PROGRAM))
    app = watched(home, program=program)
    app.goes_on()
    for path in (*home.iterdir(), home):
        path.chmod(0o555)
    app.goes_on()
    app.close()
    other = watched(home, program=program)
    try:
        times = other.told("TRIQUI_HOME")
        other.goes_on()
    finally:
        other.close()
        home.chmod(0o777)
    assert times == 1, f"it is said {times} times"
    return "an open store is written on; an app that is opened then names it once, and plays in memory"


def newer(home: Path) -> str:
    """A store written by a later version."""
    watched(home).close()
    with closing(sqlite3.connect(home / STORE_FILE)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = (home / STORE_FILE).read_bytes()
    app = watched(home)
    try:
        times = app.told("stays")
        app.goes_on()
    finally:
        app.close()
    assert times == 1, f"it is said {times} times"
    assert (home / STORE_FILE).read_bytes() == before, "the file was written to"
    return "named once; the file is as it was, and the game went on in memory"


def settings(home: Path) -> str:
    """A settings file of random bytes."""
    for seed in range(3):
        (home / FILE).write_bytes(random.Random(seed).randbytes(4096))
        app = watched(home)
        said = app.told("Some of the settings in")
        app.goes_on()
        app.close()
        assert said == 1, f"it is said {said} times"
    assert len(list(home.glob(f"{FILE}.broken-*"))) == 3
    return "three files: each named once and moved aside, and the game went on"


def dead(home: Path) -> str:
    """An engine of the hall that is killed, again and again."""
    app = watched(home)
    try:
        for _ in range(5):
            for pid in app.engines():
                os.kill(pid, signal.SIGKILL)
            app.goes_on()
    finally:
        app.close()
    return f"all engines killed five times; each time others took their place, and the game went on to {app.at}"


def hanging(home: Path) -> str:
    """An engine of the hall that hangs."""
    app = watched(home, BOARD, "--x", "mcts:1", "--o", "mcts:1")
    try:
        stopped = app.engines()
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        began = time.monotonic()
        app.goes_on()
    finally:
        app.close()
    return f"{len(stopped)} engines stood still; the game went on after {time.monotonic() - began:.0f} s"


def stranger(home: Path, program: str) -> str:
    """A program from elsewhere that does not play: it loses that game with a sentence, and the next one follows."""
    file = home / "program.py"
    file.write_text(program)
    app = Watched(home, "watch", "tictactoe", "--x", f"ugi:{sys.executable} {file}", "--o", "random")
    try:
        app.until(lambda: "forfeit" in app.text.lower() or "loses" in app.text or "lost" in app.text)
        said = next(line for line in app.text.splitlines() if re.search("forfeit|loses|lost", line))
        app.press(" ")
        app.until(lambda: app.at and app.at[0] > 1)
    finally:
        app.close()
    return f"said: {said.strip()[:70]}; the next game followed"


def clock(home: Path) -> str:
    """A clock that jumps by a year to and fro."""
    app = watched(home, program=(sys.executable, "-c", JUMPS))
    app.goes_on(20)
    app.close()
    return f"the game went on to {app.at}, {plies(home)} plies kept"


def resized(home: Path) -> str:
    """A terminal whose size changes 500 times."""
    chance = random.Random(2)
    app = watched(home)
    try:
        for _ in range(SIZES):
            app.child.setwinsize(chance.randint(1, 60), chance.randint(1, 200))
            app.read()
        app.screen.reset()
        app.child.setwinsize(24, 80)
        app.goes_on()
    finally:
        app.close()
    return f"{SIZES} sizes; the game went on to {app.at} in a whole picture"


FAULTS: dict[str, Callable[[Path], str]] = {
    "killed": killed,
    "two-apps": two_apps,
    "full-disk": full_disk,
    "read-only": read_only,
    "deleted": deleted,
    "cut-in-half": cut,
    "newer": newer,
    "settings": settings,
    "engine-dies": dead,
    "engine-hangs": hanging,
    "program-dies": lambda home: stranger(home, DEATH),
    "program-hangs": lambda home: stranger(home, SILENCE),
    "program-nonsense": lambda home: stranger(home, NONSENSE),
    "clock": clock,
    "resized": resized,
}


def main() -> int:
    """Run the faults that are named, or all."""
    failed = 0
    terminal.PATIENT = PATIENT
    for name in sys.argv[1:] or FAULTS:
        with tempfile.TemporaryDirectory() as folder:
            began = time.monotonic()
            try:
                verdict, seen = "ok", FAULTS[name](Path(folder))
            except (AssertionError, OSError, subprocess.SubprocessError) as error:
                verdict, seen = "FAILED", str(error)
                failed += 1
        print(f"{verdict:<6} {name:<17} {time.monotonic() - began:5.0f} s  {seen}", flush=True)
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
