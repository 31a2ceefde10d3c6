"""A visit: one SSH session, from what it asks for to its end, tied to a process on a terminal of its own."""

from __future__ import annotations

import asyncio
import contextvars
import os
import re
import signal
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import asyncssh

from core.errors import CoreError
from core.hall.people import Guest
from core.phrase import Phrase, phrase, phrase_out
from tui.household.surroundings import LANGUAGES
from tui.serve.hosting import Hosting
from tui.serve.inbox import lines
from tui.serve.limits import Door, Limits
from tui.serve.outbox import Outbox
from tui.serve.pump import Pump, open_terminal
from tui.serve.zygote import NONE_NOW, NoSession, Zygote, end
from tui.text.catalogue import Language, say, speak

USUAL_TERM = "xterm"
CANNOT_DRAW = ("dumb", "unknown")
_TERM = re.compile(r"[A-Za-z0-9][A-Za-z0-9+._-]{0,31}")
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}([_-][A-Za-z]{2,4})?(\.[A-Za-z0-9-]{1,16})?(@[a-z]{1,16})?")
_ACCEPTED = {
    **dict.fromkeys(LANGUAGES, _LANGUAGE),
    "COLORTERM": re.compile("truecolor|24bit"),
    "NO_COLOR": re.compile("[!-~]{1,8}"),
}
"""The variables that a client may set, and to what."""
ENOUGH = phrase("Your session has reached its maximum time. Come again as soon as you like.")
IDLE = phrase("You have not done anything here for a while. Come again as soon as you like.")
BROKEN_OFF = phrase("Your session was cut off, but your games are safe. Come again as soon as you like.")
_NOT_STARTED = "A session could not be started ({reason})."
MAX_LINE = 8_192
"""Bytes of a line from a session."""


def environment(term: str, given: Mapping[str, str]) -> dict[str, str]:
    """The variables of a session: what its client says of the terminal and the language, if that is what it should be."""
    kept = {name: given[name] for name, form in _ACCEPTED.items() if form.fullmatch(given.get(name, ""))}
    return {**kept, "TERM": term if _TERM.fullmatch(term) else USUAL_TERM, "PATH": os.defpath}


def encoding(variables: Mapping[str, str]) -> str:
    """The encoding that these variables name; UTF-8 where they name none."""
    named = next((variables[name] for name in LANGUAGES[1:] if name in variables), "")
    return named.partition(".")[2].partition("@")[0] or "utf-8"


class Front(Protocol):
    """What a visit needs of the server that lets it in."""

    house: Hosting
    limits: Limits
    door: Door
    zygote: Zygote
    starting: asyncio.Semaphore

    def folder_of(self, key: str) -> Path:
        """The folder of a person's things. Raises NoRoom."""

    def tidy(self, key: str) -> None:
        """Remove the folder of a person who has left and of whom there is nothing to keep."""

    def came(self, visit: Visit) -> None:
        """There is one more."""

    def left(self, visit: Visit) -> None:
        """There is one fewer."""


