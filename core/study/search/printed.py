"""Fernández's programs as they are printed: how often the search with alpha-beta calls itself, and what else they do.

``movOptimo_poda`` of code 3.5 opens the window (-Inf, Inf) anew for each first move, so nothing that one of them has shown
helps with the next. The search here is that one, call for call, and that with the best value so far handed on.
"""

from __future__ import annotations

from math import inf

from core.game import State
from core.games.mnk import Mnk
from core.phrase import Sentence, fact, figure
from core.position import Position
from core.strategies.fernandez import SCALE, listed
from core.study.study import Text

WHOLE_SIDE = 3
"""The board whose tree the programs walk whole, so that their calls can be counted here."""


def printed(position: Position, whole: int | None) -> Text:
    """What is to be known of the printed programs; ``whole`` are the nodes of the whole tree, where it was walked."""
    said: list[Sentence] = []
    if whole and isinstance(position.game, Mnk) and position.game.columns == WHOLE_SIDE:
        anew, kept = (figure(calls(position, keeps)) for keeps in (False, True))
        said.append(fact("minimax.printed.window", anew=anew, kept=kept, whole=figure(whole - 1)))
    said += [fact("minimax.printed.clock"), fact("minimax.printed.board"), fact("minimax.printed.starter")]
    return Text("minimax.printed", tuple(said))


def calls(position: Position, keeps: bool) -> int:
    """How often ``minimax_poda`` is called to choose a move in a position; with the best value handed on if it ``keeps`` it."""
    game, made, best = position.game, 0, -inf

    def poda(s: State, prof: int, alpha: float, beta: float, machine: bool) -> float:
        nonlocal made
        made += 1
        ended = game.value(s)
        if ended is not None:
            return ended * (SCALE - 1 - prof) * (1 if machine else -1)
        found = -inf if machine else inf
        for move in listed(game, game.moves(s)):
            value = poda(game.play(s, move), prof + 1, alpha, beta, not machine)
            if machine:
                found, alpha = max(found, value), max(alpha, value)
            else:
                found, beta = min(found, value), min(beta, value)
            if beta <= alpha:
                break
        return found

    for move in listed(game, position.moves):
        best = max(best, poda(game.play(position.state, move), 0, best if keeps else -inf, inf, False))
    return made
