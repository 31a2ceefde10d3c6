"""Blocked, one way left, free: the words of Pong Hau K'i."""

from __future__ import annotations

from core.explain.words import Words
from core.game import Move
from core.games.pong_hau_ki import PongHauKi
from core.phrase import Phrase, phrase
from core.position import Position


class PongHauKiWords(Words[PongHauKi]):
    """What a move leaves to the other side is all there is to it."""

    def why(self, position: Position, move: Move) -> Phrase | None:
        """How many moves the opponent has left, and whether one of them blocks."""
        after = position.play(move)
        if after.outcome:
            return phrase("It blocks both stones of the opponent, who cannot move and loses.")
        blocks = [after.name(reply) for reply in after.moves if after.play(reply).outcome]
        if blocks:
            return phrase("It is a mistake: {move} blocks both of your stones, and you cannot move.", move=blocks[0])
        if len(after.moves) == 1:
            return phrase("It leaves one move, {move}, and the game goes on.", move=after.name(after.moves[0]))
        return phrase("It keeps the game going: the opponent can play {moves}.", moves=_or(after))

    def where(self, position: Position, move: Move) -> Phrase | None:
        """The row in which the stone stands."""
        start, _target = self.game.path(move)
        row = self.game.points[start or 0].y
        return (
            phrase("Look at the top."),
            phrase("Look at your stone in the centre."),
            phrase("Look at the bottom."),
        )[row]


def _or(position: Position) -> Phrase:
    first, second = (position.name(move) for move in position.moves)
    return phrase("{first} or {second}", first=first, second=second)
