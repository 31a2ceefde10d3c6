"""Answers a question in another process, so that the interface never waits."""

from __future__ import annotations

import asyncio
import pickle
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Callable
from contextlib import suppress
from typing import IO

from core.errors import CoreError
from core.phrase import Phrase
from core.players.worker.parent import bury, spawn
from core.study.child import LENGTH_BYTES
from core.study.study import Study, StudyQuestion, Unstudied
from core.subprocesses import command_of

COMMAND = command_of("core.study.child")
"""The command of the child process."""


class Studying:
    """Asks one question. ``on_study`` is called in the event loop with each study, the last one final; ``on_trouble`` replaces
    the final one after an error. ``stderr`` receives the messages of the child."""

    def __init__(
        self,
        question: StudyQuestion,
        on_study: Callable[[Study], None],
        on_trouble: Callable[[CoreError], None],
        stderr: int | IO[bytes] = DEVNULL,
    ) -> None:
        self._question = question
        self._on_study = on_study
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
                Unstudied(
                    "What counts cannot be started ({reason}); free some memory and ask again.", reason=error.strerror
                )
            )
            return
        try:
            assert process.stdin
            process.stdin.write(pickle.dumps(self._question))
            while (said := await _message(process)) is not None and self._wanted:
                if isinstance(said, Phrase):
                    self._on_trouble(CoreError(said.template, **said.values))
                else:
                    self._on_study(said)
                if isinstance(said, Phrase) or said.final:
                    process.stdin.close()  # which ends it
                    await process.wait()
                    return
            if self._wanted:
                self._on_trouble(
                    Unstudied("What counts has ended before its answer; ask again, or about a smaller board.")
                )
        finally:
            if not self._wanted:
                await process.wait()  # one that is killed twice may be reaped twice, and asyncio warns on stderr
            await bury(process)


async def _message(process: Process) -> Study | Phrase | None:
    """The next message of the child, None at its end."""
    assert process.stdout
    try:
        length = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES))
        said: Study | Phrase = pickle.loads(await process.stdout.readexactly(length))
    except asyncio.IncompleteReadError:
        return None
    return said
