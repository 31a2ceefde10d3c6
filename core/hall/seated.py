"""A table at which two people play: what each may ask there, and what becomes of the game when one of them leaves.

Requests are done one after the other. While a change is on its way to the disk the next ones wait, and then they are too late,
since who sent them had not seen the change: so a request that is sent twice is done once.
"""

from __future__ import annotations

import math
from collections import deque
from contextlib import suppress
from functools import partial
from typing import Any

from core.errors import CoreError, StoreBroken
from core.game import Player, Reason
from core.hall.people import Guest, No, Person
from core.hall.records import following, table_of, with_offers
from core.hall.seats import TableSeats
from core.hall.store import Done
from core.hall.table import Table, TableServices
from core.hall.wire import Message, WireRequest
from core.play import actions, events
from core.play.agreements import Policy
from core.play.clock import earliest
from core.play.events import Event
from core.play.match import Match
from core.play.seats import Setup
from core.play.session import Session
from core.play.source import Snapshot, Ticket
from core.players.asking import Asking, Heard, Lost
from core.players.opponents import HUMAN
from core.players.worker.request import Request
from core.position import Outcome, other
from core.store.rows import Stored

_ASKED = (events.DrawOffered, events.DrawDeclined, events.UndoAsked, events.UndoDeclined)
"""What changes nothing of the game: only what the two have asked each other."""
FREE_TO_ABORT = 2
"""The ply from which on a game counts."""


