"""What stands in the folder of the data."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL
from typing import IO

STORE_FILE = "games.sqlite"
LOG_FILE = "engine.log"
OWN_GAMES = "games"
"""In the folder for data: the files of games of one's own."""
TOURNAMENTS = "tournaments"
"""In the folder for data: the files of tournaments for which none was named."""


def log_file(folder: Path) -> int | IO[bytes]:
    """Where the engines' processes write what goes wrong in them, begun anew; nowhere if the folder takes no file."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        return open(folder / LOG_FILE, "wb")
    return DEVNULL
