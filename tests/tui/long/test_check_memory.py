"""How much memory a certificate can make its check take, in a real process: less than 300 MB, whatever the file. It takes
20 seconds."""

from __future__ import annotations

import lzma
import re
import subprocess
import sys
from binascii import crc_hqx
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat
from pathlib import Path

import pytest

MAX_MEGABYTES = 300
"""Megabytes."""
CHECK = """
import sys
from tui.command.cli import main
code = main(sys.argv[1:])
print([line for line in open("/proc/self/status") if line.startswith("VmHWM")])
raise SystemExit(code)
"""
HEAD = ["triqui certificate 2", "game pong-hau-ki", "claim no win", "part first holds"]
CIRCLE = "2-3 1-2 3-1 2-3 1-2 3-1 "
"""Moves after which the stones stand as at the start."""

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell it")


def packed(chunks: Iterable[bytes]) -> bytes:
    """Text in a file of xz that is made bit by bit."""
    stream = lzma.LZMACompressor(preset=0)
    return b"".join([*map(stream.compress, chunks), stream.flush()])


def certificate(lines: Iterable[str]) -> Iterator[bytes]:
    """The text of a certificate with the digits that belong to it."""
    value = None
    for line in lines:
        before, value = value, crc_hqx(line.encode(), value or 0)
        yield f"{line}\n".encode() if before is None else f"{value:04x} {line}\n".encode()


def peak(file: Path, *words: str) -> tuple[int, str]:
    """The most memory that ``triqui check`` takes, in megabytes, and what it says."""
    answer = subprocess.run(
        [sys.executable, "-c", CHECK, "check", str(file), *words], capture_output=True, text=True, check=False
    )
    found = re.search(r"VmHWM:\\t\s*(\d+) kB", answer.stdout)
    assert found, answer.stderr
    assert answer.returncode == (2 if "--limit" in answer.stderr else 1)
    return int(found[1]) // 1024, answer.stderr


FILES: dict[str, tuple[Callable[[], Iterable[bytes]], str]] = {
    "320 MB behind the first line": (
        lambda: chain([f"{HEAD[0]}\n".encode()], repeat(bytes(1_000_000), 320)),
        "Line 2: it is longer than 100000 bytes",
    ),
    "64 MB of empty lines": (
        lambda: chain([f"{HEAD[0]}\n".encode()], repeat(b"\n" * 1_000_000, 64)),
        "Line 2: it is damaged, of another kind or too new",
    ),
    "lines that are all right behind one that is none": (
        lambda: certificate(chain([HEAD[0], "nonsense"], repeat("@0", 5_000_000))),
        "Line 2: expected 'game'.",
    ),
    "a line too long, with its digits": (
        lambda: certificate([HEAD[0], "game tictactoe " + "x" * 120_000]),
        "Line 2: it is longer than 100000 bytes",
    ),
    "65 MB of lines that are all right": (
        lambda: certificate(chain(HEAD, repeat("@0 " * 30_000, 720))),
        "the text is longer than 64 MB; a larger --limit allows it.",
    ),
    "a variation that never ends": (
        lambda: certificate(chain(HEAD, repeat(CIRCLE * 4_000, 600))),
        "Line 5: a variation may have at most 10000 moves",
    ),
    "a game of two million moves": (
        lambda: certificate([HEAD[0], "game nim:1000000,1000000", "claim lose within 3", "part second wins 3", "end"]),
        "misses the goal",
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_no_file_makes_its_check_take_more_than_it_may(tmp_path: Path, name: str) -> None:
    text, refusal = FILES[name]
    file = tmp_path / "hostile.xz"
    file.write_bytes(packed(text()))
    taken, said = peak(file)
    assert refusal in said
    assert taken < MAX_MEGABYTES
