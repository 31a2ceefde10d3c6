"""Link: a session's end of the wire to its hall, one JSON object a line each way.

What is asked for gets one answer, by its number. All else that the hall sends is told to who listens for that kind of
message; of the lobby the whole is kept here, since the hall sends only what has changed.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias

from core.errors import CoreError
from core.game import Game, Player
from core.hall.fairness import Bound, closed, unfair
from core.hall.wire import Message, line_of
from core.phrase import Phrase, phrase, phrase_in, phrase_out
from core.play.clock import TimeControl
from core.position import Position

MessageListener: TypeAlias = Callable[[Message], None]

MAX_LINE = 1 << 20
"""Bytes of a line from the hall: a lobby with many people, or a long game."""
PARTS = ("people", "seeks", "challenges", "games", "yours", "results", "blocked")
"""What the lobby has, each by id."""


@dataclass(frozen=True)
class Wanted:
    """A game to be offered; ``seat`` is one's own, None for either."""

    game: Game
    control: TimeControl | None = None
    seat: Player | None = None
    post: bool = False

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the message that offers it."""
        clock = asdict(self.control) if self.control and not self.post else None
        return {"game": self.game.id, "clock": clock, "seat": self.seat, "post": self.post}


class NotDone(CoreError):
    """The hall has not done what was asked for. ``answer`` is all that it says."""

    def __init__(self, said: Phrase, answer: Message) -> None:
        super().__init__(said.template, **said.values)
        self.answer = answer


@dataclass
class LobbyView:
    """What the hall tells of its lobby, by id: each part as in :data:`PARTS`."""

    people: dict[str, Message] = field(default_factory=dict)
    """Who is there."""
    seeks: dict[str, Message] = field(default_factory=dict)
    """Games that anybody may take."""
    challenges: dict[str, Message] = field(default_factory=dict)
    """Games that one person is asked for."""
    games: dict[str, Message] = field(default_factory=dict)
    """Tables at which is played."""
    yours: dict[str, Message] = field(default_factory=dict)
    """Tables of one's own."""
    results: dict[str, Any] = field(default_factory=dict)
    """One's last games."""
    blocked: dict[str, Any] = field(default_factory=dict)
    """Of whom one hears nothing."""

    def take(self, changes: Message) -> None:
        """Take over what has changed; None stands for what is gone."""
        for part in PARTS:
            known: dict[str, Any] = getattr(self, part)
            for id, value in changes.get(part, {}).items():
                if value is None:
                    known.pop(id, None)
                else:
                    known[id] = value


class Link:
    """``you`` is who the hall says that one is, empty until it has; ``end`` is why the line is gone, None while it stands."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire = wire
        self._writer: asyncio.StreamWriter | None = None
        self._reading: asyncio.Task[None] | None = None
        self._asked: dict[int, asyncio.Future[Message]] = {}
        self.number = 0
        """That of what was asked for last."""
        self._hearers: dict[str, list[MessageListener]] = {}
        self._late: list[bytes] = []
        self.you: Message = {}
        self.hall = ""
        self.terms: Message = {}
        self.turns: list[str] = []
        self.bound: Sequence[Message] = ()
        """The games that one plays against somebody, as :class:`core.hall.fairness.Bound` has them."""
        self.lobby = LobbyView()
        self.end: Phrase | None = None

    async def open(self) -> None:
        """Begin to read; what is heard is told in the context of the caller."""
        reader, self._writer = await asyncio.open_connection(sock=self._wire, limit=MAX_LINE)
        for line in self._late:
            self._writer.write(line)
        self._late.clear()
        self._reading = asyncio.create_task(self._read(reader))

    async def close(self) -> None:
        """End the line."""
        if self._reading:
            self._reading.cancel()
            with suppress(asyncio.CancelledError):
                await self._reading
        if self._writer:
            self._writer.close()
        self._finish(phrase("The connection to the hall is closed."))

    # Asking.

    def send(self, op: str, **fields: Any) -> asyncio.Future[Message]:
        """Ask for something; the answer comes later, :class:`NotDone` where the hall does not do it."""
        self.number += 1
        future: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        # Who does not wait for the answer need not take it.
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        if self.end:
            future.set_exception(NotDone(self.end, {}))
            return future
        self._asked[self.number] = future
        line = line_of({"op": op, "n": self.number, **fields})
        if self._writer:
            self._writer.write(line)
        else:
            self._late.append(line)
        return future

    def hear(self, kind: str, hear: MessageListener) -> Callable[[], None]:
        """Hear all messages of a kind; what is returned ends it."""
        hearers = self._hearers.setdefault(kind, [])
        hearers.append(hear)
        return lambda: hearers.remove(hear)

    # Hearing.

    async def _read(self, reader: asyncio.StreamReader) -> None:
        try:
            while line := await reader.readline():
                self._take(json.loads(line))
                await asyncio.sleep(0)  # who asked goes on with the answer before hearing what came after it
        except (OSError, ValueError):  # a line without end, or one that is none
            pass
        except Exception as error:  # nobody goes on with half of what the hall tells
            asyncio.get_running_loop().call_exception_handler(
                {"message": "The hall is not understood.", "exception": error}
            )
        self._finish(self.end or phrase("The connection to the hall is lost; connect again."))

    def _take(self, message: Message) -> None:
        match kind := message["op"]:
            case "ok" | "no":
                self._answer(message)
                return
            case "hi":
                self.you, self.hall = message["you"], message["hall"]
                self.terms, self.turns = message["terms"], list(message["turns"])
            case "bound":
                self.bound = message["games"]
            case "lobby":
                self.lobby.take(message)
            case "bye":
                self.end = phrase_in(message)
        for hear in list(self._hearers.get(kind, ())):
            hear(message)

    def _answer(self, message: Message) -> None:
        error = NotDone(phrase_in(message), message) if message["op"] == "no" else None
        future = self._asked.pop(message["n"], None)
        if future is None or future.done():
            return
        if error:
            future.set_exception(error)
        else:
            future.set_result(message)

    def _finish(self, reason: Phrase) -> None:
        if self._asked or self.end is None:
            self.end = self.end or reason
            for future in self._asked.values():
                if not future.done():
                    future.set_exception(NotDone(self.end, {}))
            self._asked.clear()
        for hear in list(self._hearers.pop("end", ())):
            hear(phrase_out(self.end))


def closed_to(link: Link, games: Sequence[Game]) -> Phrase | None:
    """Why one is told nothing about some games, as one plays against somebody; None if one is."""
    return closed([Bound.from_json(each) for each in link.bound], games) if link.bound else None


def untold(link: Link, position: Position) -> Phrase | None:
    """Why one is told nothing about a position, as one plays against somebody; None if one is."""
    return unfair([Bound.from_json(each) for each in link.bound], position) if link.bound else None


def shown_name(id: str, name: str) -> str:
    """A person's name with what tells them from others of nearly the same name; that of a guest has it already."""
    mark = id[:4]
    return name if name.endswith(f"-{mark}") else f"{name}·{mark}"
