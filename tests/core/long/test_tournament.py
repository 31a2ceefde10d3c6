"""A tournament of which a process is killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import ParamSpec, TypeVar

from core.tournament.run import Processes
from tests.core.contests import results
from tests.core.tournament_cases import SEEDED

P = ParamSpec("P")
R = TypeVar("R")


class Dying(Processes):
    """Processes of which the first that begins to play is killed in the middle of its game."""

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        super().submit(_die)
        return super().submit(fn, *args, **kwargs)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_the_games_of_a_process_that_is_killed_are_played_again() -> None:
    executors = iter([Dying, Processes])
    made: list[Executor] = []

    def executor() -> Executor:
        made.append(next(executors)(2))
        return made[-1]

    assert results(SEEDED, executor, 4) == results(SEEDED)
    assert len(made) == 2