class Visit(asyncssh.SSHServerSession[bytes]):
    """What happens on one channel. ``key`` is the fingerprint of the visitor's key."""

    def __init__(self, front: Front, connection: asyncssh.SSHServerConnection, user: str, key: str) -> None:
        self._front = front
        self._connection = connection
        self._user = user
        self.key = key
        self._loop = asyncio.get_running_loop()
        self._wanted: str | None = None
        self._channel: asyncssh.SSHServerChannel[bytes]
        self.begun = False
        """Whether the client has said what it wants."""
        self._language = Language()
        self._pump: Pump | None = None
        self._early = b""
        """What was typed before there was a terminal."""
        self._process: int | None = None
        self._guest: Guest | None = None
        self._outbox: Outbox | None = None
        self._listening: asyncio.Task[None] | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._did_something = self._loop.time()
        self._running: asyncio.Task[None] | None = None
        self.keyboard = True
        self._over = False
        self._reason: Phrase | None = None
        """Why the session has been asked to end."""

    # What the client asks for.

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        self._channel = chan
        chan.set_write_buffer_limits(32_768, 8_192)

    def pty_requested(self, term_type: str, term_size: object, term_modes: object) -> bool:
        """A terminal is what everybody gets."""
        return True

    def shell_requested(self) -> bool:
        """The hall is wanted."""
        return True

    def exec_requested(self, command: str) -> bool:
        """A command is wanted, which gets a sentence."""
        self._wanted = "command"
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Files are wanted, or the like, which get a sentence."""
        self._wanted = "subsystem"
        return True

    def break_received(self, msec: int) -> bool:
        """Nothing here can be interrupted."""
        return False

    def session_started(self) -> None:
        """Let the visitor in, or say why not."""
        channel = self._channel
        self.begun = True
        variables = environment(channel.get_terminal_type() or "", _decoded(channel.get_environment_bytes()))
        self._language = Language(next((variables[name] for name in LANGUAGES if name in variables), "C"))
        if self._wanted:
            self._refuse(
                phrase("This is a hall of games and nothing else: no commands, no files. Connect without them.")
            )
        elif channel.get_terminal_type() is None:
            self._refuse(phrase("The hall needs a terminal to draw on; 'ssh -t' gives it one."))
        elif channel.get_terminal_type() in CANNOT_DRAW:
            self._refuse(
                phrase(
                    "With TERM={term} the terminal cannot draw; set TERM to what it is, such as xterm-256color.",
                    term=channel.get_terminal_type(),
                )
            )
        elif reason := self._front.door.enter(self, address_of(self._connection), self.key):
            self._refuse(reason)
        else:
            self._front.came(self)
            self._running = self._loop.create_task(self._begin(variables))

    @property
    def variables(self) -> int:
        """How many variables the client has set, of which most are of no use."""
        return len(self._channel.get_environment_bytes())

    def _refuse(self, why: Phrase) -> None:
        """Say one sentence where a person reads it even if a program was to, and end."""
        self._say(why, asyncssh.EXTENDED_DATA_STDERR)
        self._leave(1)

    def _say(self, what: Phrase, where: int | None = None) -> None:
        def said() -> str:
            speak(self._language)
            return say(what)

        with suppress(OSError):
            self._channel.write(f"{contextvars.copy_context().run(said)}\r\n".encode(), where)

    def _leave(self, code: int) -> None:
        with suppress(OSError):
            self._channel.exit(code)
        self._channel.close()

    # The course of a session.

    async def _begin(self, variables: dict[str, str]) -> None:
        """Let a session run, or say why there is none."""
        try:
            await self._start(variables)
        except CoreError as error:
            self._end()
            self._refuse(error.phrase)
        except OSError as error:  # the machine has no folder, terminal or line left to give
            self._front.house.trouble(NoSession(_NOT_STARTED, reason=error.strerror))
            self._end()
            self._refuse(NONE_NOW)

    async def _start(self, variables: dict[str, str]) -> None:
        """Start the process, and tie it to the channel. Raises CoreError, and OSError."""
        folder = self._front.folder_of(self.key)
        terminal, theirs = open_terminal()
        self._pump = Pump(terminal, self._front.limits, self._show, self._hold, self._connection.abort)
        self._pump.resize(*self._channel.get_terminal_size()[:2])
        self._pump.type(self._early)
        visitor = {
            "folder": str(folder),
            "environment": variables,
            "encoding": encoding(variables),
            "cpu": self._front.limits.cpu,
            "key_cpu": self._front.limits.key_cpu,
        }
        wire, far_wire = socket.socketpair()
        try:
            async with self._front.starting:
                self._process = await self._front.zygote.fork(visitor, theirs, far_wire.fileno())
            self._loop.add_reader(self._process, self._ended)
            if not self.keyboard:
                self._kill()
            reader, writer = await asyncio.open_connection(sock=wire, limit=MAX_LINE)
            self._outbox = Outbox(writer, self._kill)
            self._guest = self._front.house.enter(self.key, self._user, self._tell, self._send_away)
        except BaseException:
            wire.close()
            raise
        finally:
            os.close(theirs)
            far_wire.close()
        self._listening = self._loop.create_task(self._listen(self._guest, reader))
        self._later("longest", self._front.limits.longest, self.dismiss, ENOUGH)
        self._look_whether_idle()

    def _later(self, name: str, seconds: float, call: Callable[..., None], *values: Any) -> None:
        """Let a timer run, in place of the former of this name."""
        if name in self._timers:
            self._timers[name].cancel()
        self._timers[name] = self._loop.call_later(seconds, call, *values)

    async def _listen(self, guest: Guest, reader: asyncio.StreamReader) -> None:
        """Hand on what the session says until its process has ended; one that says nonsense is ended."""
        try:
            async for line in lines(reader, self._front.limits):
                self._front.house.hear(guest, line)
        except (ValueError, ConnectionError):
            self._kill()

    def _tell(self, message: Mapping[str, Any]) -> None:
        """Say something to the session; one that does not listen is ended."""
        if self._outbox:
            self._outbox.say(message)

    def dismiss(self, reason: Phrase) -> None:
        """Ask the session to end, with the reason for its visitor, and see to it that it does."""
        self._tell({"op": "bye", **phrase_out(reason)})
        self._send_away(reason)

    def _send_away(self, reason: Phrase) -> None:
        """See to it that a session ends that has been told to."""
        if not self._over:
            self._reason = reason
            if self._outbox:
                self._outbox.end()
            self._later("farewell", self._front.limits.farewell, self._kill)

    def _look_whether_idle(self) -> None:
        """Look again whenever the visitor might have done nothing for too long."""
        limits = self._front.limits
        most = limits.table_idle if self._guest and self._front.house.at_table(self._guest) else limits.idle
        left = self._did_something + most - self._loop.time()
        if left > 0:
            self._later("idle", min(left, limits.idle), self._look_whether_idle)
        else:
            self.dismiss(IDLE)

    def _kill(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._process, signal.SIGKILL)
        elif self._running and self._reason:  # it has not come to a process yet
            self._running.cancel()
            self._end()
            self._refuse(self._reason)

    def _ended(self) -> None:
        """The process has ended."""
        assert self._pump
        in_order = self._pump.finish()
        self._end()
        self._front.tidy(self.key)
        if not in_order:
            self._say(self._reason or BROKEN_OFF)
        self._leave(0 if in_order else 1)

    def _end(self) -> None:
        """Let go of everything; what still runs ends."""
        if self._over:
            return
        self._over = True
        for timer in self._timers.values():
            timer.cancel()
        if self._pump:
            self._pump.close()
        if self._process is not None:
            self._loop.remove_reader(self._process)
            end(self._process)
        if self._listening:
            self._listening.cancel()
        if self._outbox:
            self._outbox.close()
        if self._guest is not None:
            self._front.house.gone(self._guest)
        self._front.door.leave(self)
        self._front.left(self)

    # The line.

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """The visitor has typed something."""
        self._did_something = self._loop.time()
        if self._pump:
            self._pump.type(data)
        elif self._running:
            self._early += data

    def eof_received(self) -> bool:
        """The visitor types no more: a session without a keyboard is of no use."""
        self.keyboard = False
        self._kill()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The visitor's window has another size."""
        if self._pump:
            self._pump.resize(width, height)

    def pause_writing(self) -> None:
        """The client takes no more."""
        if self._pump:
            self._pump.block("channel")

    def resume_writing(self) -> None:
        """The client takes more."""
        if self._pump:
            self._pump.unblock("channel")

    def line_full(self, full: bool) -> None:
        """The line takes no more, or more again."""
        if self._pump:
            (self._pump.block if full else self._pump.unblock)("line")

    def connection_lost(self, exc: Exception | None) -> None:
        """The visitor is gone."""
        if self._running:
            self._running.cancel()
        self._end()

    def _show(self, data: bytes) -> None:
        with suppress(OSError):
            self._channel.write(data)

    def _hold(self, back: bool) -> None:
        if back:
            self._channel.pause_reading()
        else:
            self._channel.resume_reading()


def address_of(connection: asyncssh.SSHServerConnection) -> str:
    """From where a client comes; empty when it is gone already."""
    peer = connection.get_extra_info("peername")
    return str(peer[0]) if peer else ""


def _decoded(variables: Mapping[bytes, bytes]) -> dict[str, str]:
    return {name.decode("ascii", "replace"): value.decode("ascii", "replace") for name, value in variables.items()}
