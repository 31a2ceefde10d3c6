"""Asks a Python player: every answer is a reply, whatever the player does."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from core.engines.dialects import PYTHON_SECONDS
from core.engines.foreign.program import ProgramFailed, countdown
from core.engines.foreign.python import (
    PythonProcess,
    Reply,
    Runner,
    move_of,
    question,
)
from core.engines.foreign.shapes import PythonFile, Shape, read
from core.errors import CoreError, quoted
from core.game import Move
from core.phrase import Phrase
from core.position import Position

MAX_IN_A_ROW = 3
MAX_FAILURES = 10
"""Maximum number of time-outs, or ends of the process, in a row and in all, before nothing more is asked."""
_BATCH = 100
"""Positions whose calls are made together: a program that answers fast does not wait for us."""


class NotJudged(CoreError):
    """A player that cannot be judged."""


class GaveUp(CoreError):
    """A player with too many calls that timed out or ended its process."""


@dataclass(frozen=True)
class Answered:
    """A player's answer in a position."""

    move: Move | None
    """Its legal move, None if it made none."""
    failure: Phrase | None
    """Why it made no legal move, as the end of a sentence about it."""
    seconds: float
    """The time that it took."""
    ended: bool = False
    """Whether there was no answer: it came too late, or the process ended."""


class Candidate:
    """A file whose functions are called. A failed process is started again for the next call."""

    def __init__(self, source: PythonFile, shape: Shape, runner: Runner, seconds: float = PYTHON_SECONDS) -> None:
        self.source = source
        self.shape = shape
        self._seconds = seconds
        self._process = PythonProcess(source, shape, runner)
        self._replaced: str | None = None
        self._in_a_row = self._failures = 0
        self._gave_up: Phrase | None = None

    def load(self) -> None:
        """Load the file. Raises NotJudged."""
        try:
            self._start()
        except ProgramFailed as failure:
            raise NotJudged(
                "{file} {failure}.", file=quoted(self.source.file.name), failure=failure.phrase
            ) from failure

    def replace(self, function: str) -> None:
        """Put a right function of the course's exercise in the place of the player's own. Raises ProgramFailed."""
        self.close()
        self._in_a_row = self._failures = 0
        self._gave_up = None
        self._replaced = function
        self._start()

    def answers(self, positions: Iterable[Position]) -> Iterator[Answered]:
        """The answer in each position. Raises GaveUp."""
        rest = iter(positions)
        while batch := list(islice(rest, _BATCH)):
            replies = self.calls([question(self.shape, position) for position in batch])
            for position, (reply, seconds) in zip(batch, replies, strict=True):
                try:
                    yield Answered(move_of(self.shape, position, reply), None, seconds)
                except ProgramFailed as failure:
                    ended = reply.failure is not None and not reply.raised
                    yield Answered(None, failure.phrase, seconds, ended)

    def calls(self, calls: Sequence[Sequence[object]]) -> Iterator[tuple[Reply, float]]:
        """The reply to each call, and the seconds that it took. Raises GaveUp, NotJudged if the file was saved meanwhile."""
        done = 0
        while done < len(calls):
            if self._gave_up:
                raise GaveUp("{failure}", failure=self._gave_up)
            before = time.monotonic()
            try:
                self._start()
                for reply in self._process.ask(calls[done:], lambda: countdown(self._seconds)):
                    self._in_a_row = 0
                    done += 1
                    now = time.monotonic()
                    yield reply, now - before
                    before = time.monotonic()
            except ProgramFailed as failure:
                self._process.close()
                self._in_a_row += 1
                self._failures += 1
                if self._in_a_row >= MAX_IN_A_ROW or self._failures >= MAX_FAILURES:
                    self._gave_up = failure.phrase
                done += 1
                yield Reply(None, failure.phrase), time.monotonic() - before

    @property
    def printed(self) -> str:
        """The end of what the file has printed, as it is."""
        return self._process.printed

    def close(self) -> None:
        """End the process."""
        self._process.close()

    def _start(self) -> None:
        if self._process.running:
            return
        try:
            self._process.start()
        finally:
            # It may have been saved while it was loaded, too.
            if read(self.source.file).digest != self.source.digest:
                raise NotJudged(
                    "{file} was saved while it was judged; judge it again.", file=quoted(self.source.file.name)
                )
        if self._replaced:
            list(self._process.ask([["replace", self._replaced]], lambda: countdown(self._seconds)))
