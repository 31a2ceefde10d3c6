"""Judges a player in another process, so that the interface never waits."""

from __future__ import annotations

import time
from asyncio.subprocess import DEVNULL
from collections.abc import Callable, Iterator
from functools import partial
from typing import IO

from core.errors import CoreError
from core.games import get
from core.judge.judging import Assignment, judge
from core.judge.report import Report
from core.players.worker.stream import Streaming
from core.position import Position

REPORT_SECONDS = 0.1
"""Minimum number of seconds between two reports that cross from one process to the other; thousands a second are made."""


class Judging(Streaming[Report]):
    """Judges one player. ``on_report``, ``on_trouble`` and ``stderr`` as those of Streaming. The player ends with the process
    that runs it, however that ends. Raises UnknownGame."""

    def __init__(
        self,
        assignment: Assignment,
        on_report: Callable[[Report], None],
        on_trouble: Callable[[CoreError], None],
        stderr: int | IO[bytes] = DEVNULL,
    ) -> None:
        # A position takes the rules of one's own games with it, which the other process does not know.
        start = None if assignment.game is None else Position.start(get(assignment.game))
        super().__init__(partial(seldom, assignment, start), on_report, on_trouble, stderr)


def seldom(assignment: Assignment, start: Position | None = None) -> Iterator[Report]:
    """The reports of judging a player, as many as can be looked at, and the final one. ``start`` is of the named game. Raises
    as :func:`core.judge.judging.judge`."""
    due = time.monotonic()
    for report in judge(assignment):
        if report.final or time.monotonic() >= due:
            yield report
            due = time.monotonic() + REPORT_SECONDS
