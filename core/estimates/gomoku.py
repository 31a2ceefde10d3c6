"""Gomoku with the opening Swap2: before the colours are shared out, what the stones are worth belongs to who chooses."""

from __future__ import annotations

from core.estimates.estimator import Estimator, LengthBounds
from core.estimates.mnk import LineEstimator
from core.game import State
from core.games.gomoku import A_BLACK, CHOICE, LAST, OPENING, Gomoku, Swap2Gomoku


class SwapEstimator(Estimator):
    """The lines of both colours, for the one to choose as an advantage whichever way it points, for the other as a loss."""

    def __init__(self, game: Swap2Gomoku) -> None:
        self._lines = LineEstimator(game)

    def value(self, s: State) -> float:
        lead = self._lines.value(s)
        if s[2] >= A_BLACK:
            return lead
        return abs(lead) if s[2] in (CHOICE, LAST) else -abs(lead)

    def span(self, s: State) -> LengthBounds:
        """The empty points, and the choices still to be made: two when B asks for two more stones."""
        empty = self._lines.span(s).draw
        choices = (0, 0) if s[2] >= A_BLACK else (1, 2) if s[2] in (OPENING, CHOICE) else (1, 1)
        return LengthBounds(empty + choices[0], empty + choices[1])


def estimator(game: Gomoku) -> Estimator:
    """The guesses for gomoku, with the opening or without."""
    return SwapEstimator(game) if isinstance(game, Swap2Gomoku) else LineEstimator(game)
