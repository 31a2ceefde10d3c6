"""A hall in a test's hand: its clocks and its disk do what the test says, and people come and say what it wants."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from core.errors import StoreBroken
from core.game import Game
from core.hall.advice import AdviceDesk
from core.hall.house import House
from core.hall.limits import HallLimits
from core.hall.people import Guest
from core.hall.records import table_of
from core.hall.store import Done, Met
from core.phrase import Phrase, phrase_in
from core.play.match import Match
from core.play.source import Ticket
from core.store.rows import Member, Offered, Stored
from tests.core.sitting import Bench

FULL_DISK = StoreBroken("The disk under /srv is full.")
NOT_KEPT = "The hall cannot save this right now, so nothing has changed. Try again in a moment."
CLOCK = {"move": 0, "total": 300, "increment": 2, "loses": True}


class Disk:
    """What is kept, and what waits to be: a ``held`` disk answers when the test says so, and a ``full`` one says no."""

    def __init__(self, wall: Callable[[], float]) -> None:
        self._wall = wall
        self.games: dict[str, Stored] = {}
        self.known: dict[str, Member] = {}
        self.offered: list[Offered] = []
        self.held = self.full = False
        self.jobs: list[Callable[[], None]] = []
        self.tickets = 0

    def keep(
        self, match: Match, kept: Callable[[Ticket], None], unkept: Callable[[Ticket, StoreBroken], None]
    ) -> Ticket:
        self.tickets += 1
        ticket = self.tickets

        def work() -> None:
            if self.full:
                unkept(ticket, FULL_DISK)
                return
            there = self.games.get(match.id)
            if there is None or there.match != match:
                started = there.started if there else self._wall()
                self.games[match.id] = Stored.of(match, started, self._wall())
            kept(ticket)

        self.jobs.append(work)
        return ticket

    def members(self) -> Iterable[Member]:
        return list(self.known.values())

    def unfinished(self) -> Iterable[Stored]:
        return [kept for kept in self.games.values() if kept.outcome is None]

    def met(self) -> Iterable[Met]:
        for kept in self.games.values():
            table, outcome = table_of(kept.extra), kept.outcome
            if table and outcome:
                yield Met(kept.game, table.keys, outcome.winner)

    def offers(self) -> Iterable[Offered]:
        return self.offered

    def offer(self, offers: Iterable[Offered], done: Done) -> None:
        self._change(lambda: setattr(self, "offered", [*offers]), done)

    def write(self, member: Member, done: Done) -> None:
        self._change(lambda: self.known.__setitem__(member.key, member), done)

    def forget(self, id: str, done: Done) -> None:
        self._change(lambda: self.games.pop(id, None), done)

    def _change(self, change: Callable[[], Any], done: Done) -> None:
        def work() -> None:
            if not self.full:
                change()
            done(FULL_DISK if self.full else None)

        self.jobs.append(work)


class Foyer:
    """A hall with its clocks, its disk, and a bench of engines."""

    def __init__(
        self,
        limits: HallLimits | None = None,
        advice: AdviceDesk | None = None,
        featured: bool = False,
        own: Sequence[Game] = (),
    ) -> None:
        self.own = own
        self.clock, self.wall = 1000.0, 1_700_000_000.0
        self.disk = Disk(lambda: self.wall)
        self.bench = Bench()
        self.limits, self.advice, self.featured = limits, advice, featured
        self.clients: list[Client] = []
        self.due: float | None = None
        self.open()

    def open(self) -> None:
        """A new hall, from what is on disk."""
        self.disk.jobs.clear()
        self.clients = []
        self.house = House(
            self.disk,
            self.disk.keep,
            self.bench.ask if self.featured else None,
            lambda: self.clock,
            lambda: self.wall,
            Random(1),
            self.limits,
            "the hall",
            self.advice,
            self.own,
        )
        self.run()

    def run(self) -> None:
        """Let everything go on that can."""
        self.due = self.house.tick()
        while self.disk.jobs and not self.disk.held:
            self.to_disk()

    def to_disk(self) -> None:
        """The disk does its next work."""
        self.disk.jobs.pop(0)()
        self.due = self.house.tick()

    def pass_time(self, seconds: float) -> None:
        """Let time go by, with a tick whenever one is due."""
        end, wall = self.clock + seconds, self.wall + seconds
        while self.due is not None and self.due < end:
            assert self.due >= self.clock
            self.wall += self.due - self.clock
            self.clock = self.due
            self.run()
        self.clock, self.wall = end, wall
        self.run()

    def enter(self, key: str, proposed: str = "") -> Client:
        """Somebody comes."""
        client = Client(self, key, proposed)
        self.clients.append(client)
        self.run()
        return client

    def table(self, first: Client, second: Client, game: str = "tictactoe", **values: Any) -> str:
        """Two begin a game: the id of their table."""
        id = first.ask("seek", game=game, seat=0, **{"post": False, **values})["id"]
        table = str(second.ask("accept", id=id)["table"])
        for one in (first, second):
            one.ask("watch", table=table)
        return table


def at_a_table(**values: Any) -> tuple[Foyer, Client, Client, str]:
    """A hall in which two play each other: they and their table."""
    foyer = Foyer()
    first, second = foyer.enter("a"), foyer.enter("b")
    return foyer, first, second, foyer.table(first, second, **values)


class Client:
    """A connection of somebody, and what it has heard."""

    def __init__(self, foyer: Foyer, key: str, proposed: str = "") -> None:
        self.foyer = foyer
        self.heard: list[Mapping[str, Any]] = []
        self.ended: Phrase | None = None
        self.left = False
        self.sent = 0
        self.guest: Guest = foyer.house.enter(key, proposed, self._hear, self._end)

    def _hear(self, message: Mapping[str, Any]) -> None:
        assert not self.left, "nothing is said to those who are gone"
        self.heard.append(json.loads(json.dumps(message, allow_nan=False)))

    def _end(self, reason: Phrase) -> None:
        self.ended, self.left = reason, True

    @property
    def id(self) -> str:
        """The person's id."""
        return self.guest.person.id

    def send(self, op: str, **values: Any) -> int:
        """Ask for something; the number of the request."""
        self.sent += 1
        self.foyer.house.hear(self.guest, json.dumps({"op": op, "n": self.sent, **values}).encode())
        self.foyer.run()
        return self.sent

    def answer(self, n: int) -> Mapping[str, Any] | None:
        """What was said to a request, None as long as nothing was; it is said once."""
        answers = [message for message in self.heard if message["op"] in ("ok", "no") and message["n"] == n]
        assert len(answers) <= 1
        return answers[0] if answers else None

    def ask(self, op: str, **values: Any) -> Mapping[str, Any]:
        """Ask for something that is done."""
        answer = self.answer(self.send(op, **values))
        assert answer, "there is an answer"
        assert answer["op"] == "ok", answer
        return answer

    def refusal(self, op: str, **values: Any) -> str:
        """Ask for something that is not done: the sentence that says so."""
        answer = self.answer(self.send(op, **values))
        assert answer, "there is an answer"
        assert answer["op"] == "no", answer
        return str(phrase_in(answer))

    def at(self, table: str, op: str, **values: Any) -> dict[str, Any]:
        """What is asked at a table, as it was last seen."""
        return {"op": op, "table": table, "seq": self.seen(table)["seq"], **values}

    def do(self, table: str, op: str, **values: Any) -> Mapping[str, Any]:
        """Ask for something at a table that is done."""
        return self.ask(**self.at(table, op, **values))

    def no(self, table: str, op: str, **values: Any) -> str:
        """Ask for something at a table that is not done."""
        return self.refusal(**self.at(table, op, **values))

    def all(self, op: str) -> list[Mapping[str, Any]]:
        """What was heard of one kind."""
        return [message for message in self.heard if message["op"] == op]

    def seen(self, table: str) -> Mapping[str, Any]:
        """How a table was last seen."""
        return next(one for one in reversed(self.heard) if one["op"] == "table" and one["table"] == table)

    def moves(self, table: str) -> str:
        """The moves at a table, as it was last seen."""
        return " ".join(self.seen(table)["match"]["moves"])

    def lobby(self) -> dict[str, dict[str, Any]]:
        """The lobby as it is shown after all that was heard of it."""
        shown: dict[str, dict[str, Any]] = {}
        for message in self.all("lobby"):
            for section in message.keys() - {"op", "rev"}:
                old = {} if section == "results" else shown.get(section, {})
                entries = {**old, **message[section]}
                shown[section] = {id: entry for id, entry in entries.items() if entry is not None}
        return shown

    def leave(self) -> None:
        """The connection ends."""
        self.foyer.house.gone(self.guest)
        self.left = True
        self.foyer.clients.remove(self)
        self.foyer.run()


def play(table: str, first: Client, second: Client, moves: str) -> None:
    """Two people make moves in turn, from the ply at which the game is."""
    for move in moves.split():
        ply = len(first.moves(table).split())
        (first, second)[ply % 2].do(table, "move", move=move)
