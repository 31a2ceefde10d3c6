"""PageServer: serves pages to those who have the secret, and a process to each page."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp_jinja2
from aiohttp import hdrs, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager
from textual_serve.server import Server, to_int

from tui.text.catalogue import _, language
from tui.web.page import GAME_MESSAGE, WebPage

END_SECONDS = 2.0
"""How long a process may take to end in good order."""
CLOSE_SECONDS = 1.0
"""How long a page may take to answer that its connection is closed."""
MAX_COLUMNS, MAX_ROWS = 500, 200
"""The largest page, in characters."""
KEY = "key"
"""The parameter of the link that carries the secret."""
TEMPLATES = Path(__file__).parent / "templates"
ONLY_FROM_HERE = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self' ws://{authority}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every answer: no page asks another host for anything, and none of another host shows ours in a frame."""


def authority_of(address: str, port: int) -> str:
    """The host and port of a link and of the header ``Host``."""
    host = f"[{address}]" if ":" in address else address
    return host if port == 80 else f"{host}:{port}"


def is_loopback(address: str) -> bool:
    """Whether only this machine can reach an address."""
    with suppress(ValueError):
        return address == "localhost" or ipaddress.ip_address(address).is_loopback
    return False


class PageService(AppService):
    """The process of a page. Textual's own starts it through a shell and waits for its end for ever.

    ``remember`` gets the id of the unfinished game on the page, empty for none, whenever that changes.
    """

    def __init__(
        self,
        command: Sequence[str],
        page: WebPage,
        remember: Callable[[str], None],
        websocket: web.WebSocketResponse,
        downloads: DownloadManager,
    ) -> None:
        async def send(data: bytes) -> None:
            with suppress(ConnectionResetError):  # what the process still writes is read to its end
                await websocket.send_bytes(data)

        async def leave() -> None:
            """The page is closed once the process has ended, whatever has ended it."""

        super().__init__("", write_bytes=send, write_str=websocket.send_str, close=leave, download_manager=downloads)
        self._words = command
        self._page = page
        self._remember = remember

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        return super()._build_environment(width, height) | self._page.variable

    async def _open_app_process(self, width: int = 80, height: int = 24) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        self._process = process = await asyncio.create_subprocess_exec(
            *self._words,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env=self._build_environment(width, height),
            start_new_session=True,  # Ctrl+C is for the server, which ends its pages in good order
        )
        self._stdin = process.stdin
        return process

    async def start(self, width: int, height: int) -> None:
        """Start the process in a window of a size in characters, within limits."""
        await super().start(*_within(width, height))

    async def set_terminal_size(self, width: int, height: int) -> None:
        """Tell the process the new size of its window, within limits."""
        await super().set_terminal_size(*_within(width, height))

    async def on_meta(self, data: bytes) -> None:
        """Hear which game the page shows; all else is Textual's."""
        message = json.loads(data)
        if message["type"] == GAME_MESSAGE:
            self._remember(str(message["game"]))
        else:
            await super().on_meta(data)

    async def ended(self) -> None:
        """Wait until the process has ended by itself."""
        assert self._task, "it was started"
        await asyncio.wait([self._task])

    async def stop(self) -> None:
        """End the process: in good order, and after END_SECONDS in any case."""
        process, reading = self._process, self._task
        assert process, "it was started"
        assert reading, "it was started"
        try:
            async with asyncio.timeout(END_SECONDS):
                await self._download_manager.cancel_app_downloads(self.app_service_id)
                await self.send_meta({"type": "quit"})
                self.stdin.close()
                await asyncio.wait([reading])  # to its last word
                await process.wait()
        except TimeoutError:
            pass
        finally:
            if process.returncode is None:
                process.kill()
            reading.cancel()
            await asyncio.wait([reading])
            await process.communicate()


def _within(width: int, height: int) -> tuple[int, int]:
    return min(max(width, 1), MAX_COLUMNS), min(max(height, 1), MAX_ROWS)


@dataclass
class _Visit:
    """A page that is open: ``leave`` asks its process to end, and once that has ended it is ``gone``."""

    leave: asyncio.Event = field(default_factory=asyncio.Event)
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    async def end(self) -> None:
        """Let the process end, and wait for its end."""
        self.leave.set()
        await self.gone.wait()


