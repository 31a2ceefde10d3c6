"""What a session says comes to the hall line by line, and no faster than the limits let it."""

from __future__ import annotations

import asyncio

from tui.serve.inbox import lines
from tui.serve.limits import Limits


def full_of(text: bytes) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    reader.feed_data(text)
    reader.feed_eof()
    return reader


async def test_what_is_said_at_once_comes_as_it_was_said() -> None:
    heard = [line async for line in lines(full_of(b"one\ntwo\n\nlast"), Limits(wire_burst=4, wire_rate=1))]
    assert heard == [b"one\n", b"two\n", b"\n", b"last"]


async def test_whoever_says_too_much_waits_and_nobody_else() -> None:
    said = lines(full_of(b"\n" * 100), Limits(wire_burst=3, wire_rate=1))
    heard = 0

    async def hear() -> None:
        nonlocal heard
        async for _line in said:
            heard += 1

    hearing = asyncio.create_task(hear())
    for _turn in range(200):  # of the loop, in which all could have come
        await asyncio.sleep(0)
    assert heard == 3
    hearing.cancel()
