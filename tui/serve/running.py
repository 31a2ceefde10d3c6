"""The hall as a process: opens, says how to come in, and closes in good order when it is asked to."""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from core.errors import CoreError
from core.phrase import Phrase, phrase
from tui.serve.front import CLOSING, PEOPLE, SshFront, banner
from tui.serve.hosting import Hosting
from tui.serve.hostkey import FILE, host_key
from tui.serve.limits import Limits
from tui.serve.zygote import Zygote

LOCK = "hall.lock"


@dataclass(frozen=True)
class ServePlan:
    """How a hall is opened."""

    data: Path
    """The folder of everything."""
    port: int
    """Where it listens."""
    address: str
    """Where it listens, empty for all addresses."""
    host: str
    """What players call this machine, empty for its own name."""
    key: Path | None
    """The file of the host key; None for the usual one."""
    name: str
    """What the hall is called."""
    limits: Limits
    """How much is enough for who visits it."""

    def line(self, port: int) -> str:
        """What a player types."""
        host = self.host or self.address or socket.gethostname()
        return f"ssh {host}" if port == 22 else f"ssh -p {port} {host}"


class NotOurs(CoreError):
    """The folder is another process's, or others can look into it."""


@contextmanager
def lock(data: Path) -> Iterator[None]:
    """Have a folder to oneself, and meanwhile make nothing that other users can read. Raises NotOurs."""
    mask = os.umask(0o077)
    try:
        with _lock_file(data) as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise NotOurs(
                    "A hall is already open on {folder} (process {number}); set TRIQUI_HOME to another folder.",
                    folder=data,
                    number=_number(file),
                ) from error
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
            try:
                yield
            finally:
                file.truncate(0)  # the number may be that of somebody else soon
    finally:
        os.umask(mask)


def _lock_file(data: Path) -> IO[str]:
    """The file that is locked, in a folder that is made now if there is none. Raises NotOurs."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        if data.stat().st_mode & 0o077:
            raise NotOurs(
                "Others can read the folder {folder}; 'chmod 700 {folder}' makes it private, or set TRIQUI_HOME to "
                "another folder.",
                folder=data,
            )
        return open(data / LOCK, "a+", encoding="ascii")
    except OSError as error:
        raise NotOurs(
            "The folder {folder} cannot be used ({reason}); make the user that opens the hall the owner of the folder "
            "and its files, or set TRIQUI_HOME to another folder.",
            folder=data,
            reason=error.strerror,
        ) from error


def tell_open(data: Path) -> None:
    """Let the hall that is open on a folder, if one is, look who is banned."""
    with suppress(OSError, ValueError), open(data / LOCK, encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            os.kill(int(_number(file)), signal.SIGUSR1)


def _number(file: IO[str]) -> str:
    file.seek(0)
    return file.read(20)


async def serve(plan: ServePlan, say: Callable[[Phrase], None]) -> None:
    """Keep a hall open until SIGTERM, SIGINT or SIGHUP. Raises CoreError where it cannot be opened."""
    loop = asyncio.get_running_loop()
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # which would end the process as long as nobody hears it
    with lock(plan.data), closing(Zygote(plan.limits.start)) as zygote:
        key = host_key(plan.key or plan.data / FILE)
        hosting = Hosting(plan.data, plan.name, zygote, lambda error: say(error.phrase))
        front = SshFront(hosting, plan.data / PEOPLE, plan.limits, zygote)
        asked = asyncio.Event()
        hangs_up = signal.getsignal(signal.SIGHUP) != signal.SIG_IGN  # as nohup has it
        for number in (signal.SIGTERM, signal.SIGINT, *([signal.SIGHUP] if hangs_up else [])):
            loop.add_signal_handler(number, asked.set)
        loop.add_signal_handler(signal.SIGUSR1, hosting.look_for_banned)
        hosting.look_for_banned()  # who was banned meanwhile
        ready, ending = (asyncio.ensure_future(each) for each in (zygote.ready(), asked.wait()))
        try:
            port = await front.open(plan.address, plan.port, key, lambda port: banner(plan.line(port)))
            say(phrase("Host key: {fingerprint}", fingerprint=key.get_fingerprint()))
            await asyncio.wait((ready, ending), return_when=asyncio.FIRST_COMPLETED)
            if ready.done():
                say(phrase("The hall is open. Players enter with: {line}", line=plan.line(port)))
            await ending
        finally:
            ready.cancel()
            ending.cancel()
            await asyncio.gather(front.close(CLOSING), hosting.stop_engines())
            await hosting.close()
