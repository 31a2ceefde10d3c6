"""The checks, in the order in which they are cheapest to fail: ``python tests/check.py``.

They end with the tests that need little. ``--all`` runs those in the folders called ``long`` too, which take half an hour:
brute force, certificates, whole games on the screen, every key, size and language, real terminals and ssh, kills. All other
arguments go to pytest.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
LONG = "*/long/*"


def steps(arguments: list[str]) -> dict[str, list[str]]:
    """The name of each check and its command. The tests come last, so that their closing line is the last one printed."""
    python = [sys.executable, "-m"]
    lint_imports = shutil.which("lint-imports", path=str(Path(sys.executable).parent)) or "lint-imports"
    given = [argument for argument in arguments if argument != "--all"]
    some = [] if "--all" in arguments else [f"--ignore-glob={LONG}"]
    return {
        "format": [*python, "ruff", "format", "--check", "."],
        "lint": [*python, "ruff", "check", "."],
        "types": [*python, "mypy"],
        "walls": [lint_imports],
        # Each worker begins with a half of the tests and takes over from the other at its end: what the tests of a file share
        # is made once.
        "tests": [*python, "pytest", "-n", "2", "--dist", "worksteal", *some, *given],
    }


def main() -> int:
    """Run the checks up to the first that fails; its exit code."""
    for name, command in steps(sys.argv[1:]).items():
        print(f"-- {name}", flush=True)
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code and name != "tests":
            print(f"-- {name} failed; run it alone with: {' '.join(command)}", flush=True)
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
