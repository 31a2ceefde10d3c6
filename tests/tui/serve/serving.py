"""A hall that is served, and real clients on terminals of their own that come to it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path

import asyncssh

from core.hall.people import person_id
from tests.pty.terminal import PATIENT, PROGRAM, Terminal, command, parent, processes

INSIDE = "Who plays?"
"""What stands on the screen of whoever is in."""
ASKED_FOR_NAME = "What is your name"
SSH = shutil.which("ssh")
CLIENT = ["ssh"] if SSH else [sys.executable, "-m", "tests.tui.serve.client"]
"""Who takes the steps: ssh, and asyncssh's client where there is none."""
_QUIET = ("-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR")
_addresses = count(2)


class Key:
    """A key in a file, and an address of 127.0.0.0/8 from which nobody else comes."""

    def __init__(self, folder: Path) -> None:
        number = next(_addresses)
        self.address = f"127.0.{number // 250}.{number % 250 + 1}"
        self.file = folder / f"key-{number}"
        key = asyncssh.generate_private_key("ssh-ed25519")
        self.file.write_bytes(key.export_private_key())
        self.file.with_suffix(".pub").write_bytes(key.export_public_key())
        self.file.chmod(0o600)
        self.offered = [self.file]
        """The files of keys that are shown, one after the other."""
        self.fingerprint = key.get_fingerprint()
        self.person = person_id(self.fingerprint)


class House:
    """A process that serves halls, on a folder."""

    def __init__(self, home: Path) -> None:
        self.home = home
        line = [sys.executable, "-P", "-m", "tests.tui.serve.served", str(home)]
        self.process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def open(self, **limits: float) -> Served:
        """One more hall; ``limits`` are those that are not as usual."""
        assert self.process.stdin
        assert self.process.stdout
        generous = {"connects": 1000, "logins_by_address": 50, "farewell": 0.5, **limits}
        self.process.stdin.write(f"{json.dumps(generous)}\n")
        self.process.stdin.flush()
        return Served(self.home, self.process, int(self.process.stdout.readline()))

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait(PATIENT)


class Command:
    """A hall as the command opens it, with what it prints; ``user`` are the options that say as whom, root where tests run as
    root. ``program`` is started; it begins in the folder ``begins`` with the file mode mask ``umask``, and ``variables``."""

    def __init__(
        self,
        home: Path,
        user: Sequence[str] = ("--as-root",),
        begins: Path | None = None,
        umask: int = -1,
        program: Path = PROGRAM,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        self.process = subprocess.Popen(
            [str(program), "serve", "run", "--port", "0", "--address", "127.0.0.1", *user],
            stdout=subprocess.PIPE,
            text=True,
            cwd=begins,
            umask=umask,
            env={**os.environ, **(variables or {}), "TRIQUI_HOME": str(home)},
        )
        assert self.process.stdout
        self.said = [self.process.stdout.readline(), self.process.stdout.readline()]
        self.hall = Served(home, self.process, int(self.said[1].split()[-2]))


class Served:
    """A hall that is served by a process, on a folder and a port."""

    def __init__(self, home: Path, process: subprocess.Popen[str], port: int) -> None:
        self.home = home
        self.process = process
        self.port = port

    @property
    def zygote(self) -> int:
        """The fork server."""
        return next(
            pid for pid in processes() if parent(pid) == self.process.pid and "tui.serve.zygote" in command(pid)
        )

    def sessions(self, key: Key | None = None) -> list[int]:
        """The processes of sessions, or of those of one key."""
        return [pid for pid in _sessions() if f"{self.home}/people/{key.person if key else ''}" in _opened(pid)]

    def ssh(self, key: Key, *options: str, to: tuple[str, ...] = (), program: str = "ssh") -> list[str]:
        """The command line of a client; ``to`` is what is wanted there."""
        port = "-P" if program in ("sftp", "scp") else "-p"
        bound = ["-o", f"BindAddress={key.address}", "-o", "IdentitiesOnly=yes"]
        identity = [word for file in key.offered for word in ("-i", str(file))]
        line = CLIENT if program == "ssh" else [program]
        return [*line, *options, *_QUIET, port, str(self.port), *bound, *identity, "ana@127.0.0.1", *to]

    def visit(self, key: Key, *options: str, **environment: str) -> Terminal:
        """Somebody who comes on a terminal."""
        line = self.ssh(key, *options)
        return Terminal(key.file.parent, program=line, **environment)

    def run(
        self, key: Key, *options: str, to: tuple[str, ...] = (), text: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """What comes of a client without a terminal."""
        line = self.ssh(key, *options, to=to)
        return subprocess.run(line, input=text, capture_output=True, text=True, timeout=PATIENT, check=False)


@asynccontextmanager
async def connected(hall: Served, key: Key, unread: int | None = None) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """A connection that does what no client of a person does; ``unread`` is about how many bytes its system takes while it
    reads nothing, None as many as usual."""
    line = socket.socket()
    if unread:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, unread)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1000)  # or the other end keeps megabytes for it
    line.bind((key.address, 0))
    line.connect(("127.0.0.1", hall.port))
    async with asyncssh.connect(
        sock=line, client_keys=[str(key.file)], known_hosts=None, config=None, username="ana"
    ) as connection:
        yield connection


def _sessions() -> Iterator[int]:
    return (pid for pid in processes() if "tui.serve.zygote" in command(pid))


def _opened(pid: int) -> str:
    """The files that a process has open."""
    files = []
    with suppress(OSError):
        for number in os.listdir(f"/proc/{pid}/fd"):
            with suppress(OSError):
                files.append(os.readlink(f"/proc/{pid}/fd/{number}"))
    return "\n".join(files)


MEGABYTES = 8
"""By how much a process may grow under an attack."""


HELP_ENDS = "Esc close"


def lives(terminal: Terminal) -> None:
    """The session answers."""
    terminal.do("help")
    terminal.see(HELP_ENDS)
    terminal.press("escape")
    terminal.until(lambda: HELP_ENDS not in terminal.text)
