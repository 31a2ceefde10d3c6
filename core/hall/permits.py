"""Who may count what a topic of study says, in a process of their own: so many at a time, in the order in which they ask."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import inf

from core.phrase import Phrase, phrase

LATE = phrase(
    "Counting here ends after {count} s, so that others can count too. Ask again to go on, or about a smaller board."
)
ANOTHER = phrase("Something else is counted for you now. Ask again here when that is done.")


@dataclass(eq=False)
class Permit:
    """The leave to count. ``granted`` is called when it is there, ``placed`` with how many come before, ``ended`` with why
    it holds no more; none of them asks for another."""

    owner: Hashable
    granted: Callable[[], None]
    placed: Callable[[int], None]
    ended: Callable[[Phrase], None]
    before: int | None = None
    until: float = inf
    """When it ends, once it is granted."""


class Permits:
    """So many hold ``at_once``, each for so many ``seconds``; an owner has one at a time. They are driven: what is asked and
    given back takes effect with the next :meth:`tick`. Only an older permit of an owner ends when they ask for another."""

    def __init__(self, at_once: int = 1, seconds: float = 120.0) -> None:
        self._at_once = at_once
        self._seconds = seconds
        self._granted: list[Permit] = []
        self._waiting: deque[Permit] = deque()

    def ask(
        self,
        owner: Hashable,
        granted: Callable[[], None],
        placed: Callable[[int], None],
        ended: Callable[[Phrase], None],
    ) -> Permit:
        """Ask for a permit, in place of an older one of the same owner."""
        for older in self._of(owner):
            self.give_back(older)
            older.ended(ANOTHER)
        permit = Permit(owner, granted, placed, ended)
        self._waiting.append(permit)
        return permit

    def give_back(self, permit: Permit) -> None:
        """It is needed no more, whether it has come or not."""
        if permit in self._granted:
            self._granted.remove(permit)
        elif permit in self._waiting:
            self._waiting.remove(permit)

    def gone(self, owner: Hashable) -> None:
        """An owner is gone."""
        for permit in self._of(owner):
            self.give_back(permit)

    def _of(self, owner: Hashable) -> list[Permit]:
        return [permit for permit in (*self._granted, *self._waiting) if permit.owner == owner]

    def tick(self, now: float) -> float | None:
        """End what has lasted for long enough, grant what may be, and tell everybody whose place is another one. The time
        at which there is something to do again, None where only a call brings it."""
        for permit in [permit for permit in self._granted if permit.until <= now]:
            self.give_back(permit)
            permit.ended(Phrase(LATE.template, {"count": round(self._seconds)}))
        while self._waiting and len(self._granted) < self._at_once:
            permit = self._waiting.popleft()
            self._granted.append(permit)
            permit.until = now + self._seconds
            permit.granted()
        for before, permit in enumerate(self._waiting):
            if permit.before != before:
                permit.before = before
                permit.placed(before)
        return min((permit.until for permit in self._granted), default=None)
