"""A terminal in which the installed program runs: its keys are sent, its screen is read, its end is waited for."""

from __future__ import annotations

import os
import signal
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pexpect
import pyte
from textual.keys import key_to_character

from tui.text.keys import KEYS as ACTIONS

PATIENT = 300.0
"""Seconds after which a test has failed; none waits for them to pass."""
COLUMNS, ROWS = 80, 24
TOLD_TO_MOVE = "Your turn"
"""How the status begins that tells a person to move."""
KEYS = {"slash": "/", "enter": "\r", "escape": "\x1b", "pagedown": "\x1b[6~", "down": "\x1b[B", "tab": "\t"}
PROGRAM = Path(sys.executable).with_name("triqui")
UNHURRIED = (
    sys.executable,
    "-c",
    "import core.play.saving; core.play.saving.SAVING_SECONDS = 3600; from tui.command.cli import main; main()",
)
"""The program where no disk is so slow that moves typed ahead are refused."""


class Terminal:
    """The program on a terminal of 80x24 in 256 colours, with a folder of its own for all that it keeps."""

    def __init__(
        self, home: Path, *arguments: str, program: Sequence[str] = (str(PROGRAM),), **environment: str
    ) -> None:
        self.sent = bytearray()
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self.screen)
        ours = {"TRIQUI_HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8", "TEXTUAL_ANIMATIONS": "none"}
        self.child = pexpect.spawn(
            program[0],
            [*program[1:], *arguments],
            env={**os.environ, **ours, **environment},
            dimensions=(ROWS, COLUMNS),
            timeout=PATIENT,
        )
        self.child.delaybeforesend = None  # keys are sent at once: nobody's password is at stake
        self.modes_before = self.modes

    @property
    def modes(self) -> int:
        """The local modes of the terminal: whether it echoes and edits lines."""
        flags = termios.tcgetattr(self.child.child_fd)[3]
        assert isinstance(flags, int)
        return flags

    @property
    def text(self) -> str:
        """The characters on the screen."""
        return "\n".join(self.screen.display)

    def press(self, *keys: str) -> None:
        """Send keys, all at once."""
        self.child.send("".join(KEYS.get(key, key) for key in keys))

    def do(self, *actions: str) -> None:
        """Send the usual key of each action, which is a letter or has a name of its own here."""
        for action in actions:
            name = ACTIONS[action].keys.split(",")[0]
            self.press(KEYS.get(name) or key_to_character(name) or name)

    def read(self) -> bool:
        """Take what the program has written by now, or soon writes; False when it has ended."""
        try:
            data = self.child.read_nonblocking(65536, 0.05)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.sent += data
        self._stream.feed(data)
        return True

    def until(self, condition: Callable[[], object]) -> None:
        """Read until a condition holds."""
        deadline = time.monotonic() + PATIENT
        while not condition():
            assert self.read(), f"the program ended:\n{self.text}"
            assert time.monotonic() < deadline, f"waited in vain:\n{self.text}"

    def see(self, text: str) -> None:
        """Read until a text is on the screen."""
        self.until(lambda: text in self.text)

    def end(self) -> int | None:
        """Read until the program has ended; its exit code, None when a signal ended it."""
        deadline = time.monotonic() + PATIENT
        while self.read():
            assert time.monotonic() < deadline, f"the program does not end:\n{self.text}"
        self.child.wait()
        status = self.child.exitstatus
        assert status is None or isinstance(status, int)
        return status

    def kill(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        os.kill(self.child.pid, number)

    def engines(self) -> list[int]:
        """The processes of engines that the program has started."""
        return [
            pid for pid in processes() if parent(pid) == self.child.pid and "core.players.worker.child" in command(pid)
        ]

    def close(self) -> None:
        """End everything."""
        with suppress(OSError, pexpect.ExceptionPexpect):
            self.child.close(force=True)


def processes() -> Iterator[int]:
    """Every process there is."""
    return (int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())


def command(pid: int) -> str:
    """The command line of a process, empty when it is gone or only waits for its parent's notice."""
    try:
        return (Path("/proc") / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def parent(pid: int) -> int:
    """Who started a process; 0 when it is gone."""
    try:
        return int((Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def state(pid: int) -> str:
    """The letter of what a process does, T for one that is stopped."""
    return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]


def resident(pid: int) -> float:
    """Megabytes that a process has in memory; 0 when it is gone."""
    try:
        rows = (Path("/proc") / str(pid) / "status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(row.split()[1]) / 1024 for row in rows if row.startswith("VmRSS")), 0.0)


def gone(pids: list[int]) -> bool:
    """Whether none of these processes runs."""
    return not any(command(pid) for pid in pids)


def wait_until(condition: Callable[[], object]) -> None:
    """Look again and again until a condition holds."""
    deadline = time.monotonic() + PATIENT
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)
