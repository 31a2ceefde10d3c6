"""The clock of two sides: arithmetic alone, since the owner of a clock passes the time.

A clock is a value. While it runs it is asked at least once a second, so a longer time without a question means that the
program or the machine stood still: of such a pause one second counts. Time that goes back does not count at all.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from core.game import Player

MAX_STEP = 2.0
"""Maximum seconds between two questions that count as they are; of a longer time only STEP counts."""
STEP = 1.0
LOW_SECONDS = 10
"""Remaining seconds at which a clock starts to warn; or a third of the time, if that is less."""
MAX_SECONDS = 86_400
"""Maximum seconds in a time control: a day."""
_GRAIN = 1e-6
"""Less than any time that counts, in seconds: rounding errors of floats are taken as zero."""


@dataclass(frozen=True)
class TimeControl:
    """The time that each side has, in whole seconds: ``move`` for every move, or ``total`` for all its moves of a game,
    plus ``increment`` for each of them. A side that runs out of time loses if ``loses``; otherwise a random legal move
    is made for it. Raises ValueError for an invalid combination."""

    move: int = 0
    total: int = 0
    increment: int = 0
    loses: bool = False

    def __post_init__(self) -> None:
        times = (self.move, self.total, self.increment)
        if not all(type(time) is int and 0 <= time <= MAX_SECONDS for time in times):
            raise ValueError(times)
        if (self.move > 0) == (self.total > 0) or (self.increment and self.move) or type(self.loses) is not bool:
            raise ValueError(times)

    @property
    def start(self) -> int:
        """Seconds on the clock of each side when a game begins."""
        return self.move or self.total

    @property
    def low(self) -> float:
        """Remaining seconds at which a clock starts to warn."""
        return min(LOW_SECONDS, self.start / 3)


@dataclass(frozen=True)
class Clock:
    """The seconds ``left`` for both sides; ``running`` is the side whose time runs, ``since`` the time up to which it
    is counted."""

    control: TimeControl
    left: tuple[float, float]
    running: Player | None = None
    since: float = 0.0

    @classmethod
    def full(cls, control: TimeControl) -> Clock:
        """The clock of a new game; it does not run."""
        return cls(control, (float(control.start), float(control.start)))

    def run(self, player: Player | None, now: float) -> Clock:
        """The clock with the time up to ``now`` counted. From now on the time of ``player`` runs; None stops it."""
        left = list(self.left)
        if self.running is not None:
            passed = max(0.0, now - self.since)
            spent = left[self.running] - (STEP if passed > MAX_STEP else passed)
            left[self.running] = max(0.0, spent) if spent > _GRAIN else 0.0
        return replace(self, left=(left[0], left[1]), running=player, since=0.0 if player is None else now)

    def moved(self, player: Player, now: float) -> Clock:
        """The clock after a move of a player: it is stopped, and the player gets the increment or the time of another
        move."""
        stopped = self.run(None, now)
        control = self.control
        time = float(control.move) if control.move else stopped.left[player] + control.increment
        return replace(stopped, left=(time, stopped.left[1]) if player == 0 else (stopped.left[0], time))

    def anew(self) -> Clock:
        """The clock after moves were taken back: it is stopped, each move has its whole time again, and the spent part
        of a total stays spent."""
        return Clock.full(self.control) if self.control.move else replace(self, running=None, since=0.0)

    @property
    def out(self) -> bool:
        """Whether the side whose time runs has none left."""
        return self.running is not None and self.left[self.running] <= 0

    @property
    def shown(self) -> tuple[int, int]:
        """Remaining whole seconds, rounded up: 1 until nothing is left."""
        first, second = (math.ceil(left - _GRAIN) for left in self.left)
        return first, second

    @property
    def due(self) -> float | None:
        """The time at which the next second is shown; None if the clock does not run."""
        if self.running is None or self.out:
            return None
        return self.since + self.left[self.running] - (self.shown[self.running] - 1)

    def low(self, player: Player) -> bool:
        """Whether the running time of a player is short: a clock that does not run warns nobody."""
        return self.running == player and self.left[player] <= self.control.low

    def share(self, player: Player) -> float:
        """Seconds that an engine on that seat may think about its move, so that some are left for transport and for
        later moves."""
        left, control = self.left[player], self.control
        return left / 2 if control.move else min(left / 2, left / 30 + control.increment / 2)

    def to_json(self) -> dict[str, Any]:
        """The control and the remaining time as plain JSON values; the side whose time runs is left out."""
        return {**asdict(self.control), "left": list(self.left)}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Clock:
        """The inverse of :meth:`to_json`: a clock that does not run. Raises ValueError or TypeError."""
        control = dict(document)
        first, second = map(float, control.pop("left", ()))
        if not (0 <= first < math.inf and 0 <= second < math.inf):
            raise ValueError(document)
        return cls(TimeControl(**control), (first, second))


def earliest(*times: float | None) -> float | None:
    """The earliest of the times that are not None; None if there are none."""
    return min((time for time in times if time is not None), default=None)
