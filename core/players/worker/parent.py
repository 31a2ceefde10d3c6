"""An engine in a process of its own, so that a search never holds up the interface.

A :class:`Worker` belongs to an asyncio loop. It starts its child (:mod:`core.players.worker.child`, JSON lines over pipes) with
the first question, kills one that hangs, starts another for one that died, and gives up after several deaths in a row.
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
from core.phrase import Phrase, phrase
from core.players.asking import Asking, Heard, Lost
from core.players.worker.request import Request
from core.subprocesses import command_of

COMMAND = command_of("core.players.worker.child")
"""How the child is started."""
LINE_BYTES = 1 << 24
"""The longest line a child may write."""
BIRTH_SECONDS = 1.0
"""How long to wait for a child that is just being started when it is wanted no more."""


@dataclass(frozen=True)
class Patience:
    """Seconds to wait: ``stop`` for the end of a search that was told to stop; ``grace`` for the final answer after the
    seconds of the question, and for the first word of a newborn child; ``look`` from one look to the next whether a child that
    owes an answer says anything, which it is asked for, and ``silence`` until one that does not is killed; ``pauses`` before
    each further child after one died: when they are used up, the worker gives up."""

    stop: float = 2.0
    grace: float = 10.0
    look: float = 1.0
    silence: float = 3.0
    pauses: tuple[float, ...] = (0.2, 1.0)


class ChildProcess(Protocol):
    """A child that reads and writes lines; the processes of asyncio are such, and see :mod:`core.players.worker.forked`."""

    @property
    def pid(self) -> int:
        """Its number."""
        ...

    @property
    def stdin(self) -> asyncio.StreamWriter | None:
        """What it reads from."""
        ...

    @property
    def stdout(self) -> asyncio.StreamReader | None:
        """What it writes to."""
        ...

    @property
    def returncode(self) -> int | None:
        """How it ended; None as long as it has not, or where nobody is told."""
        ...

    def kill(self) -> None:
        """End it. Raises ProcessLookupError where it has ended."""
        ...

    async def wait(self) -> Any:
        """Wait for its end."""
        ...

    async def communicate(self) -> Any:
        """Wait for its end, and let go of its pipes."""
        ...


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
    """Nobody else asks here."""

    def stop(self) -> None:
        self.worker.stop(self)

    def drop(self) -> None:
        self.worker.drop(self)


class Worker:
    """A :class:`core.players.asking.Adviser`: an engine in a process of its own.

    What is lost is so by EngineDied when the worker has given up, by EngineForfeits when a program from elsewhere has failed,
    or by the CoreError of a question that cannot be answered; who is told may ask again at once. ``on_restart(error)`` is
    called when a child has died and another is asked in its place.

    ``stderr`` is where the child's complaints go, an open file or DEVNULL; ``start`` starts a child in another way than by a
    program of its own, and raises OSError or CoreError where it cannot; ``command``, ``patience`` and ``sleep`` are for tests.
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
        """Ask, and drop what was asked before; never blocks. A running loop is needed. A closed worker answers nothing."""
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
        """End the child. Afterwards no process is left and no callback comes. Raises what a callback raised."""
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
                self._on_restart(EngineDied("The engine process is started anew: {cause}.", cause=cause))
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
        """One child from birth to death; returns how it died."""
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
            with suppress(TimeoutError):  # its own exit code tells more than that of a kill
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
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, CoreError) as bad:
            start = repr(line[:60].decode(errors="replace"))
            raise _Nonsense("it wrote {line}, which is no answer", line=start) from bad
        self._spoke, self._quiet = True, 0
        if final:
            self._deaths = 0
            self._owed.pop(ticket, None)
            self._set_alarm()
            if question:
                self._question = None
        if question and analysis:
            question.heard(analysis)
        elif question and document.get("forfeits"):
            question.lost(EngineForfeits("{reason}", reason=error))
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
        """See whether a child that owes an answer still lives: one that says nothing is asked to. Looks are counted and not
        seconds, so that an app that was itself held up does not blame its child."""
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
    """The child wrote something that is no answer."""


async def spawn(command: Sequence[str], stderr: int | IO[bytes]) -> Process:
    """Start a child. Raises OSError. Cancelled, it leaves none."""
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
        # A birth that is cancelled half-way kills its child but may wait for it for ever (CPython gh-119710).
        await asyncio.wait([birth], timeout=BIRTH_SECONDS)
        if birth.done() and not birth.cancelled() and not birth.exception():
            await bury(birth.result())
        birth.cancel()
        raise


async def _line(process: ChildProcess) -> bytes:
    """The next whole line the child writes, empty when it has ended."""
    assert process.stdout
    try:
        line = await process.stdout.readline()
    except ConnectionResetError:  # it was killed before it had read all that was written to it
        return b""
    except ValueError as error:
        raise _Nonsense("it wrote a line of more than {bytes} bytes", bytes=LINE_BYTES) from error
    return line if line.endswith(b"\n") else b""


async def bury(process: ChildProcess) -> None:
    """Kill a child and wait until nothing of it is left, its pipes included."""
    with suppress(ProcessLookupError):
        process.kill()
    if process.stdin:
        process.stdin.close()
    await process.communicate()
