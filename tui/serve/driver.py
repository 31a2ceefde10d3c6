"""The driver of a served session: it reads no more keys than the app works off, so that the line holds back the rest."""

from __future__ import annotations

import asyncio
from concurrent.futures import wait
from threading import current_thread

from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

MOST_WAITING = 64
"""Messages that may wait for the app, its screen and what has the focus."""
LOOK = 0.02
"""Seconds from one look to the next at whether they have become fewer."""


class PatientDriver(LinuxDriver):
    """Textual's own puts whatever is typed into queues without end."""

    def send_message(self, message: Message) -> None:
        """Hand a message to the app; the thread that reads the keys goes on when there is room for another."""
        posted = asyncio.run_coroutine_threadsafe(self._app._post_message(message), loop=self._loop)
        if current_thread() is not self._key_thread:
            return
        while not self.exit_event.is_set() and not wait([posted], LOOK).done:
            pass
        while self._waiting() > MOST_WAITING and not self.exit_event.wait(LOOK):
            pass

    def _waiting(self) -> int:
        app = self._app
        if not app._screen_stack:
            return app.message_queue_size
        screen = app.screen
        focused = screen.focused.message_queue_size if screen.focused else 0
        return app.message_queue_size + screen.message_queue_size + focused
