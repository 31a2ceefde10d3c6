"""The featured table: two engines play one game after another while somebody watches. Nothing is saved."""

from __future__ import annotations

from collections.abc import Sequence

from core.errors import CoreError
from core.game import Player
from core.games import get
from core.hall.people import Guest
from core.hall.table import Table, TableServices
from core.hall.wire import Message
from core.play import actions, events
from core.play.clock import earliest
from core.play.course import Course
from core.play.events import Event
from core.play.match import Match
from core.play.seats import Setup
from core.play.session import Session, Tempo
from core.play.source import Snapshot, Ticket
from core.players.asking import AskForSeat, followed

FEATURED = "featured"
"""The id of the table."""
PROGRAMME: Sequence[tuple[str, str, str]] = (
    ("connect-four", "best:5", "best:3"),
    ("ultimate", "best:4", "best:4"),
    ("tictactoe3d", "best:full", "best:3"),
    ("gomoku", "best:4", "best:4"),
    ("morris", "best:full", "best:3"),
    ("qubic", "best:4", "best:4"),
    ("chomp:7,4", "best:full", "best:4"),
    ("numerical", "best:full", "best:3"),
    ("vanishing", "best:full", "best:4"),
    ("nim:1,3,5,7", "best:full", "best:3"),
)
"""The games in their order, each with its two players."""


class Featured(Table):
    """``programme`` is repeated without end; ``wanted``: somebody is in the lobby."""

    featured = True

    def __init__(
        self, services: TableServices, ask: AskForSeat, programme: Sequence[tuple[str, str, str]] = PROGRAMME
    ) -> None:
        super().__init__(FEATURED, services)
        self._ask, self._programme = followed(ask, self.tick), programme
        self._number = 0
        self._keeping: list[Ticket] = []
        self._tickets = 0
        self._ended: float | None = None
        self.wanted = False
        self._begin()

    def _begin(self) -> None:
        """Begin the next game of the programme."""
        game, first, second = self._programme[self._number % len(self._programme)]
        self._number += 1
        self._ended = None
        course = Course.begin(get(game), Setup((first, second)), self.services.random)
        self.course, self.match = course, course.match
        self.session = Session(
            course,
            self._ask,
            self._keep,
            self.services.now,
            self.services.random,
            Tempo(self.services.limits.pace),
        )
        self.session.do(actions.Command.PAUSE)
        self.started = self.updated = self.services.wall()
        self.session.listen(self._hear)
        self.seq += 1

    def _keep(self, match: Match) -> Ticket:
        self._tickets += 1
        self._keeping.append(self._tickets)
        return self._tickets

    def watch(self, guest: Guest) -> None:
        """Let a guest watch."""
        super().watch(guest)
        self.tick()

    def tick(self) -> None:
        """Go on while somebody watches; after a game begin the next one."""
        looked_at = self.wanted or bool(self.watchers)
        if self._ended is not None and looked_at and self.services.now() >= self._ended:
            self._begin()
            self.announce()
        if self.session.state.running != looked_at:
            self.session.do(actions.Command.RUN if looked_at else actions.Command.PAUSE)
        try:
            self._spread()
            while self._keeping:
                self.session.kept(self._keeping.pop())
                self._spread()
        except CoreError:  # no engine plays this one here
            self._ended = self._ended or self.services.now() + self.services.limits.between
            self.due = None
        if looked_at:
            self.due = earliest(self.due, self._ended)

    def _run(self) -> float | None:
        return None if self.over else self.session.tick()

    def _hear(self, state: Snapshot, told: tuple[Event, ...]) -> None:
        self.course = state.course
        if any(isinstance(event, events.Failed) for event in told):
            self._ended = self.services.now() + self.services.limits.between
        elif any(not isinstance(event, events.Refused) for event in told):
            self.seq += 1
            self.match = state.match
            self.updated = self.services.wall()
            self.announce()
            if state.match.outcome:
                self._ended = self.services.now() + self.services.limits.between

    def sitting(self, seat: Player) -> Message:
        """The engine on a seat."""
        return {"engine": self.course.match.players[seat]}
