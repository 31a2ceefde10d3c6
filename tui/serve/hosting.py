"""Hosting: the hall in the loop of its front, with its store, its engines and its time."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from core.errors import CoreError, StoreBroken
from core.game import Game
from core.games import get
from core.hall.disk_store import DiskStore
from core.hall.house import House
from core.hall.limits import MAX_MOVES, HallLimits, first_moves, games_on_offer
from core.hall.people import Guest, person_id
from core.hall.permits import Permits
from core.hall.pooled import PooledAdvice, asks_for_seats
from core.hall.wire import Message
from core.own import lines
from core.phrase import Phrase, phrase
from core.play.match import Match
from core.play.source import Ticket
from core.players.asking import followed
from core.players.pool import Pool
from core.players.worker.forked import PATIENCE, forked
from core.players.worker.parent import Worker
from core.store.keeper import Keeper
from core.store.store import Store, open_store
from tui.household import own_files
from tui.serve.zygote import Zygote

STORE = "hall.sqlite"
"""The file of the games between people, in the folder of the hall."""
MAX_TOLD = 100_000
"""Characters that the rules of all games of the host's own may have together: each session is told them."""
MAX_HELD = 20_000_000
"""Bytes that all of them may hold in memory, as many as a session takes without them: each session makes them."""
_NOWHERE = "Games cannot be saved in {path} ({reason}); set TRIQUI_HOME to a writable folder."


def on_disk(path: Path, clock: Callable[[], float] = time.time) -> tuple[Store, StoreBroken | None]:
    """The store in a file as :func:`core.store.store.open_store` gives it, but never one in memory: what is played in a hall is
    kept or refused. Raises StoreBroken."""
    store, broken = open_store(path, clock)
    if broken and store.path is None:
        store.close()
        newer = phrase("a newer version of the program wrote it")
        reason = broken.phrase.values.get("reason", newer)
        raise StoreBroken(_NOWHERE, path=path, reason=reason)
    return store, broken


def own_games(data: Path, trouble: Callable[[CoreError], None]) -> Iterator[Game]:
    """The games of the host's own that are on offer: those in the folder for them, each once; what is none is told."""
    seen: set[str] = set()
    told = held = 0
    for path in own_files.paths_in(own_files.folder(data)):
        try:
            definition = own_files.offered(path)
            if definition.id in seen or not own_files.played(definition):
                continue
            seen.add(definition.id)
            size, memory = len(definition.content), lines.held(definition.values)
            wrong = _too_large(size, MAX_TOLD - told, memory, MAX_HELD - held) or _too_wide(definition.id)
            if wrong:
                raise CoreError("{file} is not offered in the hall: {reason}", file=repr(str(path)), reason=wrong)
        except CoreError as error:
            trouble(error)
        else:
            told, held = told + size, held + memory
            yield get(definition.id)


def _too_large(size: int, size_left: int, memory: int, memory_left: int) -> Phrase | None:
    """Why a game does not fit where so much is left; found out before it is made, which would fill the memory of the host."""
    if size > size_left:
        return phrase(
            "it has {size} characters, but only {left} of the {most} for all your games are left.",
            size=size,
            most=MAX_TOLD,
            left=size_left,
        )
    if memory > memory_left:
        return phrase(
            "its lines take {size} MB in each session, but only {left} of the {most} MB for all your games are left.",
            size=f"{memory / 1e6:.1f}",
            most=MAX_HELD // 1_000_000,
            left=f"{memory_left / 1e6:.1f}",
        )
    return None


def _too_wide(id: str) -> Phrase | None:
    """Why a game has too many moves to be on offer."""
    moves = first_moves(get(id))
    if moves <= MAX_MOVES:
        return None
    return phrase(
        "it has {moves} first moves, but a game in the hall can have at most {most}.", moves=moves, most=MAX_MOVES
    )


