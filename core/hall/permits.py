"""Who may count what a topic of study says, in a process of his own: so many at a time, in the order in which they ask."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass

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
    alarm: asyncio.TimerHandle | None = None


class Permits:
    """So many hold ``at_once``, each for so many ``seconds``; an owner has one at a time. It belongs to an asyncio loop, and
    nothing is called from inside :meth:`ask` but that an older permit has ended."""

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
        asyncio.get_running_loop().call_soon(self._go_on)
        return permit

    def give_back(self, permit: Permit) -> None:
        """It is needed no more, whether it has come or not."""
        if permit.alarm:
            permit.alarm.cancel()
        if permit in self._granted:
            self._granted.remove(permit)
        elif permit in self._waiting:
            self._waiting.remove(permit)
        self._go_on()

    def gone(self, owner: Hashable) -> None:
        """An owner is gone."""
        for permit in self._of(owner):
            self.give_back(permit)

    def _of(self, owner: Hashable) -> list[Permit]:
        return [permit for permit in (*self._granted, *self._waiting) if permit.owner == owner]

    def _go_on(self) -> None:
        while self._waiting and len(self._granted) < self._at_once:
            permit = self._waiting.popleft()
            self._granted.append(permit)
            permit.alarm = asyncio.get_running_loop().call_later(self._seconds, self._end, permit)
            permit.granted()
        for before, permit in enumerate(self._waiting):
            if permit.before != before:
                permit.before = before
                permit.placed(before)

    def _end(self, permit: Permit) -> None:
        self.give_back(permit)
        permit.ended(Phrase(LATE.template, {"count": round(self._seconds)}))
