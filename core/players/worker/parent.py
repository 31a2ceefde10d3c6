"""An engine in its own process, so that a search never blocks the interface.

A :class:`Worker` belongs to an asyncio loop. It starts its child (:mod:`core.players.worker.child`, JSON lines over pipes) with
the first question, kills a child that hangs, restarts one that died, and gives up after several deaths in a row.
"""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import IO, Any, Protocol

from core.analysis import Analysis
from core.errors import CoreError, EngineDied, EngineForfeits
from core.phrase import Phrase, phrase, phrase_in
from core.players.asking import Asking, Heard, Lost
from core.players.worker.request import Request
from core.subprocesses import command_of

COMMAND = command_of("core.players.worker.child")
"""The command line of the child."""
LINE_BYTES = 1 << 24
"""Maximum number of bytes of a line from the child."""
BIRTH_SECONDS = 1.0
"""Seconds to wait for a child that is being started when it is cancelled."""


@dataclass(frozen=True)
class Patience:
    """Seconds to wait for a child."""

    stop: float = 2.0
    """For the end of a search after a stop."""
    grace: float = 10.0
    """For the final answer after the seconds of the question, and for the first line of a new child."""
    look: float = 1.0
    """Between two checks of a child that owes an answer. A silent child gets a ping."""
    silence: float = 3.0
    """Until a silent child that owes an answer is killed."""
    pauses: tuple[float, ...] = (0.2, 1.0)
    """Before each restart after a death; when they are used up, the worker gives up."""


class ChildProcess(Protocol):
    """A child that reads and writes lines: a process of asyncio or :class:`core.players.worker.forked.Forked`."""

    @property
    def pid(self) -> int:
        """The process id."""

    @property
    def stdin(self) -> asyncio.StreamWriter | None:
        """The stream that the child reads."""

    @property
    def stdout(self) -> asyncio.StreamReader | None:
        """The stream that the child writes."""

    @property
    def returncode(self) -> int | None:
        """The exit code; None before the end, or if it is not known."""

    def kill(self) -> None:
        """Kill the process. Raises ProcessLookupError if it has ended."""

    async def wait(self) -> Any:
        """Wait for the end of the process."""

    async def communicate(self) -> Any:
        """Wait for the end of the process and close its pipes."""


@dataclass(eq=False)
class _Question:
    """A :class:`core.players.asking.Asking`."""

    worker: Worker
    ticket: int
    request: Request
    heard: Heard
    lost: Lost
    stopped: bool = False
    before: int | None = None
    """There is no queue."""

    def stop(self) -> None:
        self.worker.stop(self)

    def drop(self) -> None:
        self.worker.drop(self)


