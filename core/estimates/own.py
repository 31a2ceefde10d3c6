"""Sliding games: the number of moves open to each side."""

from __future__ import annotations

from math import tanh

from core.estimates.estimator import Estimator
from core.game import State
from core.kinds.slides import SlideGame

_FREE = 0.05
"""What a move more than the other has is worth."""
_SURE = 0.98
"""No guess comes nearer to a proof."""


class FreeMoves(Estimator):
    """How many moves the player to move has, and how many the other would have."""

    def __init__(self, game: SlideGame) -> None:
        self._game = game

    def value(self, s: State) -> float:
        return _SURE * tanh(_FREE * (self._game.free(s, s[2]) - self._game.free(s, 1 - s[2])))
