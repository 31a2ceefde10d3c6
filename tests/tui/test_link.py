"""The session's end of the wire, whatever comes over it."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from core.hall.wire import MAX_INTEGER
from tui.game.link import Link, NotDone

OPS = ("ok", "no", "hi", "lobby", "bye", "table", "begun", "phrase", "analysis", "place", "trouble", "elsewhere", "x")
FIELDS = ("n", "you", "hall", "terms", "turns", "people", "seeks", "games", "template", "values", "table", "id", "rev")


def value(random: Random, depth: int = 0) -> Any:
    """Anything that JSON can say."""
    plain: tuple[Any, ...] = (None, True, 0, 1, -1, MAX_INTEGER, 1.5, "", "x", "\x1b[2J", "{n}", [], {})
    if depth < 2 and random.random() < 0.4:
        fields = {random.choice(FIELDS): value(random, depth + 1) for _ in range(3)}
        return fields if random.random() < 0.7 else list(fields.values())
    return random.choice(plain)


def line(random: Random) -> bytes:
    """A message, or nearly one."""
    message = {"op": random.choice(OPS), **{field: value(random) for field in random.sample(FIELDS, 4)}}
    text = bytearray(json.dumps(value(random) if random.random() < 0.1 else message).encode())
    for _ in range(random.choice((0, 0, 1, 3))):
        text[random.randrange(len(text))] = random.randrange(256)
    return bytes(text).replace(b"\n", b" ") + b"\n"


async def ended_by(told: bytes) -> tuple[Link, list[BaseException]]:
    """A link to a hall that says that, and what went wrong in it; whoever waits for an answer waits no more."""
    failed: list[BaseException] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: failed.append(context["exception"]))
    here, there = socket.socketpair()
    link = Link(here)
    over = asyncio.Event()
    link.hear("end", lambda message: over.set())
    await link.open()
    answer = link.send("ping")
    with there:
        there.setblocking(False)
        with suppress(ConnectionError):  # a link that has heard enough
            await asyncio.get_running_loop().sock_sendall(there, told)
            there.shutdown(socket.SHUT_WR)
        await over.wait()
    assert answer.done()
    await link.close()
    return link, failed


@pytest.mark.parametrize(
    "told",
    [
        b"{}\n",
        b"[]\n",
        b'{"op":"ok"}\n',
        b'{"op":"no","n":1}\n',
        b'{"op":"hi"}\n',
        b'{"op":"lobby","people":1}\n',
        b'{"op":["bye"]}\n',
        b"[" * 100_000 + b"\n",
    ],
)
async def test_a_hall_that_is_not_understood_is_left_and_that_is_noted(told: bytes) -> None:
    link, failed = await ended_by(told)
    assert link.end
    assert len(failed) == 1
    with pytest.raises(NotDone):
        await link.send("ping")


@pytest.mark.parametrize("told", [b"\xff\n", b"{\n", b"x" * 2_000_000])
async def test_a_line_that_is_none_is_the_end_of_the_line(told: bytes) -> None:
    link, failed = await ended_by(told)
    assert (str(link.end), failed) == ("The connection to the hall is lost; connect again.", [])


async def test_whoever_asked_has_his_answer_before_he_hears_what_came_after_it() -> None:
    here, there = socket.socketpair()
    link = Link(here)
    happened: list[str] = []
    begun = asyncio.Event()

    def hear(message: object) -> None:
        happened.append("begun")
        begun.set()

    async def ask() -> None:
        await link.send("seek")
        happened.append("answered")

    link.hear("begun", hear)
    await link.open()
    asking = asyncio.create_task(ask())
    with there:
        there.sendall(b'{"op":"ok","n":1,"id":"s1"}\n{"op":"begun","id":"s1","table":"t"}\n')
        await begun.wait()
        await asking
    assert happened == ["answered", "begun"]
    await link.close()


async def test_whatever_the_hall_says_the_session_ends_or_goes_on_and_never_waits_for_ever() -> None:
    random = Random(7)
    for _ in range(300):
        link, _failed = await ended_by(b"".join(line(random) for _ in range(5)))
        assert link.end
