"""A server of pages for tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession, DummyCookieJar, web

from tests.tui.web.site import UNTIL_CLOSED, Site, program
from tui.web.running import listening_on
from tui.web.server import PageServer, PageService


@pytest.fixture
async def site(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    """A server whose pages have a small program, and a client without cookies."""
    opened = PageService._open_app_process
    listening = listening_on("127.0.0.1", 0)
    server = PageServer(program(UNTIL_CLOSED), "127.0.0.1", listening.getsockname()[1], ["ugi:./mine"])
    runner = web.AppRunner(await server._make_app(), access_log=None)
    await runner.setup()
    await web.SockSite(runner, listening).start()
    async with ClientSession(cookie_jar=DummyCookieJar()) as client:
        site = Site(server, runner.app, client)

        async def noted(service: PageService, width: int = 80, height: int = 24) -> asyncio.subprocess.Process:
            process = await opened(service, width, height)
            site.started.append(process.pid)
            return process

        monkeypatch.setattr(PageService, "_open_app_process", noted)
        yield site
        await runner.cleanup()
