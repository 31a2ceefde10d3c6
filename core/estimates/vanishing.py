"""Vanishing tic-tac-toe: a line is open only to marks that will still be there, the two newest of each player."""

from __future__ import annotations

from core.estimates.estimator import Estimator
from core.game import State
from core.games.vanishing import Vanishing


class VanishingEstimator(Estimator):
    """Who can complete a line with the two newest marks wins at once; whom two such lines threaten is lost, as there is but
    one move, and his own oldest mark leaves a further cell open."""

    def __init__(self, game: Vanishing) -> None:
        self._game = game

    def value(self, s: State) -> float:
        mine = self._wins(s)
        if mine:
            return 0.95
        theirs = self._wins((s[0], s[1], 1 - s[2]))
        return (0.1, -0.2, -0.8)[min(theirs, 2)]

    def _wins(self, s: State) -> int:
        """How many moves win at once."""
        game = self._game
        return sum(game.value(game.play(s, move)) is not None for move in game.moves(s))
