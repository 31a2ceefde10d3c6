"""The front: listens, lets in who shows a key, and refuses all else that SSH can ask for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from shutil import disk_usage
from typing import Any

import asyncssh

from core.errors import CoreError
from core.hall.people import person_id
from core.phrase import Phrase, phrase
from tui.serve import leftovers
from tui.serve.hosting import Hosting
from tui.serve.limits import Bucket, Door, Limits
from tui.serve.visit import Visit, address_of
from tui.serve.zygote import Zygote

PEOPLE = "people"
"""The folder of the folders of people."""
MAX_USER = 64
"""Characters of a user name that are looked at."""


class PortTaken(CoreError):
    """Nobody can be listened to at this address."""


class NoRoom(CoreError):
    """The disk has no room for another person's things."""


class SshFront:
    """The SSH server, in the loop it is made in. ``people`` is the folder of their things, ``zygote`` forks their sessions."""

    def __init__(self, house: Hosting, people: Path, limits: Limits, zygote: Zygote) -> None:
        self.house = house
        self.limits = limits
        self.banner = ""
        """What is said before anybody has shown a key."""
        self.door = Door(limits)
        self.zygote = zygote
        self.starting = asyncio.Semaphore(limits.starts)
        self._people = people
        self._visits: set[Visit] = set()
        self._empty = asyncio.Event()
        self._empty.set()
        self._acceptor: asyncssh.SSHAcceptor | None = None

    async def open(self, address: str, port: int, key: asyncssh.SSHKey, banner: Callable[[int], str]) -> int:
        """Listen, at all addresses where it is empty and at any free port where that is 0; returns the port, which the banner
        may name. Raises PortTaken."""
        logging.getLogger("asyncssh").setLevel(logging.CRITICAL)  # whose log names what strangers have typed
        try:
            self._acceptor = await self._listen(address, port, key)
            if not self._acceptor.get_port():  # any port was asked for, and each kind of address was given another
                _address, port = self._acceptor.get_addresses()[0][:2]
                self._acceptor.close()
                await self._acceptor.wait_closed()
                self._acceptor = await self._listen(address, port, key)
        except OSError as error:
            raise PortTaken(
                "Cannot listen on port {port} ({reason}); --port chooses another.",
                port=port,
                reason=error.strerror or str(error),
            ) from error
        self.banner = banner(self._acceptor.get_port())
        return self._acceptor.get_port()

    async def _listen(self, address: str, port: int, key: asyncssh.SSHKey) -> asyncssh.SSHAcceptor:
        """Listen as :meth:`open` does; the port is 0 where those of several addresses differ. Raises OSError."""
        limits = self.limits
        return await asyncssh.listen(
            address or None,
            port,
            server_factory=lambda: Visitor(self),
            server_host_keys=[key],
            config=None,
            encoding=None,
            line_editor=False,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            sftp_factory=None,
            password_auth=False,
            kbdint_auth=False,
            host_based_auth=False,
            gss_host=None,
            trust_client_host=False,
            authorized_client_keys=None,
            login_timeout=limits.login,
            keepalive_interval=limits.alive,
            keepalive_count_max=limits.alive_asked,
            window=65_536,
            server_version="triqui",
            # Only after somebody has shown a key: a stranger unpacks nothing here.
            compression_algs=["zlib@openssh.com", "none"],
        )

    async def close(self, reason: Phrase) -> None:
        """Let nobody in any more, tell everybody who is here, and wait until they are gone."""
        if self._acceptor:
            self._acceptor.close()
        self.house.dismiss_all(reason)
        for visit in list(self._visits):
            visit.dismiss(reason)
        await self._empty.wait()
        if self._acceptor:
            await self._acceptor.wait_closed()

    def folder_of(self, key: str) -> Path:
        """The folder of a person's things, which is made now if there is none. Raises NoRoom."""
        folder = self._people / person_id(key)
        if not folder.exists() and disk_usage(self._people.parent).free < self.limits.spare:
            raise NoRoom("The hall has no room for new people right now. Please come again later.")
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return folder

    def tidy(self, key: str) -> None:
        """Remove the folder of a person who has left and of whom there is nothing to keep."""
        if all(visit.key != key for visit in self._visits):
            leftovers.tidy(self._people / person_id(key))

    # What the visits say.

    def came(self, visit: Visit) -> None:
        """There is one more."""
        self._visits.add(visit)
        self._empty.clear()

    def left(self, visit: Visit) -> None:
        """There is one fewer."""
        self._visits.discard(visit)
        if not self._visits:
            self._empty.set()


class Visitor(asyncssh.SSHServer):
    """One connection: who it is, and the one session that it gets."""

    def __init__(self, front: SshFront) -> None:
        self._front = front
        self._loop = asyncio.get_running_loop()
        self._connection: asyncssh.SSHServerConnection
        self._user = ""
        self._shown: asyncssh.SSHKey | None = None
        self._visit: Visit | None = None
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Somebody knocks."""
        self._connection = conn
        gone = self._front.door.knock(self, address_of(conn), self._loop.time())
        if gone is None:
            conn.abort()
            return
        for each in gone:
            assert isinstance(each, Visitor)
            each._connection.abort()
        self._limit(conn)
        self._patience = self._loop.call_later(self._front.limits.login, self._give_up)

    def _limit(self, conn: Any) -> None:
        """Bound what a client can let pile up where asyncssh has no bound: what it does not take, and requests without end."""
        limits = self._front.limits
        taken, bucket = conn.data_received, Bucket(limits.line_rate, limits.line_burst, self._loop.time())

        def data_received(data: bytes, datatype: int | None = None) -> None:
            too_fast = bucket.take(len(data), self._loop.time()) < len(data)
            if too_fast or (self._visit and self._visit.variables > limits.variables):
                conn.abort()
            else:
                taken(data, datatype)

        def line_full(full: bool) -> None:
            if self._visit:
                self._visit.line_full(full)

        conn.data_received = data_received
        conn.pause_writing = lambda: line_full(True)
        conn.resume_writing = lambda: line_full(False)

    def _give_up(self) -> None:
        """Wait no longer for one who does not say what is wanted."""
        if not (self._visit and self._visit.begun):
            self._connection.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        if self._patience:
            self._patience.cancel()
        self._front.door.known(self)

    # Who it is.

    def begin_auth(self, username: str) -> bool:
        """Everybody shows a key; how to come by one is told first, once."""
        if not self._user:
            self._connection.send_auth_banner(self._front.banner)
        self._user = username[:MAX_USER] or "?"
        return True

    def public_key_auth_supported(self) -> bool:
        """The only way in."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Any key will do. It is asked for once more with the signature that lets its owner in, and nothing comes between."""
        self._shown = key
        return True

    # What is wanted.

    def session_requested(self) -> Visit | bool:
        """One session for each connection."""
        if self._visit or not self._shown:
            return False
        self._front.door.known(self)
        self._visit = Visit(self._front, self._connection, self._user, self._shown.get_fingerprint())
        return self._visit


def banner(line: str) -> str:
    """The two lines that everybody reads before anything else; ``line`` is how to come here."""
    return (
        "This hall knows you by your SSH key. If you have none, this makes one:  ssh-keygen -t ed25519\r\n"
        f"and then you come in with:  {line}\r\n"
    )


CLOSING = phrase("The hall is closing. Your games are saved; come again later.")
