"""The driver of a served session: it reads no more keys than the app works off, and none while they have cost too
much, so that the line holds back the rest."""

from __future__ import annotations

import asyncio
from concurrent.futures import wait
from threading import current_thread
from time import monotonic, process_time
from typing import Any

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Resize
from textual.message import Message
from textual.messages import InBandWindowResize

from tui.serve.limits import MINUTE, Bucket

MAX_WAITING = 64
"""Messages that may wait for the app, its screen and what has the focus."""
LOOK = 0.02
"""Seconds from one look to the next at whether they have become fewer."""


class PatientDriver(LinuxDriver):
    """Textual's own puts whatever is typed into queues without end, and has the app work without end.

    ``cpu`` and ``key_cpu`` are as in :class:`tui.serve.limits.Limits`. Only keys wait, and never what is painted.
    """

    def __init__(self, cpu: float, key_cpu: float, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._key_cpu = key_cpu
        self._bucket = Bucket(cpu / MINUTE, cpu, monotonic())
        self._used = 0.0

    def process_message(self, message: Message) -> None:
        """Take what was typed, but no size of the window, which the terminal has within limits."""
        if not isinstance(message, Resize | InBandWindowResize):
            super().process_message(message)

    def send_message(self, message: Message) -> None:
        """Hand a message to the app; the thread that reads the keys goes on when there is room for another, and time."""
        posted = asyncio.run_coroutine_threadsafe(self._app._post_message(message), loop=self._loop)
        if current_thread() is not self._key_thread:
            return
        while not self.exit_event.is_set() and not wait([posted], LOOK).done:
            pass
        while self._waiting() > MAX_WAITING and not self.exit_event.wait(LOOK):
            pass
        before, self._used = self._used, process_time()
        self.exit_event.wait(self._bucket.spend(min(self._used - before, self._key_cpu), monotonic()))

    def _waiting(self) -> int:
        app = self._app
        if not app._screen_stack:
            return app.message_queue_size
        screen = app.screen
        focused = screen.focused.message_queue_size if screen.focused else 0
        return app.message_queue_size + screen.message_queue_size + focused
