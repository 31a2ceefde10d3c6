"""Python players behind a worker: answers and faults come through, and no process outlives who asked."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from core.analysis import Limit
from core.engines import check
from core.errors import EngineForfeits
from core.games import get
from core.phrase import Phrase
from core.players.worker.request import Request
from core.position import Position
from tests.core.programs import SHORT
from tests.core.python_files import BOTTOM_RIGHT, COURSE, running, written
from tests.core.working import asking

START = Position.start(get("tictactoe"))


def request(file: str, limit: Limit = SHORT) -> Request:
    return Request(START, check(file), limit)


async def test_its_move_comes_through_a_worker(tmp_path: Path) -> None:
    async with asking() as asker:
        asker.ask(request(written(tmp_path / "bot.py", COURSE + BOTTOM_RIGHT)))
        await asker.until(lambda: asker.finals)
        assert START.name(asker.heard[-1][1].lines[0].move) == "c3"


async def test_its_fault_comes_through_as_a_phrase_that_can_be_translated(tmp_path: Path) -> None:
    async with asking() as asker:
        asker.ask(request(written(tmp_path / "bot.py", COURSE + "    return 1 // 0\n")))
        await asker.until(lambda: asker.troubles)
        (trouble,) = asker.troubles
        assert isinstance(trouble, EngineForfeits)
        failure = trouble.phrase.values["failure"]
        assert isinstance(failure, Phrase)
        assert failure.template == "raises {error} ({place})"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells its processes")
async def test_nothing_of_it_outlives_a_worker_that_is_killed(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    lines = f"    import os\n    os.fork() or os.setsid()\n    open({str(begun)!r}, 'w')\n    while True: pass\n"
    file = written(tmp_path / "bot.py", COURSE + lines)

    async with asking() as asker:
        asker.ask(request(file))
        while not begun.exists():
            await asyncio.sleep(0.01)
        os.kill(asker.pid, signal.SIGKILL)
    while running(file):
        await asyncio.sleep(0.01)
