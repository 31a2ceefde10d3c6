"""Pump: moves bytes between a terminal and the far end of the line, no faster than both can take them."""

from __future__ import annotations

import asyncio
import fcntl
import os
import struct
import termios
from collections.abc import Callable, Hashable
from contextlib import suppress

from tui.household.surroundings import AS_BEFORE
from tui.serve.limits import Bucket, Limits, window

AT_ONCE = 32_768
"""Bytes of one reading."""
SWITCH = b"\x1b[?1049"
"""What begins a screen of its own, with an ``h``, and ends it, with an ``l``."""


def open_terminal() -> tuple[int, int]:
    """A terminal, its own end and that of the program; nothing that is typed before the program listens is echoed."""
    ours, theirs = os.openpty()
    os.set_blocking(ours, False)
    modes = termios.tcgetattr(theirs)
    modes[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN)
    termios.tcsetattr(theirs, termios.TCSANOW, modes)
    return ours, theirs


class Pump:
    """Owns the end ``terminal`` of a terminal until it is closed.

    ``show`` takes what the program writes, ``wait`` says whether more may be typed (False) or the sender has to hold it back
    (True), ``stalled`` is called when nothing has been taken for as long as the limits say.
    """

    def __init__(
        self,
        terminal: int,
        limits: Limits,
        show: Callable[[bytes], None],
        wait: Callable[[bool], None],
        stalled: Callable[[], None],
    ) -> None:
        self._terminal = terminal
        self._limits = limits
        self._show = show
        self._wait = wait
        self._stalled = stalled
        self._loop = asyncio.get_running_loop()
        self._bucket = Bucket(limits.input_rate, limits.input_burst, self._loop.time())
        self._typed = bytearray()
        self._passing: asyncio.TimerHandle | None = None
        self._blocked_by: set[Hashable] = set()
        self._stall: asyncio.TimerHandle | None = None
        self._sizes = Bucket(limits.sizes_rate, limits.sizes_burst, self._loop.time())
        self._size: tuple[int, int] | None = None
        self._sizing: asyncio.TimerHandle | None = None
        self._last = b""
        self._own_screen = False
        self._open = True
        self._loop.add_reader(terminal, self._read)

    # From the program.

    def _read(self) -> None:
        """Take what the program has written by now; an end is told by that of its process."""
        try:
            data = os.read(self._terminal, AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._told(data)
        else:
            self._loop.remove_reader(self._terminal)

    def _told(self, data: bytes) -> None:
        seen = self._last + data
        at = seen.rfind(SWITCH, 0, -1)
        if at >= 0:
            self._own_screen = seen[at + len(SWITCH) :][:1] == b"h"
        self._last = seen[-len(SWITCH) :]
        self._show(data)

    def block(self, reason: Hashable) -> None:
        """Take nothing from the program until all reasons for that are gone."""
        if not self._open:
            return
        if not self._blocked_by:
            self._loop.remove_reader(self._terminal)
            self._stall = self._loop.call_later(self._limits.stall, self._stalled)
        self._blocked_by.add(reason)

    def unblock(self, reason: Hashable) -> None:
        """A reason is gone."""
        if not self._open or reason not in self._blocked_by:
            return
        self._blocked_by.discard(reason)
        if not self._blocked_by:
            assert self._stall
            self._stall.cancel()
            self._loop.add_reader(self._terminal, self._read)

    def finish(self) -> bool:
        """The program has ended: show what it has written until then, and give the far terminal back where the program did
        not. Whether it did."""
        with suppress(OSError):
            while data := os.read(self._terminal, AT_ONCE):
                self._told(data)
        if self._own_screen:
            self._show(AS_BEFORE)
        self.close()
        return not self._own_screen

    # From the far end.

    def type(self, data: bytes) -> None:
        """Something was typed. What is too fast waits here, and its sender is told to wait."""
        self._typed += data
        if self._passing is None:
            self._pass_on()

    def _pass_on(self) -> None:
        self._passing = None
        if not self._open:
            return
        now = self._loop.time()
        taken = bytes(self._typed[: self._bucket.take(len(self._typed), now)])
        try:
            written = os.write(self._terminal, taken) if taken else 0
        except OSError:  # it takes nothing: the program does not read, or is gone
            written = 0
        del self._typed[:written]
        if self._typed:
            pause = max(self._bucket.wait(min(len(self._typed), self._limits.input_rate), now), 0.05)
            self._passing = self._loop.call_later(pause, self._pass_on)
        self._wait(bool(self._typed))

    def resize(self, columns: int, rows: int) -> None:
        """The far terminal has another size; of many in a moment the last one counts."""
        self._size = window(columns, rows, self._limits)
        if self._sizing is None:
            self._set_size()

    def _set_size(self) -> None:
        self._sizing = None
        if self._open and self._size:
            columns, rows = self._size
            self._size = None
            fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            now = self._loop.time()
            self._sizes.take(1, now)
            self._sizing = self._loop.call_later(max(self._limits.resize, self._sizes.wait(1, now)), self._set_size)

    def close(self) -> None:
        """Let go of the terminal, which hangs up on a program that still runs."""
        if not self._open:
            return
        self._open = False
        self._loop.remove_reader(self._terminal)
        for timer in (self._passing, self._stall, self._sizing):
            if timer:
                timer.cancel()
        os.close(self._terminal)
