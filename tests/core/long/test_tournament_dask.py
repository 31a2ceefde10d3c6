"""A tournament on a real Dask scheduler with two worker processes on this machine. It takes 3 seconds."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from distributed import Client, LocalCluster

from core.analysis import Limit
from core.errors import CoreError
from core.tournament.plan import TournamentPlan
from core.tournament.run import run
from tests.core.contests import results
from tui.command.cluster import connect

PLAN = TournamentPlan("connect-four:5,4,4", ("mcts:2", "best:2", "random"), 4, plies=2, limit=Limit(nodes=300), seed=5)


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a scheduler that has two workers."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        yield cluster.scheduler_address


def test_the_games_are_those_that_one_process_plays(scheduler: str) -> None:
    executor, slots = connect(scheduler)
    assert slots == 4
    assert results(PLAN, executor, slots) == results(PLAN)


def test_the_games_of_a_worker_that_is_killed_are_played_again(scheduler: str) -> None:
    executor, slots = connect(scheduler)
    with Client(scheduler, set_as_default=False) as client:
        pids = client.run(os.getpid)
        played: dict[int, object] = {}
        for game in run(PLAN, (), executor, slots):
            if not played:
                os.kill(min(pids.values()), signal.SIGKILL)
            played[game.number] = (game.match.players, game.match.moves, game.match.outcome, game.nodes)
    assert played == results(PLAN)


def test_an_address_where_nobody_answers_is_refused_in_a_sentence() -> None:
    with pytest.raises(CoreError, match=r"No scheduler answers at 'nowhere'; start one with 'dask scheduler'"):
        connect("nowhere")


def test_a_scheduler_without_workers_or_with_several_games_in_a_process_is_refused() -> None:
    for workers, said in ((0, "has no workers"), (1, "--nthreads 1")):
        with (
            LocalCluster(
                n_workers=workers, threads_per_worker=2, processes=True, dashboard_address=None, host="127.0.0.1"
            ) as cluster,
            pytest.raises(CoreError, match=said),
        ):
            connect(cluster.scheduler_address)
