"""Permits: who may count what a topic of study says, in a process of their own. One at a time, in the order in which
they ask."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import inf

from core.phrase import Phrase, phrase

LATE = phrase(
    "Counting here stops after {count} s, so that others can count too. Ask again to go on, or choose a smaller board."
)
ANOTHER = phrase("Something else is being counted for you. Ask again here when that is done.")


@dataclass(eq=False)
class Permit:
    """The permission to count. ``granted`` is called once it is given, ``placed`` with the number of those before it,
    and ``ended`` with why it is no longer valid. None of them may ask for another permit."""

    owner: Hashable
    granted: Callable[[], None]
    placed: Callable[[int], None]
    ended: Callable[[Phrase], None]
    before: int | None = None
    """The number of waiting permits before it, as last reported; -1 once it is granted."""
    until: float = inf
    """When it ends, once it is granted."""


class Permits:
    """Each permit is valid for ``seconds``, and an owner has one at a time. The owner of this calls :meth:`tick`, with
    which requests and returns take effect; only an older permit of the same owner ends at once when they ask for
    another."""

    def __init__(self, seconds: float = 120.0) -> None:
        self._seconds = seconds
        self._queue: list[Permit] = []
        """The permits in their order; the first one is granted with the next tick."""

    def ask(
        self,
        owner: Hashable,
        granted: Callable[[], None],
        placed: Callable[[int], None],
        ended: Callable[[Phrase], None],
    ) -> Permit:
        """Ask for a permit, in place of an older one of the same owner."""
        for older in [permit for permit in self._queue if permit.owner == owner]:
            self.give_back(older)
            older.ended(ANOTHER)
        permit = Permit(owner, granted, placed, ended)
        self._queue.append(permit)
        return permit

    def give_back(self, permit: Permit) -> None:
        """Return a permit that is no longer needed, whether it was granted or not. Does nothing a second time."""
        if permit in self._queue:
            self._queue.remove(permit)

    def tick(self, now: float) -> float | None:
        """End the permit that has lasted long enough, grant the next, and tell everybody whose place has changed.
        Returns the time at which the granted one ends; None without one."""
        if self._queue and self._queue[0].until <= now:
            late = self._queue.pop(0)
            late.ended(Phrase(LATE.template, {"count": round(self._seconds)}))
        for before, permit in enumerate(list(self._queue), -1):
            if permit.before == before:
                continue
            permit.before = before
            if before < 0:
                permit.until = now + self._seconds
                permit.granted()
            else:
                permit.placed(before)
        return next((permit.until for permit in self._queue[:1] if permit.until < inf), None)
