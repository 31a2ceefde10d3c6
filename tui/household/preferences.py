"""Preferences: the settings of a person while a program of theirs is open, for the app and the line mode alike."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tui.household import settings_file
from tui.household.settings import Settings
from tui.household.settings_file import SettingsBroken


class Preferences:
    """The ``settings`` in a folder as they were when the program was opened, with what has been changed here since; ``broken``
    is what is to be told of their file.

    A change holds at once. Into the file goes only what has been changed here, in a thread of its own: what another program
    changes meanwhile stays there, and holds here once this one is opened anew. Where it cannot be written, ``tell`` is told
    why, and it is tried again with the next change. Unless the program ``keeps`` what is changed, it lasts until the end only.
    """

    def __init__(self, folder: Path, tell: Callable[[SettingsBroken], None], keeps: bool = True) -> None:
        self.settings: Settings
        self.settings, self.broken = settings_file.load(folder)
        self._written = self.settings
        self._folder = folder
        self._tell = tell
        self._keeps = keeps
        self._writing: asyncio.Task[None] | None = None

    def change(self, **changes: Any) -> None:
        """Change settings. Called in a running loop."""
        before, self.settings = self.settings, replace(self.settings, **changes)
        if self._keeps and self.settings != before:
            self._writing = asyncio.create_task(self._write(self._writing))

    async def written(self) -> None:
        """Wait until all that was changed is in the file, or told."""
        if self._writing:
            await self._writing

    async def _write(self, earlier: asyncio.Task[None] | None) -> None:
        if earlier:
            await earlier
        after = self.settings
        try:
            told = await asyncio.to_thread(settings_file.change, self._folder, self._written, after)
            self._written = after
        except SettingsBroken as error:
            told = error
        if told:
            self._tell(told)
