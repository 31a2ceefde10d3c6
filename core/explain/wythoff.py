"""The lost pairs of the golden ratio: the words of Wythoff's game."""

from __future__ import annotations

from core.explain.heaps import HeapWords, answer
from core.explain.words import Notes
from core.games.wythoff import Wythoff
from core.phrase import Phrase, phrase
from core.position import Position

_PAIRS = "1-2 3-5 4-7 6-10 8-13"


class WythoffWords(HeapWords[Wythoff]):
    """Explains a move by the pair that it leaves."""

    def leaving(self, after: Position) -> Phrase | None:
        """A lost pair, or the way to one."""
        game, (a, b, _turn) = self.game, after.state
        left = self.left(after.state)
        if game.wins(after.state):
            return phrase("It leaves {left}; {answer} leaves a lost pair.", left=left, answer=answer(game, after))
        return phrase("It leaves {left}, one of the lost pairs (k = {k}).", left=left, k=abs(a - b))

    def notes(self, position: Position) -> Notes | None:
        """The first of the lost pairs, and the pair that stands."""
        if position.outcome:
            return None
        pairs = phrase("lost: {pairs} ...", pairs=_PAIRS)
        return Notes(phrase("Golden ratio"), (pairs, phrase("here: {heaps}", heaps=self.left(position.state))))
