"""A worker in a test: who asks it, and what becomes of its process."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from core.analysis import Limit
from core.games import get
from core.players.worker.parent import Patience, Worker
from core.players.worker.request import Request
from core.position import Position
from tests.core.hearing import Hearing

PATIENT = 300.0
"""Seconds after which a test has failed; none waits for them to pass."""


LONG = Patience(stop=PATIENT, grace=PATIENT, silence=PATIENT)
"""What a worker has with a child that does its best, however slow the machine."""


SMALL = Request(Position.start(get("tictactoe")), "minimax", Limit(depth=2))


class Asker(Hearing):
    """Asks a worker, and waits for what it says."""

    def __init__(self, **options: Any) -> None:
        self.pauses: list[float] = []
        self._news = asyncio.Event()
        options.setdefault("patience", LONG)
        self.worker = Worker(sleep=self._pause, **options)
        super().__init__(self.worker, self._news.set)

    @property
    def pid(self) -> int:
        assert self.worker._process
        return self.worker._process.pid

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENT):
            while not condition():
                self._news.clear()
                await self._news.wait()

    async def _pause(self, seconds: float) -> None:
        self.pauses.append(seconds)


@asynccontextmanager
async def asking(**options: Any) -> AsyncIterator[Asker]:
    asker = Asker(**options)
    yield asker
    await asker.worker.close()


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits for its parent's notice does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # gone before it is looked for, or between opening and reading
        return False


def gone(pid: int) -> bool:
    """Wait until a process has ended."""
    deadline = time.monotonic() + PATIENT
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not alive(pid)


FAKE = """
import json, os, sys, time
from pathlib import Path
births = Path(sys.argv[1])
with births.open("a") as file:
    file.write(f"{os.getpid()}\\n")
if len(births.read_text().split()) <= int(sys.argv[2]):
    REPORT = {"game": "tictactoe", "position": ".../.../...", "turn": "X", "lines": [], "depth": 0, "nodes": 0,
              "seconds": 0.0, "counters": {}, "final": False}
    exec(sys.argv[3])
from core.players.worker.child import main
main()
"""


SPEAK_AND_HANG = "print(json.dumps(json.loads(input()) | REPORT), flush=True); time.sleep(1000)"


def fake(births: Path, count: int, deed: str) -> tuple[str, ...]:
    """The command of children of which the first ones misbehave."""
    return (sys.executable, "-c", FAKE, str(births), str(count), deed)
