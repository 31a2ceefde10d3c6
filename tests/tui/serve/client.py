"""``python -m tests.tui.serve.client``: so much of ``ssh`` as the tests ask of it, by asyncssh, for where there is no ssh."""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import struct
import sys
import termios
import tty
from getopt import getopt
from pathlib import Path
from typing import Any

import asyncssh

FAILED = 255


class Login(asyncssh.SSHClient):
    """Shows the banner as ssh does."""

    def __init__(self, loud: bool) -> None:
        self._loud = loud

    def auth_banner_received(self, msg: str, lang: str) -> None:
        if self._loud:
            sys.stderr.write(msg)


class Shown(asyncssh.SSHClientSession[bytes]):
    """Writes what the server says to where it belongs."""

    def __init__(self) -> None:
        self.over = asyncio.Event()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        os.write(2 if datatype else 1, data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.over.set()


def window() -> tuple[int, int]:
    """Columns and rows of the terminal."""
    rows, columns, _x, _y = struct.unpack("HHHH", fcntl.ioctl(0, termios.TIOCGWINSZ, b"\0" * 8))
    return columns, rows


async def session(connection: asyncssh.SSHClientConnection, given: dict[str, str], wanted: list[str]) -> int:
    """Open a session as the options say, and show it until it ends."""
    there = os.isatty(0)
    on_terminal = "-t" in given or (there and not wanted and "-T" not in given)
    what: dict[str, Any] = {"subsystem" if "-s" in given else "command": " ".join(wanted)} if wanted else {}
    shown = Shown()
    channel, _shown = await connection.create_session(
        lambda: shown,
        term_type=os.environ.get("TERM", "") if on_terminal else None,
        term_size=window() if on_terminal and there else (80, 24),
        env=given.get("SetEnv", "").split(),
        encoding=None,
        **what,
    )
    loop = asyncio.get_running_loop()
    before = termios.tcgetattr(0) if there else None
    if there:
        tty.setraw(0)
        loop.add_signal_handler(signal.SIGWINCH, lambda: channel.change_terminal_size(*window()))

    def typed() -> None:
        data = os.read(0, 4096)
        if data:
            channel.write(data)
        else:
            loop.remove_reader(0)
            channel.write_eof()

    loop.add_reader(0, typed)
    await shown.over.wait()
    loop.remove_reader(0)
    if before:
        termios.tcsetattr(0, termios.TCSADRAIN, before)
    status = channel.get_exit_status()
    return FAILED if status is None else status


async def main() -> int:
    """Do what the command line says; the exit code."""
    options, (target, *wanted) = getopt(sys.argv[1:], "F:o:p:i:l:L:R:W:AXNTts")
    given = {name: value for name, value in options if name != "-o"}
    for pair in (value for name, value in options if name == "-o"):
        given.setdefault(*pair.split("=", 1))
    user, _at, host = target.partition("@")
    user = given.get("-l", user)
    keys = [value for name, value in options if name == "-i" and Path(value).exists()]
    ways = given.get("PreferredAuthentications", "publickey")
    try:
        connection = await asyncssh.connect(
            host,
            int(given["-p"]),
            config=None,
            known_hosts=None,
            local_addr=(given["BindAddress"], 0),
            username=user,
            client_keys=keys,
            preferred_auth=ways,
            password="x",
            client_factory=lambda: Login(given["LogLevel"] != "ERROR"),
        )
    except asyncssh.PermissionDenied:
        print(f"{target}: Permission denied (publickey).", file=sys.stderr)
        return FAILED
    try:
        if "-W" in given:
            await connection.open_connection(*given["-W"].split(":"), encoding=None)
        if "-R" in given:
            here, _colon, to = given["-R"].partition(":")
            if here.startswith("/"):
                await connection.forward_remote_path(here, to)
            else:
                await connection.forward_remote_port("", int(here), *_address(to))
        if "-L" in given:
            here, _colon, to = given["-L"].partition(":")
            await connection.forward_local_port("127.0.0.1", int(here), *_address(to))
        if "-N" in given:
            await connection.wait_closed()
            return FAILED
        return await session(connection, given, wanted)
    except (asyncssh.Error, asyncssh.ChannelListenError, OSError) as error:
        print(error, file=sys.stderr)
        return FAILED


def _address(text: str) -> tuple[str, int]:
    host, _colon, port = text.partition(":")
    return host, int(port)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
