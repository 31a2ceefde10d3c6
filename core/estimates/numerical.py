"""Numerical tic-tac-toe: lines that lack one number only, and whether a player still has it."""

from __future__ import annotations

from core.estimates.estimator import Estimator, LengthBounds
from core.game import State
from core.games.numerical import EMPTY, Numerical


class NumericalEstimator(Estimator):
    """A line with two numbers waits for the one that makes 15: for its owner, a threat."""

    def __init__(self, game: Numerical) -> None:
        self._game = game

    def value(self, s: State) -> float:
        turn = self._game.turn(s)
        if self._game.completing(s, turn):
            return 0.95
        theirs = {move % 9 for move in self._game.completing(s, 1 - turn)}
        return (0.05, -0.2, -0.8)[min(len(theirs), 2)]

    def span(self, s: State) -> LengthBounds:
        empty = s.count(EMPTY)
        return LengthBounds(empty, empty)
