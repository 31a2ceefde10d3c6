"""Household: what a program of one person keeps house with, for the app and the line mode alike."""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from subprocess import DEVNULL
from typing import IO, TYPE_CHECKING

from core.errors import CoreError
from core.store.keeper import Keeper
from tui.household.preferences import Preferences
from tui.household.settings import moment
from tui.household.surroundings import LOG_FILE, STORE_FILE

if TYPE_CHECKING:
    from core.players.asking import Adviser


class Household:
    """The store, the engines' processes and what they complain of, in a folder for ``data``. ``warn`` hears what goes wrong,
    ``clock`` tells the seconds since 1970. Used in a running loop."""

    def __init__(
        self,
        data: Path,
        preferences: Preferences,
        warn: Callable[[CoreError], None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.data = data
        self._preferences = preferences
        self._warn = warn
        self._clock = clock

    @cached_property
    def keeper(self) -> Keeper:
        """Keeps the games, in a thread of its own; its answers come back into the loop, in the language that is spoken here."""
        loop, context = asyncio.get_running_loop(), contextvars.copy_context()

        def deliver(call: Callable[[], None]) -> None:
            loop.call_soon_threadsafe(call, context=context)

        return Keeper(self.data / STORE_FILE, deliver, self._warn, self._clock)

    @cached_property
    def log_file(self) -> int | IO[bytes]:
        """Where the engines' processes write what goes wrong in them, begun anew; nowhere if the folder takes no file."""
        with suppress(OSError):
            self.data.mkdir(parents=True, exist_ok=True)
            return open(self.data / LOG_FILE, "wb")
        return DEVNULL

    def worker(self) -> Adviser:
        """An engine's process, which knows what the machine that learns has learned of this person."""
        from core.players.recalling import Recalling
        from core.players.worker.parent import Worker
        from core.records.learned import Machines

        machines = Machines(lambda: moment(self._preferences.settings.machine_since) or 0.0)
        return Recalling(Worker(on_restart=self._warn, stderr=self.log_file), machines.recall(self.keeper))

    def drop_watched(self, told: Callable[[int], None], before: int = 0) -> None:
        """Drop the oldest of the watched games beyond those that the settings want kept, some at a time, and tell how many were
        dropped, ``before`` already; nothing is told of none."""
        kept = self._preferences.settings.watched_games
        if kept is None:
            return

        def dropped(count: int) -> None:
            if count:
                self.drop_watched(told, before + count)
            elif before:
                told(before)

        self.keeper.read(lambda store: store.drop_watched(kept), dropped, self._warn)

    async def close(self) -> None:
        """Let go of the store, once all is kept, and of the log."""
        await self._preferences.written()
        await asyncio.to_thread(self.keeper.close)
        log = self.__dict__.get("log_file")  # where an engine was asked
        if log is not None and not isinstance(log, int):
            log.close()