class Worker:
    """A :class:`core.players.asking.Adviser`: an engine in its own process.

    ``lost`` gets EngineDied if the worker has given up, EngineForfeits if an external program has failed, or the CoreError of a
    question that cannot be answered; it may ask again at once. ``on_restart(error)`` is called when a child has died and a new
    one is started.

    ``stderr``: an open file for the child's stderr, or DEVNULL. ``start``: starts a child in another way than by ``command``;
    it raises OSError or CoreError if it cannot. ``command``, ``patience`` and ``sleep`` are for tests.
    """

    def __init__(
        self,
        *,
        on_restart: Callable[[CoreError], None] = lambda error: None,
        stderr: int | IO[bytes] = DEVNULL,
        command: Sequence[str] = COMMAND,
        start: Callable[[], Awaitable[ChildProcess]] | None = None,
        patience: Patience = Patience(),
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._on_restart = on_restart
        self._start: Callable[[], Awaitable[ChildProcess]] = start or partial(spawn, command, stderr)
        self._patience = patience
        self._sleep = sleep
        self._ticket = 0
        self._question: _Question | None = None
        self._deaths = 0
        self._closed = False
        self._task: asyncio.Task[None] | None = None
        self._process: ChildProcess | None = None
        self._spoke = False
        self._owed: dict[int, float] = {}  # ticket: when its final answer is overdue
        self._alarm: asyncio.TimerHandle | None = None
        self._looks: asyncio.TimerHandle | None = None
        self._quiet = 0  # looks since the child has said anything
        self._hung = False

    def ask(self, request: Request, heard: Heard, lost: Lost) -> Asking:
        """Ask a question and drop the one before. Never blocks; needs a running loop. A closed worker gives no answer."""
        self._ticket += 1
        question = _Question(self, self._ticket, request, heard, lost)
        if not self._closed:
            self._question = question
            self._send()
            if self._task is None or self._task.done():
                self._task = asyncio.get_running_loop().create_task(self._supervise())
        return question

    def stop(self, question: _Question) -> None:
        """See :meth:`core.players.asking.Asking.stop`."""
        if question is self._question and not question.stopped:
            question.stopped = True
            self._send_stop(question.ticket)

    def drop(self, question: _Question) -> None:
        """See :meth:`core.players.asking.Asking.drop`."""
        self.stop(question)
        if question is self._question:
            self._question = None

    async def close(self) -> None:
        """End the child. Afterwards its process is gone and no callback comes. Raises what a callback raised."""
        self._closed = True
        self._question = None
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])
            if not self._task.cancelled():
                self._task.result()

    async def _supervise(self) -> None:
        while self._question:
            cause = await self._live()
            self._deaths += 1
            if self._question is None:
                return
            if self._deaths <= len(self._patience.pauses):
                self._on_restart(EngineDied("The engine process is being restarted: {cause}.", cause=cause))
                await self._sleep(self._patience.pauses[self._deaths - 1])
                continue
            question, self._question = self._question, None
            deaths, self._deaths = self._deaths, 0
            question.lost(
                EngineDied(
                    "The engine process died {deaths} times in a row: {cause}. Ask again or choose another engine.",
                    deaths=deaths,
                    cause=cause,
                )
            )

    async def _live(self) -> Phrase:
        """Run one child until it dies; return how it died."""
        try:
            process = await self._start()
        except OSError as error:
            return phrase("it cannot be started ({reason})", reason=error)
        except CoreError as error:
            return phrase("it cannot be started ({reason})", reason=error.phrase)
        self._process = process
        self._spoke = self._hung = False
        self._quiet = 0
        try:
            self._send()
            while line := await _line(process):
                self._hear(line)
            with suppress(TimeoutError):  # its own exit code tells more than the one of a kill
                await asyncio.wait_for(process.wait(), self._patience.stop)
        except _Nonsense as nonsense:
            return nonsense.phrase
        finally:
            self._process = None
            self._owed.clear()
            self._set_alarm()
            if self._looks:
                self._looks.cancel()
                self._looks = None
            await bury(process)
        if self._hung:
            return phrase("it did not answer in time")
        if process.returncode is None:
            return phrase("it ended")
        return phrase("it ended with exit code {code}", code=process.returncode)

    def _send(self) -> None:
        question = self._question
        if self._process is None or question is None:
            return
        soon = self._soon()
        for ticket, due in self._owed.items():
            self._owed[ticket] = min(due, soon)
        seconds = question.request.seconds
        now = asyncio.get_running_loop().time()
        self._owed[question.ticket] = inf if seconds is None else now + seconds + self._patience.grace
        self._write(question.request.to_json(question.ticket))
        if question.stopped:
            self._send_stop(question.ticket)
        self._set_alarm()
        if self._looks is None:
            self._look_later()

    def _send_stop(self, ticket: int) -> None:
        if ticket in self._owed:
            self._owed[ticket] = min(self._owed[ticket], self._soon())
            self._write({"stop": ticket})
            self._set_alarm()

    def _write(self, document: dict[str, Any]) -> None:
        if self._process and self._process.stdin:
            self._process.stdin.write(json.dumps(document).encode() + b"\n")

    def _hear(self, line: bytes) -> None:
        question = self._question
        try:
            document = json.loads(line)
            if "pong" in document:
                self._spoke, self._quiet = True, 0
                return
            ticket = document["ticket"]
            error = document.get("error")
            final = error is not None or document["final"]
            if question and question.ticket != ticket:
                question = None
            analysis = Analysis.from_json(document) if question and error is None else None
            forfeits = phrase_in(document["forfeits"]) if "forfeits" in document else None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, CoreError) as bad:
            start = repr(line[:60].decode(errors="replace"))
            raise _Nonsense("it wrote {line}, which is not an answer", line=start) from bad
        self._spoke, self._quiet = True, 0
        if final:
            self._deaths = 0
            self._owed.pop(ticket, None)
            self._set_alarm()
            if question:
                self._question = None
        if question and analysis:
            question.heard(analysis)
        elif question and forfeits:
            question.lost(EngineForfeits(forfeits.template, **forfeits.values))
        elif question:
            question.lost(CoreError("The engine cannot answer: {reason}", reason=error))

    def _soon(self) -> float:
        wait = self._patience.stop if self._spoke else self._patience.grace
        return asyncio.get_running_loop().time() + wait

    def _set_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        due = min(self._owed.values(), default=inf)
        self._alarm = None if due == inf else asyncio.get_running_loop().call_at(due, self._overdue)

    def _look_later(self) -> None:
        self._looks = asyncio.get_running_loop().call_later(self._patience.look, self._look)

    def _look(self) -> None:
        """Check whether a child that owes an answer still lives; a silent child gets a ping. Checks are counted instead of
        seconds, so that an app that was itself blocked does not blame its child."""
        self._looks = None
        if not self._owed:
            return
        self._quiet += 1
        if self._quiet * self._patience.look >= (self._patience.silence if self._spoke else self._patience.grace):
            self._overdue()
            return
        if self._quiet > 1:
            self._write({"ping": self._quiet})
        self._look_later()

    def _overdue(self) -> None:
        self._hung = True
        if self._process:
            with suppress(ProcessLookupError):
                self._process.kill()


class _Nonsense(CoreError):
    """The child wrote a line that is no answer."""


async def spawn(command: Sequence[str], stderr: int | IO[bytes]) -> Process:
    """Start a child. Raises OSError. If cancelled, it leaves no child."""
    birth = asyncio.ensure_future(
        asyncio.create_subprocess_exec(
            *command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=stderr,
            start_new_session=True,
            limit=LINE_BYTES,
        )
    )
    try:
        return await asyncio.shield(birth)
    except asyncio.CancelledError:
        # A start cancelled half-way kills its child but may wait for it for ever (CPython gh-119710).
        await asyncio.wait([birth], timeout=BIRTH_SECONDS)
        if birth.done() and not birth.cancelled() and not birth.exception():
            await bury(birth.result())
        birth.cancel()
        raise


async def _line(process: ChildProcess) -> bytes:
    """The next whole line from the child, empty if it has ended."""
    assert process.stdout
    try:
        line = await process.stdout.readline()
    except ConnectionResetError:  # it was killed before it had read everything
        return b""
    except ValueError as error:
        raise _Nonsense("it wrote a line of more than {bytes} bytes", bytes=LINE_BYTES) from error
    return line if line.endswith(b"\n") else b""


async def bury(process: ChildProcess) -> None:
    """Kill a child and wait until its process and pipes are gone."""
    with suppress(ProcessLookupError):
        process.kill()
    if process.stdin:
        process.stdin.close()
    await process.communicate()
