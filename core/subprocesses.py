"""The command of a Python process that runs this very code, whatever else is installed or named in PYTHONPATH."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
"""The folder in which ``core`` and ``tui`` lie: a checkout, or the packages of an environment."""


def command_of(module: str) -> tuple[str, ...]:
    """The command that calls ``main()`` of a module of ``core`` or ``tui``; its arguments may follow.

    The child has :data:`ROOT` first on its path, -P keeps out packages of the folder it is started in, and its environment is
    its parent's: a program that it starts in turn sees nothing of ours.
    """
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from {module} import main; sys.exit(main())"
    return (sys.executable, "-P", "-c", code)
