"""Whatever people do, in whatever order, and whenever connections, the disk and the hall itself break off: what was told is
kept, nothing is done twice, and nobody sits where he should not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from core.hall.limits import HallLimits
from core.hall.lobby import own
from core.hall.seated import SeatedTable
from tests.core.hall.foyer import CLOCK, Client, Foyer

KEYS = ("a", "b", "c")
STALE = 28 * 86_400.0
"""After so long a game that nobody goes on with is out of view."""
TERMS = HallLimits(requests=1e9, burst=10**9, after=30.0, both_away=200.0)
WHO = st.integers(0, 5)
CLOCKS = st.sampled_from((None, None, CLOCK))
LATE = st.sampled_from((0, 0, 0, 0, 1, -1))
SELDOM = st.sampled_from((True, False, False, False, False, False))
AT_TABLE = st.sampled_from(
    [
        "move",
        "move",
        "move",
        "resign",
        "draw",
        "draw_no",
        "takeback",
        "takeback_no",
        "abort",
        "rematch",
        "claim",
        "look",
    ]
)
VALUES = "analysis", "place", "trouble"
"""What nobody hears who has not asked an engine."""


class AnyOrder(RuleBasedStateMachine):
    """``marks`` says how much of what each has heard was looked at, ``sent`` are old requests to be sent again; ``turns`` has
    for each request that changes a game the client, the number, and of what it was to be the next change: the table and seq."""

    @initialize(clock=CLOCKS, post=st.booleans(), moves=st.integers(0, 8))
    def begin(self, clock: object, post: bool, moves: int) -> None:
        self.foyer = Foyer(TERMS)
        self.marks: dict[int, int] = {}
        self.sent: list[dict[str, Any]] = []
        self.turns: list[tuple[Client, int, tuple[str, int]]] = []
        for key in KEYS:
            self.enter(key)
        self.sit_down(0, 1, clock, post and not clock)
        for index in range(moves):
            self.ask("move", index, 0, None)

    # What people do.

    @rule(key=st.sampled_from(KEYS))
    def enter(self, key: str) -> None:
        if len(self.foyer.clients) < 6:
            client = self.foyer.enter(key)
            client.send("lobby")
            for table in client.lobby()["yours"]:
                client.send("watch", table=table)

    @precondition(lambda self: self.foyer.clients)
    @rule(who=WHO, really=SELDOM)
    def leave(self, who: int, really: bool) -> None:
        if really:
            self.client(who).leave()

    @precondition(lambda self: self.foyer.clients)
    @rule(who=WHO, clock=st.sampled_from((None, None, CLOCK)), seat=st.sampled_from((None, 0, 1)), post=st.booleans())
    def seek(self, who: int, clock: object, seat: object, post: bool) -> None:
        self.client(who).send("seek", game="tictactoe", clock=clock, seat=seat, post=post)

    @precondition(lambda self: self.foyer.clients)
    @rule(who=WHO, which=st.integers(0, 9))
    def accept(self, who: int, which: int) -> None:
        offers = list(self.foyer.house.lobby.offers)
        self.client(who).send("accept", id=offers[which % len(offers)] if offers else "s0")

    @precondition(lambda self: self.foyer.clients)
    @rule(who=WHO, which=st.integers(0, 9), op=st.sampled_from(("watch", "watch", "unwatch")))
    def look(self, who: int, which: int, op: str) -> None:
        tables = list(self.foyer.house.tables)
        self.client(who).send(op, table=tables[which % len(tables)] if tables else "none")

    @precondition(lambda self: self.foyer.clients)
    @rule(who=WHO, other=WHO, clock=CLOCKS, post=st.booleans())
    def sit_down(self, who: int, other: int, clock: object, post: bool) -> None:
        """Two play, as far as they may."""
        first, second = self.client(who), self.client(other)
        n = first.send("seek", game="tictactoe", clock=clock, seat=0, post=post)
        m = second.send("accept", id=(first.answer(n) or {}).get("id", "none"))
        table = (second.answer(m) or {}).get("table")
        for client in (first, second):
            if table:
                client.send("watch", table=table)

    @precondition(lambda self: self.seated())
    @rule(asked=st.lists(st.tuples(AT_TABLE, st.integers(0, 8), LATE), min_size=1, max_size=4))
    def ask_on(self, asked: list[tuple[str, int, int]]) -> None:
        """The two go on with each other."""
        for op, index, late in asked:
            self.ask(op, index, late, None)

    @precondition(lambda self: self.seated())
    @rule(op=AT_TABLE, index=st.integers(0, 8), late=LATE, who=WHO)
    def ask(self, op: str, index: int, late: int, who: int | None) -> None:
        """Somebody asks for something at a table: whoever it is for to do so, where nobody is named."""
        tables = self.seated()
        table = tables[index % len(tables)]
        seat = table.course.match.position.turn if op == "move" else index % 2
        holder = table.seats.holders[seat]
        clients = [client for client in self.foyer.clients if client.guest is holder]
        if who is not None or not clients:
            clients = self.foyer.clients[(who or 0) % 6 :] or self.foyer.clients
        if not clients:
            return
        moves = table.course.match.position.moves
        name = table.course.match.position.name(moves[index % len(moves)]) if moves else "a1"
        further: dict[str, dict[str, Any]] = {
            "move": {"move": name},
            "claim": {"what": ("win", "draw")[index % 2]},
            "look": {"ply": index},
        }
        request = {"table": table.id, "seq": max(0, table.seq + late), **further.get(op, {})}
        self.sent = [*self.sent[-5:], {"op": op, **request}]
        self.send(clients[0], {"op": op, **request})

    @precondition(lambda self: self.foyer.clients and self.sent)
    @rule(who=WHO, which=st.integers(0, 5))
    def resend(self, who: int, which: int) -> None:
        self.send(self.client(who), self.sent[which % len(self.sent)])

    @precondition(lambda self: self.foyer.clients)
    @rule(who=WHO, name=st.sampled_from(("ana", "ANA", "ben", "x")))
    def take_name(self, who: int, name: str) -> None:
        self.client(who).send("name", text=name)

    @precondition(lambda self: self.foyer.clients)
    @rule(who=WHO, other=WHO, op=st.sampled_from(("block", "unblock", "unblock")))
    def block(self, who: int, other: int, op: str) -> None:
        self.client(who).send(op, who=self.client(other).id)

    @precondition(lambda self: self.foyer.clients)
    @rule(who=WHO, line=st.binary(max_size=40))
    def babble(self, who: int, line: bytes) -> None:
        client = self.client(who)
        before = len(client.heard)
        self.foyer.house.hear(client.guest, line)
        assert [message["op"] for message in client.heard[before:]] == ["no"]

    # What happens to them.

    @rule(seconds=st.sampled_from((0.1, 1.0, 45.0, 130.0, 250.0, 15 * 86_400.0)))
    def wait(self, seconds: float) -> None:
        if not self.foyer.disk.held:
            self.foyer.pass_time(seconds)
            self.check_lobby()

    @precondition(lambda self: self.foyer.disk.jobs)
    @rule()
    def keep(self) -> None:
        self.foyer.to_disk()

    @rule(held=SELDOM, full=SELDOM)
    def disk(self, held: bool, full: bool) -> None:
        self.foyer.disk.held, self.foyer.disk.full = held, full
        self.foyer.run()

    @rule(really=SELDOM)
    def kill(self, really: bool) -> None:
        """The hall is gone from one moment to the next, with all that was not on disk."""
        if not really:
            return
        told = {
            table.match.id: client.moves(table.id)
            for client in self.foyer.clients
            for table in self.seated()
            if table.id in client.guest.tables and not table.over and self.foyer.wall < table.updated + STALE
        }
        self.foyer.disk.full = False
        self.foyer.open()
        self.marks.clear()
        self.turns.clear()
        taken_up = {table.match.id: " ".join(table.course.match.names) for table in self.seated()}
        assert told.items() <= taken_up.items()

    # What holds all the time.

    @invariant()
    def check_told(self) -> None:
        """What anybody sees of a game is on disk at that moment, and nobody hears what an engine thinks."""
        for client in self.foyer.clients:
            start = self.marks.get(id(client), 0)
            self.marks[id(client)] = len(client.heard)
            assert not any(message["op"] in VALUES for message in client.heard[start:])
            for table in self.seated():
                if table.id in client.guest.tables:
                    self.check_kept(client.seen(table.id))

    def check_kept(self, message: Mapping[str, Any]) -> None:
        there = self.foyer.disk.games.get(message["match"]["id"])
        if message["aborted"]:
            assert there is None
            return
        assert there
        course = ("moves", "result", "reason")
        assert [message["match"].get(name) for name in course] == [there.document.get(name) for name in course]

    @invariant()
    def check_seats(self) -> None:
        """Nobody has two live games, nor both seats of one; a seat is held by a connection of whoever sits there."""
        for person in self.foyer.house.people:
            live = [table for table in self.seated() if table.live and table.seat_of(person) is not None]
            assert len(live) <= 1
        for table in self.seated():
            assert table.people[0] is not table.people[1]
            for seat, holder in enumerate(table.seats.holders):
                assert holder is None or holder.person is table.people[seat]
                assert holder is None or holder in holder.person.guests
                assert (holder is None) == (not table.seats.here[seat])

    @invariant()
    def check_names(self) -> None:
        """No two have one name, and every name that is told is kept."""
        names = [person.kept.name.casefold() for person in self.foyer.house.people if person.kept.name]
        assert len(names) == len(set(names))
        kept = {member.key: member.name for member in self.foyer.disk.known.values()}
        for person in self.foyer.house.people:
            assert not person.kept.name or kept.get(person.kept.key) == person.kept.name

    @invariant()
    def check_answers(self) -> None:
        """Every request has one answer at most, and one in the end."""
        for client in self.foyer.clients:
            answered = [message["n"] for message in client.heard if message["op"] in ("ok", "no") and message["n"]]
            assert len(answered) == len(set(answered))
            if not self.foyer.disk.jobs:
                assert set(answered) == set(range(1, client.sent + 1))

    def check_lobby(self) -> None:
        """What the lobby shows after all its changes is how it is, a moment after they came."""
        self.foyer.pass_time(1.0)
        house = self.foyer.house
        for client in self.foyer.clients:
            shown = client.lobby()
            assert set(shown["people"]) == {person.id for person in house.people.here}
            assert set(shown["yours"]) == {table.id for table in own(client.guest.person, house.tables)}
            assert set(shown["games"]) == {table.id for table in self.seated() if table.open and table.live}
            assert set(shown["seeks"]) | set(shown["challenges"]) <= set(house.lobby.offers)

    @invariant()
    def check_once(self) -> None:
        """Of those who would change a game next, one does."""
        done = [turn for client, n, turn in self.turns if (client.answer(n) or {}).get("op") == "ok"]
        assert len(done) == len(set(done))

    # Helpers.

    def send(self, client: Client, request: dict[str, Any]) -> None:
        table = self.foyer.house.tables.get(request["table"])
        holders = [*table.seats.holders] if isinstance(table, SeatedTable) else []
        n = client.send(**request)
        assert (client.answer(n) or {}).get("op") != "ok" or client.guest in holders
        if request["op"] in ("move", "resign", "claim", "abort"):
            self.turns.append((client, n, (request["table"], request["seq"])))

    def client(self, who: int) -> Client:
        return self.foyer.clients[who % len(self.foyer.clients)]

    def seated(self) -> list[SeatedTable]:
        return [table for table in self.foyer.house.tables.values() if isinstance(table, SeatedTable)]


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(
    max_examples=40, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
