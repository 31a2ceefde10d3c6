"""Dead boards and safe squares: the words of notakto."""

from __future__ import annotations

from core.explain.words import Words
from core.game import Move
from core.games.notakto import DEAD, Notakto
from core.phrase import Phrase, phrase
from core.position import Position


class NotaktoWords(Words[Notakto]):
    """Explains moves by the boards they kill and by the squares that stay safe."""

    def why(self, position: Position, move: Move) -> Phrase | None:
        """Which boards still live after the move, and how many squares there kill none."""
        after = position.play(move)
        if after.outcome:
            return phrase("It kills the last live board and loses.")
        marks = after.state[move // 9]
        safe = sum(not DEAD[after.state[reply // 9] | 1 << reply % 9] for reply in after.moves)
        if DEAD[marks]:
            live = sum(not DEAD[each] for each in after.state)
            return phrase("It kills a board. Live boards left: {live}, safe squares: {safe}.", live=live, safe=safe)
        if not safe:
            return phrase("It leaves only squares that kill a board.")
        return phrase("Squares left that kill no board: {safe}.", safe=safe)

    def where(self, position: Position, move: Move) -> Phrase | None:
        """The board, where there are several."""
        return phrase("Look at board {board}.", board=move // 9 + 1) if self.game.layers > 1 else None
