"""With 100,000 games each figure is at most three times what it is with 100: counted, not timed. It takes about a minute."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from core.learning.classes import classes_of
from core.store.store import Store, open_store
from tests.pty.terminal import PROGRAM
from tui.bench.stores import ASKED, QUESTIONS, write
from tui.household.surroundings import STORE_FILE

FEW, MANY = 100, 100_000
INSTRUCTIONS = 160
"""Instructions of SQLite's machine that take about as long as a call of a function."""
MAX_RATIO = 3
MAX_MEGABYTES = 60
PEAK = """
import sys
from tui.command.cli import main
assert main(sys.argv[1:]) == 0
with open("/proc/self/status") as status:
    print(next(line.split()[1] for line in status if line.startswith("VmHWM")), file=sys.stderr)
"""
"""A command that tells the most memory that it had, in KiB."""


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Folders with FEW games and with MANY, where everything has been asked once, as by somebody who has played there."""
    folder = tmp_path_factory.mktemp("reach")
    homes = folder / "few", folder / "many"
    classes_of(ASKED)
    for home, count in zip(homes, (FEW, MANY), strict=True):
        write(home / STORE_FILE, count)
        store = open_store(home / STORE_FILE)[0]
        for _name, question in QUESTIONS:
            question(store)
        store.close()
    return homes


def calls(work: Callable[[], object]) -> int:
    """The calls of Python functions in some work."""
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def cost(store: Store, question: Callable[[Store], object]) -> int:
    """The calls of Python functions for a question, and one more for each INSTRUCTIONS of SQLite's machine."""

    def step() -> int:
        return 0

    assert store._db
    store._db.set_progress_handler(step, INSTRUCTIONS)
    try:
        return calls(lambda: question(store))
    finally:
        store._db.set_progress_handler(None, INSTRUCTIONS)


def costs(home: Path) -> dict[str, int]:
    """The cost of opening a store and of each question, in a program that has just been started."""
    opened: list[Store] = []
    found = {"open": calls(lambda: opened.append(open_store(home / STORE_FILE)[0]))}
    found |= {name: cost(opened[0], question) for name, question in QUESTIONS}
    opened[0].close()
    return found


@pytest.fixture(scope="module")
def counted(homes: tuple[Path, Path]) -> tuple[dict[str, int], dict[str, int]]:
    """The costs with FEW games and with MANY."""
    few, many = map(costs, homes)
    return few, many


@pytest.mark.parametrize("figure", ["open", *dict(QUESTIONS)])
def test_a_figure_is_at_most_three_times_as_large(figure: str, counted: tuple[dict[str, int], dict[str, int]]) -> None:
    few, many = counted
    assert many[figure] <= MAX_RATIO * few[figure]


def peak(home: Path, *words: str) -> float:
    """The most memory that a command has, in MB."""
    environment = {**os.environ, "TRIQUI_HOME": str(home)}
    command = [sys.executable, "-c", PEAK, *words]
    said = subprocess.run(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True
    )
    return int(said.stderr.split()[-1]) / 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read where Linux tells it")
@pytest.mark.parametrize("words", [(), ("--all",), ("--json",), ("--export", "-"), ("--as", "moves", "--last", "9")])
def test_a_command_for_the_list_needs_no_more_memory(words: tuple[str, ...], homes: tuple[Path, Path]) -> None:
    few, many = (peak(home, "log", *words) for home in homes)
    assert many <= min(MAX_MEGABYTES, 1.25 * few)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read where Linux tells it")
@pytest.mark.parametrize("ending", ["txt", "json"])
def test_an_import_needs_no_more_memory(ending: str, homes: tuple[Path, Path], tmp_path: Path) -> None:
    peaks = []
    for name, count in (("few", FEW), ("many", MANY // 5)):
        file = tmp_path / f"{name}.{ending}"
        environment = {**os.environ, "TRIQUI_HOME": str(homes[1])}
        subprocess.run([PROGRAM, "log", "--last", str(count), "--export", file], env=environment, check=True)
        peaks.append(peak(tmp_path / name, "log", "--import", str(file)))
    assert peaks[1] <= min(MAX_MEGABYTES, 1.25 * peaks[0])
