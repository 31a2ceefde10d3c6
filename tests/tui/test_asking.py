"""Whatever answers a question keeps to one contract, see :mod:`core.players.asking`, wherever its engine thinks."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from random import Random
from typing import TypeAlias

import pytest

from core.analysis import Analysis, Limit
from core.errors import CoreError
from core.games import get
from core.hall.limits import HallLimits
from core.hall.permits import Permits
from core.hall.pooled import PooledAdvice, asks_for_seats
from core.play.course import Course
from core.play.seats import Setup
from core.play.session import Session
from core.players.asking import Asking, Heard, Lost, followed
from core.players.opponents import HUMAN
from core.players.pool import Pool, Priority, Rations
from core.players.worker.forked import PATIENCE, forked
from core.players.worker.parent import Worker
from core.players.worker.request import Request
from core.position import Position
from core.tournament.bout import AskedHere
from tests.tui.premises import Premises
from tui.game.home_game import HomeGame
from tui.game.link import Link
from tui.game.remote_worker import RemoteWorker
from tui.serve.zygote import Zygote

PATIENT = 300.0
"""Seconds after which a test has failed; none waits for them to pass."""
START = Position.start(get("gomoku"))
SMALL = Request(Position.start(get("tictactoe")), "minimax", Limit(depth=2), 0.0)
ENDLESS = Request(START, "mcts", Limit(), 0.0)
GAMES = ("gomoku", "tictactoe")
LONG = Rations(move=PATIENT, panel=PATIENT, review=PATIENT, interval=0.0)

Ask: TypeAlias = Callable[[Request, Heard, Lost], Asking]
Place: TypeAlias = Callable[[], AbstractAsyncContextManager[Ask]]


class Told:
    """What is told of a question, in its order."""

    def __init__(self) -> None:
        self.analyses: list[Analysis] = []
        self.errors: list[CoreError] = []
        self.news = asyncio.Event()
        self.asked = False

    def heard(self, analysis: Analysis) -> None:
        assert self.asked, "told before the asking had returned"
        self.analyses.append(analysis)
        self.news.set()

    def lost(self, error: CoreError) -> None:
        assert self.asked, "told before the asking had returned"
        self.errors.append(error)
        self.news.set()

    @property
    def ends(self) -> int:
        """How many last words there were."""
        return sum(analysis.final for analysis in self.analyses) + len(self.errors)

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENT):
            while not condition():
                self.news.clear()
                await self.news.wait()


def put(ask: Ask, request: Request) -> tuple[Told, Asking]:
    told = Told()
    asking = ask(request, told.heard, told.lost)
    told.asked = True
    return told, asking


async def answered(ask: Ask, request: Request = SMALL) -> Told:
    told, _asking = put(ask, request)
    await told.until(lambda: told.ends)
    return told


@asynccontextmanager
async def worker() -> AsyncIterator[Ask]:
    made = Worker()
    yield made.ask
    await made.close()


@asynccontextmanager
async def forked_worker(zygote: Zygote) -> AsyncIterator[Ask]:
    made = Worker(start=partial(forked, partial(zygote.fork, None)), patience=PATIENCE)
    yield made.ask
    await made.close()


@asynccontextmanager
async def pool() -> AsyncIterator[Ask]:
    made = Pool(Worker, 1, GAMES, LONG)
    yield partial(made.ask, "ana", 0, Priority.PANEL)
    await made.close()


@asynccontextmanager
async def featured() -> AsyncIterator[Ask]:
    made = Pool(Worker, 1, GAMES, LONG)
    yield partial(followed(asks_for_seats(made), lambda: None), 0)
    await made.close()


@asynccontextmanager
async def remote_worker() -> AsyncIterator[Ask]:
    made = Pool(Worker, 1, GAMES, LONG)
    limits = HallLimits(requests=1000.0, burst=1000)
    premises = Premises(limits, advice=PooledAdvice(made, Permits()))
    link = Link(premises.connect("key of ana", "ana"))
    await link.open()
    asker = RemoteWorker(link, "panel", lambda before: None, pace=0.0)
    yield asker.ask
    await asker.close()
    await link.close()
    await premises.close()
    await made.close()


@asynccontextmanager
async def home_game() -> AsyncIterator[Ask]:
    game = HomeGame(NoKeeper(), Worker, 0.0, get("gomoku"), Setup((HUMAN, HUMAN)))  # type: ignore[arg-type]
    yield partial(game.ask, 0)
    await game.close()


class NoKeeper:
    """Nothing is played."""


PLACES: dict[str, Place] = {
    "a worker": worker,
    "a pool": pool,
    "the featured table": featured,
    "a guest of a hall": remote_worker,
    "a game at home": home_game,
}
places = pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)


@places
async def test_reports_may_come_and_one_final_answer_does_and_then_nothing(place: Place) -> None:
    async with place() as ask:
        first = await answered(ask)
        await answered(ask)
        assert (first.ends, first.errors) == (1, [])
        assert first.analyses[-1].final
        assert first.analyses[-1].position == SMALL.position


@places
async def test_of_what_is_dropped_nothing_is_told(place: Place) -> None:
    async with place() as ask:
        told, asking = put(ask, ENDLESS)
        await told.until(lambda: told.analyses)
        asking.drop()
        asking.drop()
        heard = len(told.analyses)
        async with worker() as another:  # by whose birth the search that was dropped has long ended
            await answered(another)
        assert (len(told.analyses), told.errors, told.ends) == (heard, [], 0)
        await answered(ask)
        assert (len(told.analyses), told.errors, told.ends) == (heard, [], 0)


@places
async def test_a_stop_brings_the_final_answer_and_a_second_one_no_other(place: Place) -> None:
    async with place() as ask:
        told, asking = put(ask, ENDLESS)
        asking.stop()
        asking.stop()
        await told.until(lambda: told.ends)
        asking.stop()
        asking.drop()
        await answered(ask)
        assert (told.ends, told.errors) == (1, [])


@places
async def test_a_newer_question_of_the_same_asker_silences_the_older_one(place: Place) -> None:
    async with place() as ask:
        older, asking = put(ask, ENDLESS)
        await older.until(lambda: older.analyses)
        newer, _asking = put(ask, SMALL)
        heard = len(older.analyses)
        asking.stop()
        await newer.until(lambda: newer.ends)
        assert (len(older.analyses), older.ends) == (heard, 0)
        assert newer.analyses[-1].position == SMALL.position


@pytest.mark.skipif(not hasattr(signal, "pidfd_send_signal"), reason="a hall is served on Linux")
async def test_a_worker_from_a_fork_server_keeps_to_all_of_that() -> None:
    zygote = Zygote(PATIENT)  # which takes half a second to be ready
    for holds in (
        test_reports_may_come_and_one_final_answer_does_and_then_nothing,
        test_of_what_is_dropped_nothing_is_told,
        test_a_stop_brings_the_final_answer_and_a_second_one_no_other,
        test_a_newer_question_of_the_same_asker_silences_the_older_one,
    ):
        await holds(partial(forked_worker, zygote))
    zygote.close()


@pytest.mark.parametrize("place", [worker, remote_worker, home_game])
async def test_a_question_that_has_no_answer_is_lost_once(place: Place) -> None:
    async with place() as ask:
        told = await answered(ask, Request(SMALL.position, "zzz"))
        await answered(ask)
        assert (told.ends, len(told.errors)) == (1, 1)


async def test_the_answers_of_a_bout_come_when_the_session_waits_for_them() -> None:
    here = AskedHere(None, time.monotonic)
    course = Course.begin(get("tictactoe"), Setup((HUMAN, HUMAN)), Random(1))
    session = Session(course, here.ask, here.keep, time.monotonic, Random(1), kept=True)
    assert here.match is None
    told, asking = put(partial(here.ask, 0), SMALL)
    asking.stop()
    assert told.ends == 0
    here.answer(session)
    here.answer(session)
    asking.stop()
    asking.drop()
    assert (told.ends, told.errors) == (1, [])
    dropped, asking = put(partial(here.ask, 0), SMALL)
    asking.drop()
    older, _asking = put(partial(here.ask, 0), SMALL)
    newer, _asking = put(partial(here.ask, 0), SMALL)
    here.answer(session)
    here.answer(session)
    assert (dropped.ends, older.ends, newer.ends) == (0, 0, 1)
