"""The pump between a terminal and the far end of its line, in a loop whose time the test keeps."""

from __future__ import annotations

import asyncio
import fcntl
import os
import struct
import termios

import pytest

from tui.serve.limits import Limits
from tui.serve.pump import Pump, open_terminal


async def test_a_window_that_never_rests_gets_some_sizes_at_once_and_then_one_a_second_and_the_last_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now)
    limits = Limits(resize=0.1, sizes_rate=1.0, sizes_burst=30)
    terminal, theirs = open_terminal()
    pump = Pump(terminal, limits, lambda data: None, lambda back: None, lambda: None)

    def given() -> tuple[int, int]:
        rows, columns, _x, _y = struct.unpack("HHHH", fcntl.ioctl(theirs, termios.TIOCGWINSZ, b"\0" * 8))
        return columns, rows

    seen: dict[tuple[tuple[int, int], float], None] = {}
    for step in range(120 * 20):
        now = step / 20
        pump.resize(100 + step % 50, 30)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        seen[given(), now // 1] = None
    sizes = [sum(second == at for _size, second in seen) for at in range(120)]
    assert sizes[:2] == [10, 10]
    assert sizes[-60:] == [1] * 60
    pump.resize(77, 33)
    now += 1
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert given() == (77, 33)
    pump.close()
    os.close(theirs)
