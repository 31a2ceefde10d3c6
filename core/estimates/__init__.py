"""Honest guesses for unfinished positions, found through the rows of :mod:`core.kits`."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from core.estimates.estimator import Estimator, LengthBounds
from core.game import Game, State
from core.kits import kit_of
from core.registry import load

__all__ = ["Estimator", "LengthBounds", "estimate", "estimator"]


@lru_cache(maxsize=64)
def estimator(game: Game) -> Estimator:
    """The guesses for a game; where it has none of its own, those of a game unknown."""
    place = kit_of(game.id).estimator
    return cast(Estimator, load("core.estimates", place)(game)) if place else Estimator()


def estimate(game: Game, state: State) -> float:
    """A guess at an unfinished position, -1..+1 for the player to move; 0 where nothing is known of the game."""
    return estimator(game).value(state)
