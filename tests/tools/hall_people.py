"""People without rest for ``hall_faults``, each at the far end of an ssh client, and the witness of what they were told."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from core.analysis import Limit
from core.games import get
from core.hall.limits import HallLimits
from core.play.match import Match
from core.players.worker.request import Request
from core.position import Position, play_all
from core.store.rows import Stored
from core.store.store import open_store
from tests.tui.serve.serving import ASKED_FOR_NAME, INSIDE, Key
from tests.tui.serve.wired import TERM
from tui.game.link import Link, NotDone

if TYPE_CHECKING:
    from tests.tools.hall_faults import Hall

CLOCK = {"move": 0, "total": 3600, "increment": 1, "loses": True}
GRACE = HallLimits().grace
GRAIN = 0.01
"""Seconds by which clocks may differ, since they are told in thousandths."""
_addresses = count(1)


class Witness:
    """What anybody was told of any game, and whether the store at ``path`` has it. ``told`` are the plies by the game's id."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.told: dict[str, list[str]] = {}
        self.over: dict[str, str] = {}
        self.lost: list[str] = []
        self.wrong: list[str] = []
        self.refused: Counter[str] = Counter()
        self.credited = 0
        self._clocks: dict[str, Stored] = {}
        """The games that went on when the hall was killed, and of which nothing has been seen since."""
        self._before: dict[str, Stored] = {}
        self._opened = 0.0

    @property
    def acknowledged(self) -> int:
        """All plies that somebody was told."""
        return sum(map(len, self.told.values()))

    def tell(self, id: str, plies: list[str]) -> None:
        """Somebody is told these plies of a game."""
        known = self.told.setdefault(id, [])
        if known[: len(plies)] != plies[: len(known)]:
            self.wrong.append(f"{id}: {known} was told, and then {plies}")
        if len(plies) > len(known):
            self.told[id] = plies

    def table(self, message: Mapping[str, Any], least: Mapping[str, list[str]] | None) -> None:
        """Somebody is told how a table stands; ``least`` is what was told when he asked for it, None where he had not."""
        match = message["match"]
        id, plies = match["id"], match["moves"]
        if least is not None and len(plies) < len(least.get(id, ())):
            self.lost.append(f"{id}: {len(least[id])} plies were told, and {len(plies)} to one who came later")
        self.tell(id, plies)
        if "reason" in match:
            self.over[id] = match["reason"]
        if id in self._clocks:
            self._look_at_clock(self._clocks.pop(id), message, plies)

    def _look_at_clock(self, kept: Stored, message: Mapping[str, Any], plies: list[str]) -> None:
        """The one to move has his time as it was kept and the grace, less what has passed since; the other one his time."""
        clock = kept.match.clock
        if clock is None or plies != kept.moves.split():
            return
        turn = play_all(get(kept.game), kept.moves, kept.start)[1].turn
        left, most = message["clock"]["left"], clock.left[turn] + GRACE
        if not most - (time.monotonic() - self._opened) - GRAIN <= left[turn] <= most + GRAIN:
            self.wrong.append(f"{kept.id}: {left[turn]} s are left to the one on turn, of {most}")
        if abs(left[1 - turn] - clock.left[1 - turn]) > GRAIN:
            self.wrong.append(f"{kept.id}: {left[1 - turn]} s are left to the one who waits, of {clock.left[1 - turn]}")
        self.credited += 1

    def opened(self, now: float) -> None:
        """The hall is opened."""
        self._opened = now

    def look(self) -> None:
        """Compare all that was told with what the store has, while nobody writes to it."""
        kept = self._kept()
        for id, plies in self.told.items():
            found = kept[id].moves.split() if id in kept else []
            if found[: len(plies)] != plies:
                self.lost.append(f"{id}: {plies} was told, and {found} is kept")
            outcome = kept[id].outcome if id in kept else None
            if outcome:  # where the hall was killed in between, nobody was told
                self.over.setdefault(id, outcome.reason.value)
            if id in self.over and (outcome is None or outcome.reason.value != self.over[id]):
                self.wrong.append(f"{id}: its end was told as {self.over[id]}, and {outcome} is kept")
        for id, now in kept.items():
            before = self._before.get(id)
            if before and before.moves == now.moves and not now.outcome and before != now:
                self.wrong.append(f"{id}: nobody has moved, and what is kept has changed from {before} to {now}")
        self._before = kept
        self._clocks = {id: each for id, each in kept.items() if not each.outcome}

    def _kept(self) -> dict[str, Stored]:
        """What is on the disk, seen in a copy, so that the hall finds it as it was left."""
        with tempfile.TemporaryDirectory() as folder:
            for file in self.path.parent.glob(f"{self.path.name}*"):
                shutil.copy(file, folder)
            store, trouble = open_store(Path(folder) / self.path.name)
            with suppress(AssertionError):
                assert trouble is None
            games = [*store.unfinished(), *store.finished(limit=None)]
            if trouble or store.unreadable():
                self.wrong.append(f"the store is damaged: {trouble}")
            store.close()
        return {each.id: each for each in games}


