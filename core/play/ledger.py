"""What a session has in its books: the course of the game, who hears of it, and what is on its way to the disk."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from core.errors import CoreError
from core.play import actions, events
from core.play.actions import Action
from core.play.course import Course, Pending
from core.play.events import Event
from core.play.match import Match, Record
from core.play.source import Hear, Players, Snapshot, Ticket


class Ledger:
    """Keeps what an action changes and then tells it; whoever inherits says in :meth:`_take` what actions do. Until it is kept
    the state is the old one, and further actions wait.

    ``retry`` None: what cannot be kept goes on all the same, and a game is kept from its first move on, as at home. Else a game
    is kept from its beginning, and what cannot be kept has not happened: it is refused, and so are the actions that wait; the
    clock and the engines stand still for so many seconds. ``kept``: it is on disk already, and only what changes is kept."""

    def __init__(
        self,
        course: Course,
        players: Players,
        keep: Callable[[Record], Ticket],
        now: Callable[[], float],
        pace: float,
        retry: float | None,
        kept: bool,
    ) -> None:
        self._course = course
        self._players, self._keep, self._now, self._retry = players, keep, now, retry
        self._state = replace(course.snapshot, pace=pace)
        self._hearers: list[Hear] = []
        self._actions: deque[Action] = deque()
        self._acting = False
        self._pending: Pending | None = None
        self._question: Ticket | None = None
        self._asked, self._rests = now(), -math.inf
        self._stuck = self._unsaved = False
        self._unkept = not kept and (retry is not None or bool(course.match.moves)) and not course.match.outcome

    @property
    def state(self) -> Snapshot:
        """The game as it stands, all of it kept."""
        return self._state

    @property
    def settled(self) -> bool:
        """Whether nothing is on its way to the disk."""
        return self._pending is None

    def listen(self, hear: Hear) -> Callable[[], None]:
        """Hear every change; what is returned ends it."""
        self._hearers.append(hear)
        return lambda: self._hearers.remove(hear)

    def do(self, action: Action) -> None:
        """Take an action in its turn: one that comes from within a hearer waits until that has been told to all."""
        with self._doing():
            self._actions.append(action)

    def kept(self, ticket: Ticket) -> None:
        """A record is on disk."""
        if self._pending and ticket == self._pending.ticket:
            self._unsaved = False
            with self._doing():
                self._settle(self._pending)

    def unkept(self, ticket: Ticket, error: CoreError) -> None:
        """A record cannot be kept: a game at home goes on, and the next ply brings it along."""
        if self._pending and ticket == self._pending.ticket:
            if self._retry is not None:
                self._withdraw(error, self._retry)
                return
            further = () if self._unsaved else (events.Unsaved(error),)
            self._unsaved = True
            with self._doing():
                self._settle(self._pending, further)

    def _take(self, action: Action) -> None:
        """Do what an action asks for."""
        raise NotImplementedError

    def _change(self, match: Match, *told: Event, **course_changes: Any) -> None:
        """Keep a match that has changed; nothing has to be kept of one that has not begun, and had not before."""
        old = self._course
        clock = old.clock and old.clock.run(None, self._now())
        course = replace(old, **{"match": match, "forfeit": None, "clock": clock} | course_changes)
        self._drop()
        if match.outcome and not self._state.outcome:
            told = (*told, events.Ended(match.outcome), *((events.SeriesOver(),) if course.series.over else ()))
        self._unkept = False
        pending = Pending(course, told, self._now())
        if self._retry is None and not any(one.moves or one.outcome for one in (old.match, match)):
            self._settle(pending)
        else:
            self._hand_over(pending)

    def _hand_over(self, pending: Pending) -> None:
        self._pending = pending
        pending.ticket = self._keep(pending.course.record)

    def _withdraw(self, error: CoreError, retry: float) -> None:
        """What was to be kept has not happened."""
        self._pending, self._rests = None, self._now() + retry
        self._actions.clear()
        with self._doing():
            self._tell((events.Refused(error),), saving=False)

    def _settle(self, pending: Pending, further: tuple[Event, ...] = ()) -> None:
        self._pending = None
        pending.course.match.take_counts(self._course.match)
        self._adopt(pending.course, (*pending.told, *further))

    def _adopt(self, course: Course, told: tuple[Event, ...]) -> None:
        old = self._state
        self._course, self._asked = course, self._now()
        self._stuck = any(isinstance(event, events.Failed) for event in told)
        self._state = replace(course.snapshot, running=old.running, pace=old.pace, failed=self._stuck)
        self._tell(told)

    def _drop(self) -> None:
        if self._question is not None:
            self._players.drop(self._question)
            self._question = None

    def _refuse(self, template: str, **values: object) -> None:
        self._tell((events.Refused(CoreError(template, **values)),))

    def _tell(self, told: tuple[Event, ...], **changes: Any) -> None:
        """Change what is shown, and tell it to all."""
        self._state = replace(self._state, **changes)
        for hear in list(self._hearers):
            hear(self._state, told)

    def _waits(self, action: Action) -> bool:
        """Whether an action has to wait until what was done before is kept. Moves wait only as long as nobody notices: a
        player who types ahead loses nothing, and one whose disk hangs is told so."""
        if not self._pending or isinstance(action, _FREE):
            return False
        return not (self._state.saving and isinstance(action, _HASTY))

    @contextmanager
    def _doing(self) -> Iterator[None]:
        """While something is done, actions that come from hearers wait; then they are taken one after the other."""
        outermost, self._acting = not self._acting, True
        try:
            yield
            while outermost and self._actions and not self._waits(self._actions[0]):
                self._take(self._actions.popleft())
        finally:
            if outermost:
                self._acting = False


_FREE = (actions.Hint, actions.Caution, actions.MoveNow, actions.Run, actions.Pause, actions.Step, actions.Pace)
"""Actions that change nothing that is kept."""
_HASTY = (actions.Play, actions.Undo, actions.Redo)
"""Actions that are refused when they would have to wait long: by then they may mean something else."""
