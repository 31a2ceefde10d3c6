"""PageDriver: Textual's driver for pages, which ends with the server and writes each packet whole."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Any

from textual.app import App
from textual.drivers.web_driver import WebDriver
from textual.messages import ExitApp

END_SECONDS = 2.0
"""How long the app may take to end once the server is gone."""


class PageDriver(WebDriver):
    """Draws on a page. Textual's own driver outlives its server, as it does not look at the end of its input."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._writing = Lock()
        self._write = partial(self._write_whole)

    def _write_whole(self, data: bytes) -> int:
        """Write a packet without another one in its midst: a file is delivered by another thread than a picture. A server
        that is gone takes nothing."""
        with self._writing, suppress(BrokenPipeError):
            written = 0
            while written < len(data):
                written += os.write(self.fileno, data[written:])
        return len(data)

    def start_application_mode(self) -> None:
        """Begin to draw; Textual's own driver asks for the mouse in any case."""
        super().start_application_mode()
        if not self._mouse:
            self._disable_mouse_support()

    def run_input_thread(self) -> None:
        """Read what the server sends; at its end leave in good order, and after a while at once."""
        super().run_input_thread()
        if self.exit_event.is_set():
            return
        self.send_message(ExitApp())
        if not self.exit_event.wait(END_SECONDS):
            os._exit(1)
