"""Notakto: who runs out of moves that kill no board has to kill one; an odd number of them is good for the player to move."""

from __future__ import annotations

from core.estimates.estimator import Estimator, LengthBounds
from core.game import State
from core.games.notakto import DEAD, Notakto


class NotaktoEstimator(Estimator):
    """Counts the safe moves. What they do to each other is left to the search."""

    def __init__(self, game: Notakto) -> None:
        self._game = game

    def value(self, s: State) -> float:
        moves = self._game.moves(s)
        live = len({move // 9 for move in moves})
        safe = sum(not DEAD[s[move // 9] | 1 << move % 9] for move in moves)
        if live == 1 and not safe:
            return -0.95
        return (1 if (safe + live) & 1 == 0 else -1) / (3 + safe)

    def span(self, s: State) -> LengthBounds:
        """As many marks as there are empty cells on live boards; there is no draw."""
        most = len(self._game.moves(s))
        return LengthBounds(most, most)
