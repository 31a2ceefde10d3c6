"""A child that a fork server starts. It shares the server's loaded modules, so it starts at once and takes little memory.

The asker has a descriptor of the child's process (Linux), which tells when the child ends and can kill it. Only the fork server
learns the exit code.
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
"""Maximum number of bytes of memory of a child."""

PATIENCE = parent.Patience(stop=30.0, grace=60.0, silence=30.0)
"""Patience with a child of lowest priority, which may be silent for long on a busy machine."""


class Forked:
    """A :class:`core.players.worker.parent.ChildProcess`. ``handle`` is the descriptor of its process, closed when that
    ends."""

    returncode: int | None = None

    def __init__(self, handle: int, stdout: StreamReader, stdin: StreamWriter) -> None:
        self.stdin = stdin
        self.stdout = stdout
        self._handle = handle
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().add_reader(handle, self._end)

    @property
    def pid(self) -> int:
        """The process id."""
        with open(f"/proc/self/fdinfo/{self._handle}") as facts:
            return next(int(line.split()[1]) for line in facts if line.startswith("Pid:"))

    def kill(self) -> None:
        """Kill the process. Raises ProcessLookupError if it has ended."""
        if self._ended.done():
            raise ProcessLookupError
        signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    async def wait(self) -> None:
        """Wait for the end of the process."""
        await asyncio.shield(self._ended)

    async def communicate(self) -> None:
        """Wait for the end of the process and close its socket."""
        await self.wait()
        self.stdin.close()
        with suppress(OSError):
            await self.stdin.wait_closed()

    def _end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._handle)
        os.close(self._handle)
        self._ended.set_result(None)


async def forked(fork: Callable[[int], Awaitable[int]]) -> Forked:
    """Start a child by ``fork``, which takes the child's end of a socket pair, calls :func:`begin` with it in a new process,
    and returns the descriptor of that process. Raises OSError and what ``fork`` raises."""
    ours, theirs = socket.socketpair()
    with theirs:
        stdout, stdin = await asyncio.open_connection(sock=ours, limit=parent.LINE_BYTES)
        try:
            return Forked(await fork(theirs.fileno()), stdout, stdin)
        except BaseException:
            stdin.close()
            raise


def begin(line: int) -> NoReturn:
    """Run a worker on a socket, in a process just forked from one with a single thread. Never returns."""
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
    except BaseException:  # no exception may reach the fork server's loop
        traceback.print_exc()
    finally:
        os._exit(1)


def warm(games: Iterable[str]) -> None:
    """Load all engines, and the tables of the best engines of these games, for all children forked afterwards."""
    for name in engines.NAMES:
        engines.get(name)
    for game in games:
        engines.warm(get(game))
