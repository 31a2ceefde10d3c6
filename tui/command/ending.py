"""How a command ends: its exit codes, and the report of a fault of the program."""

from __future__ import annotations

import os
import platform
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from types import FrameType

from core import __version__
from core.errors import CoreError

REPORT_FILE = "fault.log"
"""The report of the last fault, in the folder of the data."""


class ExitCode(IntEnum):
    """The exit codes of ``triqui``."""

    RIGHT = 0
    FALSE = 1
    """Something was checked, and it is false."""
    USAGE = 2
    """The command cannot be carried out as given."""
    FAULT = 70
    """A fault of the program, EX_SOFTWARE of sysexits.h."""
    INTERRUPTED = 130
    """Ctrl-C: 128 and the number of SIGINT."""


class CheckedFalse(CoreError):
    """What a command was to check is false."""


class Interrupted(CoreError):
    """Ctrl-C ended a command that can be resumed."""


class Faulty(CoreError):
    """The program failed by a fault of its own."""


def code_of(error: CoreError) -> ExitCode:
    """The exit code of a command that ends with an error."""
    match error:
        case CheckedFalse():
            return ExitCode.FALSE
        case Interrupted():
            return ExitCode.INTERRUPTED
        case Faulty():
            return ExitCode.FAULT
        case _:
            return ExitCode.USAGE


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let the signals that end a command do so as Ctrl-C does: what was started and written does not stay."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    heeded = [
        number for number in (getattr(signal, name) for name in names) if signal.getsignal(number) == signal.SIG_DFL
    ]
    before = {number: signal.signal(number, end) for number in heeded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def reported(error: Exception) -> Faulty:
    """Write the report of a fault, and return the error that names its file; without one, the error names the fault."""
    from tui.household.settings_file import folders
    from tui.household.surroundings import HOME

    what = f"{type(error).__name__}: {error}"
    path = Path()
    try:
        folder = folders(os.environ.get(HOME, ""))[0]
        path = folder / REPORT_FILE
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        system = f"triqui {__version__}, Python {platform.python_version()}, {platform.platform()}"
        lines = [system, repr(sys.argv), *traceback.format_exception(error)]
        path.write_text("\n".join(lines), "utf-8", "backslashreplace")
    except Exception:  # whatever keeps the report from being written, the sentence has the fault
        return Faulty("This is a bug in triqui: {what}. Please report it.", what=what)
    return Faulty("This is a bug in triqui: {what}. Please report it with {file}.", what=what, file=repr(str(path)))
