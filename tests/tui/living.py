"""The living board of a wide home screen, without its waits and without chance."""

from __future__ import annotations

from random import Random

import pytest

from tests.tui.hall import Visit
from tui.boards.base import Board
from tui.screens.home.living import LivingColumn


def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the game on the board begin and go on without a wait, and always be the same."""
    monkeypatch.setattr("tui.screens.home.living._REST_SECONDS", 0.001)
    monkeypatch.setattr("tui.screens.home.living._MOVE_SECONDS", 0.001)
    monkeypatch.setattr("tui.screens.home.living.Random", lambda: Random(1))


async def see_the_living_game(visit: Visit) -> None:
    """Let the board of the chosen game play, and wait until its game is over, if there is one."""
    visit.app.animation_level = "full"
    visit.home.refresh_all()
    await visit.settle()
    if living := visit.home.query(LivingColumn):
        board = living.first(LivingColumn).query_one(Board)
        await visit.until(lambda: board.position.outcome)
        while board.stages:
            board.go_on()
        await visit.until(lambda: all(worker.closed for worker in visit.engines.workers))
