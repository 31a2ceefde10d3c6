"""Point reflection for misere play on boards with a middle square.

Begin in the centre, then answer every move with the square opposite to it. A line of the first player that misses the centre
is the image of one that the opponent has completed before; one through the centre is its own image and so holds as many
marks of the one as of the other. So the first player never completes a line, and does not lose.
"""

from __future__ import annotations

from core.game import Game
from core.games.mnk import Mnk
from core.phrase import phrase
from core.position import Position
from core.strategies.strategy import Advice, Strategy


class Reflection(Strategy):
    """The centre, then the opposite square."""

    name = "reflection"
    title = phrase("Reflection")
    summary = phrase("Begins in the centre and mirrors every move through it; as second player it only avoids lines.")
    brief = phrase("mirrors moves through the centre")

    def plays(self, game: Game) -> bool:
        return isinstance(game, Mnk) and game.misere and bool(game.columns % 2 and game.rows % 2)

    def advise(self, position: Position) -> Advice:
        game = position.game
        assert isinstance(game, Mnk)
        mine, theirs = game.sides(position.state)
        last = game.cell_count - 1
        centre = last // 2
        if not mine | theirs:
            return Advice((centre,), phrase("It takes the centre."))
        mirrored = sum(1 << (last - cell) for cell in range(game.cell_count) if theirs >> cell & 1)
        answer = mirrored & ~mine
        if mine >> centre & 1 and answer.bit_count() == 1 and not answer & theirs:
            return Advice((answer.bit_length() - 1,), phrase("It takes the square opposite to the opponent's."))
        safe = [move for move in position.moves if not position.play(move).outcome]
        if safe:
            return Advice(safe, phrase("There is nothing to mirror; it makes no line."))
        return Advice(position.moves, phrase("Every move ends the game."))
