"""A pool of engines in a test, and what it is asked."""

from __future__ import annotations

from typing import Any

from core.analysis import Analysis, Line
from core.errors import CoreError, EngineDied
from core.games import get
from core.players.asking import Heard, Lost
from core.players.pool import Pool, PoolQuestion, Priority, Rations
from core.players.worker.request import Request
from core.position import Position, play_all
from core.score import Score, Verdict

OFFERED = ("tictactoe", "connect-four", "nim:3,5,7")


START = Position.start(get("tictactoe"))


MOVES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")


def position(number: int) -> Position:
    """One of several positions."""
    return START.play(START.parse(MOVES[number]))


def question(number: int, **values: Any) -> Request:
    return Request(position(number), **values)


def answer(asked: Request, final: bool = True, seconds: float = 9.0, settled: bool = False) -> Analysis:
    """What an engine that has used all its time, or less, may say."""
    score = Score.exact(Verdict.TIE, 8) if settled else Score.estimate(0.25)
    lines = tuple(Line(move, score, (move,)) for move in asked.position.moves)
    return Analysis(asked.position, lines, 3, 100, seconds, final, engine="minimax")


class Engine:
    """Answers when the test says so, and is the question that it was asked last."""

    before: int | None = None

    def __init__(self) -> None:
        self.asked: list[Request] = []
        self.deeds: list[str] = []
        self._told: tuple[Heard, Lost] | None = None

    def ask(self, request: Request, heard: Heard, lost: Lost) -> Engine:
        self.asked.append(request)
        self.deeds.append("ask")
        self._told = heard, lost
        return self

    def stop(self) -> None:
        self.deeds.append("stop")

    def drop(self) -> None:
        self.deeds.append("drop")
        self._told = None

    async def close(self) -> None:
        self.deeds.append("close")

    def report(self) -> None:
        if self._told:
            self._told[0](answer(self.asked[-1], final=False))

    def finish(self, **values: Any) -> None:
        told, self._told = self._told, None
        if told:
            told[0](answer(self.asked[-1], **values))

    def fail(self) -> None:
        told, self._told = self._told, None
        if told:
            told[1](EngineDied("It died."))


class Room:
    """A pool of engines that a test drives, and what each question of somebody has heard."""

    def __init__(self, workers: int = 1, **rations: Any) -> None:
        self.engines: list[Engine] = []
        self.pool = Pool(self._make, workers, OFFERED, Rations(**rations))
        self.heard: dict[str, list[Analysis]] = {}
        self.lost: dict[str, CoreError] = {}
        self.places: dict[str, list[int]] = {}

    def _make(self) -> Engine:
        self.engines.append(Engine())
        return self.engines[-1]

    @property
    def engine(self) -> Engine:
        (engine,) = self.engines
        return engine

    @property
    def put(self) -> list[Position]:
        """The positions that the only engine was asked about, in their order."""
        return [request.position for request in self.engine.asked]

    def ask(self, who: str, request: Request, kind: Priority = Priority.PANEL, channel: int = 0) -> PoolQuestion:
        """Ask; ``who`` is a person, and what comes after a space tells questions of the same one apart."""
        self.heard[who], self.places[who] = [], []
        heard, placed = self.heard[who].append, self.places[who].append
        lost = lambda error: self.lost.update({who: error})  # noqa: E731
        return self.pool.ask(who.split()[0], channel, kind, request, heard, lost, placed)

    def finish(self, questions: int) -> None:
        for _ in range(questions):
            self.engine.finish()


ENDLESS = Request(Position.start(get("mnk:15,15,5")))


SOLVED = Request(play_all(get("tictactoe"), "a1 b2")[1], "minimax")
