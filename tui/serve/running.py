"""The hall as a process: opens, says how to come in, and closes in good order when it is asked to."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.phrase import Phrase, phrase
from tui.serve.front import CLOSING, PEOPLE, Front, banner
from tui.serve.hostkey import FILE, host_key
from tui.serve.limits import Limits
from tui.serve.zygote import Zygote


@dataclass(frozen=True)
class Plan:
    """How a hall is opened. ``data`` is the folder of everything; ``address`` where it listens, empty for all addresses;
    ``host`` what players call this machine, empty for its own name; ``key`` the file of the host key, None for the usual one;
    ``name`` what the hall is called."""

    data: Path
    port: int
    address: str
    host: str
    key: Path | None
    name: str
    limits: Limits

    def line(self, port: int) -> str:
        """What a player types."""
        host = self.host or self.address or socket.gethostname()
        return f"ssh {host}" if port == 22 else f"ssh -p {port} {host}"


class Nobody:
    """A hall in which one is alone."""

    def enter(self, key: str, proposed: str, send: Callable[[Mapping[str, Any]], None], end: object) -> Any:
        """Somebody comes."""
        return send

    def hear(self, guest: Any, line: bytes) -> None:
        """Refuse whatever is asked for."""
        try:
            number = json.loads(line)["n"]
        except (ValueError, KeyError, TypeError):
            number = None
        guest({"op": "no", "n": number, "template": "There is nobody else here yet.", "values": {}})

    def gone(self, guest: Any) -> None:
        """Somebody goes."""

    def close(self, reason: Phrase) -> None:
        """Everybody goes."""


async def serve(plan: Plan, say: Callable[[Phrase], None]) -> None:
    """Keep a hall open until SIGTERM or SIGINT. Raises CoreError where it cannot be opened."""
    key = host_key(plan.key or plan.data / FILE)
    zygote = Zygote(plan.limits.start)
    front = Front(Nobody(), plan.data / PEOPLE, plan.limits, zygote)
    asked = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, asked.set)
    try:
        port = await front.open(plan.address, plan.port, key, lambda port: banner(plan.line(port)))
        say(phrase("Host key: {fingerprint}", fingerprint=key.get_fingerprint()))
        await zygote.ready()
        say(phrase("The hall is open. Players come in with: {line}", line=plan.line(port)))
        await asked.wait()
    finally:
        await front.close(CLOSING)
        zygote.close()
