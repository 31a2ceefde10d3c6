"""A session in a test's hand: its clock, its engines and its disk do what the test says."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypeVar

from core.analysis import Analysis, Line
from core.errors import CoreError, StoreBroken
from core.game import Player
from core.games import get
from core.play import actions
from core.play.actions import Action
from core.play.course import Course
from core.play.events import Event, Refused
from core.play.match import Match
from core.play.seats import Setup
from core.play.session import Session, Tempo
from core.play.source import Snapshot, Ticket
from core.players.asking import Heard, Lost
from core.players.opponents import HUMAN
from core.players.worker.request import Request
from core.score import Score

PEOPLE = (HUMAN, HUMAN)
YOU_FIRST = (HUMAN, "random")
ENGINES = ("random", "alphabeta:1")
WON = ("a1", "a2", "b1", "b2", "c1")
"""X wins at tictactoe."""
FULL_DISK = StoreBroken("The disk is full.")

E = TypeVar("E")


@dataclass(eq=False)
class Asked:
    """A question that a test answers."""

    bench: Bench
    seat: Player
    request: Request
    heard: Heard
    lost: Lost
    before: int | None = None

    def stop(self) -> None:
        self.bench.stopped.append(self)

    def drop(self) -> None:
        self.bench.open.remove(self)


class Bench:
    """Stands for the processes of the engines: remembers what is asked, and what of it is still wanted."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.open: list[Asked] = []
        self.stopped: list[Asked] = []

    def ask(self, seat: Player, request: Request, heard: Heard, lost: Lost) -> Asked:
        asked = Asked(self, seat, request, heard, lost)
        self.asked.append(asked)
        self.open.append(asked)
        return asked


class Sitting:
    """A session with everything around it. ``held`` disks answer when the test says so, others at once."""

    def __init__(
        self,
        seats: tuple[str, str] = YOU_FIRST,
        game: str = "tictactoe",
        length: int = 0,
        moves: str = "",
        match: Match | None = None,
        setup: Setup | None = None,
        pace: float = 0.0,
        between: float | None = None,
        cap: float | None = None,
    ) -> None:
        self.clock = 1000.0
        self.bench = Bench()
        self.held = False
        self.keeps: list[Match] = []
        self.waiting: list[Ticket] = []
        self.told: list[Event] = []
        self.states: list[Snapshot] = []
        if moves:
            match = Match(get(game), seats)
            for name in moves.split():
                match = match.play(match.position.parse(name))
        random = Random(1)
        self.session = Session(
            Course.begin(get(game), setup or Setup(seats, length), random, match),
            self.bench.ask,
            self._keep,
            lambda: self.clock,
            random,
            Tempo(pace, between, cap),
        )
        self.session.listen(self._hear)
        self.due: float | None = None
        self._answer()

    def _keep(self, match: Match) -> Ticket:
        self.keeps.append(match)
        self.waiting.append(len(self.keeps))
        return len(self.keeps)

    def _hear(self, state: Snapshot, told: tuple[Event, ...]) -> None:
        assert state is self.session.state
        self.states.append(state)
        self.told += told

    def _answer(self) -> None:
        self.due = self.session.tick()
        while self.waiting and not self.held:
            self.session.kept(self.waiting.pop(0))
            self.due = self.session.tick()

    @property
    def state(self) -> Snapshot:
        """What is shown."""
        return self.session.state

    @property
    def written(self) -> list[str]:
        """The moves of each match that was to be kept."""
        return [" ".join(match.names) for match in self.keeps]

    @property
    def moves(self) -> str:
        """The moves shown."""
        return " ".join(self.state.match.names)

    def do(self, *wanted: Action) -> None:
        """Take actions one after the other, each seen through."""
        for action in wanted:
            self.session.do(action)
            self._answer()

    def play(self, *names: str) -> None:
        """Make moves."""
        for name in names:
            self.do(actions.Play(self.state.match.position.parse(name)))

    def answer(self, name: str, final: bool = True, nodes: int = 1, seconds: float = 0.0) -> None:
        """The engine that is asked names its move."""
        asked = self.bench.open[-1]
        position = asked.request.position
        move = position.parse(name)
        if final:
            self.bench.open.remove(asked)
        lines = (Line(move, Score.estimate(0.0), (move,)),)
        asked.heard(Analysis(position, lines, 1, nodes, seconds, final, engine="alphabeta"))
        self._answer()

    def lose(self, error: CoreError) -> None:
        """The engine that is asked gives no answer."""
        self.bench.open.pop().lost(error)
        self._answer()

    def pass_time(self, seconds: float) -> None:
        """Let time go by."""
        self.clock += seconds
        self._answer()

    def to_disk(self, error: CoreError | None = None) -> None:
        """Answer what waits to be kept."""
        ticket = self.waiting.pop(0)
        if error:
            self.session.unkept(ticket, error)
        else:
            self.session.kept(ticket)
        self.due = self.session.tick()

    def heard(self, kind: type[E]) -> list[E]:
        """The events told of a class."""
        return [event for event in self.told if isinstance(event, kind)]

    def refusal(self) -> str:
        """The last thing refused."""
        return str(self.heard(Refused)[-1].error)