class PageServer(Server):
    """Serves ``command``, a process for each page, under an ``address`` and ``port`` to those who have the ``secret``.

    ``programs`` are the external programs that a page may start.
    """

    def __init__(self, command: Sequence[str], address: str, port: int, programs: Sequence[str] = ()) -> None:
        super().__init__("triqui", address, port, templates_path=TEMPLATES)
        self.words = command
        self._programs = tuple(programs)
        self.secret = secrets.token_urlsafe(32)
        self.authority = authority_of(address, port)
        self.origin = f"http://{self.authority}"
        self._cookie = f"triqui-{port}"  # browsers share cookies between all ports of a host
        self.pages: dict[str, _Visit] = {}
        """The open pages by id."""
        self._games: dict[str, str] = {}
        """The game of each page by its id."""

    @property
    def link(self) -> str:
        """The link that lets a browser in."""
        return f"{self.origin}/?{KEY}={self.secret}"

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._admit)
        app.router.add_get("/ws/{page:[0-9a-f]{32}}/{scheme:light|dark}", self.handle_websocket)
        app.on_response_prepare.append(self._add_headers)
        return app

    # The walls.

    @web.middleware
    async def _admit(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Let in who asks for the name and port that were opened, from a page of ours, with the secret."""
        asks_for_us = request.headers.getall(hdrs.HOST, []) == [self.authority]
        origins = request.headers.getall(hdrs.ORIGIN, [])
        talks = hdrs.UPGRADE in request.headers or request.path.startswith("/ws")
        if not asks_for_us or origins not in ([[self.origin]] if talks else [[], [self.origin]]):
            return web.Response(status=403)
        if request.path == "/" and self._is_secret(request.query.get(KEY, "")):
            entered = web.Response(status=303, headers={hdrs.LOCATION: "/"})
            entered.set_cookie(self._cookie, self.secret, httponly=True, samesite="Lax")
            return entered
        if not self._is_secret(request.cookies.get(self._cookie, "")):
            return web.Response(status=403)
        return await handler(request)

    def _is_secret(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(errors="replace"), self.secret.encode())

    async def _add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        for name, value in ONLY_FROM_HERE.items():
            response.headers[name] = value.format(authority=self.authority)
        # The script is half a megabyte, which need not be read anew; all else is for one time.
        response.headers["Cache-Control"] = "no-cache" if request.path.startswith("/static/") else "no-store"

    # Its pages.

    @aiohttp_jinja2.template("app_index.html")
    async def handle_index(self, request: web.Request) -> dict[str, Any]:
        """The page, with its texts in the language of the hall."""
        return {
            "language": language().code,
            "title": "triqui",
            "opening": _("Opening the hall ..."),
            "closed": _("The hall is closed."),
            "again": _("Open it again"),
        }

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Run the process of a page until one of them ends. A page that is opened twice goes on in the later place."""
        websocket = web.WebSocketResponse(timeout=CLOSE_SECONDS, compress=False)
        await websocket.prepare(request)
        id = request.match_info.get("page", "")
        before, visit = self.pages.get(id), _Visit()
        self.pages[id] = visit
        try:
            if before:
                await before.end()
            light = request.match_info.get("scheme") == "light"
            page = WebPage(self._games.get(id, ""), light, self._programs)
            remember = partial(self._games.__setitem__, id)
            service = PageService(self.words, page, remember, websocket, self.download_manager)
            width, height = (to_int(request.query.get(name, ""), usual) for name, usual in SIZE.items())
            await service.start(width, height)
            await self._run(websocket, service, visit.leave)
        finally:
            visit.gone.set()
            if self.pages[id] is visit:
                del self.pages[id]
        await websocket.close()
        return websocket

    async def _run(self, websocket: web.WebSocketResponse, service: PageService, leave: asyncio.Event) -> None:
        """Pass on what the page and its process say, until one of them ends or the page has to leave."""
        ends = [
            asyncio.ensure_future(each)
            for each in (self._process_messages(websocket, service), service.ended(), leave.wait())
        ]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in ends:
                each.cancel()
            await asyncio.gather(*ends, return_exceptions=True)  # a page that talks nonsense is closed
            await service.stop()

    async def on_startup(self, app: web.Application) -> None:
        """Say nothing: Textual's own prints its name here."""

    async def on_shutdown(self, app: web.Application) -> None:
        """End all pages, and wait for the end of their processes."""
        await asyncio.gather(*(visit.end() for visit in self.pages.values()))


SIZE = {"width": 80, "height": 24}
"""The parameters of a page's size, with what is taken where they are none."""
