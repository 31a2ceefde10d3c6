"""The pool with real engines in processes of their own, which may die at any moment."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from core.analysis import Analysis
from core.errors import CoreError
from core.players.pool import Pool, Priority, Rations
from core.players.worker.parent import Patience, Worker
from core.players.worker.request import Request
from core.score import Verdict
from tests.core.pooling import ENDLESS, SOLVED
from tests.core.working import LONG, PATIENT, gone

GAMES = ("mnk:15,15,5", "tictactoe")


class Room:
    """A pool with real engines."""

    def __init__(self, workers: int, rations: Rations, patience: Patience) -> None:
        self.workers: list[Worker] = []
        self.heard: dict[str, list[Analysis]] = {}
        self.lost: dict[str, CoreError] = {}
        self.restarts: list[CoreError] = []
        self._patience = patience
        self._news = asyncio.Event()
        self.pool = Pool(self._make, workers, GAMES, rations)

    def _make(self) -> Worker:
        worker = Worker(on_restart=self.restarts.append, patience=self._patience, sleep=self._pause)
        self.workers.append(worker)
        return worker

    async def _pause(self, seconds: float) -> None:
        """No pause."""

    def ask(self, who: str, request: Request, kind: Priority = Priority.PANEL) -> None:
        self.heard[who] = []
        self.pool.ask(who, 0, kind, request, lambda analysis: self._hear(who, analysis), self._lose(who))

    def _hear(self, who: str, analysis: Analysis) -> None:
        self.heard[who].append(analysis)
        self._news.set()

    def _lose(self, who: str) -> Callable[[CoreError], None]:
        def lose(error: CoreError) -> None:
            self.lost[who] = error
            self._news.set()

        return lose

    def pid(self, number: int) -> int:
        process = self.workers[number]._process
        assert process
        return process.pid

    def answered(self, who: str) -> bool:
        return any(analysis.final for analysis in self.heard[who])

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENT):
            while not condition():
                self._news.clear()
                await self._news.wait()


@asynccontextmanager
async def room(workers: int = 2, patience: Patience = LONG, **rations: Any) -> AsyncIterator[Room]:
    found = Room(workers, Rations(**rations), patience)
    yield found
    await found.pool.close()


async def test_two_engines_answer_many_people_each_with_the_truth() -> None:
    async with room(move=0.01, panel=PATIENT) as hall:
        for number in range(6):
            hall.ask(f"guest {number}", ENDLESS, Priority.MOVE)
        hall.ask("ana", SOLVED)
        await hall.until(lambda: all(map(hall.answered, hall.heard)))
        best = hall.heard["ana"][-1].best
        assert best
        assert (best.score.verdict, best.score.plies) == (Verdict.TIE, 7)
        assert all(len(hall.heard[f"guest {number}"][-1].lines) == 225 for number in range(6))
        assert len(hall.workers) == 2
        assert hall.lost == {}


async def test_an_engine_killed_in_mid_search_is_replaced_and_the_question_asked_again() -> None:
    async with room(panel=PATIENT) as hall:
        hall.ask("ana", ENDLESS)
        await hall.until(lambda: hall.heard["ana"])
        killed = hall.pid(0)
        os.kill(killed, signal.SIGKILL)
        hall.ask("ben", SOLVED)
        await hall.until(lambda: hall.answered("ben"))
        heard = len(hall.heard["ana"])
        await hall.until(lambda: len(hall.heard["ana"]) > heard and hall.restarts)
        assert hall.pid(0) != killed
        assert hall.lost == {}
        assert not hall.answered("ana")


async def test_engines_killed_at_random_moments_leave_nobody_without_an_answer() -> None:
    rng = random.Random(7)
    async with room(panel=PATIENT, patience=replace(LONG, pauses=(0.0,) * 30)) as hall:
        pids = []
        for turn in range(3):
            for number in range(3):
                position = SOLVED.position
                hall.ask(f"{turn} {number}", Request(position.play(rng.choice(position.moves)), "minimax"))
            for at in rng.sample(range(2), rng.choice((1, 2))):
                if hall.workers[at]._process:
                    pids.append(hall.pid(at))
                    os.kill(pids[-1], signal.SIGKILL)
            await hall.until(lambda: all(map(hall.answered, hall.heard)))
        assert pids
        assert hall.lost == {}
    assert all(map(gone, pids))


async def test_once_it_is_closed_no_process_is_left() -> None:
    async with room(panel=PATIENT) as hall:
        hall.ask("ana", ENDLESS)
        hall.ask("ben", SOLVED)
        await hall.until(lambda: hall.heard["ana"] and hall.answered("ben"))
        pids = [hall.pid(0), hall.pid(1)]
    assert all(map(gone, pids))
