"""Resources and response times of the sessions of a served hall, to which visitors come over SSH. Linux only."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import asyncssh

from tui.bench.program import NotShown, cpu_of, environment, parents

PATIENCE = 60.0
"""Seconds to wait for anything."""
ROUNDS, BETWEEN = 30, 0.4
"""Number of keys that each visitor presses, and seconds between two keys of a visitor."""
SETTLED, TRIES, AT_REST = 3.0, 10, 10.0
"""Seconds without output after which the lobby is at rest, maximum number of such waits, and seconds measured at rest."""
SCREEN, CHANGE = 1500, 50
"""Minimum number of bytes of a screen, and of a dialog that closes."""
SILENCE = 0.7
"""Seconds without output after which a picture is complete."""


class Visited(NamedTuple):
    """Resources and response times of the sessions of a hall."""

    memory: float
    """Memory of a session in MB, its share of shared pages included."""
    rest: float
    """CPU time of a session in milliseconds per second, while nobody does anything."""
    sent: int
    """Bytes sent to all visitors in AT_REST seconds, while nobody does anything."""
    cpu: float
    """CPU time of a session for a key, in milliseconds."""
    times: list[float]
    """Times from a key to its picture in milliseconds, in ascending order."""


class SshTerminal(asyncssh.SSHClientSession[bytes]):
    """A terminal at the other end of a connection. It counts the bytes that it receives."""

    def __init__(self) -> None:
        self.bytes = 0
        self._before = 0
        self.times: list[float] = []
        self._pressed: float | None = None
        self._came = asyncio.Event()

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        """Remember the channel for the keys."""
        self._channel = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Count the bytes, and note the time of the first ones after a key."""
        if self._pressed is not None:
            self.times.append(1000 * (time.monotonic() - self._pressed))
            self._pressed = None
        self.bytes += len(data)
        self._came.set()

    def press(self, key: bytes) -> None:
        """Send a key."""
        self._pressed, self._before = time.monotonic(), self.bytes
        self._channel.write(key)

    async def see(self, least: int) -> None:
        """Wait for a picture of at least ``least`` bytes after the last key. Raises TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            while self.bytes < self._before + least or self._came.is_set():
                self._came.clear()
                await asyncio.sleep(SILENCE)


def measured(command: Sequence[str], home: Path, size: tuple[int, int], count: int) -> Visited:
    """Resources and response times of ``count`` sessions. Raises NotShown."""
    limits = ("--max-sessions", "--per-address", "--per-key", "--connects", "--logins")
    words = [*command, "serve", "run", "--port", "0", "--address", "127.0.0.1", "--as-root"]
    words += [word for limit in limits for word in (limit, str(2 * count + 10))]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment(home)) as hall:
        try:
            assert hall.stdout
            said = hall.stdout.readline() + hall.stdout.readline()
            port = re.search(r"-p (\d+)|port (\d+)", said)
            if not port:
                raise NotShown("The hall could not be opened: {text}", text=said.strip() or "?")
            return asyncio.run(_measured(hall.pid, int(port[1] or port[2]), size, count))
        except (TimeoutError, OSError, asyncssh.Error) as error:
            raise NotShown("The hall could not be visited: {text}", text=str(error) or type(error).__name__) from error
        finally:
            hall.terminate()


async def _measured(hall: int, port: int, size: tuple[int, int], count: int) -> Visited:
    async with _visitors(port, size, count) as visitors:
        sessions = list(_sessions(hall))

        def received() -> int:
            return sum(visitor.bytes for visitor in visitors)

        def used() -> float:
            return sum(map(cpu_of, sessions))

        for _ in range(TRIES):
            sent = received()
            await asyncio.sleep(SETTLED)
            if received() == sent:
                break
        memory = sum(map(_shared, sessions)) / len(sessions) / 1e6
        before, sent = used(), received()
        await asyncio.sleep(AT_REST)
        rest = 1000 * (used() - before) / len(sessions) / AT_REST
        sent = received() - sent
        for visitor in visitors:
            visitor.press(b"e")
            await visitor.see(SCREEN)
            visitor.times.clear()
        before = used()
        for number in range(ROUNDS):
            for visitor in visitors:
                visitor.press(b"\x1b[A" if number % 2 else b"\x1b[B")
                await asyncio.sleep(BETWEEN / count)
        cpu = 1000 * (used() - before) / len(sessions) / ROUNDS
        return Visited(memory, rest, sent, cpu, sorted(each for visitor in visitors for each in visitor.times))


@asynccontextmanager
async def _visitors(port: int, size: tuple[int, int], count: int) -> AsyncIterator[list[SshTerminal]]:
    """Visitors in the lobby, for as long as the block lasts."""
    visitors: list[SshTerminal] = []
    connections = []
    try:
        for _ in range(count):
            connection = await asyncssh.connect(
                "127.0.0.1",
                port,
                client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
                known_hosts=None,
                config=None,
                username="bench",
                agent_path=None,
            )
            connections.append(connection)
            _channel, visitor = await connection.create_session(
                SshTerminal, term_type="xterm-256color", term_size=size, encoding=None
            )
            assert isinstance(visitor, SshTerminal)
            visitors.append(visitor)
            await visitor.see(SCREEN)
            visitor.press(b"\x1b")
            await visitor.see(CHANGE)
        yield visitors
    finally:
        for connection in connections:
            connection.abort()


def _sessions(hall: int) -> Iterator[int]:
    """The processes of the sessions: children of a child of the hall, each on a terminal."""
    above = parents()
    for pid, parent in above.items():
        if above.get(parent) == hall:
            with suppress(OSError):
                if os.readlink(f"/proc/{pid}/fd/0").startswith("/dev/pts/"):
                    yield pid


def _shared(pid: int) -> int:
    """Memory of a process in bytes, its share of shared pages included."""
    rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(row.split()[1]) * 1024 for row in rows if row.startswith("Pss:"))
