"""At rest nothing goes over the line, on whatever screen, when it was reached from the hall as players reach it. It takes a
minute."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pyte
import pytest
from textual._compositor import CompositorUpdate
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.timer import Timer

from core.analysis import Analysis
from core.games import get
from core.play.clock import TimeControl
from core.play.seats import Setup
from core.position import play_all
from tests.tui.conftest import Hours
from tests.tui.every_screen import ONE_OF_EACH, SCREENS, TOLD, a_finished_game, come_to_rest
from tests.tui.hall import Door, Visit
from tests.tui.living import at_once, see_the_living_game
from tests.tui.sent import CONSOLE, bytes_of
from tui.hall.palette import Palette
from tui.screens.base.menu import Menu
from tui.screens.home.welcome import Welcome
from tui.screens.study.learn import LearnScreen
from tui.screens.watch.screen import WatchScreen

Place = tuple[tuple[str, str, tuple[str, str]] | None, tuple[str, ...], type[Screen[Any]]]
SECONDS = 2
REPORTS = 24
"""Reports of an engine in a second."""
PAUSE = "space"
STARTS: dict[str, Place] = {game: ((game, "", ("human", "alphabeta:1")), (), Screen) for game in ONE_OF_EACH}
MORE: dict[str, Place] = {
    "home, menu": (None, ("m",), Menu),
    "home, palette": (None, ("ctrl+p",), Palette),
    "home, learn": (None, ("L",), LearnScreen),
    "play, menu": (TOLD, ("m",), Menu),
    "play, palette": (TOLD, ("ctrl+p",), Palette),
    "play, learn": (TOLD, ("L",), LearnScreen),
}
EVERYWHERE: dict[str, Place] = {**SCREENS, **MORE, **STARTS}
COVERS = {
    "a question": ("R",),
    "the menu": ("m",),
    "the help": ("question_mark",),
    "the palette": ("ctrl+p",),
    "what can be studied": ("L",),
}


@pytest.fixture
def painting() -> None:
    """As in a terminal."""


def timers(app: Any) -> Iterator[Timer]:
    """The timers that call again and again, unless they are stopped or wait."""
    pumps: list[MessagePump] = [app]
    for screen in app.screen_stack:
        pumps += [screen, *screen.query("*")]
    for pump in pumps:
        for timer in list(pump._timers):
            if timer._repeat is None and timer._task is not None and timer._active.is_set():
                yield timer


async def let_seconds_pass(visit: Visit) -> None:
    """Let every timer call as often as in two seconds, but not more often than twenty times a second."""
    for timer in timers(visit.app):
        for count in range(round(SECONDS / max(timer._interval, 0.05))):
            target = timer.target
            assert isinstance(target, MessagePump)
            with target._context():
                await timer._tick(next_timer=0.0, count=count)
            await visit.settle()


async def reach(visit: Visit, at: tuple[str, str, tuple[str, str]] | None, keys: tuple[str, ...]) -> None:
    """Open a game above the home screen, or none, and press the keys."""
    await come_to_rest(visit)
    if at:
        game, moves, players = at
        played = play_all(get(game), moves, None)[0]
        setup = Setup(players)
        visit.app.open_game(get(game), setup, setup.begun(get(game), Random(1), played, None))
        await visit.settle()
        if isinstance(visit.app.screen, WatchScreen):
            keys = (PAUSE, *keys)
        elif not visit.engines.held:
            await come_to_rest(visit)
    await visit.press(*keys)
    if not visit.engines.held:
        await come_to_rest(visit)


async def stand_still(visit: Visit) -> None:
    """Go on until nothing changes on the screen, while engines think."""
    seen = ""
    while seen != (text := visit.text):
        seen = text
        await visit.settle()


def deeper(depth: int) -> Callable[[Analysis], Analysis]:
    """A report of a deeper search."""
    return lambda found: replace(found, depth=depth, nodes=1000 * depth + 7)


@pytest.mark.parametrize("name", EVERYWHERE)
async def test_at_rest_no_byte_is_sent(hall: Door, name: str) -> None:
    at, keys, kind = EVERYWHERE[name]
    a_finished_game(hall)
    async with hall() as visit:
        await reach(visit, at, keys)
        assert isinstance(visit.app.screen, kind)
        assert await bytes_of(visit, lambda: let_seconds_pass(visit)) == 0


async def test_the_greeting_at_rest_sends_no_byte(hall: Door) -> None:
    hall.newcomer = True
    async with hall() as visit:
        await visit.until(lambda: isinstance(visit.app.screen, Welcome))
        await come_to_rest(visit)
        assert await bytes_of(visit, lambda: let_seconds_pass(visit)) == 0


@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
async def test_once_the_living_game_is_over_no_byte_is_sent(
    hall: Door, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once(monkeypatch)
    async with hall(size=size) as visit:
        await see_the_living_game(visit)
        await come_to_rest(visit)
        assert await bytes_of(visit, lambda: let_seconds_pass(visit)) == 0


@pytest.mark.parametrize("cover", COVERS)
async def test_two_seconds_of_reports_to_a_covered_screen_cost_at_most_200_bytes(hall: Door, cover: str) -> None:
    hall.engines.hold()
    async with hall() as visit:
        await reach(visit, ("mnk:5,5,4", "a1 b2", ("human", "human")), ())
        await visit.press(*COVERS[cover])
        await stand_still(visit)

        async def think() -> None:
            for depth in range(SECONDS * REPORTS):
                visit.engines.report(deeper(depth))
                await visit.settle()
            await let_seconds_pass(visit)

        assert await bytes_of(visit, think) <= 200


async def test_what_was_reported_to_a_covered_screen_is_shown_once_it_is_not_covered(hall: Door) -> None:
    hall.engines.hold()
    async with hall() as visit:
        await reach(visit, ("mnk:5,5,4", "a1 b2", ("human", "human")), ("question_mark",))
        visit.engines.report(deeper(9))
        await visit.settle()
        await visit.press("escape")
        assert "depth 9" in visit.text


async def open_with_a_clock(visit: Visit) -> None:
    """A game with a clock, below a question."""
    visit.app.open_game(get("tictactoe"), Setup(("human", "human"), control=TimeControl(20)))
    await visit.until(lambda: "0:20" in visit.text)
    await visit.press("enter")
    await visit.rest()
    await visit.press("R")


async def test_a_second_of_a_clock_below_a_question_costs_at_most_200_bytes(hall: Door, hours: Hours) -> None:
    hall.furnish(marks=False)
    async with hall() as visit:
        await open_with_a_clock(visit)

        async def second() -> None:
            hours.run(visit.app.screen_stack[-2].source, 1)  # type: ignore[attr-defined]
            await let_seconds_pass(visit)
            visit.app.screen_stack[-2]._on_timer_update()  # the screen below has frames of its own

        assert 0 < await bytes_of(visit, second) <= 200


async def test_below_a_question_the_clock_that_is_sent_is_the_one_that_runs(hall: Door, hours: Hours) -> None:
    hall.furnish(marks=False)
    async with hall() as visit:
        await open_with_a_clock(visit)
        terminal = pyte.Screen(80, 24)
        stream = pyte.Stream(terminal)

        def display(screen: Any, update: Any) -> None:
            if isinstance(update, CompositorUpdate):
                stream.feed(update.render_segments(CONSOLE))

        compositor = visit.app.screen._compositor
        display(visit.app.screen, compositor.render_update(full=True, screen_stack=visit.app._background_screens))
        visit.app._display = display  # type: ignore[method-assign, assignment]
        hours.run(visit.app.screen_stack[-2].source, 1)  # type: ignore[attr-defined]
        await let_seconds_pass(visit)
        assert [line.rstrip() for line in terminal.display] == [line.rstrip() for line in visit.text.splitlines()]