class SeatedTable(Table):
    """``people`` are by seat. ``open``: the game is on disk, and the table there for others; ``opened`` is told whether that
    could be. ``dormant``: both have been away for so long that the game hinders nobody."""

    def __init__(
        self,
        id: str,
        services: TableServices,
        people: tuple[Person, Person],
        match: Match,
        post: bool,
        kept: Stored | None = None,
    ) -> None:
        super().__init__(id, services)
        self.people = people
        self.post = post
        self.open = kept is not None
        self.opened: Done = lambda error: None
        if kept:
            self.started, self.updated = kept.started, kept.updated
        self.match = self._saving = match
        self.session = self._begin(match, self.open)
        self.seq = len(self.state.moves)
        self.seats = TableSeats(services.now())
        self.dormant = not post and services.wall() > self.updated + services.limits.both_away
        self.aborted = False
        self._reset()
        self._coming: Session | None = None
        self._busy = False
        self._asking: tuple[Guest, int] | None = None
        self._waiting: deque[tuple[Guest, WireRequest]] = deque()

    def _reset(self) -> None:
        """As it is when a game begins."""
        self.rematch = [False, False]
        self.look: int | None = None

    # What goes on.

    @property
    def over(self) -> bool:
        """Whether the game has ended, by whatever."""
        return self.aborted or super().over

    @property
    def live(self) -> bool:
        """Whether the two are bound to go on with it now."""
        return (not self.over or self._coming is not None) and not (self.post or self.dormant)

    @property
    def idle(self) -> bool:
        """Whether nobody needs the table any more: the game is over and all have been gone for long, or nobody has gone on with
        it for longer still."""
        limits = self.services.limits
        if self.watchers or not self.session.settled or self._busy:
            return False
        if not self.over:
            return self.services.wall() > self.updated + self._kept_for
        empty = self.seats.empty
        return empty is not None and self.services.now() >= empty + limits.after

    @property
    def _kept_for(self) -> float:
        """How long a game is in view with which nobody goes on."""
        return self.services.limits.post + self.services.limits.stale

    def seat_of(self, person: Person) -> Player | None:
        """Where somebody sits here."""
        return 0 if self.people[0] is person else 1 if self.people[1] is person else None

    def turn_of(self, person: Person) -> bool:
        """Whether somebody is to move."""
        return not self.over and self.people[self.state.position.turn] is person

    # Who is there.

    def watch(self, guest: Guest) -> None:
        """Who has a seat takes it, also from another window of their own."""
        seat = self.seat_of(guest.person)
        if seat is not None and self.seats.holders[seat] is not guest:
            holder = self.seats.holders[seat]
            if holder:
                holder.send({"op": "elsewhere", "table": self.id})
            self._hold(seat, guest)
        super().watch(guest)
        self._after()

    def unwatch(self, guest: Guest) -> None:
        """The seat falls to another window of theirs that looks, or is empty."""
        super().unwatch(guest)
        seat = self.seat_of(guest.person)
        if seat is not None and self.seats.holders[seat] is guest:
            windows = [window for window in self.watchers if window.person is guest.person]
            self._hold(seat, windows[-1] if windows else None)
        self._after()

    def _hold(self, seat: Player, guest: Guest | None) -> None:
        self.rematch[seat] = self.rematch[seat] and guest is not None
        if self.seats.hold(seat, guest, self.services.now()):
            self._wake()
            self.show()
            self.services.changed()

    def _wake(self) -> None:
        """A game that slept goes on once both are there, unless one of them plays another one."""
        if self.dormant and all(self.seats.here):
            with suppress(No):
                for person in self.people:
                    self.services.free(person, False)
                self.dormant = False

    # What is asked.

    def asked(self, guest: Guest, request: WireRequest) -> None:
        """Somebody asks for something here; ``seq`` says what they have seen of it."""
        if len(self._waiting) >= self.services.limits.waiting:
            raise No("The table waits for the disk; try again in a moment.")
        self._waiting.append((guest, request))
        self._after()

    def _after(self) -> None:
        """Do what waits, as far as nothing is on its way to the disk, and tell what came of it."""
        self._spread()
        while self._waiting and self._ready:
            guest, request = self._waiting.popleft()
            self._asking = (guest, request.n)
            try:
                self._take(guest, request)
            except CoreError as error:
                self._answer(error)
            if self._ready:
                self._answer(None)
            self._spread()
        self._look_ahead()

    @property
    def _ready(self) -> bool:
        return self.session.settled and self._coming is None and not self._busy

    def _answer(self, error: CoreError | None) -> None:
        """What came of the request in hand, unless that was told."""
        if self._asking is None:
            return
        (guest, n), self._asking = self._asking, None
        if error is None:
            guest.ok(n)
        else:
            guest.no(n, error, table=self.message())

    def _take(self, guest: Guest, request: WireRequest) -> None:
        seat = self.seat_of(guest.person)
        if seat is None:
            raise No("You have no seat at this table.")
        holder = self.seats.holders[seat]
        if holder is None:
            raise No("Open the table before you do something there.")
        if holder is not guest:
            raise No("You sit there in another window; open the table anew here first.")
        if request["seq"] != self.seq:
            raise No("The game has gone on meanwhile; look at the board again.")
        if request.op in ("rematch", "look") and not self.over:
            raise No("The game is not over yet.")
        if request.op not in ("rematch", "look") and self.over:
            raise No("The game is over.")
        match request.op:
            case "move":
                self._move(seat, request["move"])
            case "resign":
                self.session.do(actions.Resign(seat))
            case "draw":
                self.session.do(actions.OfferDraw(seat))
            case "draw_no" if self.state.offer is not None:
                self.session.do(actions.DeclineDraw())
            case "takeback":
                self.session.do(actions.AskUndo(seat))
            case "takeback_no" if self.state.takeback is not None:
                self.session.do(actions.DeclineUndo())
            case "abort":
                self._abort()
            case "claim":
                self._claim(seat, request["what"])
            case "rematch":
                self._rematch(seat)
            case "look":
                self._look_at(request["ply"])
            case _:
                raise No("There is nothing to decline.")

    def _move(self, seat: Player, name: str) -> None:
        position = self.state.position
        if position.turn != seat:
            raise No("It is not your turn.")
        self.session.do(actions.Play(position.parse(name)))

    def _abort(self) -> None:
        if len(self.state.moves) >= FREE_TO_ABORT:
            raise No("Both have moved by now: the game counts; resign, or offer a draw.")
        self._busy = True
        self.services.forget(self.match.id, self._forgotten)

    def _forgotten(self, error: CoreError | None) -> None:
        self._busy = False
        if error is None:
            self.aborted = True
            self._changed()
        self._answer(error)
        self._after()

    def _claim(self, seat: Player, what: str) -> None:
        claim = self._claimable
        if claim is None or claim[0] != seat:
            raise No("There is nothing to claim: the other one is there, or it is your move.")
        if claim[1] > 0:
            raise No("The other one still has {count} s to come back.", count=math.ceil(claim[1]))
        self.session.do(actions.Conclude(Outcome(seat if what == "win" else None, Reason.ABANDONED)))

    @property
    def _claimable(self) -> tuple[Player, float] | None:
        """Who may claim the game, and in how many seconds; None while nobody keeps anybody waiting."""
        if self.over or not self.open:
            return None
        limits, turn = self.services.limits, self.state.position.turn
        left = self.seats.left[turn]
        if self.post or self.dormant:
            return other(turn), max(0.0, self.updated + limits.post - self.services.wall())
        if left is None:
            return None
        away = limits.away_clock if self.state.clock else limits.away
        return other(turn), max(0.0, left + away - self.services.now())

    def _look_at(self, ply: int) -> None:
        if ply > len(self.state.moves):
            raise No("The game did not go so far.")
        self.look = ply
        self.show()

    def _rematch(self, seat: Player) -> None:
        """A game on changed seats, once both want it."""
        if not self.seats.here[other(seat)]:
            raise No("The other one has left.")
        if self.rematch[seat]:
            raise No("You have asked for it already; the answer will come.")
        for person in self.people:
            self.services.free(person, self.post)
        if not self.rematch[other(seat)]:
            self.rematch[seat] = True
            self.show()
            return
        self.dormant = False
        people = (self.people[1], self.people[0])
        match = following(self.id, self.state, people, self.post, self.services.random)
        self._coming = self._begin(match)
        self._coming.tick()

    # What comes of it.

    def _run(self) -> float | None:
        return None if self._busy else super()._run()

    def _begin(self, match: Match, kept: bool = False) -> Session:
        services, people, retry = self.services, Setup((HUMAN, HUMAN)), self.services.limits.retry
        at = table_of(match.extra)
        session = Session(
            match.game,
            people,
            _ask_nobody,
            self._keep,
            services.now,
            services.random,
            match,
            retry=retry,
            kept=kept,
            policy=Policy(afar=True, draws=services.limits.draws),
            offered=at.offered if at else (0, 0),
        )
        session.listen(partial(self._hear, session))
        return session

    def _keep(self, match: Match) -> Ticket:
        self._saving = match = with_offers(match, (self._coming or self.session).state.offered)
        return self.services.keep(match, self._kept, self._unkept)

    def _kept(self, ticket: Ticket) -> None:
        for session in (self.session, self._coming):
            if session:
                session.kept(ticket)
        self._after()

    def _unkept(self, ticket: Ticket, error: StoreBroken) -> None:
        for session in (self.session, self._coming):
            if session:
                session.unkept(ticket, error)
        self._after()

    def _hear(self, session: Session, state: Snapshot, told: tuple[Event, ...]) -> None:
        error = next((event.error for event in told if isinstance(event, events.Refused)), None)
        if error is not None:
            self._coming = None
            self._answer(error)
            if not self.open:
                self.opened(error)
        elif told and all(isinstance(event, _ASKED) for event in told):
            self.show()
        elif self._happened(told):
            if session is self._coming:
                self._follow(session)
            self.match = self._saving
            self._changed(told)
            self._answer(None)
        elif state.saving:
            self.show()

    def _follow(self, session: Session) -> None:
        """The next game has begun; the old one needs nothing any more."""
        self.session, self._coming = session, None
        self.people = (self.people[1], self.people[0])
        self.seats.change()
        self.aborted = False
        self.started = self.services.wall()
        self._reset()

    def _changed(self, told: tuple[Event, ...] = ()) -> None:
        """The game is not what it was."""
        self.seq += 1
        self.updated = self.services.wall()
        begins, self.open = not self.open, True
        self.services.bind(self.people)
        if begins:
            self.opened(None)
        if self.over:
            self.services.over(self)
        self.show()
        self.services.changed()

    def tick(self) -> None:
        """Do what is due."""
        empty = self.seats.empty
        if empty is not None and self.live and self.services.now() >= empty + self.services.limits.both_away:
            self.dormant = True
            self.show()
            self.services.changed()
        self._after()

    def _look_ahead(self) -> None:
        """When both will have been away for too long, or the table can be cleared."""
        limits, empty, now = self.services.limits, self.seats.empty, self.services.now()
        if empty is not None and self.live:
            self.due = earliest(self.due, empty + limits.both_away)
        elif empty is not None and not self.watchers:
            gone = empty + limits.after if self.over else now + self.updated + self._kept_for - self.services.wall()
            self.due = earliest(self.due, max(gone, now + limits.repaint))

    # What is told.

    def sitting(self, seat: Player) -> Message:
        """Who sits there, and whether they are there."""
        person = self.people[seat]
        return {"id": person.id, "name": person.name, "here": self.seats.here[seat]}

    def further(self) -> dict[str, Any]:
        """What the two have asked each other."""
        claim = self._claimable
        return {
            "offer": self.state.offer,
            "takeback": self.state.takeback,
            "rematch": list(self.rematch),
            "claim": claim and {"seat": claim[0], "in": math.ceil(claim[1])},
            "post": self.post,
            "look": self.look,
            "draws_left": [max(0, self.services.limits.draws - count) for count in self.state.offered],
            "aborted": self.aborted,
        }

    @property
    def names(self) -> list[str]:
        """What the two are called."""
        return [person.name for person in self.people]

    def mine(self, person: Person) -> Message:
        """What the lobby says of it to one of the two."""
        return {
            "game": self.state.game.id,
            "names": self.names,
            "turn": self.turn_of(person),
            "post": self.post,
            "updated": self.updated,
            "here": self.seats.here,
        }


def _ask_nobody(seat: Player, request: Request, heard: Heard, lost: Lost) -> Asking:
    """Two people sit at the table."""
    raise AssertionError("people are not asked")
