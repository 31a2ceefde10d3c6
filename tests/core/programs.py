"""Small programs that speak a protocol, well or badly, for the tests of who has to bear them."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from core.analysis import Analysis, Limit, Watch
from core.engines import foreign
from core.engines.foreign.base import Foreign, Waits
from core.games import get
from core.position import Position, play_all
from core.score import Proof
from tests.core.engines_cases import whole

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


def position(game: str, moves: str = "") -> Position:
    return play_all(get(game), moves)[1]


SHORT = Limit(seconds=0.05)


def ask(asked: Foreign, where: Position, limit: Limit = SHORT, stop: Callable[[], bool] = lambda: False) -> Analysis:
    return asked.analyse(Watch(where, limit, time.monotonic, stop=stop))


def best(analysis: Analysis) -> str:
    """The chosen move, in an analysis that owes what every analysis owes and claims nothing."""
    whole(analysis)
    assert analysis.final
    assert all(line.score.proof is Proof.ESTIMATE for line in analysis.lines)
    assert all(line.score < analysis.lines[0].score for line in analysis.lines[1:])
    return analysis.position.name(analysis.lines[0].move)
