"""A key costs at ply 1,000 of a game at most twice as much as at ply 10. It takes half a minute.

Steps of the interpreter and bytes are counted, which are the same on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, TypeAlias

import pytest

import core
import tui
from core.games import get
from core.play.match import Match
from core.play.source import Archive
from tests.tui.hall import Door, Visit
from tests.tui.reports import further
from tests.tui.sent import bytes_of

OURS = tuple(str(Path(package.__path__[0])) for package in (core, tui))
GAME = "vanishing/reuse"
SHORT, LONG = 10, 1000
KEYS: dict[str, tuple[str, ...]] = {
    "play": ("right", "less_than_sign", "greater_than_sign", "u", "r", "enter"),
    "watch": ("less_than_sign", "greater_than_sign", "home", "end"),
    "review": ("less_than_sign", "greater_than_sign", "home", "end"),
}
FAR = ("home", "end")
"""Keys after which the list of a long game shows other moves, all of which have to be written."""
Costs: TypeAlias = dict[str, int]


@pytest.fixture
def painting() -> None:
    """As in a terminal."""


def moves_of(plies: int) -> str:
    """The moves of a game that goes on for so many plies."""
    chance, match = Random(1), Match(get(GAME), ("human", "human"))
    while len(match.moves) < plies:
        tried = (match.play(move) for move in chance.sample(list(match.position.moves), len(match.position.moves)))
        match = next((after for after in tried if not after.outcome), match.undo().undo())
    return " ".join(match.names)


class Steps:
    """Counts the steps of the interpreter in our own code."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, frame: FrameType, event: str, _value: object) -> Any:
        """Follow a call."""
        if not frame.f_code.co_filename.startswith(OURS):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return self._step

    def _step(self, _frame: FrameType, event: str, _value: object) -> Any:
        self.count += event == "opcode"
        return self._step


async def steps_of(visit: Visit, act: Callable[[], Awaitable[None]]) -> int:
    """The steps that something takes, seen through."""
    await visit.settle()
    steps, before = Steps(), sys.gettrace()
    sys.settrace(steps)
    try:
        await act()
    finally:
        sys.settrace(before)
    return steps.count


async def open_on(visit: Visit, screen: str) -> None:
    """Go to a screen with the game that is open."""
    if screen == "review":
        visit.app.review(Archive(visit.play.state))
        await visit.settle()
    elif screen == "watch":
        await visit.press("space")


@pytest.fixture(params=KEYS)
async def costs(request: pytest.FixtureRequest, hall: Door) -> dict[int, tuple[Costs, Costs]]:
    """For each number of plies the steps and the bytes of each key, on a screen."""
    hall.engines.hold()
    seats = ("random", "random") if request.param == "watch" else ("human", "human")
    found = {}
    for plies in (SHORT, LONG):
        async with hall(GAME, moves_of(plies), seats, (120, 40)) as visit:
            await open_on(visit, request.param)
            keys = KEYS[request.param]
            for key in keys:  # once, so that what is made when it is first needed is there
                await visit.press(key)
            steps = {key: await steps_of(visit, lambda key=key: visit.press(key)) for key in keys}  # type: ignore[misc]
            near = [key for key in keys if key not in FAR]
            sent = {key: await bytes_of(visit, lambda key=key: visit.press(key)) for key in near}  # type: ignore[misc]
            if visit.engines.open:
                report = further(3)
                visit.engines.report(report)
                await visit.settle()

                async def tell() -> None:
                    visit.engines.report(further(4))
                    await visit.settle()

                steps["a report"] = await steps_of(visit, tell)
            found[plies] = steps, sent
    return found


async def test_a_key_takes_at_most_twice_as_many_steps_late_in_a_game(costs: dict[int, tuple[Costs, Costs]]) -> None:
    short, long = costs[SHORT][0], costs[LONG][0]
    assert {key: (short[key], long[key]) for key in short if long[key] > 2 * short[key]} == {}


async def test_a_key_writes_at_most_twice_as_many_bytes_late_in_a_game(costs: dict[int, tuple[Costs, Costs]]) -> None:
    short, long = costs[SHORT][1], costs[LONG][1]
    assert {key: (short[key], long[key]) for key in short if long[key] > 2 * short[key]} == {}
