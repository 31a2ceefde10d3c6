"""Runs a program, and leaves nothing of it behind: ``python -I -S guardian.py LIFELINE COMMAND...``

LIFELINE is the number of a socket. It receives 0 once the program runs, or the errno of why it does not, and the program's exit
code when that ends. As soon as its other end is closed, by whatever death of its holder, the program is killed with all
that it has started. On Linux that includes what has left the group of processes: this process is given all orphans.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

_DEAF = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
NUMBER_BYTES = 4
"""The size of each message, a signed number with its lowest byte first."""
_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of Linux."""
_KILLING_SECONDS = 2.0
"""How long to go on killing what starts others as fast, or belongs to another user."""


def main() -> None:
    """Guard until the lifeline ends."""
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(lifeline, False)
    for number in _DEAF:
        signal.signal(number, signal.SIG_IGN)
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    try:
        pid = os.posix_spawnp(command[0], command, os.environ, setsigdef=[*_DEAF, signal.SIGPIPE])
    except OSError as error:
        _tell(lifeline, error.errno)
        return
    with open(os.devnull, "r+b") as nowhere:  # or the program's end would not close its pipes
        os.dup2(nowhere.fileno(), 0)
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    _tell(lifeline, 0)
    threading.Thread(target=_reap, args=(pid, lifeline), daemon=True).start()
    with suppress(OSError):
        while os.read(lifeline, 1):
            pass
    until = time.monotonic() + _KILLING_SECONDS
    while (left := _children()) and time.monotonic() < until:
        for child in left:
            with suppress(OSError):
                os.kill(child, signal.SIGKILL)
        time.sleep(0.001)
    os.killpg(0, signal.SIGKILL)


def _reap(program: int, lifeline: int) -> None:
    """Take leave of every child, and tell how the program has ended."""
    with suppress(OSError):
        while True:
            pid, status = os.wait()
            if pid == program:
                _tell(lifeline, os.waitstatus_to_exitcode(status))


def _tell(lifeline: int, number: int | None) -> None:
    """Send a number, unless its reader has died: then there is something to kill and nobody to tell."""
    with suppress(OSError):
        os.write(lifeline, (number or 0).to_bytes(NUMBER_BYTES, "little", signed=True))


def _children() -> list[int]:
    """The processes whose parent this one is; none where no such list is kept."""
    found: list[int] = []
    for thread in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, thread.read_text().split())
    return found


if __name__ == "__main__":
    main()
