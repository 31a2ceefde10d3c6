"""Small programs that speak a protocol, well or badly, for the tests of who has to bear them."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path

from core.engines import foreign
from core.engines.foreign.base import Foreign, Waits

OWN = shlex.join([sys.executable, "-c", "import sys; from tui.command.cli import main; sys.exit(main())", "engine"])
"""The hall's own command, to be followed by a game and a protocol."""
QUICK = Waits(usual=100.0, margin=100.0, start=100.0, stop=100.0, pause=0.0)
"""Long enough for a loaded machine: nothing waits so long but what has failed."""
HASTY = replace(QUICK, usual=0.05, margin=0.0)
"""For programs that never answer."""
CURT = replace(QUICK, stop=0.05)
"""For programs that never stop."""

_BEGINNING = """
import os, sys, time
log = open(sys.argv[1], "a", buffering=1)
log.write("started\\n")
def read():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    log.write(line.rstrip("\\r\\n") + "\\n")
    return line.strip()
def say(text, end="\\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()
"""


class Fake:
    """A program whose lines are Python, with ``read()`` for the next line and ``say(text)``; ``heard`` is what it was told."""

    def __init__(self, folder: Path, lines: str) -> None:
        self.path = folder / "program.py"
        self.path.write_text(_BEGINNING + lines)
        self.log = folder / "heard.txt"
        self.command = shlex.join([sys.executable, "-S", str(self.path), str(self.log)])

    @property
    def heard(self) -> list[str]:
        """Every line, ``started`` for each start."""
        return self.log.read_text().splitlines()


def engine(protocol: str, command: str, waits: Waits = QUICK) -> Foreign:
    """An engine of its own that runs a command."""
    made = foreign.make(foreign.check(protocol, command))
    made.waits = waits
    return made
