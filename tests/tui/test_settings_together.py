"""Several programs change the settings of one folder, and none takes back what another has changed."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.tui.hall import Door, Engines
from tests.tui.plainly import Reader
from tui.command.cli import main
from tui.household.preferences import Preferences
from tui.household.settings import Settings
from tui.household.settings_file import FILE, SettingsBroken, change, load

CHANGES = 50
CHANGER = f"""
import asyncio, sys
from pathlib import Path
from tui.household import settings_file
from tui.household.preferences import Preferences
settings_file.LOCK_SECONDS = 600.0  # the others write too, however slow the disk is
folder, who = Path(sys.argv[1]), int(sys.argv[2])
troubles = []
async def run():
    preferences = Preferences(folder, troubles.append)
    print("there", flush=True)
    sys.stdin.readline()
    for number in range({CHANGES}):
        preferences.change(keys={{**preferences.settings.keys, f"{{who}} {{number}}": "x"}})
        if number % 2:
            await preferences.written()
asyncio.run(run())
assert not troubles, troubles
"""
HOLDER = """
import sys
from pathlib import Path
from tui.household.settings_file import FILE, _locked
with _locked(Path(sys.argv[1]) / FILE):
    print("held", flush=True)
    sys.stdin.read()
"""


def written(folder: Path) -> dict[str, Any]:
    """What stands in the file."""
    return tomllib.loads((folder / FILE).read_text())


def started(program: str, *arguments: object) -> subprocess.Popen[str]:
    """Another program."""
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@contextmanager
def held(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another program that holds the lock until it ends."""
    folder.mkdir(exist_ok=True)
    with started(HOLDER, folder) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        yield holder
        holder.kill()


def test_two_hundred_changes_by_four_programs_at_once_lose_none(tmp_path: Path) -> None:
    change(tmp_path, Settings(), Settings(theme="nord", keys={"hint": "f3"}))
    programs = [started(CHANGER, tmp_path, who) for who in range(4)]
    for program in programs:
        assert program.stdout
        assert program.stdout.readline() == "there\n"
    for program in programs:
        assert program.stdin
        program.stdin.write("\n")
        program.stdin.flush()
    for program in programs:
        program.communicate()
        assert program.returncode == 0
    keys = {f"{who} {number}": "x" for who in range(4) for number in range(CHANGES)}
    assert written(tmp_path) == {"theme": "nord", "keys": {"hint": "f3"} | keys}


async def test_an_open_hall_writes_what_it_changes_and_leaves_what_others_have_changed(hall: Door) -> None:
    hall.furnish(keys={"hint": "f3"}, second_engines={"gomoku": "mcts"})
    async with hall("tictactoe") as visit:
        before = load(hall.folder)[0]
        there = replace(before, theme="nord", sound="bell", second_engines={"gomoku": "mcts", "qubic": "mcts"})
        change(hall.folder, before, there)
        visit.app.preferences.change(sound="audio", second_engines={"tictactoe": "mcts"})
        await visit.app.preferences.written()
        assert visit.app.settings.theme == "triqui"
    after = load(hall.folder)[0]
    assert (after.theme, after.sound, after.keys) == ("nord", "audio", {"hint": "f3"})
    assert after.second_engines == {"qubic": "mcts", "tictactoe": "mcts"}


def test_lines_leave_what_others_have_changed(home: Path, engines: Engines) -> None:
    reader = Reader(home, engines)
    reader.then["Your move, X."] = lambda: main(["config", "theme", "nord"])
    reader("teacher", "setup o best:5", "quit", game="tictactoe", seats=("human", "alphabeta:full"))
    document = written(home)
    assert (document["theme"], document["teacher"], document["opponent"]) == ("nord", True, "best:5")


def test_a_change_goes_to_the_file_as_it_is_by_now_even_where_that_was_emptied(tmp_path: Path) -> None:
    before = Settings(theme="nord", keys={"hint": "f3"})
    assert change(tmp_path, before, replace(before, keys={"undo": "f4"})) is None
    assert written(tmp_path) == {"keys": {"undo": "f4"}}


def test_what_is_broken_meanwhile_is_moved_aside_and_told_and_the_change_is_kept(tmp_path: Path) -> None:
    broken = 'theme = "nord"\nmouse = "no"\n'
    (tmp_path / FILE).write_text(broken)
    told = change(tmp_path, Settings(), Settings(sound="bell"))
    assert f"the old file is now {tmp_path / FILE}.broken-1" in str(told)
    assert written(tmp_path) == {"theme": "nord", "sound": "bell"}
    assert (tmp_path / f"{FILE}.broken-1").read_text() == broken


def test_a_lock_ends_with_the_program_that_has_it(tmp_path: Path) -> None:
    with held(tmp_path) as holder:
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        change(tmp_path, Settings(), Settings(theme="nord"))
    assert written(tmp_path) == {"theme": "nord"}


def test_who_holds_the_lock_for_too_long_is_told_of_and_what_stands_there_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(tmp_path, Settings(), Settings(theme="nord"))
    monkeypatch.setattr("tui.household.settings_file.LOCK_SECONDS", 0.0)
    with held(tmp_path), pytest.raises(SettingsBroken, match=r"Another triqui is using the settings.*try again\."):
        change(tmp_path, Settings(), Settings(sound="bell"))
    assert written(tmp_path) == {"theme": "nord"}
    change(tmp_path, Settings(), Settings(sound="bell"))
    assert written(tmp_path) == {"theme": "nord", "sound": "bell"}


def test_who_waits_for_the_lock_goes_on_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.household.settings_file.LOCK_SECONDS", 600.0)

    async def run(holder: subprocess.Popen[str]) -> None:
        preferences = Preferences(tmp_path, lambda error: pytest.fail(str(error)))
        preferences.change(sound="bell")
        preferences.change(sound="audio")
        assert preferences.settings.sound == "audio"
        await asyncio.sleep(0)  # the loop is free, though the file is not
        assert not (tmp_path / FILE).exists()
        holder.kill()
        await preferences.written()

    with held(tmp_path) as holder:
        asyncio.run(run(holder))
    assert written(tmp_path) == {"sound": "audio"}


def test_a_change_that_could_not_be_written_goes_to_the_file_with_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[SettingsBroken] = []

    async def run() -> None:
        preferences = Preferences(tmp_path, told.append)
        with monkeypatch.context() as patch, held(tmp_path):
            patch.setattr("tui.household.settings_file.LOCK_SECONDS", 0.0)
            preferences.change(sound="bell")
            await preferences.written()
        assert len(told) == 1
        assert preferences.settings.sound == "bell"
        preferences.change(theme="nord")
        await preferences.written()

    asyncio.run(run())
    assert written(tmp_path) == {"sound": "bell", "theme": "nord"}
    assert len(told) == 1


def test_a_file_system_without_locks_keeps_settings_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(file: object) -> None:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr("tui.household.settings_file._take", unknown)
    change(tmp_path, Settings(), Settings(theme="nord"))
    assert written(tmp_path) == {"theme": "nord"}
