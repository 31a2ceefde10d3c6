"""What is said to a session that does not read for a while: it misses nothing that still holds, and what waits stays small."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tui.serve.outbox import MAX_UNREAD, Outbox

LARGE = "x" * 36_000
"""As much text as an analysis of a large board has."""


class Session:
    """The far end of a wire, where nobody reads until the test does."""

    def __init__(self, wire: socket.socket, writer: asyncio.StreamWriter) -> None:
        self._wire = wire
        self.cut = 0
        self.outbox = Outbox(writer, self._cut)

    def _cut(self) -> None:
        self.cut += 1

    def report(self, n: int, number: int, final: bool = False) -> None:
        self.outbox.say({"op": "analysis", "n": n, "number": number, "final": final, "text": LARGE})

    async def read(self) -> list[dict[str, Any]]:
        """Everything until the end."""
        reader, writer = await asyncio.open_connection(sock=self._wire, limit=1 << 20)
        lines = [json.loads(line) async for line in reader]
        writer.close()
        return lines


@asynccontextmanager
async def stalled() -> AsyncIterator[Session]:
    """A session that reads nothing, with more on its way than the wire holds."""
    ours, theirs = socket.socketpair()
    _reader, writer = await asyncio.open_connection(sock=ours)
    session = Session(theirs, writer)
    while not session.outbox.unread:
        session.outbox.say({"op": "lobby", "text": LARGE})
    try:
        yield session
    finally:
        session.outbox.close()
        theirs.close()


def told(lines: list[dict[str, Any]], n: int) -> list[tuple[int, bool]]:
    """The reports and the answer to a question, by their numbers."""
    return [(line["number"], line["final"]) for line in lines if line["op"] == "analysis" and line["n"] == n]


async def test_of_each_question_only_the_newest_report_waits() -> None:
    async with stalled() as session:
        for number in range(200):
            for n in (1, 2):
                session.report(n, number)
        session.report(1, 200, final=True)
        assert session.outbox.unread < 4 * len(LARGE)
        assert not session.cut
        session.outbox.end()
        lines = await session.read()
        assert (told(lines, 1), told(lines, 2)) == ([(200, True)], [(199, False)])


async def test_all_else_comes_as_it_was_said_and_in_its_order() -> None:
    async with stalled() as session:
        for n in range(5):
            session.outbox.say({"op": "ok", "n": n})
            session.outbox.say({"op": "table", "table": "t", "seq": n})
            session.outbox.say({"op": "phrase", "id": n})
        session.outbox.end()
        session.outbox.say({"op": "ok", "n": 5})
        lines = [line for line in await session.read() if line["op"] != "lobby"]
        assert [line["n"] for line in lines if line["op"] == "ok"] == [0, 1, 2, 3, 4]
        assert [line["id"] for line in lines if line["op"] == "phrase"] == [0, 1, 2, 3, 4]
        assert lines[-2:] == [{"op": "table", "table": "t", "seq": 4}, {"op": "phrase", "id": 4}]


async def test_a_session_that_reads_hears_every_report() -> None:
    async with stalled() as session:
        reading = asyncio.create_task(session.read())
        while session.outbox.unread:
            await asyncio.sleep(0)
        for number in range(20):
            session.report(1, number)
            while session.outbox.unread:
                await asyncio.sleep(0)
        session.outbox.end()
        assert told(await reading, 1) == [(number, False) for number in range(20)]


async def test_the_answers_to_all_that_one_may_ask_at_a_time_are_not_too_much() -> None:
    async with stalled() as session:
        for n in range(8):
            session.report(n, 0, final=True)
        assert not session.cut


async def test_a_session_that_never_reads_is_cut_once() -> None:
    async with stalled() as session:
        for n in range(MAX_UNREAD // len(LARGE) + 5):
            session.report(n, 0, final=True)
        assert session.cut == 1
        assert session.outbox.unread < MAX_UNREAD + 2 * len(LARGE)
