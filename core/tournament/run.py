"""The games of a tournament, on any executor: processes of this machine, those of a cluster, or this process itself."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from threading import Thread
from typing import ParamSpec, TypeVar

from core.errors import CoreError
from core.tournament.bout import Bout, PlayedGame, play
from core.tournament.plan import Fixture, TournamentPlan
from core.tournament.table import CrossTable

P = ParamSpec("P")
R = TypeVar("R")
MAX_BREAKS = 3
"""How often in a row an executor may break before a game has come back."""


class Unplayed(CoreError):
    """A game that could not be played to its end."""


class InProcess(Executor):
    """Does in this process what it is given, at once."""

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        future: Future[R] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Processes(ProcessPoolExecutor):
    """Processes of this machine, which end with this one, and with the executor even where they are still at work."""

    def __init__(self, count: int) -> None:
        super().__init__(count, mp_context=get_context("spawn"), initializer=_end_with_parent)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes, whatever they do."""
        for process in list((self._processes or {}).values()):
            process.kill()
        super().shutdown(wait=wait, cancel_futures=True)


def _end_with_parent() -> None:
    """Leave it to the parent what Ctrl-C means, and end when the parent has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent, "this is a child"

    def watch() -> None:
        wait_for([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def run(
    plan: TournamentPlan,
    games: Iterable[PlayedGame],
    executor: Callable[[], Executor],
    slots: int,
    keep: Callable[[PlayedGame], None] = lambda played: None,
    wanted: Callable[[Fixture], bool] = lambda fixture: True,
    live: Path | None = None,
) -> Iterator[PlayedGame]:
    """Play all games of a plan that are ``wanted`` and not among ``games``, ``slots`` at a time, and give each once it is kept;
    they come in the order in which they end. Those of two players between whom the test has decided are left out. Games
    under way are written to the folder ``live``.

    ``executor`` makes an executor that can import this module; a new one takes the place of one that breaks, and plays again
    what was on it. Raises Unplayed for a game that cannot be played, and what ``keep`` raises.
    """
    table = CrossTable(plan, games)
    due = filter(wanted, (plan.fixture(number) for number in range(1, plan.length + 1) if number not in table.numbers))
    waiting: deque[Bout] = deque()
    running: dict[Future[PlayedGame], Bout] = {}
    pool, breaks = executor(), 0
    try:
        while True:
            try:
                while len(running) < slots and (waiting or _fill(waiting, plan, due, table)):
                    running[pool.submit(play, waiting[0], live)] = waiting[0]
                    waiting.popleft()
                if not running:
                    return
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in sorted(finished, key=lambda future: running[future].number):
                    played = _result(future, running[future])
                    keep(played)
                    del running[future]
                    table.add(played)
                    breaks = 0
                    yield played
            except BrokenExecutor as error:
                breaks += 1
                waiting = deque(sorted({*waiting, *running.values()}, key=lambda bout: bout.number))
                running.clear()
                if breaks >= MAX_BREAKS:
                    raise _unplayed(waiting[0], error) from error
                pool.shutdown(wait=False)
                pool = executor()
    finally:
        pool.shutdown(wait=False)


def _fill(waiting: deque[Bout], plan: TournamentPlan, due: Iterator[Fixture], table: CrossTable) -> bool:
    """Add the next game that is wanted still; False where there is none."""
    for fixture in due:
        if not table.decided(fixture.meeting):
            waiting.append(plan.bout(fixture))
            return True
    return False


def _result(future: Future[PlayedGame], bout: Bout) -> PlayedGame:
    try:
        return future.result()
    except (CoreError, BrokenExecutor):
        raise
    except (Exception, CancelledError) as error:
        raise _unplayed(bout, error) from error


def _unplayed(bout: Bout, error: BaseException) -> Unplayed:
    """Why a game was not played to its end."""
    return Unplayed(
        "Game {number}, {first} against {second}, could not be finished ({reason}); the games before it are saved.",
        number=bout.number,
        first=bout.seats[0],
        second=bout.seats[1],
        reason=f"{type(error).__name__}: {error}".rstrip(": "),
    )
