"""Which levels a game tells apart: ``python -m tests.tools.levels GAME [GAMES]``.

Plays each level against the next, then the levels that are left against each other, and prints the points of the stronger one
with their 95 % interval. The table in core/levels.py follows from what it prints.
"""

from __future__ import annotations

import sys
from collections import deque
from math import sqrt
from random import Random

from core import games
from core.game import Game
from core.levels import LEVELS, Level
from core.opponents import Opponent
from core.series import play_series
from core.standing import Series

CLEAR = 0.55
"""A level counts as stronger when all of the interval lies above half, and the points are more than these."""


def points(game: Game, stronger: Level, weaker: Level, count: int) -> tuple[float, float]:
    """The share of the points that the stronger level makes, and half the width of its 95 % interval."""
    players = (Opponent(None, stronger), Opponent(None, weaker))
    (last,) = deque(play_series(game, players, count, Random(7)), maxlen=1)
    return _share(last)


def _share(series: Series) -> tuple[float, float]:
    results = [0.5 if winner is None else 1.0 - winner for winner in series.results]
    mean = sum(results) / len(results)
    variance = sum((result - mean) ** 2 for result in results) / (len(results) - 1)
    return mean, 1.96 * sqrt(variance / len(results))


def main(id: str, count: int) -> None:
    """Print the ladder of a game, from the top."""
    game = games.get(id)
    ladder = [LEVELS[-1]]
    for level in reversed(LEVELS[:-1]):
        mean, width = points(game, ladder[-1], level, count)
        clear = mean - width > 0.5 and mean >= CLEAR
        print(
            f"{game.id}  {ladder[-1].name:>4} - {level.name:<4} {mean:.2f} +- {width:.2f} {'clear' if clear else ''}",
            flush=True,
        )
        if clear:
            ladder.append(level)
    print(f"{game.id}  levels {' '.join(level.name for level in reversed(ladder))}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200)
