"""The command ``triqui``: what happens before and after the commands of :mod:`tui.commands`.

Exit code 0, or 2 with one sentence on stderr. ``--version`` is answered before anything else is imported.
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Sequence

from core import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="twins")
    try:
        if arguments[:1] == ["--version"]:
            print(f"triqui {__version__}")
        else:
            _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes stdout once more at its end, which would complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Complaint as complaint:
        print(complaint, file=sys.stderr)
        return 2
    return 0


def _twin(error: UnicodeError) -> tuple[str, int]:
    """Replace a character that an encoding lacks by the one that stands for it in ASCII."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join({"∞": "%", "…": "."}.get(character, "?") for character in lacking), error.end


codecs.register_error("twins", _twin)


class Complaint(Exception):
    """The one sentence, in the reader's language, that ends a command with exit code 2."""


def _run(arguments: list[str]) -> None:
    from core.errors import CoreError
    from tui import commands
    from tui.texts import _, say

    try:
        commands.run(arguments)
    except CoreError as error:
        raise Complaint(say(error)) from error
    except KeyboardInterrupt as error:
        raise Complaint(_("Stopped before the end; nothing was counted or decided.")) from error
