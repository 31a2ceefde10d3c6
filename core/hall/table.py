"""A table: a game that goes on in the hall, and all who look at it. Who sits there, and what they may do, stands in
:mod:`core.hall.seated` and :mod:`core.hall.featured`."""

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
from core.play.events import Event, Refused
from core.play.match import Match
from core.play.session import Session
from core.play.source import Snapshot


@dataclass(frozen=True)
class TableServices:
    """What the tables of a hall share."""

    limits: HallLimits
    """How long and how many."""
    now: Callable[[], float]
    """Seconds that only grow."""
    wall: Callable[[], float]
    """Seconds since 1970."""
    random: Random
    """All that is left to chance."""
    keep: Keep
    """Brings a match to the disk."""
    forget: Callable[[str, Done], None]
    """Takes one from the disk."""
    changed: Callable[[], None]
    """Told that the lobby has something else to show."""
    over: Callable[[Table], None]
    """Told that a game has come to its end."""
    bind: Callable[[Iterable[Person]], None]
    """Told whose game has begun, gone on or ended."""
    free: Callable[[Person, bool], None]
    """Raises No where a person may not begin a game: a live one, or one by post."""


class Table:
    """``seq`` is how many things have changed the game; ``due`` the time at which something is to be done, None for no such
    time; ``started`` and ``updated`` are seconds since 1970."""

    featured = False

    def __init__(self, id: str, services: TableServices) -> None:
        self.id = id
        self.services = services
        self.watchers: list[Guest] = []
        self.seq = 0
        self.due: float | None = None
        self.started = self.updated = services.wall()
        self.session: Session
        self.match: Match
        self._news = False
        self._refresh: float | None = None

    @property
    def state(self) -> Snapshot:
        """The game as it stands."""
        return self.session.state

    @property
    def over(self) -> bool:
        """Whether nobody moves here any more."""
        return self.state.outcome is not None

    # Who looks.

    def watch(self, guest: Guest) -> None:
        """Somebody looks from now on, and is told how it stands."""
        if guest not in self.watchers:
            self.watchers.append(guest)
            guest.tables.add(self.id)
            self._soon()
        guest.send(self.message())

    def unwatch(self, guest: Guest) -> None:
        """Somebody looks no more."""
        if guest in self.watchers:
            self.watchers.remove(guest)
            guest.tables.discard(self.id)
            self._soon()

    def _soon(self) -> None:
        """How many look is told, but not with each of them."""
        if self._refresh is None:
            self._refresh = self.services.now() + self.services.limits.repaint
            self.due = earliest(self.due, self._refresh)
        self.services.changed()

    # What is told.

    def message(self) -> Message:
        """All that a session draws of the table."""
        state, clock = self.state, self.state.clock
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
            "kept": not state.saving,
            **self.further(),
        }

    def sitting(self, seat: Player) -> Message:
        """Who sits on a seat."""
        raise NotImplementedError

    def further(self) -> dict[str, Any]:
        """What else is told of this kind of table."""
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
        """Who sits there, by seat."""
        raise NotImplementedError

    def listing(self) -> Message:
        """What the lobby says of it."""
        state = self.state
        return {
            "game": state.game.id,
            "names": self.names,
            "ply": len(state.moves),
            "watching": len(self.watchers),
            "clock": control_out(state.clock.control) if state.clock else None,
            "featured": self.featured,
        }

    def show(self) -> None:
        """Tell everybody who looks how it stands, once what is being done is done."""
        self._news = True

    def _spread(self) -> None:
        """Do what follows from what was done, and tell it."""
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
        """Let the game go on; when there is something to do in it again."""
        return None if self.over else self.session.tick()

    def tick(self) -> None:
        """Do what is due."""
        self._spread()

    def _happened(self, told: tuple[Event, ...]) -> bool:
        """Whether the game has changed by what the session tells."""
        return any(not isinstance(event, Refused) for event in told)