class Caller:
    """Somebody who comes again whenever he is cut off. This one sees the screens, and looks at the lobby."""

    term = "xterm-256color"

    def __init__(self, hall: Hall, key: Key) -> None:
        self.hall, self.key = hall, key
        self.client: subprocess.Popen[bytes] | None = None
        self.cut = self.regained = self.ended = 0
        self._missing: set[str] = {"never was in"}

    def missing(self) -> list[str]:
        """What he still waits for."""
        return [f"{type(self).__name__} {self.key.person}: {each}" for each in sorted(self._missing)]

    def ask_for_more(self) -> None:
        """Be content only when something more has been seen."""

    def engine_died(self) -> None:
        """Some engine is gone."""

    def process(self, sessions: Callable[[], list[int]]) -> int | None:
        """That of his session, None as long as he has none."""
        folder = f"/people/{self.key.person}/"
        return next((pid for pid in sessions() if any(folder in file for file in _opened(pid))), None)

    async def live(self) -> None:
        """Come again and again."""
        while not self.hall.over:
            await self.hall.up.wait()
            ours, theirs = socket.socketpair()
            ours.setblocking(False)
            self.key.address = "127.1.{}.{}".format(*divmod(next(_addresses), 250))
            line = self.hall.served.ssh(self.key, "-tt")
            with theirs, tempfile.TemporaryFile() as told:
                environment = {**os.environ, "TERM": self.term}
                end = theirs.fileno()
                self.client = client = subprocess.Popen(line, stdin=end, stdout=end, stderr=told, env=environment)
            try:
                await self._visit(ours)
            finally:
                ours.close()
                await self.hall.ends("client that is cut off", [client.pid])
                client.wait()
                self.client = None
                self._cut_off()

    async def _visit(self, wire: socket.socket) -> None:
        """Be there until the line has ended."""
        seen, loop = "", asyncio.get_running_loop()
        with suppress(ConnectionError):
            while data := await loop.sock_recv(wire, 65_536):
                seen += data.decode(errors="replace")
                if INSIDE in seen or ASKED_FOR_NAME in seen:
                    self._missing.clear()
                    self.hall.step()

    def _cut_off(self) -> None:
        """He is out."""
        self._missing.add("is not in again")


class Wired(Caller):
    """Somebody who speaks with the hall without screens."""

    term = TERM

    def __init__(self, hall: Hall, key: Key, random: Random) -> None:
        super().__init__(hall, key)
        self.random = random
        self._session: int | None = None
        self._news = asyncio.Event()

    def process(self, sessions: Callable[[], list[int]]) -> int | None:
        """That of his session, which it has said."""
        return self._session

    async def _visit(self, wire: socket.socket) -> None:
        link = Link(wire)
        for kind in ("process", "hi", "lobby", "table", "begun", "end", "analysis", "trouble"):
            link.hear(kind, self._heard)
        await link.open()
        try:
            await self._ask(link, "lobby")
            while not link.end:
                await self._news.wait()
                self._news.clear()
                await self._act(link)
        finally:
            await link.close()
            self._session = None

    def _heard(self, message: Mapping[str, Any]) -> None:
        self.hall.step()
        if message.get("op") == "process":
            self._session = message["pid"]
        self._news.set()

    async def _ask(self, link: Link, op: str, **fields: Any) -> Mapping[str, Any] | None:
        """Ask for something; None where that was refused, and then again a little later."""
        self.hall.step()
        try:
            return await link.send(op, **fields)
        except NotDone as error:
            if not link.end:
                self.hall.witness.refused[error.phrase.template] += 1
                asyncio.get_running_loop().call_later(0.2, self._news.set)
            return None
        finally:
            self.hall.step()

    async def _act(self, link: Link) -> None:
        """Do what there is to do now."""
        raise NotImplementedError


class Onlooker(Wired):
    """Asks the engines without end, and looks at the featured table."""

    def __init__(self, hall: Hall, key: Key, random: Random) -> None:
        super().__init__(hall, key, random)
        self._asked: int | None = None
        self._watching = False

    def ask_for_more(self) -> None:
        """An answer and a move more."""
        self._missing |= {"an answer", "a move of the featured table"}

    def engine_died(self) -> None:
        """Others have to answer and move."""
        self.ask_for_more()

    def _cut_off(self) -> None:
        super()._cut_off()
        self._asked, self._watching = None, False

    def _heard(self, message: Mapping[str, Any]) -> None:
        super()._heard(message)
        if message.get("op") == "table" and message["match"]["moves"]:
            self._missing.discard("a move of the featured table")
        if message.get("n", 0) == self._asked and (message["op"] == "trouble" or message.get("final")):
            self._asked = None
            if message["op"] == "analysis":
                self._missing.discard("an answer")

    async def _act(self, link: Link) -> None:
        self._missing -= {"never was in", "is not in again"}
        if not self._watching:
            self._watching = await self._ask(link, "watch", table="featured") is not None
        if self._asked is None and not link.end:
            position = Position.start(get("connect-four"))
            for _ in range(self.random.randrange(12)):
                if not position.outcome:
                    position = position.play(self.random.choice(position.moves))
            question = Request(position, limit=Limit(nodes=500)).to_json(0)
            self._asked = link.number + 1
            if await self._ask(link, "ask", kind="review", question=question, channel=0) is None:
                self._asked = None


