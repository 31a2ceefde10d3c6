"""Clients that send or ask for too much, or take nothing: they get so much and no more, and others notice nothing. It
takes 40 seconds."""

from __future__ import annotations

import fcntl
import signal
import struct
import termios
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

import asyncssh
import pytest

from tests.pty.terminal import Terminal, gone, resident, wait_until
from tests.tui.serve.serving import HELP_ENDS, INSIDE, MEGABYTES, Key, Served, connected, lives
from tests.tui.serve.siege import PASTE, SILENT, besieged, is_open, set_size, silent, typing

Come = Callable[..., Terminal]
Serve = Callable[..., Served]


def resized(terminal: Terminal, columns: int, rows: int) -> None:
    """Give a client's window another size, and draw on as much of it as a test looks at."""
    set_size(terminal, columns, rows)
    terminal.screen.resize(min(rows, 200), min(columns, 400))


def size_of(session: int) -> tuple[int, int]:
    """Columns and rows of the terminal of a session."""
    with open(f"/proc/{session}/fd/0", "rb", buffering=0) as file:
        rows, columns, _x, _y = struct.unpack("HHHH", fcntl.ioctl(file, termios.TIOCGWINSZ, b"\0" * 8))
    return columns, rows


def test_a_window_is_no_larger_than_a_window_is(served: Served, key: Key, come: Come) -> None:
    visitor = come(served)
    (session,) = served.sessions(key)
    for asked, given in (((65_535, 65_535), (300, 100)), ((0, 0), (80, 24)), ((1, 1), (1, 1)), ((120, 40), (120, 40))):
        resized(visitor, 81, 25)
        wait_until(lambda: visitor.read() and size_of(session) == (81, 25))
        resized(visitor, *asked)
        wait_until(lambda given=given: visitor.read() and size_of(session) == given)  # type: ignore[misc]
    resized(visitor, 80, 24)
    visitor.see(INSIDE)
    lives(visitor)


def test_of_a_thousand_sizes_a_few_are_drawn_and_the_last_one_stays(served: Served, key: Key, come: Come) -> None:
    visitor = come(served)
    (session,) = served.sessions(key)
    for number in range(1000):
        resized(visitor, 80 + number % 40, 24 + number % 10)
    resized(visitor, 100, 30)
    wait_until(lambda: visitor.read() and size_of(session) == (100, 30))
    visitor.see(INSIDE)
    lives(visitor)


@pytest.mark.parametrize("data", [b"\x1b[B\x1b[A" * 500, PASTE], ids=["keys", "a paste without end"])
def test_what_is_typed_without_end_reaches_the_session_a_little_at_a_time(
    serve: Serve, key: Key, come: Come, tmp_path: Path, data: bytes
) -> None:
    hall = serve()
    flooding, honest = come(hall), come(hall, by=Key(tmp_path))
    (session,) = hall.sessions(key)
    before = resident(session), resident(hall.process.pid)
    with typing(flooding, data):
        for _ in range(3):
            lives(honest)
            flooding.read()
        after = resident(session), resident(hall.process.pid)
    assert after[0] - before[0] < MEGABYTES
    assert after[1] - before[1] < MEGABYTES
    wait_until(lambda: gone([session]))


def test_keys_that_have_cost_too_much_wait_while_their_visitor_sees_the_hall_go_on(
    serve: Serve, served: Served, key: Key, come: Come, tmp_path: Path
) -> None:
    broke = come(serve(cpu=1e-6))  # the one key that it takes to get in has cost more than there is
    broke.do("help")
    for _ in range(3):
        other = Key(tmp_path)
        name = f"guest-{other.person[:4]}"
        lives(come(served, by=other))
        broke.until(lambda name=name: name in broke.text or HELP_ENDS in broke.text)  # type: ignore[misc]
        assert HELP_ENDS not in broke.text
    (session,) = served.sessions(key)
    broke.kill(signal.SIGKILL)
    wait_until(lambda: gone([session]))


def test_a_client_that_is_stopped_is_gone_when_it_does_not_answer(serve: Serve, key: Key, come: Come) -> None:
    hall = serve(alive=0.5, alive_asked=2)
    visitor = come(hall)
    (session,) = hall.sessions(key)
    visitor.kill(signal.SIGSTOP)
    wait_until(lambda: gone([session]))
    visitor.kill(signal.SIGKILL)


