"""Sums that lack a number: the words of numerical tic-tac-toe."""

from __future__ import annotations

from core.explain.words import Words
from core.game import Move
from core.games.numerical import Numerical
from core.phrase import Phrase, phrase
from core.position import Position


class NumericalWords(Words[Numerical]):
    """Explains moves by the sums of 15 that they make and leave."""

    def why(self, position: Position, move: Move) -> Phrase | None:
        """What the move does to the lines that lack one number."""
        game, after = self.game, position.play(move)
        if after.outcome:
            if after.outcome.winner is None:
                return phrase("It fills the board: a draw.")
            return phrase("It completes a sum of 15 and wins.")
        lost = [reply for reply in after.moves if game.value(game.play(after.state, reply)) == -1]
        if lost:
            return phrase("It lets the opponent make 15: {moves}.", moves=" ".join(map(after.name, lost)))
        waiting = game.completing(after.state, position.turn)
        if waiting:
            return phrase("It threatens to make 15: {moves}.", moves=" ".join(map(after.name, waiting)))
        if game.completing(position.state, 1 - position.turn):
            return phrase("It stops the opponent from making 15.")
        return phrase("The next number cannot make any line 15.")

    def where(self, position: Position, move: Move) -> Phrase | None:
        """The number to play."""
        return phrase("Play the number {number}.", number=position.name(move)[0])