class Hosting:
    """A :class:`core.hall.house.House` that goes by itself; ``trouble`` is told what its host has to know, and
    ``featured`` is whether engines play for those who have nothing to watch. Raises StoreBroken."""

    def __init__(
        self,
        data: Path,
        name: str,
        zygote: Zygote,
        trouble: Callable[[CoreError], None],
        limits: HallLimits | None = None,
        featured: bool = True,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._zygote = zygote
        self.trouble = trouble
        self._due: asyncio.TimerHandle | None = None
        self._closed = False
        self._failing = False
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._keeper = Keeper(data / STORE, self._deliver, trouble, opener=on_disk)
        own = list(own_games(data, trouble))
        self._pool = Pool(self._engine, os.cpu_count() or 1, [*games_on_offer(), *(game.id for game in own)])
        store, broken = on_disk(data / STORE)
        if broken:
            trouble(broken)
        try:
            kept = DiskStore(store, self._keeper)
            advice = PooledAdvice(self._pool, Permits())
            self.house = House(
                kept,
                self._keep,
                followed(asks_for_seats(self._pool), self._tick) if featured else None,
                self._loop.time,
                time.time,
                Random(),
                limits,
                name,
                advice,
                own,
            )
        finally:
            store.close()
        self._tick()

    # What the front calls.

    def enter(self, key: str, proposed: str, send: Callable[[Message], None], end: Callable[[Phrase], None]) -> Guest:
        """Somebody comes. Raises CoreError for one who may not."""
        guest = self.house.enter(key, proposed, send, end)
        self._tick()
        return guest

    def hear(self, guest: Guest, line: bytes) -> None:
        """A session has said something."""
        self.house.hear(guest, line)
        self._tick()

    def gone(self, guest: Guest) -> None:
        """A session has ended."""
        self.house.gone(guest)
        self._tick()

    def at_table(self, guest: Guest) -> bool:
        """Whether somebody looks at a table, where one may think for longer."""
        return bool(guest.tables)

    def dismiss_all(self, reason: Phrase) -> None:
        """Tell everybody why, and send them away."""
        self.house.close(reason)

    def look_for_banned(self) -> None:
        """Send those away whom the store says are banned, and let those in who are not any more."""
        self._keeper.read(lambda store: store.people.members(), self._take_bans, self.trouble)

    async def stop_engines(self) -> None:
        """Have nothing thought about any more."""
        await self._pool.close()

    async def close(self) -> None:
        """Let everything come to the disk."""
        self._closed = True
        if self._due:
            self._due.cancel()
        await asyncio.to_thread(self._keeper.close)

    def _keep(
        self, match: Match, kept: Callable[[Ticket], None], unkept: Callable[[Ticket, StoreBroken], None]
    ) -> Ticket:
        """See :meth:`core.store.keeper.Keeper.keep`; that the disk fails is told once, until it takes something again."""

        def done(ticket: Ticket) -> None:
            self._failing = False
            kept(ticket)

        def failed(ticket: Ticket, error: StoreBroken) -> None:
            if not self._failing:
                self._failing = True
                self.trouble(error)
            unkept(ticket, error)

        return self._keeper.keep(match, done, failed)

    # What comes back.

    def _deliver(self, call: Callable[[], None]) -> None:
        self._loop.call_soon_threadsafe(self._delivered, call)

    def _delivered(self, call: Callable[[], None]) -> None:
        call()
        self._tick()

    def _take_bans(self, members: list[Any]) -> None:
        for member in members:
            known = self.house.people.get(person_id(member.key))
            person = self.house.people.of(member.key) if member.banned else known
            if person and person.kept.banned != member.banned:
                self.house.ban(person, member.banned)

    def _engine(self) -> Worker:
        start = partial(forked, partial(self._zygote.fork, None))
        return Worker(on_restart=self.trouble, start=start, patience=PATIENCE)

    def _tick(self) -> None:
        """Do what is due, and see to it that this is done again in time."""
        if self._due:
            self._due.cancel()
            self._due = None
        at = self.house.tick()
        if at is not None and not self._closed:
            self._due = self._loop.call_at(at, self._tick)
