"""Pictures of screens as text, kept in ``tests/goldens``.

After a change that was meant, look at the new pictures and renew them: ``RENEW_GOLDENS=1 python -m pytest tests/tui``.
"""

from __future__ import annotations

import os
from difflib import unified_diff
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "goldens"
RENEW = "RENEW_GOLDENS"
HOUR = 3600.0
LISTED = (
    *("tictactoe", "tictactoe/misere", "tictactoe/wild", "ultimate", "gomoku", "connect-four", "qubic"),
    *("pong-hau-ki", "morris", "nim:3,4,5"),
)
"""The games of the picture, so that it stays as it is when the hall gets more of them."""


def check_golden(name: str, text: str, size: tuple[int, int]) -> None:
    """Compare a screen of exactly this size with the picture of that name. The footer is left out: all of
    them stand in one picture."""
    lines = text.splitlines()
    assert (max(map(len, lines)), len(lines)) == size
    assert {len(line) for line in lines} == {size[0]}
    compare(FOLDER / f"{name}.txt", "".join(f"{line.rstrip()}\n" for line in lines[:-1]))


def check_text(name: str, text: str) -> None:
    """Compare a text with the one of that name."""
    compare(FOLDER / f"{name}.txt", text)


def compare(path: Path, seen: str) -> None:
    """Compare a text with a file, or write the file when that is asked for."""
    if os.environ.get(RENEW):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(seen, "utf-8")
        return
    kept = path.read_text("utf-8") if path.exists() else ""
    if kept != seen:
        diff = unified_diff(kept.splitlines(), seen.splitlines(), f"{path.name}, kept", "seen now", lineterm="")
        raise AssertionError("\n".join(["the picture has changed:", *diff, "", f"{RENEW}=1 keeps what is seen now."]))
