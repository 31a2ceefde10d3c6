"""Connect Four: the lines still open to each player, weighed by how far they have come, the places that would end the game
counted most."""

from __future__ import annotations

from math import tanh

from core.estimates.estimator import Estimator, LengthBounds
from core.game import State
from core.games.connect_four import ConnectFour

_TEMPO = 0.15
"""What it is worth to be on the move; with it the guess hardly depends on who moved last."""
_SHORT = 0.2
"""The weight of a line one disc short."""
_SURE = 0.98
"""No guess comes nearer to a proof."""


class ConnectFourEstimator(Estimator):
    """Looks at every line; each disc makes an open one three times as heavy."""

    def __init__(self, game: ConnectFour) -> None:
        self._lines = game.lines
        self._places = game.columns * game.rows
        self._weights = [_SHORT * 3.0 ** (discs + 1 - game.k) if discs else 0.0 for discs in range(game.k)]

    def value(self, s: State) -> float:
        own, taken = s
        theirs = own ^ taken
        weights = self._weights
        lead = 0.0
        for line in self._lines:
            mine = own & line
            if not theirs & line:
                if mine:
                    lead += weights[mine.bit_count()]
            elif not mine:
                lead -= weights[(theirs & line).bit_count()]
        return _SURE * tanh(lead + _TEMPO)

    def span(self, s: State) -> LengthBounds:
        free = self._places - s[1].bit_count()
        return LengthBounds(free, free)
