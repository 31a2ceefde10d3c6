"""All checks, in the order in which they are cheapest to fail: ``python tests/check.py``. With ``--quick`` the tests marked
slow are left out; all other arguments go to pytest."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
QUICK = ["-m", "not slow"]


def steps(pytest_arguments: list[str]) -> dict[str, list[str]]:
    """The name of each check and its command. The tests come last, so that their closing line is the last one printed."""
    python = [sys.executable, "-m"]
    lint_imports = shutil.which("lint-imports", path=str(Path(sys.executable).parent)) or "lint-imports"
    return {
        "format": [*python, "ruff", "format", "--check", "."],
        "lint": [*python, "ruff", "check", "."],
        "types": [*python, "mypy"],
        "walls": [lint_imports],
        # Each worker begins with a half of the tests and takes over from the other at its end: what the tests of a file share
        # is made once.
        "tests": [*python, "pytest", "-n", "2", "--dist", "worksteal", *pytest_arguments],
    }


def main() -> int:
    """Run the checks up to the first that fails; its exit code."""
    arguments = [part for word in sys.argv[1:] for part in (QUICK if word == "--quick" else [word])]
    for name, command in steps(arguments).items():
        print(f"-- {name}", flush=True)
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code and name != "tests":
            print(f"-- {name} failed; run it alone with: {' '.join(command)}", flush=True)
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
