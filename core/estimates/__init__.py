"""Honest guesses for unfinished positions: one line a family of games, one file each."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from core.estimates.estimator import Estimator, Span
from core.game import Game, State
from core.registry import Registry

__all__ = ["Estimator", "Span", "estimate", "estimator"]

_ESTIMATORS: Registry[Callable[[Any], Estimator]] = Registry(
    "core.estimates",
    {
        "Ultimate": "ultimate:UltimateEstimator",
        "ConnectFour": "connect_four:ConnectFourEstimator",
        "WildMnk": "mnk:WildEstimator",
        "LineGame": "mnk:LineEstimator",
        "Swap2Gomoku": "gomoku:SwapEstimator",
        "Notakto": "notakto:NotaktoEstimator",
        "Numerical": "numerical:NumericalEstimator",
        "Vanishing": "vanishing:VanishingEstimator",
    },
)
"""By the class of the game or of a parent of it."""


@lru_cache(maxsize=64)
def estimator(game: Game) -> Estimator:
    """The guesses for a game; where it has none of its own, those of a game unknown."""
    make = _ESTIMATORS.of(game)
    return make(game) if make else Estimator()


def estimate(game: Game, state: State) -> float:
    """A guess at an unfinished position, -1..+1 for the player to move; 0 where nothing is known of the game."""
    return estimator(game).value(state)
