"""Train what engines guess by, from games with themselves alone. It needs a C++ compiler. The source of each game,
``train_GAME.cpp``, tells all that can be asked; files that are written are packed::

    python -m tests.tools.train ultimate train count.net count 600 4 0.0008 0.00002     again and again: it goes on
    python -m tests.tools.train ultimate match count.net earlier.net count 400 30000 1
    python -m tests.tools.train ultimate write count.net core/data/ultimate-count.xz
"""

from __future__ import annotations

import argparse
import lzma
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

GAMES = [path.stem.removeprefix("train_") for path in Path(__file__).parent.glob("train_*.cpp")]
COMPILER = ["g++", "-O3", "-march=native", "-ffast-math", "-std=c++17"]
PACKED = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 1, "pb": 1}
"""For 16-bit integers."""


def pack(path: Path) -> None:
    """Compress a file where it stands."""
    path.write_bytes(lzma.compress(path.read_bytes(), lzma.FORMAT_XZ, filters=[PACKED]))


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("asked", nargs="+")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        program = Path(folder, given.game)
        subprocess.run([*COMPILER, Path(__file__).with_name(f"train_{given.game}.cpp"), "-o", program], check=True)
        code = subprocess.run([program, *given.asked]).returncode
    if not code and given.asked[0] == "write":
        pack(Path(given.asked[-1]))
    return code


if __name__ == "__main__":
    sys.exit(main())
