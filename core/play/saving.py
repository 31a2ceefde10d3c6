"""Saving: what of a game is on its way to the disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from core.play.course import Course
from core.play.events import Event
from core.play.match import Match
from core.play.source import Ticket

SAVING_SECONDS = 0.3
"""Seconds that a change may be on its way before this is shown. A change usually takes as long as a repaint."""


class Change(NamedTuple):
    """A course that has changed, and the events to report once it is on disk."""

    course: Course
    told: tuple[Event, ...]


class Saving:
    """Saves one change at a time, so that no older one overwrites a newer one."""

    def __init__(self, keep: Callable[[Match], Ticket], now: Callable[[], float]) -> None:
        self._keep, self._now = keep, now
        self._ticket: Ticket | None = None
        self.change: Change | None = None
        """The change on its way."""
        self.due = 0.0
        """The ``now()`` from which on it is shown that this takes long."""

    def begin(self, change: Change) -> None:
        """Hand a change over to the disk."""
        self.change, self.due = change, self._now() + SAVING_SECONDS
        self._ticket = self._keep(change.course.match)

    def end(self, ticket: Ticket) -> Change | None:
        """The change for which the disk has answered; None if the answer is for an older one."""
        if self.change is None or ticket != self._ticket:
            return None
        change, self.change = self.change, None
        return change
