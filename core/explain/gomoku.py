"""Gomoku: the words of lines, and in the opening Swap2 what a choice of colours means."""

from __future__ import annotations

from core.explain.mnk import LineWords
from core.game import Move
from core.games.gomoku import A_BLACK, OPENING, TWO, Gomoku, Swap2Gomoku
from core.phrase import Phrase, phrase
from core.position import Position


def words(game: Gomoku) -> LineWords:
    """The words of the game, or of the one with the opening."""
    return Swap2Words(game) if isinstance(game, Swap2Gomoku) else LineWords(game)


class Swap2Words(LineWords):
    """Explains choices, and stones set before anybody knows whose they are."""

    def why(self, position: Position, move: Move) -> Phrase | None:
        """What a choice leads to, or what a stone does."""
        stage = position.state[2]
        if stage in (OPENING, TWO):
            return phrase("The other player takes the better colour: place the stones so that neither is better.")
        if stage < A_BLACK:
            name = position.name(move)
            if name == "two":
                return phrase("This player places two more stones, and the other takes a colour.")
            if name == "white":
                return phrase("This player takes white, and places the next stone.")
            return phrase("This player takes black, and the other places the next stone.")
        return super().why(position, move)

    def where(self, position: Position, move: Move) -> Phrase | None:
        """The part of the board, or that there is a choice to make."""
        if self.game.cell(move) < 0:
            return phrase("Ask yourself which colour you would like to have here.")
        return super().where(position, move)
