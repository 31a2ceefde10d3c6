"""What a session says to the hall: line by line, and no faster than the limits let it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from tui.serve.limits import Bucket, Limits


async def lines(reader: asyncio.StreamReader, limits: Limits) -> AsyncIterator[bytes]:
    """The lines until the end. Who says too many waits at the far end of the wire, and not in the hall's memory. Raises
    ValueError for a line that is too long, ConnectionError where the wire breaks."""
    loop = asyncio.get_running_loop()
    bucket = Bucket(limits.wire_rate, limits.wire_burst, loop.time())
    while line := await reader.readline():
        while not bucket.take(1, loop.time()):
            await asyncio.sleep(bucket.wait(1, loop.time()))
        yield line