class Player(Wired):
    """Plays one game after the other with the one partner, who is known by his id; one of the two offers the games."""

    def __init__(self, hall: Hall, key: Key, partner: str, offers: bool, random: Random) -> None:
        super().__init__(hall, key, random)
        self.partner, self.offers = partner, offers
        self._at: str | None = None
        """The id of the table."""
        self._table: Mapping[str, Any] | None = None
        self._least: Mapping[str, list[str]] | None = None
        self._seat: tuple[str, int] | None = None
        """The game and the seat that he is to have again."""
        self._again: tuple[str, int] | None = None
        """The game and seq of the last wish for another game."""

    def ask_for_more(self) -> None:
        """A ply more."""
        self._missing.add("a ply")

    def _cut_off(self) -> None:
        super()._cut_off()
        if not self.hall.over and self._table and "reason" not in self._table["match"] and self._seat is None:
            self._seat = (self._table["match"]["id"], self._mine(self._table))
            self._missing.add("his seat")
            self.cut += 1
        self._at = self._table = self._again = None

    def _mine(self, table: Mapping[str, Any]) -> int:
        return [sitter["id"] for sitter in table["people"]].index(self.key.person)

    def _heard(self, message: Mapping[str, Any]) -> None:
        super()._heard(message)
        if message.get("op") == "table" and message["table"] == self._at:
            self.hall.witness.table(message, self._least)
            self._least = None
            self._table = message
            if self._seat:
                self._look_at_seat(message, *self._seat)

    def _look_at_seat(self, message: Mapping[str, Any], id: str, seat: int) -> None:
        if message["match"]["id"] != id:
            return
        if self._mine(message) != seat:
            self.hall.witness.wrong.append(f"{id}: {self.key.person} has changed seats")
        if message["people"][seat]["here"]:
            self._seat = None
            self._missing.discard("his seat")
            self.regained += 1

    async def _act(self, link: Link) -> None:
        self._missing -= {"never was in", "is not in again"}
        if not link.you or link.end:
            return
        table = self._table
        if table and "reason" not in table["match"]:
            await self._move(link, table)
        elif table and await self._next(link, table):
            return
        elif self._at is None or table:
            await self._meet(link)

    async def _move(self, link: Link, table: Mapping[str, Any]) -> None:
        match = Match.from_json(table["match"])
        position = match.position
        if position.turn != self._mine(table) or not table["kept"]:
            return
        move = position.name(self.random.choice(position.moves))
        if await self._ask(link, "move", table=table["table"], seq=table["seq"], move=move):
            self.hall.witness.tell(match.id, [*match.names, move])
            self._missing.discard("a ply")

    async def _next(self, link: Link, table: Mapping[str, Any]) -> bool:
        """Wish for another game at the table, as long as the other one is there."""
        mine = self._mine(table)
        wish = (table["match"]["id"], table["seq"])
        if not table["people"][1 - mine]["here"]:
            return False
        if self._again != wish and not table["rematch"][mine]:
            self._again = wish
            await self._ask(link, "rematch", table=table["table"], seq=table["seq"])
        return not self.offers and not self._offered(link, self.partner)

    async def _meet(self, link: Link) -> None:
        """Go to the game that there is, else to one that is offered, else offer one."""
        yours = [id for id, row in link.lobby.yours.items() if not row["post"]]
        if yours:
            if self._at != yours[0]:
                await self._go(link, yours[0])
            return
        if self._seat and self._seat[0] in self.hall.witness.over:  # the partner's last move has ended it
            self._seat = None
            self._missing.discard("his seat")
            self.ended += 1
        if self.offers and not self._offered(link, self.key.person):
            games = [id for id in link.terms["games"] if id != "gomoku"]
            clock = self.random.choice((CLOCK, None))
            await self._ask(link, "seek", game=self.random.choice(games), clock=clock, seat=None, post=False)
        elif not self.offers and (offer := self._offered(link, self.partner)):
            answer = await self._ask(link, "accept", id=offer)
            if answer:
                await self._go(link, answer["table"])

    def _offered(self, link: Link, who: str) -> str | None:
        return next((id for id, row in link.lobby.seeks.items() if row["who"] == who), None)

    async def _go(self, link: Link, table: str) -> None:
        if self._at not in (None, table):
            await self._ask(link, "unwatch", table=self._at)
        self._at, self._table = table, None
        self._least = dict(self.hall.witness.told)
        if await self._ask(link, "watch", table=table) is None:
            self._at = None


def _opened(pid: int) -> list[str]:
    """The files that a process has open."""
    files = []
    with suppress(OSError):
        for number in os.listdir(f"/proc/{pid}/fd"):
            with suppress(OSError):
                files.append(os.readlink(f"/proc/{pid}/fd/{number}"))
    return files
