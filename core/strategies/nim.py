"""Strategies for heaps: Bouton's nim-sum, and the two subtractions of Arias.

Bouton 1901: leave a nim-sum of 0; in misere play likewise, until one heap higher than 1 at most is left, and then an odd
number of heaps of 1. Arias 2007, of a heap from which 1 to 3 may be taken and the last one loses: the first player takes 1 of
6 and then answers k with 4 - k; the second answers a first move k of 2 or 3 with 5 - k.
"""

from __future__ import annotations

from core.game import Game
from core.games.nim import Nim, Subtraction
from core.phrase import phrase
from core.position import Position
from core.strategies.strategy import Advice, Strategy


class Bouton(Strategy):
    """The nim-sum."""

    name = "bouton"
    title = phrase("Bouton")
    summary = phrase("Leaves a nim-sum of 0 whenever it can: Bouton's theory of nim.")
    brief = phrase("leaves a nim-sum of 0")

    def plays(self, game: Game) -> bool:
        return isinstance(game, Nim)

    def advise(self, position: Position) -> Advice:
        game, state = position.game, position.state
        assert isinstance(game, Nim)
        if game.wins(state):
            if game.misere and sum(heap > 1 for heap in state[:-1]) <= 1:
                return Advice(game.winning_moves(state), phrase("It leaves an odd number of heaps of 1."))
            return Advice(game.winning_moves(state), phrase("It leaves a nim-sum of 0."))
        highest = max(state[:-1])
        moves = [heap * game.span for heap, size in enumerate(state[:-1]) if size == highest]
        return Advice(moves, phrase("No move leaves a nim-sum of 0, so it takes one and waits for a mistake."))


class FourMinus(Strategy):
    """The complement to 4, no matter who moves first."""

    name = "4-k"
    title = phrase("4 - k")
    summary = phrase("Answers k with 4 - k, so that the opponent always faces the same remainder.")
    brief = phrase("answers k with 4 - k")

    def plays(self, game: Game) -> bool:
        return isinstance(game, Subtraction) and game.numbers == (1, 2, 3) and len(game.sizes) == 1

    def advise(self, position: Position) -> Advice:
        game, heap = position.game, position.state[0]
        assert isinstance(game, Subtraction)
        rest = (heap - game.misere) % 4
        if not rest:
            return Advice((0,), phrase("The opponent has the better remainder; it takes one and waits for a mistake."))
        if heap == game.sizes[0]:
            return Advice((rest - 1,), phrase("It makes the remainder right for 4 - k."))
        return Advice((rest - 1,), phrase("It answers with 4 - k."))


class FiveMinus(Strategy):
    """The second player's answer to a greedy first move in Arias's game of six matches."""

    name = "5-k"
    title = phrase("5 - k")
    summary = phrase("Second player of six matches: answers a first move k of 2 or 3 with 5 - k, which leaves one.")
    brief = phrase("answers a first k with 5 - k")
    seats = (1,)

    def plays(self, game: Game) -> bool:
        return isinstance(game, Subtraction) and game.sizes == (6,) and game.numbers == (1, 2, 3) and game.misere

    def advise(self, position: Position) -> Advice:
        heap = position.state[0]
        if heap in (3, 4) and position.turn == 1:
            return Advice((heap - 2,), phrase("It answers with 5 - k and leaves one."))
        return Advice((0,), phrase("Its rule has no answer here; it takes one."))
