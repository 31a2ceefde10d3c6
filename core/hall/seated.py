"""A table at which two people play: what each may ask there, and what becomes of the game if one of them leaves.

Requests are done one after another. While a change is on its way to the disk the next ones wait; by then they are out
of date, since their senders had not seen the change. So a request that is sent twice is done once.
"""

from __future__ import annotations

import math
from collections import deque
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from typing import Any

from core.errors import CoreError
from core.game import Player, Reason
from core.hall.people import Guest, No, Person
from core.hall.records import following, table_of, with_offers
from core.hall.seats import TableSeats
from core.hall.store import Done
from core.hall.table import Table, TableServices
from core.hall.wire import Message, WireRequest
from core.play.actions import Action, AfarCommand, AskUndo, Conclude, CountTime, DeclineDraw, OfferDraw, Play, Resign
from core.play.clock import earliest
from core.play.course import Course, take
from core.play.events import Event, Signal
from core.play.match import Match
from core.play.saving import Change, Saving
from core.play.seats import Setup
from core.play.source import Ticket
from core.players.opponents import HUMAN
from core.position import Outcome, other
from core.store.rows import Stored

FREE_TO_ABORT = 2
"""The ply from which on a game counts."""


class TableStage(Enum):
    """The stage of the game of a table. An outcome ends the game, but not its stage."""

    OPENING = "not on disk yet, and there for nobody"
    LIVE = "played"
    DORMANT = "left by both for so long that it hinders nobody"
    ABORTING = "being deleted from the disk"
    ABORTED = "ended before it counted, and deleted"


