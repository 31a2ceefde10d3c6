"""Saving: what of a game is on its way to the disk."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from core.errors import CoreError
from core.play.events import Event, Unsaved
from core.play.match import Match
from core.play.seats import Setup
from core.play.source import Ticket


@dataclass(frozen=True)
class Change:
    """A match that has changed, and what is told of it once it is on disk."""

    match: Match
    setup: Setup
    """What holds for the next game."""
    told: tuple[Event, ...] = ()
    forfeit: CoreError | None = None
    """How a program from elsewhere has lost the game by failing."""


class Saving:
    """One change at a time is on its way, and the next waits until it is there: so no older one overwrites a newer.

    ``retry`` None: what cannot be kept goes on all the same, and the next change brings it along. Else it has not happened, and
    nothing is tried for so many seconds.
    """

    def __init__(self, keep: Callable[[Match], Ticket], now: Callable[[], float], retry: float | None) -> None:
        self._keep, self._now, self._retry = keep, now, retry
        self._ticket: Ticket | None = None
        self._failing = False
        self.change: Change | None = None
        """What is on its way."""
        self.since = 0.0
        """The ``now()`` at which that was handed over."""
        self.rests = -math.inf
        """The ``now()`` until which nothing is tried."""

    def begin(self, change: Change) -> None:
        """Hand a change over."""
        self.change, self.since = change, self._now()
        self._ticket = self._keep(change.match)

    def awaits(self, ticket: Ticket) -> bool:
        """Whether an answer is for what is on its way."""
        return self.change is not None and ticket == self._ticket

    def kept(self) -> Change:
        """The change has arrived."""
        self._failing = False
        return self._taken()

    def unkept(self, error: CoreError) -> Change | None:
        """The change cannot be kept. What goes on all the same, the trouble told with it once until it works again; None for
        what has not happened."""
        change, first = self._taken(), not self._failing
        if self._retry is not None:
            self.rests = self._now() + self._retry
            return None
        self._failing = True
        return replace(change, told=(*change.told, Unsaved(error))) if first else change

    def _taken(self) -> Change:
        change, self.change = self.change, None
        assert change, "an answer to nothing is none"
        return change
