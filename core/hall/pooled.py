"""The engines of a hall: those that its guests ask over the wire, and those at the featured table, all from one pool."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from core.analysis import Analysis
from core.errors import CoreError
from core.game import Player
from core.hall.people import Guest
from core.hall.permits import Permit, Permits
from core.hall.wire import phrase_out
from core.phrase import Phrase
from core.play.source import Ticket
from core.players.pool import Hearer, Pool, PoolQuestion, Priority
from core.players.worker.request import Request

KINDS = {"move": Priority.MOVE, "panel": Priority.PANEL, "review": Priority.REVIEW}
"""What a session calls each kind."""
_Numbered: TypeAlias = "dict[tuple[Guest, int], PoolQuestion]"


class PooledAdvice:
    """A :class:`core.hall.desk.AdviceDesk`. Fair play is not its affair: who asks here may."""

    def __init__(self, pool: Pool, permits: Permits) -> None:
        self._pool = pool
        self._permits = permits
        self.seconds = {name: pool.rations.seconds(kind) for name, kind in KINDS.items()}
        self._asked: _Numbered = {}
        self._counting: dict[tuple[Guest, int], Permit] = {}

    def ask(self, guest: Guest, n: int, kind: str, channel: int, question: Request) -> None:
        """Have a question answered; what is refused is trouble, since the request itself was in order."""
        hearer = Hearer(partial(self._hear, guest, n), partial(self._lose, guest, n), partial(_place, guest, n))
        owner, where = guest.person.id, (id(guest), channel)
        try:
            asked = self._pool.ask(owner, where, KINDS[kind], question, hearer)
        except CoreError as error:
            _trouble(guest, n, error.phrase)
            return
        for silenced in [key for key, each in self._asked.items() if (each.person, each.channel) == (owner, where)]:
            del self._asked[silenced]
        self._asked[guest, n] = asked

    def stop(self, guest: Guest, of: int) -> None:
        """The final answer, now."""
        if (guest, of) in self._asked:
            self._pool.stop(self._asked[guest, of])

    def drop(self, guest: Guest, of: int) -> None:
        """Nobody wants the answer any more."""
        asked = self._asked.pop((guest, of), None)
        if asked:
            self._pool.drop(asked)

    def study(self, guest: Guest, n: int, game: str) -> None:
        """Say ok once the guest may count, and trouble when he may no more."""

        def ended(reason: Phrase) -> None:
            self._counting.pop((guest, n), None)
            _trouble(guest, n, reason)

        permit = self._permits.ask(guest, partial(guest.ok, n), partial(_place, guest, n), ended)
        self._counting[guest, n] = permit

    def studied(self, guest: Guest, of: int) -> None:
        """The guest counts no more, or never mind."""
        permit = self._counting.pop((guest, of), None)
        if permit:
            self._permits.give_back(permit)

    def gone(self, guest: Guest) -> None:
        """A guest has left: nobody waits for what he has asked."""
        for key in [key for key in self._asked if key[0] is guest]:
            self._pool.drop(self._asked.pop(key))
        for key in [key for key in self._counting if key[0] is guest]:
            self._permits.give_back(self._counting.pop(key))

    def tick(self, now: float) -> float | None:
        """Let those count whose turn it is; the time when that of another one is over."""
        return self._permits.tick(now)

    def _hear(self, guest: Guest, n: int, analysis: Analysis) -> None:
        if analysis.final:
            self._asked.pop((guest, n), None)
        guest.send({"op": "analysis", "n": n, **analysis.to_json()})

    def _lose(self, guest: Guest, n: int, error: CoreError) -> None:
        self._asked.pop((guest, n), None)
        _trouble(guest, n, error.phrase)


def _place(guest: Guest, n: int, before: int) -> None:
    guest.send({"op": "place", "n": n, "before": before})


def _trouble(guest: Guest, n: int, reason: Phrase) -> None:
    guest.send({"op": "trouble", "n": n, **phrase_out(reason)})


class PooledPlayers:
    """Who asks for the moves of engines that play each other in the hall, as :class:`core.play.source.Players`. The answers
    go to ``heard`` and ``lost``."""

    PERSON = ""
    """In whose name they ask: nobody's id."""

    def __init__(
        self, pool: Pool, heard: Callable[[Ticket, Analysis], None], lost: Callable[[Ticket, CoreError], None]
    ) -> None:
        self._pool = pool
        self._heard = heard
        self._lost = lost
        self._tickets = 0
        self._asked: dict[Ticket, PoolQuestion] = {}

    def ask(self, seat: Player, request: Request) -> Ticket:
        """Ask for a move. Raises CoreError for one that no engine of the hall makes."""
        self._tickets += 1
        ticket = self._tickets
        hearer = Hearer(partial(self._hear, ticket), partial(self._lose, ticket))
        self._asked[ticket] = self._pool.ask(self.PERSON, seat, Priority.REVIEW, request, hearer)
        return ticket

    def stop(self, ticket: Ticket) -> None:
        """The final answer, now."""
        if ticket in self._asked:
            self._pool.stop(self._asked[ticket])

    def drop(self, ticket: Ticket) -> None:
        """Nobody wants the answer any more."""
        asked = self._asked.pop(ticket, None)
        if asked:
            self._pool.drop(asked)

    def _hear(self, ticket: Ticket, analysis: Analysis) -> None:
        if ticket in self._asked:
            if analysis.final:
                del self._asked[ticket]
            self._heard(ticket, analysis)

    def _lose(self, ticket: Ticket, error: CoreError) -> None:
        if self._asked.pop(ticket, None):
            self._lost(ticket, error)
