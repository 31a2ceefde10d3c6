"""The clock of two sides: arithmetic alone, since the owner of a clock says what time it is.

A clock is a value. It is asked at least once a second while it runs, and so a longer time without a question means that
the program or the machine stood still: of that no more than a second counts. Time that goes back does not count at all.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from core.game import Player

LONGEST_STEP = 2.0
"""The most seconds between two questions that count as they are; of more only STEP counts."""
STEP = 1.0
LOW_SECONDS = 10
"""Seconds left from which on a clock warns; where there are few from the start, the last third of them."""
MAX_SECONDS = 86_400
"""The longest time that a control gives, a day."""
_GRAIN = 1e-6
"""Less than any time that counts: what floats leave of nothing is nothing."""


@dataclass(frozen=True)
class TimeControl:
    """How long each side may take, in whole seconds: ``move`` for every move, or else ``total`` for all its moves of a
    game, with ``increment`` more for each of them. A side whose time has run out loses if it ``loses``, or else a
    random legal move is made for it. Raises ValueError for times that make no control."""

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
        """The seconds on the clock of either side when a game begins."""
        return self.move or self.total

    @property
    def low(self) -> float:
        """The seconds left from which on a clock warns."""
        return min(LOW_SECONDS, self.start / 3)


@dataclass(frozen=True)
class Clock:
    """Seconds that both sides have ``left``; ``running`` whose time runs, ``since`` the time up to which it is
    counted."""

    control: TimeControl
    left: tuple[float, float]
    running: Player | None = None
    since: float = 0.0

    @classmethod
    def full(cls, control: TimeControl) -> Clock:
        """The clock of a game that begins; it stands."""
        return cls(control, (float(control.start), float(control.start)))

    def run(self, player: Player | None, now: float) -> Clock:
        """The time up to now counted; from now on that of a player runs, or nobody's."""
        left = list(self.left)
        if self.running is not None:
            passed = max(0.0, now - self.since)
            spent = left[self.running] - (STEP if passed > LONGEST_STEP else passed)
            left[self.running] = max(0.0, spent) if spent > _GRAIN else 0.0
        return replace(self, left=(left[0], left[1]), running=player, since=0.0 if player is None else now)

    def moved(self, player: Player, now: float) -> Clock:
        """After a move of a player: nobody's time runs, and the player has the increment more, or the time of a move
        again."""
        stopped = self.run(None, now)
        control = self.control
        time = float(control.move) if control.move else stopped.left[player] + control.increment
        return replace(stopped, left=(time, stopped.left[1]) if player == 0 else (stopped.left[0], time))

    def anew(self) -> Clock:
        """After moves were taken back: it stands, each move has its whole time again, and what is spent of a total
        stays so."""
        return Clock.full(self.control) if self.control.move else replace(self, running=None, since=0.0)

    @property
    def out(self) -> bool:
        """Whether no time is left to the side whose time runs."""
        return self.running is not None and self.left[self.running] <= 0

    @property
    def shown(self) -> tuple[int, int]:
        """Whole seconds left: 1 until nothing is left."""
        first, second = (math.ceil(left - _GRAIN) for left in self.left)
        return first, second

    @property
    def due(self) -> float | None:
        """When another second is shown next, None where none will be."""
        if self.running is None or self.out:
            return None
        return self.since + self.left[self.running] - (self.shown[self.running] - 1)

    def low(self, player: Player) -> bool:
        """Whether the time of the player on turn is short: a clock that does not run warns nobody."""
        return self.running == player and self.left[player] <= self.control.low

    def share(self, player: Player) -> float:
        """The seconds that an engine on that seat may think about its move, so that some are left for the way there and
        back and for later moves."""
        left, control = self.left[player], self.control
        return left / 2 if control.move else min(left / 2, left / 30 + control.increment / 2)

    def to_json(self) -> dict[str, Any]:
        """The control and what is left as plain JSON values; whose time runs is left out."""
        return {**asdict(self.control), "left": list(self.left)}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Clock:
        """The inverse of :meth:`to_json`: a clock that stands. Raises ValueError or TypeError."""
        control = dict(document)
        first, second = map(float, control.pop("left", ()))
        if not (0 <= first < math.inf and 0 <= second < math.inf):
            raise ValueError(document)
        return cls(TimeControl(**control), (first, second))


def earliest(*times: float | None) -> float | None:
    """The least of the times that there are, None where there are none."""
    return min((time for time in times if time is not None), default=None)
