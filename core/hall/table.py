"""A table: a game in the hall, and its watchers. :mod:`core.hall.seated` has people on its seats,
:mod:`core.hall.featured` engines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from core.game import Player
from core.hall.limits import HallLimits
from core.hall.people import Guest, Person
from core.hall.store import Done, Keep
from core.hall.wire import Message, clock_out, control_out
from core.play.clock import earliest
from core.play.course import Course
from core.play.match import Match


@dataclass(frozen=True)
class TableServices:
    """The services that all tables of a hall share."""

    limits: HallLimits
    """The limits of the hall."""
    now: Callable[[], float]
    """Seconds that only grow."""
    wall: Callable[[], float]
    """Seconds since 1970."""
    random: Random
    """The source of everything random."""
    keep: Keep
    """Saves a match."""
    forget: Callable[[str, Done], None]
    """Deletes a match from the disk."""
    changed: Callable[[], None]
    """Called when the lobby has something new to show."""
    over: Callable[[Table], None]
    """Called when a game has ended."""
    bind: Callable[[Iterable[Person]], None]
    """Called with the people whose game has begun, gone on or ended."""
    free: Callable[[Person, bool], None]
    """Raises No if a person may not begin a game, live or by post."""


class Table:
    """``course`` is the game now, and ``match`` the game as it was last saved; ``saving``: the next change takes long
    to save. ``seq`` counts the changes of the game. ``due`` is the time at which something is to be done, None for no
    such time; ``started`` and ``updated`` are seconds since 1970."""

    featured = False

    def __init__(self, id: str, services: TableServices) -> None:
        self.id = id
        self.services = services
        self.watchers: list[Guest] = []
        self.seq = 0
        self.due: float | None = None
        self.started = self.updated = services.wall()
        self.course: Course
        self.match: Match
        self.saving = False
        self._news = False
        self._refresh: float | None = None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.course.match.outcome is not None

    # Who looks.

    def watch(self, guest: Guest) -> None:
        """Let a guest watch, and send them the table."""
        if guest not in self.watchers:
            self.watchers.append(guest)
            guest.tables.add(self.id)
            self._soon()
        guest.send(self.message())

    def unwatch(self, guest: Guest) -> None:
        """Remove a watcher."""
        if guest in self.watchers:
            self.watchers.remove(guest)
            guest.tables.discard(self.id)
            self._soon()

    def _soon(self) -> None:
        """Tell the number of watchers soon, but not for each of them."""
        if self._refresh is None:
            self._refresh = self.services.now() + self.services.limits.repaint
            self.due = earliest(self.due, self._refresh)
        self.services.changed()

    # Messages to the guests.

    def message(self) -> Message:
        """The whole state of the table, as a client draws it."""
        clock = self.course.match.clock
        if clock:
            clock = clock.run(clock.running, self.services.now())
        return {
            "op": "table",
            "table": self.id,
            "seq": self.seq,
            "match": self.match.public.to_json(),
            "people": [self.sitting(0), self.sitting(1)],
            "running": clock.running if clock else None,
            "clock": clock_out(clock),
            "watching": len(self.watchers),
            "featured": self.featured,
            "kept": not self.saving,
            **self.further(),
        }

    def sitting(self, seat: Player) -> Message:
        """The player on a seat: a person with an id and a name, or an engine."""
        raise NotImplementedError

    def further(self) -> dict[str, Any]:
        """The further fields of the message, which depend on the kind of table."""
        return {
            "offer": None,
            "takeback": None,
            "rematch": [False, False],
            "claim": None,
            "post": False,
            "look": None,
            "draws_left": [0, 0],
            "aborted": False,
        }

    @property
    def names(self) -> list[str]:
        """The names of the people, or the texts of the engines, by seat."""
        sitters = (self.sitting(0), self.sitting(1))
        return [each.get("name") or each["engine"] for each in sitters]

    def listing(self) -> Message:
        """The entry of the table in the lobby."""
        match = self.course.match
        return {
            "game": match.game.id,
            "names": self.names,
            "ply": len(match.moves),
            "watching": len(self.watchers),
            "clock": control_out(match.clock.control) if match.clock else None,
            "featured": self.featured,
        }

    def show(self) -> None:
        """Send the table to all watchers once the current request is done."""
        self._news = True

    def announce(self) -> None:
        """Show the table anew, and the lobby too."""
        self.show()
        self.services.changed()

    def _spread(self) -> None:
        """Let the game go on, and send the table if it has changed."""
        after = self._run()
        if self._refresh is not None and self._refresh <= self.services.now():
            self._news = True
        if self._news:
            self._news, self._refresh = False, None
            message = self.message()
            for guest in list(self.watchers):
                guest.send(message)
        self.due = earliest(after, self._refresh)

    def _run(self) -> float | None:
        """Let the game go on. Returns the time at which something in it will be due; None for no such time."""
        raise NotImplementedError

    def tick(self) -> None:
        """Do what is due."""
        self._spread()
