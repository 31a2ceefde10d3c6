"""Outbox: what the hall says to one session, as fast as that reads, and of all that waits only what is not out of date."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from contextlib import suppress
from itertools import count

from core.hall.wire import Message, line_of

ENOUGH = 16_384
"""Bytes on their way to a session; what comes after them waits here, where it may still be replaced."""
MAX_UNREAD = 524_288
"""Bytes that may wait for a session. All that it can have asked for is less, whenever it reads: the final answers to its
questions, of 40 kB at most each, the boards that it looks at, and some minutes of what happens in the lobby."""
_LATEST = {"analysis": "n", "place": "n", "table": "table"}
"""Of which messages about the same one, told by this field, the newest says all that the ones before have said."""


class Outbox:
    """Belongs to the loop of ``writer``; ``overfull`` is called, once, when more than ``most`` bytes wait to be read."""

    def __init__(self, writer: asyncio.StreamWriter, overfull: Callable[[], None], most: int = MAX_UNREAD) -> None:
        self._writer = writer
        self._overfull = overfull
        self._most = most
        self._waiting: dict[Hashable, bytes] = {}
        self._numbers = count()
        self._sending: asyncio.Task[None] | None = None
        self._ended = False
        writer.transport.set_write_buffer_limits(ENOUGH)

    @property
    def unread(self) -> int:
        """How many bytes wait to be read."""
        return self._writer.transport.get_write_buffer_size() + sum(map(len, self._waiting.values()))

    def say(self, message: Message) -> None:
        """Send a message after all that was said before, or in place of an older one that still waits. Nothing is said after
        the end."""
        if self._ended or self._writer.is_closing():
            return
        line = line_of(message)
        if not self._waiting and self._writer.transport.get_write_buffer_size() <= ENOUGH:
            self._writer.write(line)
            return
        field = _LATEST.get(message["op"])
        key = (message["op"], message[field]) if field else next(self._numbers)
        self._waiting.pop(key, None)
        self._waiting[key] = line
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send())
        if self.unread > self._most:
            self._ended = True
            self._overfull()

    def end(self) -> None:
        """Say no more, and let the session see that once it has read everything."""
        if not self._ended:
            self._ended = True
            if self._sending is None:
                self._finish()

    def close(self) -> None:
        """Let go of the line, whatever waits."""
        self._ended = True
        if self._sending:
            self._sending.cancel()
        self._writer.transport.abort()

    async def _send(self) -> None:
        with suppress(OSError):
            while self._waiting:
                await self._writer.drain()
                self._writer.write(self._waiting.pop(next(iter(self._waiting))))
        self._sending = None
        if self._ended:
            self._finish()

    def _finish(self) -> None:
        if not self._writer.is_closing():
            self._writer.write_eof()
