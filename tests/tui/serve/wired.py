"""The fork server of a hall, but that whoever comes on a terminal of the kind TERM has the wire to the hall on it, line by
line, in place of the screens. The first line names the session's process."""

from __future__ import annotations

import json
import os
import select
import sys
import termios
import tty
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.pty.terminal import PROGRAM
from tui.serve import session, zygote

TERM = "wire"
FORKS = (
    sys.executable,
    *("-P", "-c"),
    f"import sys; sys.path.insert(0, {str(Path(__file__).parents[3])!r}); from {__name__} import main; main()",
)
"""This fork server, which gets no variable that says where the tests are."""
SERVE = (
    sys.executable,
    "-c",
    f"import sys; from tui.serve import zygote; zygote.COMMAND = {FORKS!r};"
    f"sys.argv[0] = {str(PROGRAM)!r}; from tui.command.cli import main; main()",
    "serve",
)
"""``triqui serve`` with this fork server."""
AT_ONCE = 65_536
_drawn = session._run


def run(visitor: Mapping[str, Any]) -> int:
    """The screens, or the bare wire."""
    return wired() if os.environ["TERM"] == TERM else _drawn(visitor)


def wired() -> int:
    """Hand on what the visitor types and what the hall says, until either has ended."""
    tty.setraw(0, termios.TCSANOW)  # what was typed by now stays
    told = json.dumps({"op": "process", "pid": os.getpid()}).encode() + b"\n"
    ways = {0: session.WIRE, session.WIRE: 1}
    os.write(1, told)
    while True:
        for source in select.select(list(ways), [], [])[0]:
            data = os.read(source, AT_ONCE)
            if not data:
                return 0
            while data:
                data = data[os.write(ways[source], data) :]


def main() -> None:
    """Be that fork server."""
    session._run = run
    zygote.main()
