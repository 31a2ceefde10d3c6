"""Programs from elsewhere behind a worker: answers and forfeits come through, and no process outlives who asked. It takes
30 seconds."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.analysis import Limit
from core.errors import EngineForfeits
from core.games import get
from core.players.worker.request import Request
from core.position import Position
from tests.core.programs import Fake
from tests.core.working import PATIENT, SMALL, Asker, asking, gone

START = Position.start(get("tictactoe"))
GREET = "read(); say('ugiok'); read(); read(); read(); say('readyok'); read()\n"
DEAF = GREET + "log.write(f'pid {os.getpid()}\\n')\nwhile True: time.sleep(60)"
"""Hears neither a wish to stop nor the end of its input."""


DEAF_AND_FORKED = "import signal\nfor each in (1, 2, 3, 15): signal.signal(each, signal.SIG_IGN)\n" + DEAF.replace(
    "log.write", "os.fork(); log.write"
)
"""Ignores polite signals too, and has started another of its kind."""


DEAF_AND_AWAY = DEAF_AND_FORKED.replace("os.fork(); log.write", "os.fork() or (os.setsid(), os.fork()); log.write")
"""Has started others that have left its group and its session, one of them no longer as its child."""


def pids_of(fake: Fake) -> list[int]:
    """The processes of the program that are deaf by now."""
    lines = fake.heard if fake.log.exists() else []
    return [int(line.split()[1]) for line in lines if line.startswith("pid ") and line[4:].isdecimal()]


def pid_of(fake: Fake) -> int | None:
    """The process that runs the program, once it is deaf."""
    return next(iter(pids_of(fake)), None)


async def deaf(asker: Asker, fake: Fake) -> int:
    """Ask the program and wait until it is deaf."""
    asker.ask(Request(START, f"ugi:{fake.command}"))
    while (pid := pid_of(fake)) is None:
        await asyncio.sleep(0.01)
    return pid


async def test_a_move_comes_through_a_worker(tmp_path: Path) -> None:
    fake = Fake(tmp_path, GREET + "say('bestmove b2')\nread()")
    async with asking() as asker:
        asker.ask(Request(START, f"ugi:{fake.command}", Limit(seconds=PATIENT)))
        await asker.until(lambda: asker.finals)
        analysis = asker.heard[-1][1]
        assert START.name(analysis.lines[0].move) == "b2"
        assert len(analysis.lines) == 9


async def test_a_failure_comes_through_as_one_and_the_worker_goes_on(tmp_path: Path) -> None:
    fake = Fake(tmp_path, GREET + "sys.exit(4)")
    async with asking() as asker:
        asker.ask(Request(START, f"ugi:{fake.command}", Limit(seconds=PATIENT)))
        await asker.until(lambda: asker.troubles)
        (trouble,) = asker.troubles
        assert isinstance(trouble, EngineForfeits)
        assert str(trouble) == f"ugi:{fake.command} forfeits: it ended with exit code 4."
        asker.ask(SMALL)
        await asker.until(lambda: asker.finals)


async def test_a_worker_that_is_closed_leaves_no_program_behind(tmp_path: Path) -> None:
    fake = Fake(tmp_path, DEAF)
    async with asking() as asker:
        pid = await deaf(asker, fake)
    assert gone(pid)


async def test_a_killed_child_takes_its_program_with_it(tmp_path: Path) -> None:
    fake = Fake(tmp_path, DEAF)
    async with asking() as asker:
        pid = await deaf(asker, fake)
        asker.drop()
        os.kill(asker.pid, signal.SIGKILL)
        asker.ask(SMALL)
        await asker.until(lambda: asker.finals)
        assert gone(pid)


async def test_a_program_that_does_not_stop_holds_up_no_other_question(tmp_path: Path) -> None:
    fake = Fake(tmp_path, DEAF)
    async with asking() as asker:
        pid = await deaf(asker, fake)
        child = asker.pid
        ticket = asker.ask(SMALL)
        await asker.until(lambda: asker.finals)
        assert asker.finals == [ticket]
        assert asker.pid == child
        assert gone(pid)


async def test_a_forked_program_that_is_stopped_leaves_nothing_behind(tmp_path: Path) -> None:
    fake = Fake(tmp_path, DEAF_AND_FORKED)
    async with asking() as asker:
        await deaf(asker, fake)
        while len(pids_of(fake)) < 2:
            await asyncio.sleep(0.01)
        asker.ask(SMALL)
        await asker.until(lambda: asker.finals)
        assert all(gone(pid) for pid in pids_of(fake))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.parametrize(
    "command", ["analyse tictactoe --engine {program}", "match tictactoe {program} best --games 2"]
)
def test_whatever_kills_a_command_its_program_and_what_that_has_started_is_gone(
    command: str, number: signal.Signals, tmp_path: Path
) -> None:
    fake = Fake(tmp_path, DEAF_AND_FORKED)
    words = [word.format(program=f"ugi:{fake.command}") for word in command.split()]
    triqui = [sys.executable, "-c", "import sys; from tui.command.cli import main; sys.exit(main())", *words]
    with subprocess.Popen(triqui, stdout=subprocess.DEVNULL) as process:
        while len(pids_of(fake)) < 2:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(number)
    assert all(gone(pid) for pid in pids_of(fake))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives orphans to whom they are to be given")
@pytest.mark.parametrize("hard", [False, True], ids=["it is closed", "it is killed"])
async def test_what_a_program_has_started_in_a_session_of_its_own_is_gone_with_it(hard: bool, tmp_path: Path) -> None:
    fake = Fake(tmp_path, DEAF_AND_AWAY)
    async with asking() as asker:
        await deaf(asker, fake)
        while len(pids_of(fake)) < 3:
            await asyncio.sleep(0.01)
        if hard:
            asker.drop()
            os.kill(asker.pid, signal.SIGKILL)
    assert all(gone(pid) for pid in pids_of(fake))


@pytest.mark.parametrize("hard", [False, True], ids=["its input ends", "it is killed"])
def test_no_program_outlives_whoever_asks_by_hand(hard: bool, tmp_path: Path) -> None:
    fake = Fake(tmp_path, DEAF)
    command = [sys.executable, "-P", "-m", "core.players.worker.child"]
    question = {"ticket": 1, "game": "tictactoe", "engine": f"ugi:{fake.command}"}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as child:
        assert child.stdin
        child.stdin.write(json.dumps(question).encode() + b"\n")
        child.stdin.flush()
        while (pid := pid_of(fake)) is None:
            time.sleep(0.01)
        if hard:
            child.kill()
    assert gone(pid)
