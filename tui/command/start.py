"""The entry point of the shell. From its import to the end of the process, Ctrl-C ends triqui without a traceback."""

from __future__ import annotations

import os
import signal
from typing import Any

_INTERRUPTED = 130
"""The exit code after Ctrl-C, as :mod:`tui.command.ending` has it, which is not loaded yet."""


def _end(*_signal: Any) -> None:
    """End the process at once: nothing is open yet, or nothing any more."""
    os._exit(_INTERRUPTED)


_heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""Whether Ctrl-C is heeded at all, which a shell in the background may not want."""
if _heeded:
    signal.signal(signal.SIGINT, _end)


def start() -> int:
    """Run the command line, and return its exit code."""
    from tui.command.cli import main

    try:
        if _heeded:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return main()
    except KeyboardInterrupt:
        return _INTERRUPTED
    finally:
        if _heeded:
            signal.signal(signal.SIGINT, _end)
