"""Your own games on the home screen."""

from __future__ import annotations

import asyncio
from pathlib import Path

from core.game import Game
from tui.household import own_files
from tui.household.own_files import FoundFile


class OwnShelf:
    """The files of a folder, with what they were when they were looked at last."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: dict[Path, tuple[int, int]] = {}
        self._made: dict[Path, Game] = {}

    async def changed(self) -> list[tuple[FoundFile, Game | None]]:
        """The files that are new or were saved since the last call, each with the game that it made before; read in a thread,
        since a disk may be slow."""
        return await asyncio.to_thread(self._read)

    def _read(self) -> list[tuple[FoundFile, Game | None]]:
        found = []
        for path in own_files.paths_in(self._folder):
            try:
                now = own_files.stamp(path)
            except OSError:
                continue  # it went while we looked
            if self._seen.get(path) != now:
                self._seen[path] = now
                file = own_files.found(path)
                found.append((file, self._made.get(path)))
                if file.game:
                    self._made[path] = file.game
        return found
