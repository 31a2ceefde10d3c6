"""Lines from a keyboard or a pipe, read in a thread of their own so that the loop never waits for them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Thread


class InputLines:
    """The lines that wait, oldest first; None is the end. ``heard`` is called in the loop when one has come."""

    def __init__(self, lines: Iterable[str], heard: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._heard = heard
        self.waiting: deque[str | None] = deque()
        self.ended = False
        """Whether nothing more is to be taken, whatever waits."""
        # A daemon: who leaves does not wait for a line more.
        Thread(target=self._read, args=(lines,), name="lines", daemon=True).start()

    def end(self) -> None:
        """Take nothing more: the end is next."""
        self.ended = True
        self._put(None, first=True)

    def _read(self, lines: Iterable[str]) -> None:
        with suppress(RuntimeError):  # the loop is closed, and nobody listens any more
            with suppress(OSError):  # a terminal that is gone
                for line in lines:
                    self._loop.call_soon_threadsafe(self._put, line)
            self._loop.call_soon_threadsafe(self._put, None)

    def _put(self, line: str | None, first: bool = False) -> None:
        if first:
            self.waiting.appendleft(line)
        else:
            self.waiting.append(line)
        self._heard()