class SeatedTable(Table):
    """``people`` are by seat. A game that is ``kept`` is on disk already; any other is brought there by
    :meth:`begin`."""

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
        self.stage = TableStage.LIVE if kept else TableStage.OPENING
        if kept:
            self.started, self.updated = kept.started, kept.updated
            if not post and services.wall() > self.updated + services.limits.both_away:
                self.stage = TableStage.DORMANT
        self.match = match
        self.course = _course(match, services)
        self.seq = len(match.moves)
        self.seats = TableSeats(services.now())
        self.rematch = [False, False]
        self.look: int | None = None
        self._opened: Done = lambda error: None
        self._saving = Saving(lambda match: services.keep(match, self._saved, self._saved), services.now)
        self._rests = -math.inf
        """The ``now()`` until which the clock is stopped, since the disk has failed."""
        self._asking: tuple[Guest, int] | None = None
        """The sender of the request in hand, and its number."""
        self._waiting: deque[tuple[Guest, WireRequest]] = deque()

    def begin(self, opened: Done) -> None:
        """Save the game. ``opened`` is called once it is on disk and others can see the table, or with the error."""
        self._opened = opened
        self._save(self.course, (Signal.NEW_GAME,))
        self._after()

    # What goes on.

    @property
    def open(self) -> bool:
        """Whether the game is on disk, and the table there for others."""
        return self.stage is not TableStage.OPENING

    @property
    def over(self) -> bool:
        """Whether the game is over or aborted."""
        return self.stage is TableStage.ABORTED or super().over

    @property
    def live(self) -> bool:
        """Whether the two are bound to go on with it now, or to begin the next game."""
        change = self._saving.change
        begins = change is not None and change.course.match.id != self.match.id
        return (begins or not self.over) and not self.post and self.stage is not TableStage.DORMANT

    @property
    def idle(self) -> bool:
        """Whether nobody needs the table any more: its game is over and everybody has been gone for long, or nobody has
        gone on with the game for longer still."""
        limits, empty = self.services.limits, self.seats.empty
        if self.watchers or self._busy:
            return False
        if not self.over:
            return self.services.wall() > self.updated + limits.in_view
        return empty is not None and self.services.now() >= empty + limits.after

    @property
    def _busy(self) -> bool:
        """Whether something is on its way to the disk."""
        return self._saving.change is not None or self.stage is TableStage.ABORTING

    def seat_of(self, person: Person) -> Player | None:
        """The seat of a person here."""
        return 0 if self.people[0] is person else 1 if self.people[1] is person else None

    # Who is there.

    def watch(self, guest: Guest) -> None:
        """A person with a seat takes it, also from another window of their own."""
        seat = self.seat_of(guest.person)
        if seat is not None and self.seats.holders[seat] is not guest:
            holder = self.seats.holders[seat]
            if holder:
                holder.send({"op": "elsewhere", "table": self.id})
            self._hold(seat, guest)
        super().watch(guest)
        self._after()

    def unwatch(self, guest: Guest) -> None:
        """Their seat falls to another window of theirs that looks here, or is empty."""
        super().unwatch(guest)
        seat = self.seat_of(guest.person)
        if seat is not None and self.seats.holders[seat] is guest:
            windows = [window for window in self.watchers if window.person is guest.person]
            self._hold(seat, windows[-1] if windows else None)
        self._after()

    def _hold(self, seat: Player, guest: Guest | None) -> None:
        """Give a seat to a window, or to nobody. A dormant game goes on once both are there, unless one of them plays
        another."""
        self.rematch[seat] = self.rematch[seat] and guest is not None
        if not self.seats.hold(seat, guest, self.services.now()):
            return
        if self.stage is TableStage.DORMANT and all(self.seats.here):
            with suppress(No):
                for person in self.people:
                    self.services.free(person, False)
                self.stage = TableStage.LIVE
        self.announce()

    # What is asked.

    def asked(self, guest: Guest, request: WireRequest) -> None:
        """Take a request; its ``seq`` says what the sender has seen. Raises No while too many wait."""
        if len(self._waiting) >= self.services.limits.waiting:
            raise No("The table is still being saved; try again in a moment.")
        self._waiting.append((guest, request))
        self._after()

    def _after(self) -> None:
        """Do what waits as long as nothing is on its way to the disk, tell what came of it, and find when to come
        again."""
        self._spread()
        while self._waiting and not self._busy:
            guest, request = self._waiting.popleft()
            self._asking = (guest, request.n)
            try:
                self._take(guest, request)
            except CoreError as error:
                self._answer(error)
            if not self._busy:
                self._answer(None)
            self._spread()
        limits, empty, now = self.services.limits, self.seats.empty, self.services.now()
        if empty is not None and self.stage is TableStage.LIVE and self.live:
            self.due = earliest(self.due, empty + limits.both_away)
        elif empty is not None and not self.watchers:
            gone = empty + limits.after if self.over else now + self.updated + limits.in_view - self.services.wall()
            self.due = earliest(self.due, max(gone, now + limits.repaint))

    def _answer(self, error: CoreError | None) -> None:
        """Answer the request in hand, unless it has its answer."""
        if self._asking is None:
            return
        (guest, n), self._asking = self._asking, None
        if error is None:
            guest.ok(n)
        else:
            guest.no(n, error, table=self.message())

    def _take(self, guest: Guest, request: WireRequest) -> None:
        """Do a request, or begin to. Raises CoreError for what cannot be done."""
        seat, position = self.seat_of(guest.person), self.course.match.position
        if seat is None:
            raise No("You have no seat at this table.")
        holder = self.seats.holders[seat]
        if holder is None:
            raise No("Open the table first.")
        if holder is not guest:
            raise No("You have this table open in another window; open it here again first.")
        if request["seq"] != self.seq:
            raise No("The game has moved on; look at the board again.")
        if request.op in ("rematch", "look") and not self.over:
            raise No("The game is not over yet.")
        if request.op not in ("rematch", "look") and self.over:
            raise No("The game is over.")
        match request.op:
            case "move" if position.turn != seat:
                raise No("It is not your turn.")
            case "move":
                self._do(Play(position.parse(request["move"])))
            case "resign":
                self._do(Resign(seat))
            case "draw":
                self._do(OfferDraw(seat))
            case "draw_no" if self.course.offer is not None:
                self._do(DeclineDraw())
            case "takeback":
                self._do(AskUndo(seat))
            case "takeback_no" if self.course.takeback is not None:
                self._do(AfarCommand.DECLINE_UNDO)
            case "abort":
                self._abort()
            case "claim":
                claim = self._claimable
                if claim is None or claim[0] != seat:
                    raise No("There is nothing to claim: your opponent is here, or it is your move.")
                if claim[1] > 0:
                    raise No("Your opponent still has {count} s to come back.", count=math.ceil(claim[1]))
                self._do(Conclude(Outcome(seat if request["what"] == "win" else None, Reason.ABANDONED)))
            case "rematch":
                self._rematch(seat)
            case "look" if request["ply"] > len(self.course.match.moves):
                raise No("The game has fewer moves than that.")
            case "look":
                self.look = request["ply"]
                self.show()
            case _:
                raise No("There is nothing to decline.")

    def _do(self, action: Action) -> None:
        """Do an action by the rules. A game that has changed is saved before anybody hears of it."""
        course, told = take(self.course, action, self.services.now(), self.services.random)
        if told and course.match is not self.course.match:
            self._save(course, told)
            return
        self.course = course
        if told:
            self.show()

    def _abort(self) -> None:
        """Delete a game that counts for nobody yet."""
        if len(self.course.match.moves) >= FREE_TO_ABORT:
            raise No("Both sides have moved, so the game counts; resign, or offer a draw.")
        self._do(CountTime(None))
        before, self.stage = self.stage, TableStage.ABORTING

        def done(error: CoreError | None) -> None:
            self.stage = before if error else TableStage.ABORTED
            if error is None:
                self._changed()
            self._answer(error)
            self._after()

        self.services.forget(self.match.id, done)

    def _rematch(self, seat: Player) -> None:
        """Begin a game on changed seats, once both want it."""
        if not self.seats.here[other(seat)]:
            raise No("Your opponent has left.")
        if self.rematch[seat]:
            raise No("You have already asked; wait for the answer.")
        for person in self.people:
            self.services.free(person, self.post)
        if not self.rematch[other(seat)]:
            self.rematch[seat] = True
            self.show()
            return
        if self.stage is TableStage.DORMANT:
            self.stage = TableStage.LIVE
        first, second = self.people
        match = following(self.id, self.course.match, (second, first), self.post, self.services.random)
        self._save(_course(match, self.services), (Signal.NEW_GAME,))

    @property
    def _claimable(self) -> tuple[Player, float] | None:
        """The seat that may claim the game, and in how many seconds; None while nobody keeps anybody waiting."""
        if self.over or not self.open:
            return None
        limits, turn = self.services.limits, self.course.match.position.turn
        left = self.seats.left[turn]
        if self.post or self.stage is TableStage.DORMANT:
            return other(turn), max(0.0, self.updated + limits.post - self.services.wall())
        if left is None:
            return None
        away = limits.away_clock if self.course.match.clock else limits.away
        return other(turn), max(0.0, left + away - self.services.now())

    # What comes of it.

    def _save(self, course: Course, told: tuple[Event, ...]) -> None:
        """Bring a game to the disk, with the draws that each has offered in it."""
        kept = replace(course, match=with_offers(course.match, course.offered))
        self._saving.begin(Change(kept, told))

    def _saved(self, ticket: Ticket, error: CoreError | None = None) -> None:
        """The disk has answered. A change that cannot be saved has not happened."""
        change = self._saving.end(ticket)
        if change:
            self.saving = False
            if error is None:
                if change.course.match.id != self.match.id:  # the next game, on changed seats
                    self.people = (self.people[1], self.people[0])
                    self.seats.change()
                    self.stage, self.started = TableStage.LIVE, self.services.wall()
                    self.rematch, self.look = [False, False], None
                self.course, self.match = change.course, change.course.match
                self._changed()
            else:
                self._rests = self.services.now() + self.services.limits.retry
            self._answer(error)
            if error and not self.open:
                self._opened(error)
        self._after()

    def _changed(self) -> None:
        """Tell everybody that the game has changed."""
        self.seq += 1
        self.updated = self.services.wall()
        begins = self.stage is TableStage.OPENING
        if begins:
            self.stage = TableStage.LIVE
        self.services.bind(self.people)
        if begins:
            self._opened(None)
        if self.over:
            self.services.over(self)
        self.announce()

    def _run(self) -> float | None:
        """Count the time of the player to move. The clock is stopped while something is on its way to the disk."""
        if self.over or self.stage is TableStage.ABORTING:
            return None
        now = self.services.now()
        stopped = self._busy or now < self._rests
        self._do(CountTime(None if stopped else self.course.match.position.turn))
        if self._saving.change:
            if self._saving.due <= now and not self.saving:
                self.saving = True
                self.show()
            return None if self.saving else self._saving.due
        clock = self.course.match.clock
        return self._rests if stopped else clock.due if clock else None

    def tick(self) -> None:
        """Do what is due."""
        empty, live = self.seats.empty, self.stage is TableStage.LIVE and self.live
        if empty is not None and live and self.services.now() >= empty + self.services.limits.both_away:
            self.stage = TableStage.DORMANT
            self.announce()
        self._after()

    # Messages to the guests.

    def sitting(self, seat: Player) -> Message:
        """The person on a seat, and whether they are there."""
        person = self.people[seat]
        return {"id": person.id, "name": person.name, "here": self.seats.here[seat]}

    def further(self) -> dict[str, Any]:
        """The open questions between the two, and what they may still do."""
        claim, course = self._claimable, self.course
        return {
            "offer": course.offer,
            "takeback": course.takeback,
            "rematch": list(self.rematch),
            "claim": claim and {"seat": claim[0], "in": math.ceil(claim[1])},
            "post": self.post,
            "look": self.look,
            "draws_left": [max(0, self.services.limits.draws - count) for count in course.offered],
            "aborted": self.stage is TableStage.ABORTED,
        }


def _course(match: Match, services: TableServices) -> Course:
    """The game between two people from afar, with the draws that each has offered in it."""
    at = table_of(match.extra)
    begun = Course.begin(match.game, Setup((HUMAN, HUMAN)), services.random, match)
    return replace(begun, afar=True, max_offers=services.limits.draws, offered=at.offered if at else (0, 0))
