"""A child that a fork server starts: it shares with it all that is loaded, so that it thinks at once and costs little memory.

The asker has the descriptor of its process (Linux), by which it sees it end and ends it; how it ended is told to the fork
server alone.
"""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import signal
import socket
import traceback
from asyncio import StreamReader, StreamWriter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import NoReturn

from core import engines
from core.games import get
from core.players.worker import parent
from core.players.worker.child import LAST, main

MEMORY_BYTES = 1 << 30
"""What one child may have of the machine at most."""

PATIENCE = parent.Patience(stop=30.0, grace=60.0, silence=30.0)
"""What one has with a child that stands back behind all others: on a busy machine it may say nothing for long."""


class Forked:
    """See :class:`core.players.worker.parent.ChildProcess`. ``handle`` is the descriptor of its process, which this closes in
    the end."""

    returncode: int | None = None

    def __init__(self, handle: int, stdout: StreamReader, stdin: StreamWriter) -> None:
        self.stdin = stdin
        self.stdout = stdout
        self._handle = handle
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().add_reader(handle, self._end)

    @property
    def pid(self) -> int:
        """Its number."""
        with open(f"/proc/self/fdinfo/{self._handle}") as facts:
            return next(int(line.split()[1]) for line in facts if line.startswith("Pid:"))

    def kill(self) -> None:
        """End it. Raises ProcessLookupError where it has ended."""
        if self._ended.done():
            raise ProcessLookupError
        signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    async def wait(self) -> None:
        """Wait for its end."""
        await asyncio.shield(self._ended)

    async def communicate(self) -> None:
        """Wait for its end, and let go of its line."""
        await self.wait()
        self.stdin.close()
        with suppress(OSError):
            await self.stdin.wait_closed()

    def _end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._handle)
        os.close(self._handle)
        self._ended.set_result(None)


async def forked(fork: Callable[[int], Awaitable[int]]) -> Forked:
    """A child that ``fork`` starts: it is given the child's end of a line, has :func:`begin` called with it in a new process,
    and returns the descriptor of that. Raises OSError and what ``fork`` raises."""
    ours, theirs = socket.socketpair()
    with theirs:
        stdout, stdin = await asyncio.open_connection(sock=ours, limit=parent.LINE_BYTES)
        try:
            return Forked(await fork(theirs.fileno()), stdout, stdin)
        except BaseException:
            stdin.close()
            raise


def begin(line: int) -> NoReturn:
    """Be a worker at the end of a line, in a process that has just been forked from one with a single thread."""
    try:
        os.setsid()
        for number in (0, 1):
            os.dup2(line, number)
        os.closerange(3, max(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 1024))
        signal.set_wakeup_fd(-1)
        for each in (signal.SIGHUP, signal.SIGCHLD, signal.SIGTERM, signal.SIGINT):
            signal.signal(each, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        most = MEMORY_BYTES if hard == resource.RLIM_INFINITY else min(MEMORY_BYTES, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
        gc.enable()
        main(LAST)
    except BaseException:  # whatever it is, nothing of it may go on in the fork server's loop
        traceback.print_exc()
    finally:
        os._exit(1)


def warm(games: Iterable[str]) -> None:
    """Load all engines, and the tables of those that answer best in these games, for all that is forked from here on."""
    for name in engines.NAMES:
        engines.get(name)
    for game in games:
        engines.warm(get(game))
