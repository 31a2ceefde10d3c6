"""The process of a program from elsewhere: lines in, lines out, and nothing that it does or leaves undone holds us up."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from core.engines.foreign.guardian import NUMBER_BYTES
from core.errors import CoreError

_LOOK_SECONDS = 0.02
"""Seconds between two checks whether the answer is still wanted."""
_GAP_SECONDS = 1.0
"""Seconds between two checks from which on this process was stopped meanwhile."""
_MAX_UNREAD = 100_000
"""Lines kept of a program that writes more than anybody reads."""
MAX_PRINTED_BYTES = 1 << 16
"""Bytes kept of what a program writes to stderr."""
_MAX_LINE = 1 << 16
"""Characters of a line after which it is one, ended or not."""
_DEATH_SECONDS = 0.2
"""Maximum wait for the exit code of a program that has closed its output."""
_KILLING_SECONDS = 5.0
"""Maximum wait for the guardian to kill the program."""
_GUARDIAN = (sys.executable, "-I", "-S", str(Path(__file__).with_name("guardian.py")))


def countdown(seconds: float) -> Callable[[], float]:
    """A function that gives how many seconds are left of these. A process lives in real time, whatever clock asks. A long gap
    between two calls does not count: we were stopped, as by Ctrl-Z, and so was the thread that reads the answer."""
    left, seen = seconds, time.monotonic()

    def remaining() -> float:
        nonlocal left, seen
        now = time.monotonic()
        left -= now - seen if now - seen < _GAP_SECONDS else 0
        seen = now
        return left

    return remaining


class ProgramFailed(CoreError):
    """A failure that loses a program the game, as the end of a sentence about it."""


class EngineProcess:
    """A child process, which :mod:`core.engines.foreign.guardian` starts and leads in a group of its own. The guardian outlives
    whatever ends us, and its lifeline ends with us: nothing is left behind, however deaf it is."""

    def __init__(
        self, command: Sequence[str], folder: str | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        """Start it in a folder, with its own environment; without them in ours. Raises ProgramFailed."""
        self._printed = b""
        self._lifeline: socket.socket | None = None
        self._code: int | None = None
        try:
            if os.name == "nt":
                self._process = _start(command, cwd=folder, env=environment)
            else:
                self._lifeline, theirs = socket.socketpair()
                with theirs:
                    number = theirs.fileno()
                    self._process = _start(
                        (*_GUARDIAN, str(number), *command),
                        pass_fds=[number],
                        process_group=0,
                        cwd=folder,
                        env=environment,
                    )
                self._check_start()
        except OSError as error:
            if self._lifeline:
                self._lifeline.close()
            raise ProgramFailed("cannot be started ({reason})", reason=error.strerror) from error
        if os.name != "nt":
            # One that never reads would hold us up for ever as soon as its pipe is full.
            os.set_blocking(self._process.stdin.fileno(), False)  # type: ignore[union-attr]
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        self._drainer = threading.Thread(target=self._drain, daemon=True)
        self._drainer.start()

    @property
    def printed(self) -> str:
        """The end of what the program has written to stderr."""
        return self._printed.decode("utf-8", "replace")

    def _drain(self) -> None:
        """Read what the program writes to stderr, or it would stop when the pipe is full."""
        assert self._process.stderr
        with self._process.stderr, suppress(OSError):
            while chunk := os.read(self._process.stderr.fileno(), 1 << 16):
                self._printed = (self._printed + chunk)[-MAX_PRINTED_BYTES:]

    def _check_start(self) -> None:
        """Hear whether the program runs. Raises OSError."""
        code = self._told()
        if code != 0:
            self._process.communicate()
            raise OSError(code or 0, os.strerror(code) if code else "its guardian has died")

    def _told(self) -> int | None:
        """The next number that the guardian tells: what came of the start, then the exit code."""
        assert self._lifeline
        told = self._lifeline.recv(NUMBER_BYTES)
        return int.from_bytes(told, "little", signed=True) if told else None

    def _read(self) -> None:
        assert self._process.stdout
        begun = ""
        with self._process.stdout, suppress(OSError):
            while chunk := os.read(self._process.stdout.fileno(), 1 << 16):
                # Some end a line by CR alone; an empty line between CR and LF is dropped below.
                *whole, begun = re.split("[\r\n]", begun + chunk.decode("utf-8", "replace"))
                # A line without an end would fill the memory.
                if len(begun) > _MAX_LINE:
                    whole.append(begun)
                    begun = ""
                for line in whole:
                    if line.strip() and self._lines.qsize() < _MAX_UNREAD:
                        self._lines.put(line.strip())
        if begun.strip():
            self._lines.put(begun.strip())
        self._lines.put(None)

    def send(self, *lines: str, end: str = "\n") -> None:
        """Write lines. Raises ProgramFailed when the program has ended, or reads nothing of them."""
        assert self._process.stdin
        told = "".join(f"{line}{end}" for line in lines).encode()
        try:
            taken = self._process.stdin.write(told)
        except OSError as error:
            raise self._ended() from error
        if taken != len(told):
            raise ProgramFailed("does not read its input")

    def forget(self) -> None:
        """Discard all lines that have not been read."""
        for _ in range(self._lines.qsize()):
            if self._lines.get() is None:
                self._lines.put(None)
                return

    def read(self, left: Callable[[], float]) -> str:
        """The next line that is not empty, without blanks around it. ``left`` gives the seconds to wait still and may raise.

        Raises ProgramFailed when the program ends, or when no seconds are left, however much it says.
        """
        while True:
            wait = left()
            if wait <= 0:
                raise ProgramFailed("did not answer in time")
            try:
                line = self._lines.get(timeout=min(wait, _LOOK_SECONDS))
            except Empty:
                continue
            if line is None:
                self._lines.put(None)
                # Whether anybody still waits comes first: a program that was stopped may well have ended.
                left()
                raise self._ended()
            return line

    def _ended(self) -> ProgramFailed:
        if self._code is None:
            with suppress(subprocess.TimeoutExpired, OSError):
                if self._lifeline:
                    self._lifeline.settimeout(_DEATH_SECONDS)
                    self._code = self._told()
                else:
                    self._code = self._process.wait(_DEATH_SECONDS)
        if self._code is None:
            return ProgramFailed("closed its input or output")
        return ProgramFailed("ended with exit code {code}", code=self._code)

    def kill(self) -> None:
        """End it and leave nothing of it."""
        if self._lifeline and self._process.returncode is None:
            with self._lifeline, suppress(OSError):
                self._lifeline.shutdown(socket.SHUT_WR)
                self._lifeline.settimeout(_KILLING_SECONDS)
                while self._lifeline.recv(NUMBER_BYTES):  # it ends with the guardian
                    pass
            # The program may have stopped or killed its guardian.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        elif not self._lifeline:
            self._process.kill()
        with suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]
        self._process.wait()
        self._drainer.join(_DEATH_SECONDS)


def _start(command: Sequence[str], **options: Any) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, close_fds=True, **options)
