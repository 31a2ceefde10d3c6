"""Draws that need no search: boards on which no line fits, and lines too long for anybody to complete."""

from __future__ import annotations

from core.engines.root import Root
from core.game import Game, State
from core.games.mnk import Mnk
from core.kinds.lines import MarkGame
from core.score import Score, Verdict

_TOO_LONG = 8
"""Who moves second keeps the other from so many in a row, on every flat board (Zetters 1980)."""


def drawn(game: Game, s: State) -> bool:
    """Whether all moves of an unfinished state draw, by theory alone."""
    # Without a line nobody wins or loses, by whatever rule, and from wherever the game has come.
    if isinstance(game, MarkGame) and not game.lines:
        return True
    # From the empty board alone: later on somebody may have thrown the draw away. An extra mark does no harm, so that no first
    # move loses; misere and wild play have no such rule, and on a torus the lines go round.
    return isinstance(game, Mnk) and not game.options and game.k >= _TOO_LONG and s == game.start()


def settle(root: Root, game: MarkGame) -> None:
    """Learn that all moves draw; where no line fits, any play shows it."""
    for i, child in enumerate(root.children):
        if game.lines:
            root.learn(i, Score.exact(Verdict.TIE, None, "theory"))
        elif game.value(child) is None:
            rest = [move for move in game.moves(child) if move < game.cell_count]
            root.learn(i, Score.exact(Verdict.TIE, 1 + len(rest), "theory"))
            root.show(i, rest)
            root.depth = 1 + len(rest)
