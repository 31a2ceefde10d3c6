"""One game of a tournament, played out in this process: a session whose players answer before it goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from core import engines
from core.analysis import Limit, Watch
from core.errors import EngineForfeits
from core.game import Game, Player
from core.games import get
from core.phrase import Phrase
from core.play.course import Course
from core.play.events import Event, Forfeited
from core.play.match import Match
from core.play.seats import Setup
from core.play.session import Session
from core.play.source import Snapshot, Ticket
from core.players.asking import Asking, Heard, Lost
from core.players.worker.request import Request
from core.position import play_all
from core.tournament.live import LiveGame


@dataclass(frozen=True)
class Bout:
    """A game to be played."""

    number: int
    """Its place in the tournament, from 1."""
    game: Game
    """What is played."""
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

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"game": (self.game.id, self.game.content)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, game=get(*state["game"]))


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


@dataclass(eq=False)
class _Question:
    """A :class:`core.players.asking.Asking` that is answered when the session waits for it."""

    request: Request
    heard: Heard
    lost: Lost
    before: int | None = None
    dropped: bool = False

    def stop(self) -> None:
        """Nothing thinks while others talk."""

    def drop(self) -> None:
        """Have it answered no more."""
        self.dropped = True


class AskedHere:
    """Asks the engines of this process, and keeps nothing: what was asked last waits to be answered."""

    def __init__(
        self, limit: Limit | None, clock: Callable[[], float], tell: Callable[[Match], None] = lambda match: None
    ) -> None:
        self._limit, self._clock, self._tell = limit, clock, tell
        self._ticket: Ticket = 0
        self._question: _Question | None = None
        self._unkept: list[Ticket] = []
        self.match: Match | None = None
        self.seconds, self.nodes = [0.0, 0.0], [0, 0]

    def ask(self, seat: Player, request: Request, heard: Heard, lost: Lost) -> Asking:
        self._question = question = _Question(request, heard, lost)
        return question

    def keep(self, match: Match) -> Ticket:
        self._ticket, self.match = self._ticket + 1, match
        self._unkept.append(self._ticket)
        self._tell(match)
        return self._ticket

    def answer(self, session: Session) -> None:
        """Say that all is kept, or answer the question, if there is one."""
        if self._unkept:
            session.kept(self._unkept.pop())
            return
        question, self._question = self._question, None
        if question is None or question.dropped:
            return
        request, engine = question.request, question.request.chosen
        seat, limit = request.position.turn, self._limit or request.limit_of(engine.name)
        watch = Watch(request.position, limit, self._clock, all_moves=request.all_moves)
        try:
            analysis = engines.analyse(engine, watch)
        except EngineForfeits as error:
            question.lost(error)
        else:
            self.nodes[seat] += analysis.nodes
            question.heard(analysis)
        self.seconds[seat] += watch.seconds


def play(bout: Bout, live: Path | None = None) -> PlayedGame:
    """Play a game to its end, telling of it in the folder ``live``. Raises CoreError for players that cannot play it at
    all."""
    if live is None:
        return _play(bout, lambda match: None)
    with LiveGame(live, bout.number) as game:
        return _play(bout, game.tell)


def _play(bout: Bout, tell: Callable[[Match], None]) -> PlayedGame:
    started = time.time()
    game = bout.game
    engines.warm(game)
    random = Random(bout.seed)
    here = AskedHere(bout.limit, time.thread_time if bout.cpu else time.monotonic, tell)
    setup = Setup(bout.seats)
    match = setup.begun(game, random, play_all(game, bout.opening)[0])
    course = Course.begin(game, setup, random, match)
    session = Session(course, here.ask, here.keep, lambda: 0.0, random, kept=True)
    forfeits: list[Phrase] = []

    def hear(state: Snapshot, happened: tuple[Event, ...]) -> None:
        forfeits.extend(event.error.phrase for event in happened if isinstance(event, Forfeited))

    session.listen(hear)
    while session.state.match.outcome is None:
        session.tick()
        here.answer(session)
    assert here.match, "the last move was kept"
    played = replace(here.match.bare, id="", series=None)  # nothing that differs when the same game is played again
    (x, o), (a, b) = here.seconds, here.nodes
    return PlayedGame(bout.number, played, started, time.time(), (x, o), (a, b), forfeits[0] if forfeits else None)
