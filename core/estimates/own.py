"""Games of one's own. Lines that are still open, and how far they have come, count as in k in a row; where stones move, it is
how many moves are open to them."""

from __future__ import annotations

from math import tanh

from core.estimates.estimator import Estimator
from core.estimates.mnk import LineEstimator, WildEstimator
from core.game import State
from core.games.own_lines import OwnBoard, OwnLines
from core.games.own_slides import OwnSlides

_FREE = 0.05
"""What a move more than the other has is worth."""
_SURE = 0.98
"""No guess comes nearer to a proof."""


def estimator(game: OwnBoard) -> Estimator:
    """The guesses for a game of lines in which each player has a mark, or for one in which both set either."""
    return LineEstimator(game) if isinstance(game, OwnLines) else WildEstimator(game)


class FreeMoves(Estimator):
    """How many moves the player to move has, and how many the other would have."""

    def __init__(self, game: OwnSlides) -> None:
        self._game = game

    def value(self, s: State) -> float:
        return _SURE * tanh(_FREE * (self._game.free(s, s[2]) - self._game.free(s, 1 - s[2])))
