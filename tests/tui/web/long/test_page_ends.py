"""Pages of real processes: what ends takes everything with it, and many are open at once. It takes 30 seconds."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pyte
import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, DummyCookieJar, WSMsgType

from tests.pty.terminal import PROGRAM, command, wait_until
from tests.tui.web.opened import POOR, OpenHall, on_folder

PAGES = 8
ENGINE = "core.players.worker.child"


class Painted:
    """A page without a browser, and what the hall has painted on it."""

    def __init__(self, line: ClientWebSocketResponse) -> None:
        self.socket = line
        self.bytes = 0
        self._screen = pyte.Screen(100, 30)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def text(self) -> str:
        """The characters on the page."""
        return "\n".join(self._screen.display)

    async def see(self, text: str) -> None:
        """Wait until a text is on the page."""
        while text not in self.text:
            data = await self.socket.receive_bytes()
            self.bytes += len(data)
            self._stream.feed(data)

    async def hears_something(self) -> bool:
        """Whether anything comes to the page within two seconds."""
        try:
            await self.socket.receive(timeout=2)
        except TimeoutError:
            return False
        return True

    async def closed(self) -> bool:
        """Read to the end of what comes to the page."""
        while (await self.socket.receive()).type not in (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.ERROR):
            pass
        return True

    async def press(self, keys: str) -> None:
        """Press the keys of a text."""
        for key in keys:
            await self.socket.send_json(["stdin", key])


@pytest.fixture
async def client() -> AsyncIterator[ClientSession]:
    async with ClientSession(cookie_jar=DummyCookieJar()) as session:
        yield session


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[OpenHall]:
    opened = OpenHall(tmp_path / "home", "tictactoe")
    yield opened
    if opened.process.poll() is None:
        opened.end()


async def come(client: ClientSession, hall: OpenHall, number: int = 1) -> Painted:
    """Open a page, and wait until the hall is on it."""
    port, secret = hall.origin.rpartition(":")[2], hall.link.partition("=")[2]
    headers = {"Origin": hall.origin, "Cookie": f"triqui-{port}={secret}"}
    page = Painted(await client.ws_connect(f"{hall.origin}/ws/{number:032x}/dark?width=100&height=30", headers=headers))
    await page.see("Board:")
    return page


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
async def test_nothing_is_left_of_a_server_however_it_ends(
    client: ClientSession, hall: OpenHall, number: signal.Signals
) -> None:
    pages = [await come(client, hall, each) for each in range(3)]
    await asyncio.to_thread(wait_until, lambda: len([pid for pid in hall.processes if ENGINE in command(pid)]) >= 3)
    code = await asyncio.to_thread(hall.end, number)
    assert code == (-number if number == signal.SIGKILL else 0)
    assert [await page.closed() for page in pages] == [True] * 3


async def test_a_page_that_is_closed_leaves_nothing(client: ClientSession, hall: OpenHall) -> None:
    page = await come(client, hall)
    await page.socket.close()
    await asyncio.to_thread(wait_until, lambda: not hall.processes)


async def test_a_page_whose_line_breaks_leaves_nothing(client: ClientSession, hall: OpenHall) -> None:
    page = await come(client, hall)
    transport = page.socket._response.connection.transport  # type: ignore[union-attr]
    transport.abort()  # type: ignore[union-attr]
    await asyncio.to_thread(wait_until, lambda: not hall.processes)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_a_hall_that_is_killed_closes_its_page_and_leaves_nothing(
    client: ClientSession, hall: OpenHall, number: signal.Signals
) -> None:
    page = await come(client, hall)
    for pid in hall.processes:
        if ENGINE not in command(pid):
            os.kill(pid, number)
    assert await page.closed()
    await asyncio.to_thread(wait_until, lambda: not hall.processes)


async def test_a_hall_that_is_stuck_is_killed_when_its_page_is_closed(client: ClientSession, hall: OpenHall) -> None:
    page = await come(client, hall)
    for pid in hall.processes:
        os.kill(pid, signal.SIGSTOP)
    await page.socket.close()
    await asyncio.to_thread(wait_until, lambda: not [pid for pid in hall.processes if ENGINE not in command(pid)])
    for pid in hall.processes:
        os.kill(pid, signal.SIGCONT)  # an engine ends with its hall once it can


async def test_a_stuck_hall_does_not_keep_the_server(client: ClientSession, hall: OpenHall) -> None:
    page = await come(client, hall)
    for pid in hall.processes:
        if ENGINE not in command(pid):
            os.kill(pid, signal.SIGSTOP)
    assert await asyncio.to_thread(hall.end) == 0
    assert await page.closed()


async def test_eight_pages_play_at_once(client: ClientSession, hall: OpenHall) -> None:
    pages = await asyncio.gather(*(come(client, hall, number) for number in range(PAGES)))
    for page in pages:
        await page.press("5")
    for page in pages:
        await page.see("1 X b2")


async def test_a_page_continues_its_game_with_the_seats_it_had(client: ClientSession, hall: OpenHall) -> None:
    page = await come(client, hall)
    await page.press("5")
    await page.see("move 3")
    await page.socket.close()
    again = await come(client, hall)
    await again.see("1 X b2")
    assert "move 3" in again.text


async def test_a_page_at_rest_sends_nothing(client: ClientSession, hall: OpenHall) -> None:
    page = await come(client, hall)
    await page.see("exact")
    while await page.hears_something():  # the panel ends its last picture
        pass
    assert not await page.hears_something()


async def test_the_secret_is_in_no_list_of_processes(client: ClientSession, hall: OpenHall) -> None:
    page = await come(client, hall)
    secret = hall.link.partition("=")[2]
    for pid in (hall.process.pid, *hall.processes):
        assert secret not in command(pid)
    assert not any(secret.encode() in Path(f"/proc/{pid}/environ").read_bytes() for pid in hall.processes)
    assert not page.socket.closed


async def test_textual_serve_draws_the_hall_from_a_poor_terminal_and_leaves_nothing_when_it_is_killed(
    client: ClientSession, tmp_path: Path, unused_tcp_port_factory: Callable[[], int]
) -> None:
    home, port = tmp_path / "home", unused_tcp_port_factory()
    serves = "import sys; from textual_serve.server import Server; Server(sys.argv[1], port=int(sys.argv[2])).serve()"
    server = subprocess.Popen(
        [sys.executable, "-c", serves, f"{PROGRAM} play tictactoe", str(port)],
        env={**os.environ, **POOR, "TRIQUI_HOME": str(home)},
        stdout=subprocess.DEVNULL,
    )
    try:
        await asyncio.to_thread(wait_until, lambda: listens(port))
        page = Painted(await client.ws_connect(f"http://127.0.0.1:{port}/ws?width=100&height=30"))
        await page.see("Board:")
        assert "▸" in page.text
    finally:
        server.kill()
        server.wait()
    await asyncio.to_thread(wait_until, lambda: not on_folder(home))


def listens(port: int) -> bool:
    """Whether a server listens on a port of this machine."""
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0
