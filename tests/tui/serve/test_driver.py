"""The driver of a session: how fast keys come to the app, by a clock that the test keeps."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from threading import current_thread
from types import SimpleNamespace
from typing import Any

import pytest
from textual.events import Key, Resize
from textual.geometry import Size
from textual.message import Message
from textual.messages import InBandWindowResize

from tui.serve.driver import PatientDriver
from tui.serve.limits import Limits

A_KEY = Key("down", None)
LIMITS = Limits(cpu=6.0, key_cpu=0.2)


class Clock:
    """Passes while somebody waits, and with what is worked off: each message ``costs`` so many seconds of a processor."""

    def __init__(self) -> None:
        self.now = self.used = 0.0
        self.costs = 0.0
        self.waits: list[float] = []
        self.heard: list[Message] = []

    def is_set(self) -> bool:
        """Whether it is over."""
        return False

    def wait(self, seconds: float) -> bool:
        """Let time pass."""
        self.waits.append(seconds)
        self.now += seconds
        return False

    async def hear(self, message: Message) -> None:
        """Work off a message."""
        self.heard.append(message)
        self.used += self.costs
        self.now += self.costs


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """The time of the driver, of the processor too."""
    clock = Clock()
    monkeypatch.setattr("tui.serve.driver.monotonic", lambda: clock.now)
    monkeypatch.setattr("tui.serve.driver.process_time", lambda: clock.used)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTSTP, signal.SIGCONT)}
    yield clock
    for number, handler in handlers.items():
        signal.signal(number, handler)


async def typed(clock: Clock, act: Callable[[PatientDriver], None]) -> None:
    """Let a driver have messages from the thread that reads keys."""
    app: Any = SimpleNamespace(_post_message=clock.hear, _screen_stack=[], message_queue_size=0)
    driver = PatientDriver(LIMITS.cpu, LIMITS.key_cpu, app)
    driver.exit_event = clock  # type: ignore[assignment]

    def run() -> None:
        driver._key_thread = current_thread()
        act(driver)

    await asyncio.to_thread(run)


async def test_a_flood_of_keys_costs_its_minutes_share_and_what_was_saved_up(clock: Clock) -> None:
    clock.costs = 0.01

    def flood(driver: PatientDriver) -> None:
        while clock.now < 600:
            driver.process_message(A_KEY)

    await typed(clock, flood)
    assert clock.used == pytest.approx(LIMITS.cpu + 10 * LIMITS.cpu, abs=2 * clock.costs)
    assert len(clock.heard) == pytest.approx(clock.used / clock.costs), "none is thrown away"


async def test_whoever_plays_quickly_never_waits(clock: Clock) -> None:
    clock.costs = 0.05  # of five keys

    def play(driver: PatientDriver) -> None:
        for _second in range(2_000):
            clock.now += 1
            driver.process_message(A_KEY)

    await typed(clock, play)
    assert set(clock.waits) == {0.0}


async def test_engines_that_one_watches_keep_no_key_waiting(clock: Clock) -> None:
    """Their moves are painted at the cost of a whole processor."""

    def watch(driver: PatientDriver) -> None:
        for _ in range(100):
            clock.now += 10
            clock.used += 10
            driver.process_message(A_KEY)

    await typed(clock, watch)
    assert set(clock.waits) == {0.0}


async def test_a_key_waits_no_longer_than_one_key_can_cost(clock: Clock) -> None:
    clock.costs = 100.0

    def flood(driver: PatientDriver) -> None:
        for _ in range(100):
            driver.process_message(A_KEY)

    await typed(clock, flood)
    assert max(clock.waits) <= LIMITS.key_cpu / (LIMITS.cpu / 60) + 1e-9


async def test_a_size_that_is_typed_is_not_that_of_the_window(clock: Clock) -> None:
    """Ten thousand columns of ten thousand rows would cost a gigabyte."""
    size = Size(10_000, 10_000)

    def claim(driver: PatientDriver) -> None:
        for message in (InBandWindowResize(True, True), Resize(size, size), A_KEY):
            driver.process_message(message)

    await typed(clock, claim)
    assert clock.heard == [A_KEY]
