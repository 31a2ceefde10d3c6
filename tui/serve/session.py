"""A session: what runs in the process of one visitor, from its fork to its end."""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import socket
import sys
import termios
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from core.players.worker.child import NICENESS, stand_back

WIRE = 3
"""The file descriptor of the session's end of the wire to the hall."""
MEGABYTE = 1 << 20
BOUNDS = (
    (resource.RLIMIT_AS, 1024 * MEGABYTE),
    (resource.RLIMIT_NOFILE, 64),
    (resource.RLIMIT_FSIZE, 64 * MEGABYTE),
    (resource.RLIMIT_CORE, 0),
    (resource.RLIMIT_CPU, 7200),
)
"""What a session gets of the machine at most. Not RLIMIT_NPROC, which counts all processes of a user."""
TROUBLE = "session.log"


def begin(terminal: int, wire: int, visitor: Mapping[str, Any]) -> NoReturn:
    """Run a session in a process that has just been forked, on a terminal and a wire; the process ends with it.

    ``visitor`` has ``folder``, where the things of this person are, ``environment``, all the variables that it gets,
    ``encoding``, that of the terminal, and ``cpu`` and ``key_cpu`` of the :class:`tui.serve.limits.Limits`.
    """
    code = 1
    try:
        _settle(terminal, wire, visitor["environment"])
        os.chdir(visitor["folder"])
        code = _run(visitor)
    except BaseException:  # whatever it is, nothing of it may go on in the fork server's loop
        _note(Path(visitor["folder"]), traceback.format_exc())
    finally:
        os._exit(code)


def _settle(terminal: int, wire: int, environment: Mapping[str, str]) -> None:
    """Have nothing of the fork server but what is loaded."""
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for number in (0, 1, 2):
        os.dup2(terminal, number)
    os.dup2(wire, WIRE, inheritable=False)
    os.closerange(WIRE + 1, max(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 1024))
    signal.set_wakeup_fd(-1)
    for each in (signal.SIGHUP, signal.SIGCHLD, signal.SIGTERM, signal.SIGTSTP, signal.SIGCONT):
        signal.signal(each, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a key as any other, as soon as the app reads them
    stand_back(NICENESS)  # however much its visitor types, the front and the hall have their turn before it
    for bound, most in BOUNDS:
        hard = resource.getrlimit(bound)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(bound, (most, most))
    os.environ.clear()
    os.environ.update(environment)
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", errors="replace", closefd=False)  # type: ignore[misc] # noqa: SIM115
    sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", errors="replace", closefd=False)  # type: ignore[misc] # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(2, "w", encoding="utf-8", errors="replace", closefd=False)  # type: ignore[misc] # noqa: SIM115


def _run(visitor: Mapping[str, Any]) -> int:
    """Show the hall until the visitor leaves; returns the exit code."""
    from functools import partial
    from io import StringIO

    from rich.console import Console

    from core.phrase import phrase
    from tui.household.surroundings import Surroundings
    from tui.serve.app import ServedHall
    from tui.serve.driver import PatientDriver
    from tui.text.catalogue import say, speak

    folder = Path(visitor["folder"])
    surroundings = Surroundings.of(os.environ, visitor["encoding"])._replace(served=True, ssh=True)
    hall = ServedHall((folder, folder), socket.socket(fileno=WIRE), surroundings)
    hall.driver_class = partial(PatientDriver, visitor["cpu"], visitor["key_cpu"])  # type: ignore[assignment]
    told = StringIO()
    hall.error_console = Console(file=told, width=120)
    hall.run(mouse=hall.settings.mouse)
    speak(hall.language)
    if isinstance(hall._exception, Exception):
        _note(folder, told.getvalue())
        print(say(phrase("Something went wrong here and was noted. Your games are safe; connect again.")))
    else:
        print(told.getvalue(), end="")
    sys.stdout.flush()
    return hall.return_code or 0


def _note(folder: Path, trouble: str) -> None:
    """Write what went wrong where the host finds it, and not on the visitor's terminal."""
    with open(folder / TROUBLE, "a", encoding="utf-8") as file:
        file.write(trouble)
