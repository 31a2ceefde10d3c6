"""One game of a tournament, played out in this process: a session whose players answer before it goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from core import engines
from core.analysis import Limit, Watch
from core.errors import EngineForfeits
from core.game import Player
from core.games import get
from core.phrase import Phrase
from core.play.events import Event, Forfeited
from core.play.match import Match
from core.play.seats import Setup
from core.play.session import Session
from core.play.source import Snapshot, Ticket
from core.players.worker.request import Request
from core.position import play_all
from core.strategies.levels import Level


@dataclass(frozen=True)
class Bout:
    """A game to be played."""

    number: int
    """Its place in the tournament, from 1."""
    game: str
    """The id of the game."""
    seats: tuple[str, str]
    """The texts of the players; the one in front moves first."""
    opening: str = ""
    """The moves it begins with, in notation."""
    seed: str = ""
    """Decides all that is left to chance."""
    limit: Limit | None = None
    """Replaces those of the players' levels; None for these."""
    cpu: bool = False
    """Whether the seconds of the limit are those of the processor."""


@dataclass(frozen=True)
class PlayedGame:
    """A game that is over."""

    number: int
    """Its place in the tournament, from 1."""
    match: Match
    """The game, with its outcome."""
    started: float
    """Seconds since 1970."""
    ended: float
    """Seconds since 1970."""
    seconds: tuple[float, float]
    """What each seat has spent on its moves, by the clock of the bout."""
    nodes: tuple[int, int]
    """Positions that each seat has visited for them."""
    forfeit: Phrase | None = None
    """How a program from elsewhere has lost it by failing; None where none has."""


class _Here:
    """Who asks the engines of this process, and keeps nothing: what was asked last waits to be answered."""

    def __init__(self, limit: Limit | None, clock: Callable[[], float]) -> None:
        self._limit, self._clock = limit, clock
        self._ticket: Ticket = 0
        self._request: Request | None = None
        self._unkept: list[Ticket] = []
        self.match: Match | None = None
        self.seconds, self.nodes = [0.0, 0.0], [0, 0]

    def ask(self, seat: Player, request: Request) -> Ticket:
        self._ticket, self._request = self._ticket + 1, request
        return self._ticket

    def stop(self, ticket: Ticket) -> None:
        """Nothing thinks while others talk."""

    def drop(self, ticket: Ticket) -> None:
        self._request = None

    def keep(self, match: Match) -> Ticket:
        self._ticket, self.match = self._ticket + 1, match
        self._unkept.append(self._ticket)
        return self._ticket

    def answer(self, session: Session) -> None:
        """Say that all is kept, or answer the question, if there is one."""
        if self._unkept:
            session.kept(self._unkept.pop())
            return
        request, self._request = self._request, None
        if request is None:
            return
        seat = request.position.turn
        engine = engines.chosen(request.engine, request.position)
        level = request.limit
        most = level.limit(engines.facts(engine.name).nodes_a_second) if isinstance(level, Level) else level
        watch = Watch(request.position, self._limit or most, self._clock, all_moves=request.all_moves)
        try:
            analysis = engines.analyse(engine, watch)
        except EngineForfeits as error:
            session.lost(self._ticket, error)
        else:
            self.nodes[seat] += analysis.nodes
            session.heard(self._ticket, analysis)
        self.seconds[seat] += watch.seconds


def play(bout: Bout) -> PlayedGame:
    """Play a game to its end. Raises CoreError where the players cannot play it at all."""
    started = time.time()
    game = get(bout.game)
    engines.warm(game)
    random = Random(bout.seed)
    here = _Here(bout.limit, time.thread_time if bout.cpu else time.monotonic)
    setup = Setup(bout.seats)
    match = setup.begun(game, random, play_all(game, bout.opening)[0])
    session = Session(game, setup, here, here.keep, lambda: 0.0, random, match, kept=True)
    forfeits: list[Phrase] = []

    def hear(state: Snapshot, happened: tuple[Event, ...]) -> None:
        forfeits.extend(event.error.phrase for event in happened if isinstance(event, Forfeited))

    session.listen(hear)
    while session.state.outcome is None:
        session.tick()
        here.answer(session)
    assert here.match, "the last move was kept"
    played = replace(here.match.bare, id="", series=None)  # nothing that differs when the same game is played again
    (x, o), (a, b) = here.seconds, here.nodes
    return PlayedGame(bout.number, played, started, time.time(), (x, o), (a, b), forfeits[0] if forfeits else None)
