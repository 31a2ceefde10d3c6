"""Who is judged ends with the process that judges, and that with its parent, however these end. It takes 10 seconds."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from core.judge.judging import Assignment
from core.judge.process import Judging
from core.judge.report import Report

SLEEPER = """import os, pathlib, time
def choose(position):
    pathlib.Path(__file__).with_suffix(".pid").write_text(str(os.getpid()))
    time.sleep(100)
"""
PARENT = """import asyncio, sys
from pathlib import Path
from core.judge.judging import Assignment
from core.judge.process import Judging

async def main():
    Judging(Assignment(Path(sys.argv[1])), print, print)
    await asyncio.sleep(100)

asyncio.run(main())
"""
PATIENT = 60.0


def until(condition: Callable[[], bool]) -> None:
    """Wait for what another process does."""
    end = time.monotonic() + PATIENT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def asked(path: Path) -> int:
    """The process id of the player, once it is asked for a move."""
    note = path.with_suffix(".pid")
    until(lambda: note.exists() and bool(note.read_text()))
    return int(note.read_text())


def test_nothing_is_left_of_a_player_whose_judge_loses_its_parent(tmp_path: Path) -> None:
    path = tmp_path / "sleeper.py"
    path.write_text(SLEEPER)
    with subprocess.Popen([sys.executable, "-c", PARENT, str(path)]) as parent:
        pid = asked(path)
        parent.send_signal(signal.SIGKILL)
    until(lambda: not lives(pid))


async def test_nothing_is_left_of_a_player_when_nobody_wants_the_report_any_more(tmp_path: Path) -> None:
    path = tmp_path / "sleeper.py"
    path.write_text(SLEEPER)
    judging = Judging(Assignment(path), lambda report: None, lambda error: None)
    pid = await asyncio.to_thread(asked, path)
    await judging.close()
    await asyncio.to_thread(until, lambda: not lives(pid))


async def test_the_reports_are_few_and_the_last_one_is_final(tmp_path: Path) -> None:
    path = tmp_path / "first.py"
    path.write_text("def choose(position):\n    return position.moves[0]\n")
    heard: list[Report] = []
    final: asyncio.Future[Report] = asyncio.get_running_loop().create_future()

    def hear(report: Report) -> None:
        heard.append(report)
        if report.final:
            final.set_result(report)

    judging = Judging(Assignment(path, "tictactoe"), hear, final.set_exception)
    assert len((await final).faults) == 1869
    assert len(heard) < 1000, "of more than 4,298 reports"
    await judging.close()
