"""A server of pages for tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from unittest.mock import patch

import pytest
from aiohttp import ClientSession, DummyCookieJar
from aiohttp.test_utils import TestServer, unused_port

from tests.tui.web.site import UNTIL_CLOSED, Site, program
from tui.web.server import PageServer, PageService


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    """A server whose pages have a small program, and a client without cookies."""
    server = PageServer(program(UNTIL_CLOSED), "127.0.0.1", unused_port(), ["ugi:./mine"])
    app = await server._make_app()
    opened = PageService._open_app_process
    async with (
        TestServer(app, host="127.0.0.1", port=server.port),
        ClientSession(cookie_jar=DummyCookieJar()) as client,
    ):
        site = Site(server, app, client)

        async def noted(service: PageService, width: int = 80, height: int = 24) -> asyncio.subprocess.Process:
            process = await opened(service, width, height)
            site.started.append(process.pid)
            return process

        with patch.object(PageService, "_open_app_process", noted):
            yield site