async def test_a_client_that_takes_nothing_is_gone_though_it_answers(serve: Serve, key: Key) -> None:
    hall = serve(stall=1.0)
    async with connected(hall, key) as connection:
        channel, _session = await connection.create_session(
            asyncssh.SSHClientSession, term_type="xterm", term_size=(300, 100), window=8192, encoding=None
        )
        channel.pause_reading()
        await connection.wait_closed()
    wait_until(lambda: not hall.sessions(key))


async def test_a_client_with_a_window_without_end_that_reads_nothing_costs_the_hall_little(
    serve: Serve, key: Key
) -> None:
    hall = serve(stall=1.0)
    before = resident(hall.process.pid)
    most = before
    async with connected(hall, key, unread=4096) as connection:
        channel, _session = await connection.create_session(
            asyncssh.SSHClientSession, term_type="xterm", term_size=(300, 100), window=1 << 31, encoding=None
        )
        transport = connection._transport
        assert transport
        transport.pause_reading()  # and so the system's buffers fill up
        for number in range(100_000):
            channel.change_terminal_size(200 + number % 100, 100)
            await _pause()
            most = max(most, resident(hall.process.pid))
            if number % 20 == 0 and number and not hall.sessions(key):
                break
        else:
            raise AssertionError("it is still there")
    assert most - before < 2 * MEGABYTES


async def _pause() -> None:
    import asyncio

    await asyncio.sleep(0.02)


async def test_a_client_that_sets_variables_without_end_is_cut_off(serve: Serve, key: Key) -> None:
    hall = serve()
    async with connected(hall, key) as connection:
        variables: dict[bytes | str, bytes | str] = {f"N{number}": "x" * 100 for number in range(1000)}
        with suppress(asyncssh.Error, OSError):
            await connection.create_session(asyncssh.SSHClientSession, term_type="xterm", env=variables)
        await connection.wait_closed()
    wait_until(lambda: not hall.sessions(key))


def test_those_who_say_nothing_keep_nobody_out(serve: Serve, key: Key, come: Come, tmp_path: Path) -> None:
    hall = serve(logins=16, logins_by_address=4, login=600.0)
    with ExitStack() as stack:
        waiting = [
            stack.enter_context(silent(hall, f"127.9.{number % 40}.{1 + number // 40}")) for number in range(SILENT)
        ]
        lives(come(hall))
        assert sum(map(is_open, waiting)) <= 16


def test_an_honest_visitor_gets_in_while_all_of_it_goes_on(serve: Serve, come: Come, tmp_path: Path) -> None:
    hall = serve(login=3600.0, stall=3600.0)
    with besieged(hall, tmp_path) as waiting:
        lives(come(hall))
        assert any(map(is_open, waiting)), "he has not waited for those to give up who were there before"


def test_those_who_say_nothing_are_let_go(serve: Serve, key: Key) -> None:
    hall = serve(login=0.5)
    with silent(hall, key.address) as waiting:
        while waiting.recv(4096):
            pass


def test_one_address_gets_so_many_connections_a_minute(serve: Serve, key: Key, come: Come, tmp_path: Path) -> None:
    hall = serve(connects=10)
    other = Key(tmp_path)
    welcomed = 0
    for _ in range(1000):
        with silent(hall, other.address) as each, each.makefile("rb") as file:
            try:
                welcomed += bool(file.readline())
            except OSError:
                continue
    assert 10 <= welcomed < 40
    lives(come(hall))


@pytest.mark.parametrize(
    ("limit", "same", "said"),
    [
        ({"sessions": 1}, None, "The hall is full"),
        ({"sessions_by_key": 1}, "key", "Your key already has the maximum number"),
        ({"sessions_by_address": 1}, "address", "Your address already has the maximum number"),
    ],
)
def test_one_session_too_many_is_told_why_and_comes_in_when_another_goes(
    serve: Serve, key: Key, come: Come, tmp_path: Path, limit: dict[str, int], same: str | None, said: str
) -> None:
    hall = serve(**limit)
    other = key if same == "key" else Key(tmp_path)
    if same == "address":
        other.address = key.address
    first = come(hall)
    refused = hall.visit(other)
    assert refused.end() == 1
    assert said in " ".join(refused.text.split())
    first.do("quit")
    first.end()
    come(hall, by=other)


@pytest.mark.parametrize("limit", ["idle", "longest"])
def test_nobody_stays_who_does_nothing_and_nobody_for_ever(serve: Serve, key: Key, come: Come, limit: str) -> None:
    hall = serve(**{limit: 2.0})
    visitor = hall.visit(key)
    visitor.end()
    assert "Come again" in " ".join(visitor.text.split())
    assert not hall.sessions(key)
