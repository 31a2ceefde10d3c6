"""An export or an import that is killed, or that finds the disk full, leaves no half file and no half store. It takes 15
seconds."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core.subprocesses import ROOT
from tests.tui.commands import Run
from tui.bench.stores import many
from tui.command.ending import ExitCode
from tui.household.surroundings import STORE_FILE

COUNT = 1500
ENDING = """
import os, signal, sys
sys.path.insert(0, {root!r})
from core.store.store import Store
from tui.command import records
from tui.command.cli import main

def ending(pieces):
    for number, piece in enumerate(pieces):
        yield piece
        if number == 700:
            os.kill(os.getpid(), {signal:d})

text_parts, take_in = records.text_parts, Store.take_in
records.text_parts = lambda games: ending(text_parts(games))
Store.take_in = lambda store, games: take_in(store, ending(games))
sys.exit(main(sys.argv[1:]))
"""
"""A command that is killed in the middle of an export or an import."""


@pytest.fixture
def file(tmp_path: Path, triqui: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An export of many games. The folder of this program has the games; its store is opened anew by each command."""
    from core.store.store import open_store

    monkeypatch.setenv("TRIQUI_HOME", str(tmp_path / "home"))
    store = open_store(tmp_path / "home" / STORE_FILE)[0]
    store.take_in(many(COUNT))
    store.close()
    found = tmp_path / "all.txt"
    assert triqui("log", "--export", str(found)).code == 0
    return found


def ended(number: signal.Signals, *words: str) -> int:
    """The exit code of a command to which a signal comes in its middle."""
    return subprocess.run([sys.executable, "-c", ENDING.format(root=str(ROOT), signal=number), *words]).returncode


SIGNALS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT]


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("force", [False, True])
def test_an_export_that_is_killed_leaves_nothing_under_its_name(
    number: signal.Signals, force: bool, file: Path, triqui: Run
) -> None:
    part = file.with_name("part.txt")
    if force:
        part.write_text("before")
    assert ended(number, "log", "--export", str(part), *(("--force",) if force else ())) != 0
    assert [path.read_text() for path in file.parent.glob("part.txt")] == ["before"] * force
    assert triqui("log", "--export", str(part), "--force").code == 0
    assert part.read_text() == file.read_text()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_an_export_that_is_told_to_end_leaves_no_file_of_any_name(number: signal.Signals, file: Path) -> None:
    before = set(file.parent.iterdir())
    assert ended(number, "log", "--export", str(file.with_name("part.txt"))) == ExitCode.INTERRUPTED
    assert set(file.parent.iterdir()) == before


@pytest.mark.parametrize("number", SIGNALS)
def test_an_import_that_is_killed_takes_nothing_in_and_can_be_repeated(
    number: signal.Signals, file: Path, triqui: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIQUI_HOME", str(file.with_name("elsewhere")))
    assert ended(number, "log", "--import", str(file)) != 0
    assert triqui("log").out.startswith("There is no finished game yet")
    assert triqui("log", "--import", str(file)).code == 0
    assert triqui("log", "--export", "-").out == file.read_text()


def limited(size: int, *words: str) -> str:
    """What a command says when no file may become larger than ``size`` bytes."""
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tui.command.cli import main; main(sys.argv[1:])",
            *words,
        ],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
        capture_output=True,
        text=True,
    )
    return said.stderr


def test_an_export_to_a_disk_without_room_leaves_no_file(file: Path) -> None:
    part = file.with_name("part.txt")
    assert "cannot be written (File too large)" in limited(100_000, "log", "--export", str(part))
    assert [path.name for path in file.parent.glob("*part*")] == []


def test_an_import_to_a_disk_without_room_takes_nothing_in(
    file: Path, triqui: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIQUI_HOME", str(file.with_name("elsewhere")))
    assert triqui("log").code == 0
    part = file.with_name("part.txt")
    part.write_text(file.read_text()[:120_000].rpartition("\n\n[Game")[0] + "\n")
    assert limited(200_000, "log", "--import", str(part)).startswith("Nothing was imported. ")
    assert triqui("log").out.startswith("There is no finished game yet")
    assert triqui("log", "--import", str(part)).code == 0
