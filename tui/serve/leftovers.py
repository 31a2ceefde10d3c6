"""What a visit leaves behind: the folder of somebody who has played, solved, reviewed and changed nothing is removed."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from core.errors import CoreError
from core.store.store import open_store
from tui.household.surroundings import LOG_FILE, STORE_FILE

MAX_BYTES = 200_000
"""Bytes of a store that may be one without games; larger ones are not opened."""
_UNUSED = {LOG_FILE, *(STORE_FILE + end for end in ("", "-wal", "-shm", ".sound"))}


def tidy(folder: Path) -> None:
    """Remove a folder in which nothing is kept. No session may use it now, nor begin to."""
    with suppress(OSError, CoreError):
        there = {path.name for path in folder.iterdir()}
        store = folder / STORE_FILE
        if there <= _UNUSED and (STORE_FILE not in there or (store.stat().st_size <= MAX_BYTES and _unused(store))):
            shutil.rmtree(folder)


def _unused(path: Path) -> bool:
    store, trouble = open_store(path)
    try:
        return trouble is None and store.unused()
    finally:
        store.close()
