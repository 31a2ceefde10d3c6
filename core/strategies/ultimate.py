"""The forced win of open ultimate tic-tac-toe, and for the second player the longest resistance to it.

Both are those of :mod:`core.strategies.open_win`, where the strategy is written down and checked.
"""

from __future__ import annotations

from core.game import Game
from core.games.ultimate import TURN, Ultimate
from core.phrase import phrase
from core.position import Position
from core.strategies.open_win import ForcedWin, applies, reason, reply
from core.strategies.strategy import Advice, Strategy


class Forced(Strategy):
    """X follows the strategy; O holds out against it. What was found in one game serves the whole of it."""

    name = "forced-win"
    title = phrase("Forced win")
    summary = phrase("As X it wins in at most 43, by the strategy of Bertholon and others; as O it holds out longest.")
    brief = phrase("as X it wins in at most 43")

    def __init__(self) -> None:
        self._wins: dict[str, ForcedWin] = {}

    def plays(self, game: Game) -> bool:
        return isinstance(game, Ultimate) and applies(game)

    def advise(self, position: Position) -> Advice:
        game, s = position.game, position.state
        move, said = reply(s), reason(s)
        if move is not None and said:
            return Advice((move,), said)
        win = self._wins.setdefault(game.id, ForcedWin(game, lambda nodes: None))
        plies = win.plies(s) if s[TURN] else None
        if plies is None:
            return Advice(position.moves, phrase("The strategy has no answer here: X has left it."))
        longest = [move for move in position.moves if win.plies(game.play(s, move)) == plies - 1]
        return Advice(longest, phrase("It holds out longest: X may need {plies} plies.", plies=plies))
