"""Games whose theory tells the value of a position at once, as the nim-sum does."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from core.game import Game, Move, State
from core.known import Known


class SolvedGame(Game):
    """A game whose theory tells the value of its positions without a search. Turns alternate in it, and no game is drawn."""

    method: str
    """The name of the theory in a word or two."""

    @abstractmethod
    def wins(self, s: State) -> bool | None:
        """Whether the player to move wins, also when s is over; None where the theory is silent."""

    def winning_moves(self, s: State) -> Sequence[Move]:
        """All legal moves that win; s is not over and the theory is not silent."""
        return [move for move in self.moves(s) if self.wins(self.play(s, move)) is False]


def winner(game: SolvedGame, plies: int | None = None) -> Known | None:
    """What best play leads to by the theory, in ``plies`` if known; None where the theory is silent."""
    wins = game.wins(game.start())
    return None if wins is None else Known("win" if wins else "lose", plies, proof=game.method)
