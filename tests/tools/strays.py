"""The tests outside of ``long`` that take long: ``python -m tests.tools.strays FILE [SECONDS]``, FILE from pytest's
``--junitxml``."""

from __future__ import annotations

import sys
from collections import defaultdict
from xml.etree import ElementTree

SECONDS = 1.5
"""What a test outside of ``long`` may take."""


def main(file: str, seconds: float = SECONDS) -> None:
    """List them with their seconds, and then the files that take most."""
    files: defaultdict[str, float] = defaultdict(float)
    for case in ElementTree.parse(file).iter("testcase"):
        took, module = float(case.get("time", 0)), str(case.get("classname"))
        if ".long." in module:
            continue
        files[module] += took
        if took > seconds:
            print(f"{took:6.1f} s  {module}.{case.get('name')}")
    for module, took in sorted(files.items(), key=lambda item: -item[1])[:10]:
        print(f"{took:6.1f} s in all  {module}")
    print(f"{sum(files.values()):6.1f} s in all")


if __name__ == "__main__":
    main(sys.argv[1], *map(float, sys.argv[2:3]))
