"""The house: guests who come and go, and the requests that they send.

A house is driven, as a session is. Its owner brings connections and their lines. It calls :meth:`House.tick` after
every such call, after every answer of the disk and of engines, and again at the time that this returns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from core.errors import CoreError
from core.game import Game
from core.games import get
from core.hall import wire
from core.hall.advice import AdviceDesk, bind, hand_over
from core.hall.featured import FEATURED, Featured
from core.hall.limits import HallLimits, games_on_offer
from core.hall.lobby import Lobby, Offer, live_table, outdated, own, turn_of, worth_keeping
from core.hall.people import Guest, No, People, Person, Rate
from core.hall.records import fresh, people_of, resumed, table_of
from core.hall.seated import SeatedTable, TableStage
from core.hall.store import HallStore, Keep
from core.hall.table import Table, TableServices
from core.hall.wire import Message, WireRequest
from core.phrase import Phrase, phrase, phrase_out
from core.play.clock import earliest
from core.players.asking import AskForSeat
from core.position import other
from core.store.rows import Member, Offered
from core.tally import Tally

BANNED = phrase("You can no longer enter this hall.")


class House:
    """``name`` is the name of the hall; ``now`` gives seconds that only grow, ``wall`` seconds since 1970. ``ask`` asks
    the engines of the featured table, None for no such table; :meth:`tick` has to be called after each answer. ``own``
    are the host's own games, which are on offer too."""

    def __init__(
        self,
        store: HallStore,
        keep: Keep,
        ask: AskForSeat | None,
        now: Callable[[], float],
        wall: Callable[[], float],
        random: Random,
        limits: HallLimits | None = None,
        name: str = "triqui",
        advice: AdviceDesk | None = None,
        own: Sequence[Game] = (),
    ) -> None:
        self._own = own
        self.games = (*games_on_offer(), *(game.id for game in own))
        self.limits = limits = limits or HallLimits()
        self.name = name
        self.advice = advice
        self._store, self._now, self._wall, self._random = store, now, wall, random
        self.tables: dict[str, Table] = {}
        self._bind = partial(bind, self.tables, advice)
        self._services = TableServices(
            limits,
            now,
            wall,
            random,
            keep,
            store.forget,
            self._changed,
            self._count_result,
            self._bind,
            self._check_free,
        )
        self.people = People(store.members())
        self.lobby = Lobby(limits, self.people, self._check_free)
        self.featured = Featured(self._services, ask) if ask else None
        self._offered: list[Offered] = []
        """The offers last handed to the store."""
        self._flush: float | None = None
        self._flushed = float("-inf")
        if self.featured:
            self.tables[FEATURED] = self.featured
        self._take_up(store)

    def _take_up(self, store: HallStore) -> None:
        """Resume the unfinished games and the open offers of the last time, and count the results of the finished
        games."""
        self.lobby.take_up(store.offers(), games_on_offer())
        self._offered = self.lobby.by_post
        for kept in store.unfinished():
            at, match = table_of(kept.extra), resumed(kept, self.limits.grace)
            people = at and people_of(at, self.people.of)
            if at and match and people and at.table not in self.tables:
                table = SeatedTable(at.table, self._services, people, match, at.post, kept)
                if not table.idle:
                    if any(live_table(person, self.tables) for person in people):
                        table.stage = TableStage.DORMANT
                    self.tables[at.table] = table
                    table.tick()
        for met in store.met():
            for seat in (0, 1):
                self.people.of(met.keys[seat]).count(met.game, Tally.of(met.winner, seat, met.games))

    # Who comes and goes.

    def enter(self, key: str, proposed: str, send: Callable[[Message], None], end: Callable[[Phrase], None]) -> Guest:
        """Open a connection of the person with that key; ``proposed`` is the name that they use elsewhere. Raises No
        for a person who is banned."""
        person = self.people.of(key)
        if person.kept.banned:
            raise No(BANNED.template)
        guest = Guest(person, send, end, Rate(self.limits.requests, self.limits.burst, self._now()))
        self.people.arrive(guest)
        self._seen(person)
        send(
            {
                "op": "hi",
                "you": {
                    "id": person.id,
                    "name": person.name,
                    "named": bool(person.kept.name),
                    "proposed": "" if person.kept.name else self.people.proposal(proposed),
                },
                "hall": self.name,
                "terms": {
                    "games": list(self.games),
                    "own": [game.content for game in self._own],
                    "phrase": self.limits.phrase,
                    "draws": self.limits.draws,
                    "away": self.limits.away,
                    "away_clock": self.limits.away_clock,
                    "post_days": round(self.limits.post / 86_400),
                    "seconds": dict(self.advice.seconds) if self.advice else {},
                },
                "turns": [table.id for table in own(person, self.tables) if turn_of(table, person)],
            }
        )
        self._bind([person])
        self._changed()
        return guest

    def gone(self, guest: Guest) -> None:
        """Close a connection that has ended, for whatever reason."""
        person = guest.person
        if guest not in person.guests:
            return
        self.people.leave(guest)
        guest.send = _nobody_hears
        if guest in self.lobby.guests:
            self.lobby.guests.remove(guest)
        for id in list(guest.tables):
            self.tables[id].unwatch(guest)
        if not person.guests:
            self.lobby.drop(lambda offer: not offer.post and person in (offer.who, offer.to))
            self._seen(person)
        if self.advice:
            self.advice.gone(guest)
        self._changed()

    def ban(self, person: Person, banned: bool) -> None:
        """Ban or unban a person, as the store has it already. A banned person leaves at once, and their offers with
        them."""
        person.kept = replace(person.kept, banned=banned)
        if banned:
            self.lobby.drop(lambda offer: person in (offer.who, offer.to))
            for guest in list(person.guests):
                self._send_away(guest, BANNED)
            self._changed()

    def close(self, reason: Phrase) -> None:
        """Send everybody away, with the reason."""
        for person in self.people.here:
            for guest in list(person.guests):
                self._send_away(guest, reason)

    def _send_away(self, guest: Guest, reason: Phrase) -> None:
        guest.send({"op": "bye", **phrase_out(reason)})
        guest.end(reason)
        self.gone(guest)

    def _seen(self, person: Person) -> None:
        """Save that a person was here just now, if anything is saved about them; others are forgotten once they
        leave."""
        if person.writing:
            return
        person.kept = replace(person.kept, seen=self._wall())
        if worth_keeping(person, self.tables.values(), self.lobby.offers.values()):
            self._store.write(person.kept, lambda error: None)
        elif not person.guests:
            self.people.forget(person)

    # What they ask.

    def hear(self, guest: Guest, line: bytes) -> None:
        """Do what a line of a guest asks. The answer is sent, and nothing is raised."""
        if guest not in guest.person.guests:
            return
        try:
            if not guest.bucket.takes(self._now()):
                raise No("Too many requests at once; wait a moment.")
            self._do(guest, wire.parse(line))
        except CoreError as error:
            guest.no(wire.number_of(line), error)

    def _do(self, guest: Guest, request: WireRequest) -> None:
        n = request.n
        match request.op:
            case "ping":
                guest.ok(n)
            case "lobby":
                self._subscribe(guest)
                guest.ok(n)
            case "unlobby":
                guest.lobby = None
                if guest in self.lobby.guests:
                    self.lobby.guests.remove(guest)
                self._changed()
                guest.ok(n)
            case "name":
                self._take_name(guest, n, request["text"])
            case "block" | "unblock":
                self._block(guest, request)
            case "seek" | "challenge":
                self._seek(guest, request)
            case "withdraw":
                self.lobby.close(request["id"], lambda offer: offer.who is guest.person)
                self._changed()
                guest.ok(n)
            case "decline":
                offer = self.lobby.close(request["id"], lambda offer: offer.to is guest.person)
                offer.who.tell({"op": "declined", "id": offer.id})
                self._changed()
                guest.ok(n)
            case "accept":
                self._accept(guest, n, request["id"])
            case "watch":
                self._watch(guest, n, request["table"])
            case "unwatch":
                self._table(request["table"]).unwatch(guest)
                guest.ok(n)
            case "phrase":
                self._say(guest, request)
            case "ask" | "stop" | "drop" | "study" | "studied":
                self._engines(guest, request)
            case _:
                table = self._table(request["table"])
                if not isinstance(table, SeatedTable):
                    raise No("You have no seat at this table.")
                table.asked(guest, request)

    def _subscribe(self, guest: Guest) -> None:
        if guest not in self.lobby.guests:
            self.lobby.guests.append(guest)
            self._changed()
        guest.lobby = None
        self.lobby.tell([guest], self.tables)

    def _table(self, id: str) -> Table:
        table = self.tables.get(id)
        if table is None or (isinstance(table, SeatedTable) and not table.open):
            raise No("That table no longer exists.")
        return table

    def _watch(self, guest: Guest, n: int, id: str) -> None:
        table = self._table(id)
        if id not in guest.tables and len(guest.tables) >= self.limits.tables:
            raise No("You are already watching {count} tables; leave one of them first.", count=len(guest.tables))
        guest.ok(n)
        table.watch(guest)

    # Names.

    def _take_name(self, guest: Guest, n: int, name: str) -> None:
        person, wall = guest.person, self._wall()
        self.people.check(person, name, self.limits, wall)
        self.people.take(person, name)

        def settle(old: Member, error: CoreError | None) -> None:
            self.people.give_up(person, name if error else old.name)
            if not error:
                for table in own(person, self.tables):
                    table.show()
                    table.tick()

        self._write(guest, n, replace(person.kept, name=name, named=wall), settle, name=name)

    def _block(self, guest: Guest, request: WireRequest) -> None:
        person, whom = guest.person, self.people.get(request["who"])
        if whom is None or whom is person:
            raise No("There is nobody with that number to block.")
        blocked = person.kept.blocked
        blocked = blocked | {whom.id} if request.op == "block" else blocked - {whom.id}

        def settle(old: Member, error: CoreError | None) -> None:
            if person.kept.blocked - old.blocked:
                self.lobby.drop(lambda offer: offer.to is not None and {offer.who, offer.to} == {person, whom})

        self._write(guest, request.n, replace(person.kept, blocked=blocked), settle)

    def _write(
        self,
        guest: Guest,
        n: int,
        member: Member,
        settle: Callable[[Member, CoreError | None], None],
        **values: object,
    ) -> None:
        """Save a change of a person and answer once it is saved; ``settle`` gets the old state, and the error if there
        is one."""
        person = guest.person
        if person.writing:
            raise No("Your last change is still being saved; try again in a moment.")
        old, person.writing = person.kept, True

        def done(error: CoreError | None) -> None:
            person.writing = False
            if error:
                settle(old, error)
                guest.no(n, error)
            else:
                person.kept = replace(member, banned=person.kept.banned)
                settle(old, None)
                guest.ok(n, **values)
            if not person.guests:
                self._seen(person)
            self._changed()

        self._store.write(member, done)

    # Games.

    def _check_free(self, person: Person, post: bool) -> None:
        """Check that a person may begin a game. Raises No if not."""
        if post:
            games = sum(table.post for table in own(person, self.tables))
            if games >= self.limits.post_games:
                raise No("You have the maximum number of games by post; finish one first.")
        elif live_table(person, self.tables):
            raise No("You have an unfinished game; finish it first.")

    def _seek(self, guest: Guest, request: WireRequest) -> None:
        game, control = request["game"], wire.control_of(request["clock"])
        if game not in self.games:
            raise No("That game is not played in this hall.")
        if request["post"] and game not in games_on_offer():
            raise No("The host's own games cannot be played by post; play them live.")
        if control and request["post"]:
            raise No("A game by post has no clock.")
        to = None
        if request.op == "challenge":
            to = self.people.get(request["who"])
            if to is None:
                raise No("There is nobody with that number here.")
        offer = self.lobby.put(guest.person, game, control, request["seat"], request["post"], to)
        if guest.person.kept.blank:
            self._seen(guest.person)
        self._changed()
        guest.ok(request.n, id=offer.id)

    def _accept(self, guest: Guest, n: int, id: str) -> None:
        offer = self.lobby.take(id, guest.person)
        seat = offer.seat if offer.seat is not None else self._random.choice((0, 1))
        people = (offer.who, guest.person) if seat == 0 else (guest.person, offer.who)
        place = f"{self._random.getrandbits(48):012x}"
        match = fresh(place, get(offer.game), people, offer.control, offer.post, self._random)
        table = SeatedTable(place, self._services, people, match, offer.post)
        self.tables[place] = table

        def opened(error: CoreError | None) -> None:
            if error:
                del self.tables[place]
                if offer.post or offer.who.guests:
                    self.lobby.offers[offer.id] = offer
                guest.no(n, error)
            else:
                self._begun(offer, guest, n, place)
            self._changed()

        table.begin(opened)

    def _begun(self, offer: Offer, guest: Guest, n: int, place: str) -> None:
        for person in (guest.person, offer.who):
            self._seen(person)
        guest.ok(n, table=place)
        offer.who.tell({"op": "begun", "table": place, "id": offer.id})

    def _count_result(self, table: Table) -> None:
        assert isinstance(table, SeatedTable), "engines count no results"
        match = table.course.match
        if outcome := match.outcome:
            for seat in (0, 1):
                table.people[seat].count(match.game.id, Tally.of(outcome.winner, seat))

    # Words.

    def _say(self, guest: Guest, request: WireRequest) -> None:
        table, person = self._table(request["table"]), guest.person
        seat = table.seat_of(person) if isinstance(table, SeatedTable) else None
        if not isinstance(table, SeatedTable) or seat is None:
            raise No("Only the players can send phrases at a table.")
        if self._now() < person.spoke + self.limits.phrase:
            raise No("You can send one phrase every {count} s.", count=round(self.limits.phrase))
        if table.people[other(seat)].shuns(person):
            raise No("{name} does not see your phrases.", name=table.people[other(seat)].name)
        person.spoke = self._now()
        said = {"op": "phrase", "table": table.id, "who": person.id, "name": person.name, "id": request["id"]}
        for hearer in list(table.watchers):
            if not hearer.person.shuns(person):
                hearer.send(said)
        guest.ok(request.n)

    # Engines.

    def _engines(self, guest: Guest, request: WireRequest) -> None:
        if self.advice is None:
            raise No("There are no engines in this hall.")
        hand_over(self.advice, guest, request, self.tables, self.games)

    # Time.

    def _changed(self) -> None:
        """Send the changes of the lobby soon."""
        if self._flush is None:
            self._flush = max(self._now(), self._flushed + self.limits.repaint)
        if (offered := self.lobby.by_post) != self._offered:
            self._offered = offered
            self._store.offer(offered, lambda error: None)

    def tick(self) -> float | None:
        """Do what is due. Returns the ``now()`` at which something will be due again; None until the next call."""
        now = self._now()
        if self.featured and self.featured.wanted != bool(self.lobby.guests):
            self.featured.wanted = bool(self.lobby.guests)
            self.featured.tick()
        for table in list(self.tables.values()):
            if table.due is not None and table.due <= now:
                table.tick()
                if isinstance(table, SeatedTable) and table.idle:
                    del self.tables[table.id]
                    self._bind(table.people)
                    self._changed()
        if self._flush is not None and self._flush <= now:
            self._flush, self._flushed = None, now
            wall = self._wall()
            self.lobby.drop(lambda offer: outdated(offer, self.tables, self.limits, wall))
            self.lobby.tell(self.lobby.guests, self.tables)
        asked = self.advice.tick(now) if self.advice else None
        return earliest(
            asked, self._flush if self.lobby.guests else None, *(table.due for table in self.tables.values())
        )


def _nobody_hears(message: Message) -> None:
    """Ignore a late answer for a guest who has left."""
