"""Pictures of screens as text, kept in ``tests/goldens``.

A board and what stands beside it are shown one at a time in a narrow window. So the pictures of a part are taken there, in the
whole width of a window that no other part shares, and only a few pictures show how the parts lie side by side.

After a change that was meant, look at the new pictures and renew them: ``RENEW_GOLDENS=1 python -m pytest tests/tui``.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from difflib import unified_diff
from itertools import takewhile
from pathlib import Path

from tests.tui.canned import FOLDER, RENEW
from tests.tui.hall import Visit, screen_text
from tui.hall.app import Hall

HOUR = 3600.0
RULES = "├╰+"
"""What a line of a frame begins with that lies across it."""
NARROW = (42, 24)
"""A window for pictures of parts: columns and rows. A board has as many in a window of 80x24, beside its panel."""
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


def check_board(name: str, visit: Visit, paint: Callable[[Hall], str] = screen_text) -> None:
    """Compare the board of a narrow window, without its title and the sections below it, with the picture of that name."""
    rows = part(visit, "#board", paint)[1:]
    compare(FOLDER / f"{name}.txt", "".join(takewhile(lambda row: row[0] not in RULES, rows)))


def check_part(name: str, visit: Visit, which: str, paint: Callable[[Hall], str] = screen_text) -> None:
    """Compare one widget with the picture of that name."""
    compare(FOLDER / f"{name}.txt", "".join(part(visit, which, paint)))


async def check_parts(name: str, visit: Visit, paint: Callable[[Hall], str] = screen_text) -> None:
    """Compare the header and the board of a narrow window, below its title, and what Tab puts in its place with the picture
    of that name."""
    above = [*part(visit, "#header", paint), *part(visit, "#board", paint)[1:]]
    await visit.do("panel")
    compare(FOLDER / f"{name}.txt", "".join([*above, *part(visit, "#side", paint)]))


def part(visit: Visit, which: str, paint: Callable[[Hall], str]) -> list[str]:
    """The lines that are painted where a widget is."""
    region = visit.app.screen.query_one(which).region
    lines = paint(visit.app).splitlines()[region.y : region.bottom]
    return [f"{line[region.x : region.right].rstrip()}\n" for line in lines]


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
