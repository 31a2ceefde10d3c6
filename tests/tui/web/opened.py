"""The command ``triqui web`` running in a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.pty.terminal import PATIENT, PROGRAM, wait_until

POOR = {"TERM": "dumb", "NO_COLOR": "1", "SSH_CONNECTION": "1 2 3 4", "COLUMNS": "20", "LINES": "5"}
"""The variables of a terminal that draws nothing."""


class OpenHall:
    """A hall in the browser, opened from a poor terminal, with a folder of its own."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.home = home
        ours = {"TRIQUI_HOME": str(home), "LANG": "C.UTF-8", "TEXTUAL_ANIMATIONS": "none"}
        self.process = subprocess.Popen(
            [str(PROGRAM), "web", "--no-open", *arguments],
            env={**os.environ, **POOR, **ours},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        found = re.search(r"http://\S+", self.process.stdout.readline() + self.process.stdout.readline())
        assert found, "the link is the second line"
        self.link = found[0]

    @property
    def origin(self) -> str:
        """Where its pages are."""
        return self.link.partition("/?")[0]

    @property
    def processes(self) -> Sequence[int]:
        """All processes on its folder but that of the server."""
        return [pid for pid in on_folder(self.home) if pid != self.process.pid]

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal; the exit code of the server, once it and all of its processes are gone."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(PATIENT)
        assert self.process.stdout
        self.process.stdout.close()
        wait_until(lambda: not self.processes)
        return code


def on_folder(home: Path) -> Sequence[int]:
    """The processes that keep their games in a folder."""
    wanted, found = f"TRIQUI_HOME={home}".encode(), []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            variables = path.read_bytes().split(b"\0")
        except OSError:  # it is gone, or another user's
            continue
        found += [int(path.parent.name)] if wanted in variables else []
    return found
