"""Watches the memory of the real app while engines play in it: ``python -m tests.tools.soak [MINUTES] [GAME]``.

Every ten seconds a row: megabytes of the app and of its engines together, games finished. It ends with exit code 1 when
either has grown by more than a tenth since the first five minutes.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from tests.pty.terminal import resident
from tui.bench.program import opened
from tui.household.surroundings import STORE_FILE

EVERY = 10.0
"""Seconds between two rows."""
WARM = 5.0
"""Minutes after which memory has to stay as it is."""
GROWTH = 1.1
PROGRAM = (
    sys.executable,
    "-c",
    "import tui.screens.watch.screen as watch; watch.END_SECONDS = watch.SHORT_END_SECONDS = 0.0;"
    " from tui.command.cli import main; main()",
)
"""The program where each game follows the last one at once."""
PLAYERS = ("--x", "alphabeta:3", "--o", "mcts:3")


class Row(NamedTuple):
    """``minutes`` since the begin; megabytes of the ``app`` and its ``engines``; ``games`` finished."""

    minutes: float
    app: float
    engines: float
    games: int


def growth(rows: Sequence[Row], warm: float) -> tuple[float, float]:
    """How many times what they had after ``warm`` minutes the app and its engines have had at most since."""
    settled = [row for row in rows if row.minutes >= warm]
    return (
        max(row.app for row in settled) / settled[0].app,
        max(row.engines for row in settled) / settled[0].engines,
    )


def games(folder: Path) -> int:
    """How many games stand finished in the store of a folder."""
    with closing(sqlite3.connect(folder / STORE_FILE, timeout=60)) as db:
        return int(db.execute("SELECT COUNT(*) FROM games WHERE stage = 2").fetchone()[0])


def soak(minutes: float, game: str) -> list[Row]:
    """Let engines play and print a row every now and then."""
    print("minutes  app MB  engines MB  games", flush=True)
    rows: list[Row] = []
    command = (*PROGRAM, "watch", game, *PLAYERS)
    with tempfile.TemporaryDirectory() as name, opened(command, Path(name), (80, 24)) as program:
        program.read(EVERY)
        for _ in range(3):
            program.press("+")
        began = time.monotonic()
        while not rows or rows[-1].minutes < minutes:
            program.read(EVERY)
            engines = sum(map(resident, program.engines))
            since = (time.monotonic() - began) / 60
            rows.append(Row(since, resident(program.pid), engines, games(Path(name))))
            print("{:7.1f}  {:6.1f}  {:10.1f}  {:5d}".format(*rows[-1]), flush=True)
    return rows


def main() -> int:
    """Run it and say how it went."""
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    warm = min(WARM, minutes / 2)
    app, engines = growth(soak(minutes, *sys.argv[2:3] or ["tictactoe"]), warm)
    held = max(app, engines) <= GROWTH
    print(
        f"{'ok' if held else 'FAILED'}: since minute {warm:g} the app has grown to {app:.3f}, its engines to {engines:.3f}"
    )
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
