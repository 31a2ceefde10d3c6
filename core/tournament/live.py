"""Games under way, shown to another process: a folder with a small file for each, with its moves so far."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from core.play.match import Match

MIN_SECONDS = 0.1
"""Seconds between two files of one game, and before its first: a game that is over sooner has none."""


class LiveGame:
    """Tells of one game while it is played; a context that takes the file away at its end."""

    def __init__(self, folder: Path, number: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._path, self._clock = folder / str(number), clock
        self._next = clock() + MIN_SECONDS

    def tell(self, match: Match) -> None:
        """Write the moves, unless they were written a moment ago. A folder that is gone has no reader."""
        now = self._clock()
        if now < self._next:
            return
        self._next = now + MIN_SECONDS
        written = self._path.with_suffix(".new")
        with suppress(OSError):
            written.write_text(" ".join(match.names), "utf-8")
            os.replace(written, self._path)  # a reader finds all of it or the moves before

    def __enter__(self) -> LiveGame:
        return self

    def __exit__(self, *trouble: object) -> None:
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def live_games(folder: Path) -> dict[int, str]:
    """The moves so far of the games that are being played, by their numbers, in the order of these."""
    found: dict[int, str] = {}
    with suppress(OSError):
        for path in sorted(folder.iterdir(), key=lambda path: (len(path.name), path.name)):
            with suppress(OSError):  # it is over by now
                if path.name.isdecimal():
                    found[int(path.name)] = path.read_text("utf-8")
    return found
