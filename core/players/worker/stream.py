"""Runs a piece of work in another process, so that the interface never waits."""

from __future__ import annotations

import asyncio
import pickle
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import IO, Generic, Protocol, TypeVar

from core.errors import CoreError
from core.phrase import Phrase
from core.players.worker.parent import bury, spawn
from core.players.worker.stream_child import LENGTH_BYTES
from core.subprocesses import command_of

COMMAND = command_of("core.players.worker.stream_child")
"""The command of the child process."""


class Streamed(Protocol):
    """A value of the stream, with more than the one before."""

    @property
    def final(self) -> bool:
        """Whether it is the last one."""


class Unanswered(CoreError):
    """Work whose process ended without an answer, or never began."""


StreamedT = TypeVar("StreamedT", bound=Streamed)


class Streaming(Generic[StreamedT]):
    """The values that a function yields in another process, to which the function is pickled.

    ``on_said`` is called in the event loop with each value, the last one final; ``on_trouble`` replaces the final one after an
    error. ``stderr`` receives the messages of the child.
    """

    def __init__(
        self,
        work: Callable[[], Iterator[StreamedT]],
        on_said: Callable[[StreamedT], None],
        on_trouble: Callable[[CoreError], None],
        stderr: int | IO[bytes] = DEVNULL,
    ) -> None:
        self._work = work
        self._on_said = on_said
        self._on_trouble = on_trouble
        self._process: Process | None = None
        self._wanted = True
        self._task = asyncio.get_running_loop().create_task(self._ask(stderr))

    async def close(self) -> None:
        """End the child. Afterwards no process is left and no callback comes. Raises any error of a callback."""
        self._wanted = False
        if self._process is None:
            self._task.cancel()
        else:
            with suppress(ProcessLookupError):
                self._process.kill()
        await asyncio.wait([self._task])
        if not self._task.cancelled():
            self._task.result()

    async def _ask(self, stderr: int | IO[bytes]) -> None:
        try:
            process = self._process = await spawn(COMMAND, stderr)
        except OSError as error:
            self._on_trouble(
                Unanswered(
                    "The process for this could not be started ({reason}); free some memory and ask again.",
                    reason=error.strerror,
                )
            )
            return
        try:
            assert process.stdin
            process.stdin.write(pickle.dumps(self._work))
            while (said := await _message(process)) is not None and self._wanted:
                if isinstance(said, Phrase):
                    self._on_trouble(CoreError(said.template, **said.values))
                else:
                    self._on_said(said)
                if isinstance(said, Phrase) or said.final:
                    process.stdin.close()  # which ends it
                    await process.wait()
                    return
            if self._wanted:
                self._on_trouble(
                    Unanswered("The process for this ended before its answer; ask again, or choose a smaller board.")
                )
        finally:
            if not self._wanted:
                await process.wait()  # one that is killed twice may be reaped twice, and asyncio warns on stderr
            await bury(process)


async def _message(process: Process) -> StreamedT | Phrase | None:
    """The next message of the child, None at its end."""
    assert process.stdout
    try:
        length = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES))
        said: StreamedT | Phrase = pickle.loads(await process.stdout.readexactly(length))
    except asyncio.IncompleteReadError:
        return None
    return said
