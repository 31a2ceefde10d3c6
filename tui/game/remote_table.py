"""RemoteTable: a game that is played in a hall, as its session sees it.

All that is shown is what the hall has told last: nothing is played ahead, and what happened is found by comparing what the
hall tells with what it told before.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Iterable
from dataclasses import replace
from math import ceil
from typing import Any, TypeAlias

from core.errors import CoreError
from core.game import PLAYERS, Player
from core.hall.wire import PHRASES, Message
from core.phrase import Phrase, phrase
from core.play import actions, events
from core.play.actions import Action, ActionKind
from core.play.clock import Clock, TimeControl
from core.play.course import Course
from core.play.events import Event
from core.play.match import Match
from core.play.seats import Setup, people
from core.play.source import Archive, Company, Sitter, Snapshot, SnapshotListener
from core.players.opponents import HUMAN, elsewhere
from core.position import other
from tui.game.link import Link, NotDone, closed_to, shown_name

Kinds: TypeAlias = frozenset[ActionKind]

SITTING: Kinds = frozenset((actions.Play, actions.Resign, actions.Say, actions.Mute, actions.Command.LEAVE))
OVER: Kinds = frozenset((actions.Command.NEW, actions.Say, actions.Mute, actions.Command.LEAVE, actions.Look))
WATCHING: Kinds = frozenset((actions.Command.LEAVE,))
REMEMBERED = 3
"""Phrases that stay in view."""
ABORTED_BEFORE = 2
"""A game with fewer moves can be ended so that it counts for nobody."""


async def table_at(link: Link, id: str) -> RemoteTable:
    """The table of that id, as soon as the hall has told of it. Raises CoreError where it does not, or tells of a game that
    this program does not know."""
    told: list[Message] = []
    first = asyncio.Event()

    def hear(message: Message) -> None:
        if message["table"] == id:
            told.append(message)
            first.set()

    deaf = link.hear("table", hear)
    try:
        await link.send("watch", table=id)
        await first.wait()
        return RemoteTable(link, told[-1])
    finally:
        deaf()


class RemoteTable:
    """A game that a screen can show and act in, of the table that a message of the hall describes; see
    :class:`core.play.source.Source`. It hears of all further changes until :meth:`close`. Raises CoreError for a game that this
    program does not know."""

    def __init__(self, link: Link, message: Message) -> None:
        self._link = link
        self._loop = asyncio.get_running_loop()
        self._context = contextvars.copy_context()
        self._hearers: list[SnapshotListener] = []
        self._timer: asyncio.TimerHandle | None = None
        self._message = message
        self._heard_at = self._loop.time()
        self._taken = False
        """Whether another window has the seat."""
        self._muted = False
        self._talk: list[tuple[str, Phrase]] = []
        self._base = self._read(message)
        self.state = self._base
        self._deaf = [
            link.hear("table", self._heard),
            link.hear("phrase", self._said),
            link.hear("elsewhere", self._lose_seat),
            link.hear("bound", lambda message: self._heard(self._message)),
        ]

    # A source.

    @property
    def id(self) -> str:
        """The table's."""
        return str(self._message["table"])

    @property
    def mine(self) -> frozenset[Player]:
        """One's own seat."""
        return people(self.state.match.players)

    @property
    def own(self) -> bool:
        """Whether one plays here, be it in another window."""
        company = self.state.company
        return company is not None and any(sitter.id == self._link.you["id"] for sitter in company.sitters)

    @property
    def takes(self) -> Kinds:
        """What can be done here now."""
        state = self.state
        if not self.mine or not state.company:
            return WATCHING
        if state.ended:
            return OVER if all(sitter.here for sitter in state.company.sitters) else OVER - {actions.Command.NEW}
        found = set(SITTING)
        found.add(actions.AfarCommand.ABORT if len(state.match.moves) < ABORTED_BEFORE else actions.OfferDraw)
        if state.match.clock is None and state.match.moves:
            found.add(actions.Command.UNDO)
        if state.company.claim and state.company.claim[0] in self.mine:
            found.add(actions.Claim)
        return frozenset(found)

    def do(self, action: Action) -> None:
        """Ask the hall for something; what comes of it is heard."""
        match action:
            case actions.Play(move):
                self._ask("move", move=self.state.match.position.name(move))
            case actions.Command.UNDO:
                self._ask("takeback")
            case actions.AfarCommand.DECLINE_UNDO:
                self._ask("takeback_no")
            case actions.Resign():
                self._ask("resign")
            case actions.OfferDraw():
                self._ask("draw")
            case actions.DeclineDraw():
                self._ask("draw_no")
            case actions.AfarCommand.ABORT:
                self._ask("abort")
            case actions.Claim(win):
                self._ask("claim", what="win" if win else "draw")
            case actions.Command.NEW:
                self._ask("rematch")
            case actions.Look(ply):
                self._ask("look", ply=ply)
            case actions.Say(number):
                self._send("phrase", table=self.id, id=number)
            case actions.Mute(muted):
                self._muted = muted
                self._show()
                self._tell()
            case actions.Command.LEAVE:
                self._tell(events.Signal.LEFT)
            case _:
                self._tell(events.Refused(CoreError("That is not possible in a game between people.")))

    def listen(self, hear: SnapshotListener) -> Callable[[], None]:
        """Hear every change; what is returned ends it."""
        self._hearers.append(hear)
        return lambda: self._hearers.remove(hear)

    # Its course.

    def begin(self) -> None:
        """Count the time, now that it can be seen."""
        self._count()

    async def close(self) -> None:
        """Be at the table no more."""
        if self._timer:
            self._timer.cancel()
        for deaf in self._deaf:
            deaf()
        if self._deaf and not self._link.end:
            self._link.send("unwatch", table=self.id)
        self._deaf.clear()
        self._hearers.clear()

    @property
    def archive(self) -> Archive:
        """The game as it stands, to be looked at; together with all who do so at this table, once it is over."""
        return SharedArchive(self) if self.state.match.outcome and self.mine else Archive(self.state)

    # Asking.

    def _ask(self, op: str, **fields: Any) -> None:
        self._send(op, table=self.id, seq=self._message["seq"], **fields)

    def _send(self, op: str, **fields: Any) -> None:
        future = self._link.send(op, **fields)
        future.add_done_callback(self._answered, context=self._context)

    def _answered(self, future: asyncio.Future[Message]) -> None:
        error = None if future.cancelled() else future.exception()
        if isinstance(error, NotDone) and self._deaf:
            state = error.answer.get("table")
            if isinstance(state, dict):
                self._heard(state)
            self._tell(events.Refused(error))

    # Hearing.

    def _heard(self, message: Message) -> None:
        if message["table"] != self.id:
            return
        before, asked = self._base, self._message
        self._message, self._heard_at = message, self._loop.time()
        self._base = self._read(message)
        self._show()
        told = tuple(happened(before, self._base))
        looked = message.get("look")
        if looked is not None and looked != asked.get("look"):
            told = (*told, events.Looked(looked))
        self._tell(*told)
        self._count()

    def _said(self, message: Message) -> None:
        if message["table"] != self.id or self._muted:
            return
        said = (shown_name(message["who"], message["name"]), PHRASES[message["id"]])
        self._talk = [*self._talk, said][-REMEMBERED:]
        self._show()
        self._tell(events.Said(*said))

    def _lose_seat(self, message: Message) -> None:
        if message["table"] == self.id:
            self._taken = True
            self._base = self._read(self._message)
            self._show()
            self._tell(events.Closed(phrase("You are playing in another window; here you can only watch.")))

    def _tell(self, *told: Event) -> None:
        for hear in list(self._hearers):
            hear(self.state, told)

    # Time.

    def _show(self) -> None:
        """The state with the time that has passed since the hall told it."""
        passed = self._loop.time() - self._heard_at
        clock, company = self._base.match.clock, self._base.company
        if clock and clock.running is not None:
            left = list(clock.left)
            left[clock.running] = max(0.0, left[clock.running] - passed)
            clock = replace(clock, left=(left[0], left[1]))
        if company and company.claim:
            seat, seconds = company.claim
            company = replace(company, claim=(seat, max(0, ceil(seconds - passed))))
        if company:
            company = replace(company, said=tuple(self._talk), muted=self._muted)
        course = replace(self._base.course, match=replace(self._base.match, clock=clock))
        self.state = replace(self._base, course=course, company=company)

    def _count(self) -> None:
        """Show another second, as long as time runs for somebody."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        before = _times(self.state)
        self._show()
        if _times(self.state) != before:
            self._tell()
        company, clock = self.state.company, self.state.match.clock
        counts = (clock and clock.running is not None) or (company and company.claim and company.claim[1])
        if counts:
            passed = self._loop.time() - self._heard_at
            self._timer = self._loop.call_later(1.0 - passed % 1.0, self._count, context=self._context)

    # What the hall tells as a state.

    def _read(self, message: Message) -> Snapshot:
        state = snapshot(message, Match.from_json(message["match"]), self._link.you["id"], not self._taken)
        if closed_to(self._link, [state.match.game]):
            return replace(state, quiet=True)
        return state


def _times(state: Snapshot) -> object:
    return state.match.clock and state.match.clock.shown, state.company and state.company.claim


def snapshot(message: Message, match: Match, you: str, seated: bool) -> Snapshot:
    """A table as the person with the id ``you`` sees it, ``seated`` where this window has their seat. Raises CoreError for
    a game that is none."""
    sitters = (_sitter(message["people"][0]), _sitter(message["people"][1]))
    here = you if seated else None
    seats = tuple(_seat(match.players[seat], sitter, here) for seat, sitter in enumerate(sitters))
    begins = match.before.first
    clock, claim, over = message["clock"], message["claim"], bool(match.outcome or message["aborted"])
    if claim and message["post"] and claim["in"]:  # which lies days ahead
        claim = None
    seen = replace(
        match,
        players=(seats[0], seats[1]),
        series=replace(match.before, players=(seats[begins], seats[other(begins)])),
        clock=_clock(clock, message["running"]) if clock else None,
    )
    return Snapshot(
        Course(seen, Setup.of(match), offer=message["offer"], takeback=message["takeback"]),
        saving=not message["kept"],
        quiet=not over and any(sitter.id == you for sitter in sitters),
        company=Company(
            str(message["table"]),
            sitters,
            others=message["watching"] - sum(bool(sitter.id and sitter.here) for sitter in sitters),
            post=message["post"],
            aborted=message["aborted"],
            rematch=(message["rematch"][0], message["rematch"][1]),
            claim=(claim["seat"], claim["in"]) if claim else None,
            offers=(message["draws_left"][0], message["draws_left"][1]),
        ),
    )


def _sitter(person: Message) -> Sitter:
    if "engine" in person:
        return Sitter("", str(person["engine"]))
    return Sitter(str(person["id"]), shown_name(person["id"], person["name"]), bool(person["here"]))


def _seat(text: str, sitter: Sitter, you: str | None) -> str:
    if not sitter.id:
        return text
    return HUMAN if sitter.id == you else elsewhere(sitter.name)


def _clock(told: Message, running: Player | None) -> Clock:
    first, second = told["left"]
    return Clock(TimeControl(**told["control"]), (float(first), float(second)), running)


def happened(before: Snapshot, after: Snapshot) -> Iterable[Event]:
    """What has happened between two states of a table."""
    if before.match.id != after.match.id:
        yield events.Signal.NEW_GAME
        return
    common = after.match.moves[: len(before.match.moves)] == before.match.moves
    if common and len(after.match.moves) > len(before.match.moves):
        yield events.Moved(len(after.match.moves))
    elif after.match.moves != before.match.moves:
        yield events.Signal.TAKEN_BACK
    if after.match.outcome and not before.match.outcome:
        yield events.Ended(after.match.outcome)
    yield from _asked(before, after)
    old, new = before.company, after.company
    assert old, "a table has company"
    assert new, "a table has company"
    for seat in PLAYERS:
        if new.rematch[seat] and not old.rematch[seat]:
            yield events.RematchAsked(seat)
    if new.aborted and not old.aborted:
        yield events.Signal.ABORTED
    for seat in PLAYERS:
        if old.sitters[seat].here != new.sitters[seat].here:
            yield events.Came(seat) if new.sitters[seat].here else events.Went(seat)


def _asked(before: Snapshot, after: Snapshot) -> Iterable[Event]:
    """What has been asked for and answered, but for one's own answers. A move answers a draw, too, and so does the end of the
    game."""
    offered, offer = before.course.offer, after.course.offer
    asked, takeback = before.course.takeback, after.course.takeback
    still = before.match.moves == after.match.moves and not after.match.outcome
    if offer is not None and offer != offered:
        yield events.DrawOffered(offer)
    elif offered is not None and offer is None and still and after.match.players[other(offered)] != HUMAN:
        yield events.DrawDeclined(other(offered), phrase("The game goes on."))
    if takeback is not None and takeback != asked:
        yield events.UndoAsked(takeback)
    elif asked is not None and takeback is None and still and after.match.players[other(asked)] != HUMAN:
        yield events.UndoDeclined(other(asked))


class SharedArchive(Archive):
    """A game that is over, at which its players look together: what one looks at, the other is told."""

    def __init__(self, table: RemoteTable) -> None:
        super().__init__(table.state)
        self._table = table
        self._deaf = table.listen(self._heard)
        self._at: int | None = None

    def do(self, action: Action) -> None:
        """Tell the other what one looks at; refuse what would change the game."""
        if not isinstance(action, actions.Look):
            super().do(action)
        elif action.ply != self._at and self._table.state.match.id == self.state.match.id:
            self._at = action.ply
            self._table.do(action)

    def _heard(self, state: Snapshot, told: tuple[Event, ...]) -> None:
        for event in told:
            if state.match.id == self.state.match.id and isinstance(event, events.Looked) and event.ply != self._at:
                self._at = event.ply
                for hear in list(self._hearers):
                    hear(self.state, (event,))
