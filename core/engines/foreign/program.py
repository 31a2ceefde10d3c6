"""The process of a program from elsewhere: lines in, lines out, and nothing that it does or leaves undone holds us up."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue

from core.errors import CoreError

_LOOK_SECONDS = 0.02
"""How often a wait looks whether anybody still waits."""
_MOST_UNREAD = 100_000
"""Lines kept of a program that writes more than anybody reads."""
_LONGEST = 1 << 16
"""Characters of a line after which it is one, ended or not."""
_DEATH_SECONDS = 0.2
"""How long to wait for the exit code of a program that has closed its output."""
_GUARDIAN = ("/bin/sh", "-c", "trap '' HUP INT QUIT TERM; read -r line; kill -KILL 0")
"""Leads a group of processes, and kills it, itself included, when its input ends."""


def countdown(seconds: float) -> Callable[[], float]:
    """A function that gives how many seconds are left of these. A process lives in real time, whatever clock asks."""
    due = time.monotonic() + seconds
    return lambda: due - time.monotonic()


class Failed(CoreError):
    """What a program has done to lose the game, as the end of a sentence about it."""


class Program:
    """A child process, with all that it starts in a group of processes of its own. The group is led by a guardian that outlives
    whatever ends us, and whose input ends with us: nothing is left behind, however deaf it is."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it. Raises Failed."""
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        self._guardian: subprocess.Popen[bytes] | None = None
        try:
            if os.name != "nt":
                self._guardian = subprocess.Popen(
                    _GUARDIAN, stdin=pipe, stdout=nowhere, stderr=nowhere, process_group=0
                )
            self._process = subprocess.Popen(
                command,
                stdin=pipe,
                stdout=pipe,
                stderr=nowhere,
                bufsize=0,
                process_group=self._guardian.pid if self._guardian else None,
            )
        except OSError as error:
            self._end_group()
            raise Failed("cannot be started ({reason})", reason=error.strerror) from error
        if os.name != "nt":
            # One that never reads would hold us up for ever as soon as its pipe is full.
            os.set_blocking(self._process.stdin.fileno(), False)  # type: ignore[union-attr]
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout
        begun = ""
        with self._process.stdout, suppress(OSError):
            while chunk := os.read(self._process.stdout.fileno(), 1 << 16):
                # Some end a line by CR alone; an empty line between CR and LF is dropped below.
                *whole, begun = re.split("[\r\n]", begun + chunk.decode("utf-8", "replace"))
                # A line without an end would fill the memory.
                if len(begun) > _LONGEST:
                    whole.append(begun)
                    begun = ""
                for line in whole:
                    if line.strip() and self._lines.qsize() < _MOST_UNREAD:
                        self._lines.put(line.strip())
        if begun.strip():
            self._lines.put(begun.strip())
        self._lines.put(None)

    def send(self, *lines: str, end: str = "\n") -> None:
        """Write lines. Raises Failed when the program has ended, or reads nothing of what it is told."""
        assert self._process.stdin
        told = "".join(f"{line}{end}" for line in lines).encode()
        try:
            taken = self._process.stdin.write(told)
        except OSError as error:
            raise self._ended() from error
        if taken != len(told):
            raise Failed("does not read what it is told")

    def forget(self) -> None:
        """Drop what has been written by now and nobody has read."""
        for _ in range(self._lines.qsize()):
            if self._lines.get() is None:
                self._lines.put(None)
                return

    def read(self, left: Callable[[], float]) -> str:
        """The next line that is not empty, without blanks around it. ``left`` gives the seconds to wait still and may raise.

        Raises Failed when the program ends, or when no seconds are left, however much it says.
        """
        while True:
            wait = left()
            if wait <= 0:
                raise Failed("did not answer in time")
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

    def _ended(self) -> Failed:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_DEATH_SECONDS)
        if self._process.returncode is None:
            return Failed("closed its input or output")
        return Failed("ended with exit code {code}", code=self._process.returncode)

    def kill(self) -> None:
        """End it and leave nothing of it."""
        self._process.kill()
        self._end_group()
        with suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]
        self._process.wait()

    def _end_group(self) -> None:
        if self._guardian:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._guardian.pid, signal.SIGKILL)
            self._guardian.communicate()
            self._guardian = None
