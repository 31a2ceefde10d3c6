"""A hall for several sessions in one loop: its house, a book in memory, and a wire to each session."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Iterable, Sequence
from random import Random

from core.errors import StoreBroken
from core.game import Game
from core.hall.advice import AdviceDesk
from core.hall.house import House
from core.hall.limits import HallLimits
from core.hall.people import Guest
from core.hall.store import Done, Met
from core.hall.wire import line_of
from core.phrase import Phrase
from core.play.match import Match
from core.play.source import Ticket
from core.players.asking import AskForSeat
from core.store.rows import Member, Offered, Stored


class Premises:
    """Keeps everything in memory, and says so in a moment. ``now`` is the time of the house: that of the loop and what a test
    has ``added``."""

    def __init__(
        self,
        limits: HallLimits | None = None,
        ask: AskForSeat | None = None,
        advice: AdviceDesk | None = None,
        own: Sequence[Game] = (),
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self.added = 0.0
        self.records: dict[str, Match] = {}
        self._tickets = 0
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: list[asyncio.Task[None]] = []
        now = lambda: self.loop.time() + self.added  # noqa: E731
        self.house = House(self, self.keep, ask, now, time.time, Random(1), limits, "Test hall", advice, own)

    # The book.

    def members(self) -> Iterable[Member]:
        """Nobody is known."""
        return ()

    def unfinished(self) -> Iterable[Stored]:
        """Nothing goes on."""
        return ()

    def met(self) -> Iterable[Met]:
        """Nothing was played."""
        return ()

    def offers(self) -> Iterable[Offered]:
        """Nothing is offered."""
        return ()

    def offer(self, offers: Iterable[Offered], done: Done) -> None:
        """Answer in a moment."""
        self._soon(lambda: done(None))

    def write(self, member: Member, done: Done) -> None:
        """Answer in a moment."""
        self._soon(lambda: done(None))

    def forget(self, id: str, done: Done) -> None:
        """Drop a game, and answer in a moment."""
        self.records.pop(id, None)
        self._soon(lambda: done(None))

    def keep(
        self, record: Match, kept: Callable[[Ticket], None], unkept: Callable[[Ticket, StoreBroken], None]
    ) -> Ticket:
        """Keep a game, and say so in a moment."""
        self._tickets += 1
        ticket = self._tickets
        self.records[record.id] = record
        self._soon(lambda: kept(ticket))
        return ticket

    def _soon(self, call: Callable[[], None]) -> None:
        def do() -> None:
            call()
            self.tick()

        self.loop.call_soon(do)

    # Time.

    def tick(self) -> None:
        """Do what is due, and come again when something will be."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        due = self.house.tick()
        if due is not None:
            self._timer = self.loop.call_at(max(due - self.added, self.loop.time()), self.tick)

    def pass_time(self, seconds: float) -> None:
        """Let time go by for the house."""
        self.added += seconds
        self.tick()

    async def moment(self) -> None:
        """Let what was asked for be done."""
        await asyncio.sleep(0)

    # Wires.

    def connect(self, key: str, proposed: str = "") -> socket.socket:
        """The session's end of a wire for whoever has a key."""
        ours, theirs = socket.socketpair()
        self.serve(ours, key, proposed)
        return theirs

    def serve(self, wire: socket.socket, key: str, proposed: str) -> None:
        """Tie a wire to the house."""
        self._tasks.append(self.loop.create_task(self._serve(wire, key, proposed)))

    async def _serve(self, wire: socket.socket, key: str, proposed: str) -> None:
        reader, writer = await asyncio.open_connection(sock=wire)

        def end(reason: Phrase) -> None:
            writer.close()

        guest: Guest = self.house.enter(key, proposed, lambda message: writer.write(line_of(message)), end)
        self.tick()
        try:
            while line := await reader.readline():
                self.house.hear(guest, line)
                self.tick()
        except OSError:
            pass
        finally:
            self.house.gone(guest)
            self.tick()
            writer.close()

    async def close(self) -> None:
        """Close all wires."""
        if self._timer:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
