"""Clients that send too much, say nothing or take nothing, one kind at a time or all at once."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import struct
import termios
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

from tests.pty.terminal import Terminal
from tests.tui.serve.serving import ASKED_FOR_NAME, Key, Served

PASTE = b"\x1b[200~" + b"x" * 4000
"""The beginning of a paste that never ends."""
SILENT = 150
PAUSE = 0.005
"""Seconds from one connect, and from one size, to the next: a thousand come in five seconds."""


def set_size(terminal: Terminal, columns: int, rows: int) -> None:
    """Give a client's window another size."""
    fcntl.ioctl(terminal.child.child_fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def silent(hall: Served, address: str) -> socket.socket:
    """A connection that has said nothing yet."""
    return socket.create_connection(("127.0.0.1", hall.port), 20, (address, 0))


def is_open(connection: socket.socket) -> bool:
    """Whether the hall still waits for what a connection says."""
    connection.setblocking(False)
    try:
        while connection.recv(4096):
            pass
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


@contextmanager
def meanwhile(act: Callable[[Event], None]) -> Iterator[None]:
    """Let something go on until it is told that it is over."""
    over = Event()
    thread = Thread(target=act, args=(over,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@contextmanager
def typing(terminal: Terminal, data: bytes) -> Iterator[None]:
    """Meanwhile a client sends without end."""
    os.set_blocking(terminal.child.child_fd, False)

    def send(over: Event) -> None:
        while not over.is_set():
            try:
                os.write(terminal.child.child_fd, data)
            except BlockingIOError:
                over.wait(0.01)
            except OSError:
                return

    with meanwhile(send):
        try:
            yield
        finally:
            terminal.kill(signal.SIGKILL)


@contextmanager
def besieged(hall: Served, folder: Path) -> Iterator[list[socket.socket]]:
    """Meanwhile many connections, which are given, say nothing, one address connects again and again, a client pastes without
    end, and another one never reads while its window has one size after the other. All of it lasts for as long as the hall
    bears with a client that takes nothing."""

    def connect(over: Event) -> None:
        address = Key(folder).address
        while not over.wait(PAUSE):
            with suppress(OSError):
                silent(hall, address).close()

    def resize(over: Event) -> None:
        number = 0
        while not over.wait(PAUSE):
            number += 1
            set_size(deaf, 80 + number % 200, 24 + number % 70)

    with ExitStack() as stack:
        pasting, deaf = hall.visit(Key(folder)), hall.visit(Key(folder))
        for visitor in (pasting, deaf):
            stack.callback(visitor.close)
            visitor.see(ASKED_FOR_NAME)
        waiting = [
            stack.enter_context(silent(hall, f"127.9.{number % 40}.{1 + number // 40}")) for number in range(SILENT)
        ]
        for attack in (typing(pasting, PASTE), meanwhile(connect), meanwhile(resize)):
            stack.enter_context(attack)
        yield waiting
