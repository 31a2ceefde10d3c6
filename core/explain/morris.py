"""Lines, threats, blocks: the words of three men's morris and achi."""

from __future__ import annotations

from typing import TypeVar

from core.explain.words import Words
from core.game import Game, Move, Reason, State
from core.games.morris import Morris
from core.kinds.faces import GraphGame
from core.phrase import Phrase, phrase
from core.position import Position

Slides_co = TypeVar("Slides_co", bound=GraphGame, covariant=True)


class SlideWords(Words[Slides_co]):
    """Explains a move by the lines that it makes, threatens, blocks or allows. A state is the stones of both and who moves."""

    def why(self, position: Position, move: Move) -> Phrase | None:
        """What the move does to the lines of both sides; of a quiet move the analysis says more."""
        game, after = self.game, position.play(move)
        if after.outcome:
            if after.outcome.reason is Reason.STUCK:
                return phrase("It leaves the opponent no move.")
            return phrase("It completes the line and wins.")
        losing = _wins(game, after.state)
        if losing:
            return phrase("It leaves {move} to the opponent, who completes a line.", move=after.name(losing[0]))
        blocked = _wins(game, _passed(position.state))
        threats = sorted({game.points[game.path(win)[1]].name for win in _wins(game, _passed(after.state))})
        if len(threats) > 1:
            return phrase("It threatens {points} at once, and one block is not enough.", points=" ".join(threats))
        if blocked and threats:
            return phrase("It blocks a line and threatens one at {point}.", point=threats[0])
        if blocked:
            return phrase("It blocks the opponent's line.")
        if threats:
            return phrase("It threatens a line at {point}.", point=threats[0])
        if len(after.moves) == 1:
            return phrase("It leaves the opponent one move, {move}.", move=after.name(after.moves[0]))
        return None


class MorrisWords(SlideWords[Morris]):
    """Says more of the board of three times three."""

    def where(self, position: Position, move: Move) -> Phrase | None:
        """The kind of point at which the move begins."""
        start, target = self.game.path(move)
        if start is None:
            return phrase("Look at this kind of point: {place}.", place=_place(target))
        return phrase("Look at a stone on this kind of point: {place}.", place=_place(start))


def _kind(point: int) -> int:
    return 0 if point == 4 else 2 if point % 2 else 1


def _place(point: int) -> Phrase:
    return (phrase("the centre"), phrase("a corner"), phrase("the middle of a side"))[_kind(point)]


def _passed(s: State) -> State:
    """The same stones with the other player to move."""
    x, o, turn = s
    return (x, o, 1 - turn)


def _wins(game: Game, s: State) -> list[Move]:
    """The moves that complete a line at once."""
    if game.value(s) is not None:
        return []
    after = [(move, game.play(s, move)) for move in game.moves(s)]
    return [move for move, child in after if game.value(child) == -1 and game.ending(child).reason is Reason.LINE]
