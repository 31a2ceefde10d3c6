"""The fork server: a process that has everything loaded, and forks a session in the time that painting it takes.

It runs :func:`main` with one argument, NUMBER, on one end of a pair of sockets, has one thread and no secret. It says ``ready``
once; then each message to it is a visitor in JSON with two file descriptors, the terminal and the session's end of the wire.
The answer is a file descriptor of the child, or a text that says why there is none. It ends when the other end is closed. Its
children do not hang on it: who has their descriptors, which is the front, sees them end and can end them.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from core.errors import CoreError
from core.phrase import phrase
from core.subprocesses import command_of

COMMAND = command_of("tui.serve.zygote")
PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "TMPDIR", "TZ", "VIRTUAL_ENV")
"""The variables of the server that its sessions have too."""
OF_SESSIONS = {"TEXTUAL_FPS": "30", "LANG": "C.UTF-8", "PYTHONUTF8": "1"}
"""What textual and Python read when they are loaded."""
MAX_BYTES = 65_536
READY = b"ready"
BIRTH_SECONDS = 60.0
"""How long one that is being started is waited for."""
BETWEEN_BIRTHS = 1.0
"""Seconds until another is started after one that never was ready."""


NONE_NOW = phrase("No session can be started right now. Please come again later.")


class NoSession(CoreError):
    """No process could be started for a visitor or an engine."""


class Zygote:
    """The front's side: keeps a fork server running, in the loop it is made in."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        """Seconds after which one that does not answer is given up."""
        self._loop = asyncio.get_running_loop()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._ready = asyncio.Event()
        self._asked: deque[asyncio.Future[int]] = deque()
        """Who waits for an answer, in the order in which they come."""
        self._closed = False
        self._begin()

    @property
    def pid(self) -> int:
        """The fork server that there is now."""
        assert self._process
        return self._process.pid

    async def ready(self) -> None:
        """Wait until sessions begin at once."""
        await self._ready.wait()

    async def fork(self, visitor: Mapping[str, Any] | None, *handles: int) -> int:
        """Start the session of a visitor on its terminal and its wire, or with None an engine on its line, see
        :func:`core.players.worker.forked.begin`; returns the file descriptor of its process. Raises NoSession."""
        for _attempt in range(2):  # the fork server may have died, and the next one knows nothing of what it was asked
            try:
                async with asyncio.timeout(BIRTH_SECONDS):
                    await self._ready.wait()
            except TimeoutError:
                break
            try:
                async with asyncio.timeout(self._patience):
                    return await self._ask(visitor, handles)
            except (TimeoutError, ConnectionError):
                self._begin_anew()
        raise NoSession(NONE_NOW.template)

    async def _ask(self, visitor: Mapping[str, Any] | None, handles: Sequence[int]) -> int:
        assert self._line
        answer: asyncio.Future[int] = self._loop.create_future()
        socket.send_fds(self._line, [json.dumps(visitor).encode()], handles)
        self._asked.append(answer)
        try:
            return await answer
        except asyncio.CancelledError:
            if answer.done() and not answer.cancelled() and not answer.exception():
                end(answer.result())
            raise

    def close(self) -> None:
        """End it; sessions go on."""
        self._closed = True
        self._forget()

    def _begin(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        self._process = subprocess.Popen(
            [*COMMAND, str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            env={**kept, **OF_SESSIONS},
            start_new_session=True,
        )
        theirs.close()
        self._line = ours
        self._loop.add_reader(ours, self._hear)

    def _begin_anew(self) -> None:
        if self._closed:
            return
        was_ready = self._ready.is_set()
        self._forget()
        if was_ready:
            self._begin()
        else:
            self._loop.call_later(BETWEEN_BIRTHS, lambda: None if self._closed or self._line else self._begin())

    def _forget(self) -> None:
        self._ready.clear()
        if self._line:
            self._loop.remove_reader(self._line)
            self._line.close()
            self._line = None
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None
        while self._asked:
            answer = self._asked.popleft()
            if not answer.done():
                answer.set_exception(ConnectionError())

    def _hear(self) -> None:
        assert self._line
        try:
            message, handles, _flags, _address = socket.recv_fds(self._line, MAX_BYTES, 1)
        except BlockingIOError:
            return
        except OSError:
            message, handles = b"", []
        if not message:
            self._begin_anew()
        elif message == READY:
            self._ready.set()
        else:
            answer = self._asked.popleft()
            if answer.done():  # nobody waits for it any more
                for handle in handles:
                    end(handle)
            elif handles:
                answer.set_result(handles[0])
            else:
                answer.set_exception(NoSession("{reason}", reason=message.decode(errors="replace")))


def end(process: int) -> None:
    """Kill a session by the file descriptor of its process, and let go of that."""
    with suppress(ProcessLookupError):
        signal.pidfd_send_signal(process, signal.SIGKILL)
    os.close(process)


def main() -> None:
    """Serve forks until the front is gone."""
    import gc

    line = socket.socket(fileno=int(sys.argv[1]))
    if not _hang_on(line, True):
        return
    warm()
    _hang_on(line, False)
    gc.collect()
    gc.freeze()  # what is loaded stays shared, since no collection writes to it
    threads = len(os.listdir("/proc/self/task"))
    if threads != 1:
        raise RuntimeError(f"{threads} threads")
    with suppress(ConnectionError):  # the front is gone, perhaps with an answer unread
        _serve(line)


def _serve(line: socket.socket) -> None:
    """Say that all is ready, and fork as it is asked for."""
    line.send(READY)
    children: set[int] = set()
    poll = select.poll()
    poll.register(line, select.POLLIN)
    while True:
        for number, _event in poll.poll():
            if number in children:
                poll.unregister(number)
                children.discard(number)
                os.waitid(os.P_PIDFD, number, os.WEXITED)
                os.close(number)
                continue
            message, handles, _flags, _address = socket.recv_fds(line, MAX_BYTES, 2)
            if not message:
                return
            try:
                child = os.fork()
            except OSError as error:
                line.send((error.strerror or "fork").encode())
            else:
                if not child:
                    _begin(json.loads(message), *handles)
                process = os.pidfd_open(child)
                with suppress(OSError):  # the front is gone, as the next message says
                    socket.send_fds(line, [b"."], [process])
                children.add(process)
                poll.register(process, select.POLLIN)
            for handle in handles:
                os.close(handle)


def _hang_on(line: socket.socket, hanging: bool) -> bool:
    """Have the kernel end this process as soon as the other end of the line is closed, by SIGIO, or no more; nothing may come
    on it meanwhile. False where it is closed already."""
    fcntl.fcntl(line, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(line, fcntl.F_GETFL)
    fcntl.fcntl(line, fcntl.F_SETFL, flags | os.O_ASYNC if hanging else flags & ~os.O_ASYNC)
    return not select.select([line], [], [], 0)[0]


def _begin(visitor: Mapping[str, Any] | None, *handles: int) -> NoReturn:
    """Be what is asked for, in the child."""
    from core.players.worker import forked
    from tui.serve import session

    if visitor is None:
        forked.begin(handles[0])
    session.begin(handles[0], handles[1], visitor)


def warm() -> None:
    """Load all that engines need, and load and paint all that a session does, so that both do so at once."""
    from importlib import import_module

    from rich.console import Console

    from core.hall.limits import games_on_offer
    from core.players.worker import forked
    from tui.household.surroundings import Surroundings
    from tui.serve.app import ServedHall

    async def paint() -> None:
        nowhere = Path(os.devnull, "nobody")  # so that nothing is left, whenever this process is killed
        wire, far_wire = socket.socketpair()
        with far_wire:
            hall = ServedHall((nowhere, nowhere), wire, Surroundings(served=True))
            hall.error_console = Console(quiet=True)
            async with hall.run_test(size=(80, 24)) as pilot:
                await pilot.pause()

    for name in ("serve.driver", "screens.play", "screens.watch", "screens.review"):
        import_module(f"tui.{name}")
    asyncio.run(paint())
    forked.warm(games_on_offer())
