"""The engines of a hall: one pool for the questions of guests and for the featured table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from core.analysis import Analysis
from core.errors import CoreError
from core.game import Game, Player
from core.hall.fairness import Bound, closed, unfair
from core.hall.people import Guest
from core.hall.permits import Permit, Permits
from core.phrase import Phrase, phrase_out
from core.players.asking import AskForSeat, Asking, Heard, Lost
from core.players.pool import Pool, PoolQuestion, Priority
from core.players.worker.request import Request
from core.position import Position

KINDS = {"move": Priority.MOVE, "panel": Priority.PANEL, "review": Priority.REVIEW}
"""The priorities by their names on the wire."""
_Numbered: TypeAlias = "dict[tuple[Guest, int], tuple[PoolQuestion, Position]]"


class PooledAdvice:
    """A :class:`core.hall.advice.AdviceDesk`. The caller checks that a guest may ask; :meth:`bind` ends what they may
    no longer ask."""

    def __init__(self, pool: Pool, permits: Permits) -> None:
        self._pool = pool
        self._permits = permits
        self.seconds = {name: pool.rations.seconds(kind) for name, kind in KINDS.items()}
        self._asked: _Numbered = {}
        self._counting: dict[tuple[Guest, int], tuple[Permit, Sequence[Game]]] = {}

    def ask(self, guest: Guest, n: int, kind: str, channel: int, question: Request) -> None:
        """Ask the pool. A refusal is sent as trouble, since the request itself was in order."""
        heard, lost = partial(self._hear, guest, n), partial(self._lose, guest, n)
        owner, where = guest.person.id, (id(guest), channel)
        try:
            asked = self._pool.ask(owner, where, KINDS[kind], question, heard, lost, partial(_place, guest, n))
        except CoreError as error:
            _trouble(guest, n, error.phrase)
            return
        for silenced in [
            key for key, (each, _) in self._asked.items() if (each.person, each.channel) == (owner, where)
        ]:
            del self._asked[silenced]
        self._asked[guest, n] = asked, question.position

    def stop(self, guest: Guest, of: int) -> None:
        """Send the final answer now."""
        if (guest, of) in self._asked:
            self._asked[guest, of][0].stop()

    def drop(self, guest: Guest, of: int) -> None:
        """Cancel a question."""
        asked = self._asked.pop((guest, of), None)
        if asked:
            asked[0].drop()

    def study(self, guest: Guest, n: int, games: Sequence[Game]) -> None:
        """Say ok once the guest may count, and send trouble when their time is over."""

        def ended(reason: Phrase) -> None:
            self._counting.pop((guest, n), None)
            _trouble(guest, n, reason)

        permit = self._permits.ask(guest, partial(guest.ok, n), partial(_place, guest, n), ended)
        self._counting[guest, n] = permit, games

    def studied(self, guest: Guest, of: int) -> None:
        """The guest has stopped counting, or no longer waits for it."""
        counting = self._counting.pop((guest, of), None)
        if counting:
            self._permits.give_back(counting[0])

    def bind(self, guest: Guest, bound: Sequence[Bound]) -> None:
        """End the questions and counts that the guest may no longer have, and say why."""
        asked = [(key[1], unfair(bound, position)) for key, (_, position) in self._asked.items() if key[0] is guest]
        counting = [(key[1], closed(bound, games)) for key, (_, games) in self._counting.items() if key[0] is guest]
        for ended, end in ((asked, self.drop), (counting, self.studied)):
            for n, reason in ended:
                if reason:
                    end(guest, n)
                    _trouble(guest, n, reason)

    def gone(self, guest: Guest) -> None:
        """Cancel all questions and counts of a guest who has left."""
        for key in [key for key in self._asked if key[0] is guest]:
            self._asked.pop(key)[0].drop()
        for key in [key for key in self._counting if key[0] is guest]:
            self._permits.give_back(self._counting.pop(key)[0])

    def tick(self, now: float) -> float | None:
        """Grant the permits that are due. Returns the time at which one ends."""
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


def asks_for_seats(pool: Pool) -> AskForSeat:
    """Asks the pool, in nobody's name, for the moves of engines that play each other."""

    def ask(seat: Player, request: Request, heard: Heard, lost: Lost) -> Asking:
        return pool.ask("", seat, Priority.REVIEW, request, heard, lost)

    return ask
