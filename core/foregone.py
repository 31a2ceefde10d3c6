"""Games whose result is fixed before they begin."""

from __future__ import annotations

from functools import lru_cache

from core.game import Game, Player
from core.position import other

MAX_POSITIONS = 20_000
"""Positions looked at before a game counts as open."""
_KEPT = 256
"""Games whose answer is remembered."""


@lru_cache(_KEPT)
def foregone(game: Game) -> bool:
    """Whether every way to play a game from its start has the same result, so that no choice changes it.

    A depth-first search of all positions, which stops at the second result: exact for games of at most MAX_POSITIONS
    positions, and False for larger ones in which it meets one result only. A game that comes back to a position can go on for
    ever, which is a draw.
    """
    results: set[Player | None] = set()
    start = game.start()
    seen, way = {start}, [start]
    on_way = {start}
    ahead = [list(game.moves(start))] if game.value(start) is None else []
    while ahead:
        if not ahead[-1]:
            ahead.pop()
            on_way.discard(way.pop())
            continue
        state = game.play(way[-1], ahead[-1].pop())
        value = game.value(state)
        if value is not None:
            turn = game.turn(state)
            results.add(None if value == 0 else turn if value > 0 else other(turn))
        elif state in on_way:
            results.add(None)
        elif state not in seen:
            seen.add(state)
            way.append(state)
            on_way.add(state)
            ahead.append(list(game.moves(state)))
        if len(results) > 1 or len(seen) > MAX_POSITIONS:
            return False
    return True
