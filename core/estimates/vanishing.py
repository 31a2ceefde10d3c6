"""Vanishing tic-tac-toe: a line is open only to marks that will still be there, the two newest of each player."""

from __future__ import annotations

from core.estimates.estimator import Estimator
from core.game import State
from core.games.vanishing import Vanishing


class VanishingEstimator(Estimator):
    """Who can complete a line with the two newest marks wins at once; who is threatened so has to block."""

    def __init__(self, game: Vanishing) -> None:
        self._game = game

    def value(self, s: State) -> float:
        if self._wins(s):
            return 0.95
        return -0.2 if self._wins((s[0], s[1], 1 - s[2])) else 0.1

    def _wins(self, s: State) -> bool:
        """Whether a move wins at once."""
        game = self._game
        return any(game.value(game.play(s, move)) is not None for move in game.moves(s))
