"""What questions to a store cost, by the number of its games: ``python -m tests.tools.reach 100 100000``.

Each store is made first, and asked everything once, as by somebody who has played there before. Then it is opened again, and
the CPU milliseconds of each question are counted, in the fastest of a few programs. ``log`` is the command, with its peak of
memory.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from core.games import get
from core.learning.classes import classes_of
from core.records.equal import standing
from core.records.learned import Machines
from core.records.statistics import statistics
from core.store.store import Store, open_store
from tests.pty.terminal import PROGRAM
from tests.tools.stores import write
from tui.household.surroundings import STORE_FILE
from tui.screens.home.card import read_yours
from tui.screens.home.finished import first
from tui.text.kept import going_on, waiting

PROGRAMS = 3
"""Programs of which the fastest counts."""
GAME = get("tictactoe")
QUESTIONS: dict[str, Callable[[Store], object]] = {
    "unreadable": Store.unreadable,
    "home": lambda store: read_yours(store, GAME.id, {}),
    "home again": lambda store: read_yours(store, GAME.id, {}),
    "v": first,
    "continue": lambda store: (going_on(store, 1), waiting(store)),
    "play me": lambda store: standing(store, GAME),
    "menace": lambda store: Machines().machine(store, GAME),
    "menace again": lambda store: Machines().machine(store, GAME),
    "stats": statistics,
}


def measured(path: Path) -> dict[str, float]:
    """CPU milliseconds of opening a store and of each question, in this program."""
    classes_of(GAME)  # which has nothing to do with how many games there are
    began = time.process_time()
    store, _ = open_store(path)
    cost = {"open": 1000 * (time.process_time() - began)}
    for name, question in QUESTIONS.items():
        began = time.process_time()
        question(store)
        cost[name] = 1000 * (time.process_time() - began)
    store.close()
    return cost


def fastest(path: Path) -> dict[str, float]:
    """The same, in the fastest of PROGRAMS new ones."""
    command = [sys.executable, "-m", "tests.tools.reach", "--", str(path)]
    said = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(PROGRAMS)]
    costs: list[dict[str, float]] = list(map(json.loads, said))
    return {name: min(cost[name] for cost in costs) for name in costs[0]}


def logged(home: Path, *options: str) -> tuple[float, float]:
    """CPU milliseconds of ``triqui log``, and the megabytes that it had at most."""
    environment = {**os.environ, "TRIQUI_HOME": str(home)}
    with subprocess.Popen([PROGRAM, "log", *options], stdout=subprocess.DEVNULL, env=environment) as program:
        _, status, usage = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
    assert program.returncode == 0
    return 1000 * (usage.ru_utime + usage.ru_stime), usage.ru_maxrss / 1024


def main(counts: list[int]) -> None:
    """Measure and print."""
    columns: list[dict[str, str]] = []
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / STORE_FILE
            write(path, count)
            measured(path)
            column = {name: f"{cost:.1f} ms" for name, cost in fastest(path).items()}
            for options in ((), ("--all",), ("--json",)):
                cost, memory = logged(Path(folder), *options)
                column[" ".join(("log", *options))] = f"{cost:.0f} ms {memory:.0f} MB"
            columns.append(column)
    print(f"{'games':<14}" + "".join(f"{count:>20,}" for count in counts))
    for name in columns[0]:
        print(f"{name:<14}" + "".join(f"{column[name]:>20}" for column in columns))


if __name__ == "__main__":
    if sys.argv[1] == "--":
        print(json.dumps(measured(Path(sys.argv[2]))))
    else:
        main(list(map(int, sys.argv[1:])))
