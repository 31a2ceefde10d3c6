"""Opens the hall to the browser of this machine, and closes it in good order."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from html import escape
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Thread

from aiohttp import web

from core.errors import CoreError
from core.phrase import Phrase, phrase
from tui.web.server import PageServer, is_loopback

OUTER_SECONDS = 3.0
"""How long answers that are under way may take once all pages have ended."""


class CannotOpen(CoreError):
    """A hall for the browser that cannot be opened here."""


@dataclass(frozen=True)
class WebPlan:
    """How the hall is opened."""

    command: Sequence[str]
    """What the process of a page runs."""
    address: str
    """Address of this machine on which it listens."""
    port: int
    """Port on which it listens, 0 for any that is free."""
    opens: bool
    """Whether it opens the browser."""
    programs: Sequence[str] = ()
    """External programs that a page may start."""


async def serve(plan: WebPlan, say: Callable[[Phrase], None]) -> None:
    """Keep the hall open until SIGTERM, SIGINT or SIGHUP. Raises CannotOpen."""
    with listening_on(plan.address, plan.port) as listening:
        server = PageServer(plan.command, plan.address, listening.getsockname()[1], plan.programs)
        runner = web.AppRunner(await server._make_app(), access_log=None, shutdown_timeout=OUTER_SECONDS)
        await runner.setup()
        try:
            await web.SockSite(runner, listening).start()
            asked = _asked_to_end()
            with redirection(server.link) as file:
                say(phrase("The hall is open in the browser, at this link:"))
                say(phrase("{link}", link=server.link))  # on a line of its own, which a narrow terminal leaves whole
                say(phrase("Ctrl+C closes it; your games are saved."))
                if plan.opens:
                    Thread(target=webbrowser.open, args=(file.as_uri(),), daemon=True).start()
                await asked.wait()
        finally:
            await runner.cleanup()


def listening_on(address: str, port: int) -> socket.socket:
    """A socket on an address of this machine. Raises CannotOpen."""
    if not is_loopback(address):
        raise CannotOpen(
            "{address} is not a loopback address, and this hall is for one person; to reach it from another machine use "
            "'ssh -L', to open a hall for others use 'triqui serve'.",
            address=address,
        )
    try:
        return socket.create_server((address, port), family=socket.AF_INET6 if ":" in address else socket.AF_INET)
    except OSError as error:
        raise CannotOpen(
            "Port {port} of {address} cannot be opened ({reason}); choose another with --port, or leave --port out.",
            port=port,
            address=address,
            reason=error.strerror,
        ) from error


def _asked_to_end() -> asyncio.Event:
    """Set as soon as a signal asks the process to end."""
    loop, asked = asyncio.get_running_loop(), asyncio.Event()
    names = ["SIGTERM", "SIGINT"]
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # as nohup has it
        names.append("SIGHUP")
    for name in names:
        with suppress(NotImplementedError):  # on Windows, where Ctrl+C ends the loop
            loop.add_signal_handler(getattr(signal, name), asked.set)
    return asked


@contextmanager
def redirection(link: str) -> Iterator[Path]:
    """A file for the eyes of this user that leads to a link. The link itself would be read in the list of processes."""
    with NamedTemporaryFile("w", encoding="utf-8", prefix="triqui-", suffix=".html") as file:
        file.write(f'<!DOCTYPE html><meta http-equiv="refresh" content="0; url={escape(link)}"><title>triqui</title>')
        file.flush()
        yield Path(file.name)
