"""Counts of move sequences, the usual check of a move generator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from core.errors import CoreError
from core.game import State
from core.position import Position

MAX_LAYER = 2_000_000
"""Maximum number of positions held at a time: half a gigabyte. Beyond, a count sequence by sequence would take days."""


class TooMany(CoreError):
    """A count that needs too much memory."""


def perft(position: Position) -> Iterator[int]:
    """The number of sequences of exactly 1, 2, 3, ... legal moves, up to the longest. A sequence ends with the game.

    Every position of a ply is stored once, up to symmetry, with the number of sequences that lead to it; the positions after
    the last ply asked for are never made. Raises TooMany.
    """
    game = position.game
    layer = Counter({game.canonical(position.state): 1})
    while True:
        going = [(state, count) for state, count in layer.items() if game.value(state) is None]
        if not going:
            return
        yield sum(count * len(game.moves(state)) for state, count in going)
        children: Counter[State] = Counter()
        for state, count in going:
            for move in game.moves(state):
                children[game.play(state, move)] += count
            if len(children) > MAX_LAYER:
                raise TooMany(
                    (
                        "{game} has too many sequences to count them; choose a smaller depth or start from a later "
                        "position."
                    ),
                    game=game.id,
                )
        layer = Counter()
        for state, count in children.items():
            layer[game.canonical(state)] += count
