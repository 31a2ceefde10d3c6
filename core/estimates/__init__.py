"""Honest guesses for unfinished positions: one line a family of games, one file each."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from core.estimates.connect_four import ConnectFourEstimator
from core.estimates.estimator import Estimator, Span
from core.estimates.gomoku import SwapEstimator
from core.estimates.mnk import LineEstimator, WildEstimator
from core.estimates.notakto import NotaktoEstimator
from core.estimates.numerical import NumericalEstimator
from core.estimates.ultimate import UltimateEstimator
from core.estimates.vanishing import VanishingEstimator
from core.game import Game, State
from core.games.connect_four import ConnectFour
from core.games.gomoku import Swap2Gomoku
from core.games.mnk import WildMnk
from core.games.notakto import Notakto
from core.games.numerical import Numerical
from core.games.ultimate import Ultimate
from core.games.vanishing import Vanishing
from core.line_game import LineGame

__all__ = ["Estimator", "Span", "estimate", "estimator"]

_ESTIMATORS: dict[type[Game], Callable[[Any], Estimator]] = {
    Ultimate: UltimateEstimator,
    ConnectFour: ConnectFourEstimator,
    WildMnk: WildEstimator,
    LineGame: LineEstimator,
    Swap2Gomoku: SwapEstimator,
    Notakto: NotaktoEstimator,
    Numerical: NumericalEstimator,
    Vanishing: VanishingEstimator,
}


@lru_cache(maxsize=64)
def estimator(game: Game) -> Estimator:
    """The guesses for a game, by its class or the nearest parent that has some; else those of a game unknown."""
    for cls in type(game).__mro__:
        if cls in _ESTIMATORS:
            return _ESTIMATORS[cls](game)
    return Estimator()


def estimate(game: Game, state: State) -> float:
    """A guess at an unfinished position, -1..+1 for the player to move; 0 where nothing is known of the game."""
    return estimator(game).value(state)
