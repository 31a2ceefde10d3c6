"""Program: a program in a pseudo-terminal, with a folder of its own. Linux and macOS."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from select import select
from typing import NamedTuple

from core.errors import CoreError
from tui.household.surroundings import ASKED, HOME

PATIENCE = 60.0
"""Seconds to wait for a text before the measurement is given up."""
BYTES_AT_ONCE = 65_536
CODES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")
"""Control sequences of a terminal."""
CHANGES_DRAWING = ("LC_", "TRIQUI_", "TEXTUAL_", "SSH_")
"""Prefixes of environment variables that change what is drawn."""
CHANGES_TOO = frozenset(
    ("LANGUAGE", "NO_COLOR", "COLORTERM", "TMUX", "STY", "COLUMNS", "LINES", "PYTHONDONTWRITEBYTECODE")
)
"""Names of further environment variables that change what is drawn."""
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that end a measurement."""
SENT: Mapping[str, str] = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "space": " ",
    "question_mark": "?",
    "slash": "/",
    "ctrl+p": "\x10",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
}
"""The characters that a terminal sends for a named key. Any other key sends its letter."""


class NotShown(CoreError):
    """A program failed, or did not show the expected text."""


class Usage(NamedTuple):
    """Resources of a program: ``cpu`` seconds of user and system, ``peak`` bytes of memory."""

    cpu: float
    peak: int


class Program:
    """A program in a terminal of its own. :func:`opened` starts and ends it."""

    def __init__(self, command: Sequence[str], home: Path, size: tuple[int, int]) -> None:
        self._command = command
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            with suppress(OSError):
                for number in STOPS:
                    signal.signal(number, signal.SIG_DFL)
                signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
                os.execvpe(command[0], list(command), environment(home))
            os._exit(127)
        self._left: Usage | None = None

    def read(self, seconds: float, until: Callable[[bytes], object] = lambda written: False) -> bytes:
        """Read the output for some seconds, or until ``until`` accepts it. Raises NotShown if the program ends."""
        written, end = b"", time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not until(written):
            if select([self._terminal], [], [], left)[0]:
                try:
                    data = os.read(self._terminal, BYTES_AT_ONCE)
                except OSError:  # the way in which Linux says that the program has ended
                    data = b""
                if not data:
                    raise NotShown("{program} has ended by itself.", program=self._command[0])
                written += data
        return written

    def see(self, pattern: str) -> bytes:
        """Read until the text matches a pattern. Raises NotShown."""

        def shown(written: bytes) -> object:
            return re.search(pattern.encode(), CODES.sub(b"", written))

        written = self.read(PATIENCE, shown)
        if not shown(written):
            raise NotShown("{program} did not show what was expected: {text}.", program=self._command[0], text=pattern)
        return written

    def press(self, key: str) -> None:
        """Send a key by its name."""
        os.write(self._terminal, SENT.get(key, key).encode())

    @property
    def cpu(self) -> float:
        """CPU seconds of the program, without its children."""
        return cpu_of(self.pid)

    @property
    def engines(self) -> list[int]:
        """The children of the program."""
        return [pid for pid, parent in parents().items() if parent == self.pid]

    def fileno(self) -> int:
        """The file descriptor of the terminal, for ``select``."""
        return self._terminal

    def end(self) -> Usage:
        """Kill the program and its children, and return its resources until now."""
        if self._left is None:
            os.kill(self.pid, signal.SIGSTOP)
            started, peak = self.engines, _peak(self.pid)
            os.kill(self.pid, signal.SIGKILL)
            _pid, _status, used = os.wait4(self.pid, 0)
            for pid in started:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            os.close(self._terminal)
            unit = 1 if sys.platform == "darwin" else 1024
            self._left = Usage(used.ru_utime + used.ru_stime, peak or used.ru_maxrss * unit)
        return self._left


@contextmanager
def opened(command: Sequence[str], home: Path, size: tuple[int, int]) -> Iterator[Program]:
    """Run a program for as long as the block lasts."""
    program = None
    try:
        with unstopped():
            program = Program(command, home, size)
        yield program
    finally:
        with unstopped():
            if program:
                program.end()


@contextmanager
def unstopped() -> Iterator[None]:
    """Block the signals that would end us, to start or tidy up: Python loses an exception that is raised while it forks."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


def environment(home: Path) -> dict[str, str]:
    """The environment of a program that is measured: a folder for its files, English, 256 colours."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in CHANGES_TOO and not name.startswith(CHANGES_DRAWING)
    }
    return {**inherited, HOME: str(home), ASKED: "en", "TERM": "xterm-256color", "LANG": "C.UTF-8"}


def _peak(pid: int) -> int:
    """Peak memory of a process in bytes, 0 where the system does not tell it. The peak of rusage may be that of its parent."""
    with suppress(OSError):
        rows = Path(f"/proc/{pid}/status").read_text().splitlines()
        return next((int(row.split()[1]) * 1024 for row in rows if row.startswith("VmHWM")), 0)
    return 0


def cpu_of(pid: int) -> float:
    """CPU seconds that a process has used."""
    with suppress(OSError):
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
    words = _ps("-o", "time=", "-p", str(pid)).strip().replace("-", ":").split(":")
    return sum(float(word or 0) * unit for word, unit in zip(reversed(words), (1, 60, 3600, 86_400), strict=False))


def parents() -> dict[int, int]:
    """The parent of every process."""
    found = {}
    with suppress(OSError):
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with suppress(OSError):
                    found[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    if not found:
        found = {int(pid): int(parent) for pid, parent in map(str.split, _ps("-A", "-o", "pid=,ppid=").splitlines())}
    return found


def _ps(*options: str) -> str:
    return subprocess.run(["ps", *options], capture_output=True, text=True, check=False).stdout
