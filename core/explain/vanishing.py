"""Marks that come and go: the words of vanishing tic-tac-toe."""

from __future__ import annotations

from core.explain.words import Words
from core.game import Move, State
from core.games.vanishing import Vanishing
from core.phrase import Phrase, phrase
from core.position import Position


class VanishingWords(Words[Vanishing]):
    """Explains moves by the lines that the newest marks can still make."""

    def why(self, position: Position, move: Move) -> Phrase | None:
        """What the move does to the threats, and which mark it costs."""
        game, after = self.game, position.play(move)
        if after.outcome:
            return phrase("It completes the line and wins.")
        answers = _wins(game, after.state)
        if answers:
            return phrase("It leaves {cell} to the opponent, who wins there.", cell=" ".join(map(after.name, answers)))
        state = after.state
        threats = _wins(game, (state[0], state[1], 1 - state[2]))
        if threats:
            return phrase("It threatens {cell}.", cell=after.name(threats[0]))
        return next(
            (
                phrase("It gives up the mark on {cell}.", cell=game.format_cell(cell))
                for cell in game.faint(position.state)
                if cell != move
            ),
            None,
        )

    def where(self, position: Position, move: Move) -> Phrase | None:
        """The kind of square."""
        place = phrase("the centre") if move == 4 else phrase("an edge") if move % 2 else phrase("a corner")
        return phrase("Look at this kind of square: {place}.", place=place)


def _wins(game: Vanishing, s: State) -> list[Move]:
    """The moves that win at once."""
    return [move for move in game.moves(s) if game.value(game.play(s, move)) is not None]
