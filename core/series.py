"""Several games between two engines, played in this process: a session whose players answer before it goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random

from core import engines
from core.actions import Run
from core.analysis import Limit, Watch
from core.errors import EngineForfeits
from core.events import Event, Forfeited
from core.game import Game, Player
from core.levels import Level
from core.match import Record
from core.opponents import Opponent
from core.seats import Setup
from core.session import Session
from core.source import Snapshot, Ticket
from core.standing import Series
from core.worker.request import Request


class _Here:
    """Whoever asks the engines of this process, and keeps nothing: what was asked last waits to be answered."""

    def __init__(self) -> None:
        self.ticket: Ticket = 0
        self.request: Request | None = None
        self.unkept: list[Ticket] = []

    def ask(self, seat: Player, request: Request) -> Ticket:
        self.ticket, self.request = self.ticket + 1, request
        return self.ticket

    def stop(self, ticket: Ticket) -> None:
        """Nothing thinks while others talk."""

    def drop(self, ticket: Ticket) -> None:
        self.request = None

    def keep(self, record: Record) -> Ticket:
        self.ticket += 1
        self.unkept.append(self.ticket)
        return self.ticket

    def answer(self, session: Session, limit: Limit | None, clock: Callable[[], float]) -> None:
        """Say that all is kept, or answer the question; ``limit`` replaces that of the level."""
        if self.unkept:
            session.kept(self.unkept.pop())
            return
        request, self.request = self.request, None
        assert request, "a game of engines goes on until it is over"
        engine = engines.get(request.engine) if request.engine else engines.best(request.position)
        level = request.limit
        most = level.limit(engines.facts(engine.name).pace) if isinstance(level, Level) else level
        try:
            watch = Watch(request.position, limit or most, clock, every=request.every)
            session.heard(self.ticket, engine.analyse(watch))
        except EngineForfeits as error:
            session.lost(self.ticket, error)


def play_series(
    game: Game,
    players: tuple[Opponent, Opponent],
    length: int,
    random: Random,
    limit: Limit | None = None,
    told: Callable[[int, EngineForfeits], None] = lambda number, error: None,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Series]:
    """Play games between two engines, yielding the standing after each.

    ``limit`` replaces the limits of the players' levels. ``told`` gets the number of a game, from 1, that a program from
    elsewhere has lost by failing, and how.
    """

    def hear(state: Snapshot, happened: tuple[Event, ...]) -> None:
        for event in happened:
            if isinstance(event, Forfeited) and isinstance(event.error, EngineForfeits):
                told(state.number, event.error)
                session.do(Run())

    here = _Here()
    engines.warm(game)
    setup = Setup((players[0].text, players[1].text), length=length, every=True)
    session = Session(game, setup, here, here.keep, lambda: 0.0, random, between=0.0)
    session.listen(hear)
    for number in range(1, length + 1):
        session.tick()
        while session.state.series.played < number:
            here.answer(session, limit, clock)
            if session.state.series.played < number:
                session.tick()
        yield session.state.series
