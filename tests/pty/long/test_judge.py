"""Nothing is left of a judged program, however judging ends."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.core.judged_files import CHOOSE_FIRST
from tests.core.python_files import running
from tests.pty.terminal import PATIENT, PROGRAM, Terminal

STUBBORN = """
import os, signal
from pathlib import Path

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)


def choose(position):
    if len(position.moves) == 9:
        return position.moves[0]
    if os.fork() == 0:
        os.setsid()
    Path(__file__ + ".stuck").touch()
    while True:
        pass
"""
"""A file that answers in the first position, and in the second forks and never answers, deaf to signals."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file."""
    path = tmp_path / "stubborn.py"
    path.write_text(STUBBORN)
    return path


def wait(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + PATIENT
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


def stuck(file: Path) -> bool:
    """Whether the program is in its second position."""
    return Path(f"{file}.stuck").exists()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_nothing_is_left_of_a_program_whose_judge_gets_a_signal(home: Path, file: Path, number: signal.Signals) -> None:
    judge = subprocess.Popen(
        [str(PROGRAM), "judge", str(file)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TRIQUI_HOME": str(home)},
    )
    wait(lambda: stuck(file))
    judge.send_signal(number)
    judge.wait(PATIENT)
    wait(lambda: not running(str(file)))


def test_ctrl_c_on_a_terminal_prints_what_was_found(home: Path, file: Path) -> None:
    terminal = Terminal(home, "judge", str(file))
    terminal.see("1 of 4,298 positions")
    terminal.until(lambda: stuck(file))
    terminal.child.sendintr()
    assert terminal.end() == 130
    assert "only partly judged" in terminal.text
    assert "Interrupted." in terminal.text
    wait(lambda: not running(str(file)))


def test_ctrl_c_in_a_class_prints_the_marks_there_are(home: Path, tmp_path: Path, file: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "ana.py").write_text(CHOOSE_FIRST)
    file.rename(folder / file.name)
    terminal = Terminal(home, "judge", str(folder), "tictactoe", "--csv", str(tmp_path / "marks.csv"))
    terminal.until(lambda: stuck(folder / file.name))
    terminal.see("50%")
    terminal.child.sendintr()
    assert terminal.end() == 130
    assert [row.split(",")[0] for row in (tmp_path / "marks.csv").read_text().splitlines()] == ["student", "ana"]
    wait(lambda: not running(str(folder / file.name)))
