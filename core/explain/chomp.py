"""The few words there are for Chomp."""

from __future__ import annotations

from core.explain.words import Words
from core.game import Move
from core.games.chomp import Chomp
from core.phrase import Phrase, phrase
from core.position import Position


class ChompWords(Words[Chomp]):
    """Knows the two shapes whose strategy can be said; all else is search."""

    def why(self, position: Position, move: Move) -> Phrase | None:
        """What shape the move leaves."""
        if move == 0:
            return phrase("It eats the poisoned square.")
        lengths = [length for length in self.game.play(position.state, move)[:-1] if length]
        if lengths == [1]:
            return phrase("It leaves nothing but the poisoned square.")
        if set(lengths[1:]) == {1} and len(lengths) == lengths[0]:
            return phrase("It leaves two equal arms: copy every bite on the other arm.")
        if len(lengths) == 2 and lengths[0] == lengths[1] + 1:
            return phrase("It leaves two rows, the first longer by one square: do this every time.")
        return None
