"""The ways of drawing a board: one widget each, found by the name that a game gives."""

from __future__ import annotations

from core.position import Position
from tui.boards.bar import BarBoard
from tui.boards.base import Board
from tui.boards.columns import ColumnsBoard
from tui.boards.graph import GraphBoard
from tui.boards.grid import GridBoard
from tui.boards.heaps import HeapBoard
from tui.boards.nested import NestedBoard

BOARDS: dict[str, type[Board]] = {
    "bar": BarBoard,
    "columns": ColumnsBoard,
    "graph": GraphBoard,
    "grid": GridBoard,
    "heaps": HeapBoard,
    "nested": NestedBoard,
}


def board_for(position: Position, id: str) -> Board:
    """A board that can show the positions of this game."""
    return BOARDS[position.game.board](position, id)
