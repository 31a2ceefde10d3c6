"""The ways of drawing a board: one widget each, found by the name that a game gives."""

from __future__ import annotations

from random import Random

from core.game import Game
from core.games import face
from core.position import Position
from core.registry import Registry
from tui.boards.base import Board

BOARDS: Registry[type[Board]] = Registry(
    "tui.boards",
    {
        "bar": "bar:BarBoard",
        "columns": "columns:ColumnsBoard",
        "graph": "graph:GraphBoard",
        "grid": "grid:GridBoard",
        "heaps": "heaps:HeapBoard",
        "nested": "nested:NestedBoard",
    },
)


def board_for(position: Position, id: str) -> Board:
    """A board that can show the positions of this game."""
    return BOARDS[face(position.game)](position, id)


def sample(game: Game) -> Position:
    """A position some plies into a game, the same every time."""
    random = Random(game.id)
    position = Position.start(game)
    for _ply in range(min(game.move_count // 2, 40)):
        following = position.play(random.choice(position.moves))
        if following.outcome:
            break
        position = following
    return position
