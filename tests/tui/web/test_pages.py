"""A page and its process: each ends with the other, and a page that is loaded again goes on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType

from tests.pty.terminal import gone
from tests.tui.web.site import PAGE, PAINTS, STUBBORN, Site
from tui.web.server import MAX_COLUMNS, MAX_ROWS

OTHER = PAGE[::-1]


async def come(site: Site, id: str = PAGE, scheme: str = "dark", size: str = "width=100&height=30") -> Any:
    """Open a page, and wait until its program paints."""
    address = f"http://127.0.0.1:{site.server.port}/ws/{id}/{scheme}?{size}"
    socket = await site.client.ws_connect(address, headers=site.own)
    return socket, json.loads(await socket.receive_bytes())


async def closed(socket: ClientWebSocketResponse) -> bool:
    """Whether the server closes a page now."""
    return (await socket.receive()).type in (WSMsgType.CLOSE, WSMsgType.CLOSED)


async def test_a_page_has_a_process_that_is_told_what_the_page_prefers_and_what_it_may_start(site: Site) -> None:
    _socket, told = await come(site, scheme="light")
    assert len(site.started) == 1
    assert told == {"game": "", "light": True, "programs": ["ugi:./mine"]}


async def test_a_page_that_is_closed_takes_its_process_with_it(site: Site) -> None:
    socket, _told = await come(site)
    await socket.close()
    await site.empty()
    assert gone(site.started)


async def test_a_process_that_ends_closes_its_page(site: Site) -> None:
    site.run(PAINTS)
    socket, _told = await come(site)
    assert await closed(socket)


async def test_a_process_that_cannot_start_closes_its_page(site: Site) -> None:
    site.run("raise SystemExit(1)")
    address = f"http://127.0.0.1:{site.server.port}/ws/{PAGE}/dark"
    socket = await site.client.ws_connect(address, headers=site.own)
    assert await closed(socket)


async def test_a_process_that_does_not_end_is_killed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.web.server.END_SECONDS", 0.01)
    site.run(STUBBORN)
    socket, _told = await come(site)
    await socket.close()
    await site.empty()
    assert gone(site.started)


async def test_a_server_that_ends_takes_all_processes_with_it(site: Site) -> None:
    for id in (PAGE, OTHER):
        await come(site, id)
    await site.app.shutdown()
    assert len(site.started) == 2
    assert gone(site.started)


async def test_a_page_that_is_opened_twice_goes_on_in_the_later_place(site: Site) -> None:
    first, _told = await come(site)
    second, _told = await come(site)
    assert await closed(first)
    assert gone(site.started[:1])
    assert not gone(site.started[1:])
    assert not second.closed


async def test_a_page_that_is_loaded_again_is_told_its_game_and_no_other_page_is(site: Site) -> None:
    site.run(
        PAINTS
        + """
packet(b"M", b'{"type": "page_game", "game": "abc"}')
sys.stdin.buffer.read()
"""
    )
    first, told = await come(site)
    assert told["game"] == ""
    await first.close()
    assert (await come(site))[1]["game"] == "abc"
    assert (await come(site, OTHER))[1]["game"] == ""


@pytest.mark.parametrize(
    ("size", "columns", "rows"),
    [
        ("width=100&height=30", 100, 30),
        ("width=99999999&height=99999999", MAX_COLUMNS, MAX_ROWS),
        ("width=-1&height=0", 1, 1),
        ("width=x", 80, 24),
        ("", 80, 24),
    ],
)
async def test_the_size_of_a_page_has_limits(site: Site, size: str, columns: int, rows: int) -> None:
    site.run(PAINTS.replace('os.environ["TRIQUI_PAGE"]', """('["%(COLUMNS)s", "%(ROWS)s"]' % os.environ)"""))
    assert (await come(site, size=size))[1] == [str(columns), str(rows)]


@pytest.mark.parametrize(
    "message",
    ["", "{}", "[]", '["stdin"]', '["stdin", 1]', '["resize", []]', '["resize", {"width": "x", "height": null}]'],
)
async def test_a_page_that_talks_nonsense_is_closed_and_its_process_ends(site: Site, message: str) -> None:
    socket, _told = await come(site)
    await socket.send_str(message)
    assert await closed(socket)
    await site.empty()
    assert gone(site.started)
