"""A server of pages in a test, and who asks it for something."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field

from aiohttp import ClientResponse, ClientSession, web
from yarl import URL

from tui.web.server import PageServer

PAGE = "0123456789abcdef" * 2
PAINTS = """
import os, sys
def packet(kind, text):
    os.write(1, kind + len(text).to_bytes(4, "big") + text)
os.write(1, b"__GANGLION__\\n")
packet(b"D", os.environ["TRIQUI_PAGE"].encode())
"""
"""A program of a page that paints what it was told of the page."""
UNTIL_CLOSED = PAINTS + "sys.stdin.buffer.read()"
STUBBORN = PAINTS + "import signal; signal.pause()"
"""Ends on no request."""


def program(text: str) -> tuple[str, ...]:
    """The command of a program."""
    return (sys.executable, "-S", "-c", text)


@dataclass
class Site:
    """A server on a port of this machine."""

    server: PageServer
    app: web.Application
    client: ClientSession
    started: list[int] = field(default_factory=list)
    """The processes that it has started."""

    @property
    def own(self) -> dict[str, str]:
        """The headers of a page of the server's own."""
        return {"Origin": self.server.origin, "Cookie": f"triqui-{self.server.port}={self.server.secret}"}

    def run(self, text: str) -> None:
        """Let a program run in every page from now on."""
        self.server.words = program(text)

    async def empty(self) -> None:
        """Wait until no page is open."""
        while self.server.pages:
            await asyncio.sleep(0.001)

    async def ask(self, path: str, headers: Mapping[str, str]) -> ClientResponse:
        """The answer to a request; for the websocket it asks for one."""
        talks = path.startswith("/ws")
        upgrade = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "x3JJHMbDL1EzLkh9GBhXDw==",
        }
        address = URL(f"http://127.0.0.1:{self.server.port}{path}")
        return await self.client.get(address, headers={**(upgrade if talks else {}), **headers}, allow_redirects=False)
