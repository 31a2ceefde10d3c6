"""Games without cycles solved from the rules alone, by the conventions of GAMESMAN."""

from __future__ import annotations

from typing import NamedTuple

from core.game import Game, State
from tests.core.brute import Worth


class Solved(NamedTuple):
    """The worth of every state that can be reached, and how many moves there are in all of them."""

    worth: dict[State, Worth]
    moves: int


def solve_rules(game: Game, by_class: bool = False) -> Solved:
    """Every state, or with ``by_class`` one of each class of symmetry. Turns alternate."""
    worth: dict[State, Worth] = {}
    moves = 0

    def search(s: State) -> Worth:
        nonlocal moves
        if by_class:
            s = game.canonical(s)
        known = worth.get(s)
        if known:
            return known
        value = game.value(s)
        if value is not None:
            worth[s] = Worth(value, 0)
            return worth[s]
        after = [search(game.play(s, move)) for move in game.moves(s)]
        moves += len(after)
        best = max(-each.value for each in after)
        distances = [each.plies for each in after if -each.value == best]
        worth[s] = Worth(best, 1 + (max(distances) if best < 0 else min(distances)))
        return worth[s]

    search(game.start())
    return Solved(worth, moves)
