"""What of a drawn board the mouse takes for a place."""

from __future__ import annotations

from types import SimpleNamespace

from textual.geometry import Size

from core import games
from core.position import Position
from tui.boards import BOARDS
from tui.boards.base import BoardView, PlaceBoard
from tui.boards.heaps import HeapBoard

SIZES = [
    Size(*size) for size in ((38, 8), (38, 20), (49, 9), (49, 18), (60, 14), (84, 14), (84, 31), (118, 37), (170, 45))
]


LINES = set("│─╭╮╰╯├┤┬┴┼┌┐└┘╌╎╔═╗║╚╝┏━┓┃┗┛╲╱╳")
"""What frames, walls, grids and the lines of graphs are drawn with."""


INSIDE = {"graph": set("┌╌┐╎└┘╔═╗║╚╝┏━┓┃┗┛"), "heaps": set("┃")}
"""What of that belongs to a place: the box around a point, a stick. A point without a box
takes in the beginnings of its lines, since a single character is too small for the mouse."""


def at_size(id: str, size: Size, *, plain: bool = False) -> PlaceBoard | HeapBoard:
    """The board of a game at its start, drawn in so many columns and rows, without cursor and marks; ``plain`` in ASCII."""
    game = games.get(id)
    kind = BOARDS[games.face(game)]
    app = SimpleNamespace(ascii_only=plain, tinted=False)
    sized = type("Sized", (kind,), {"size": size, "app": app, "redraw": lambda _self: None})
    board = sized(Position.start(game))
    assert isinstance(board, PlaceBoard | HeapBoard)
    board.view = BoardView(board.position, active=False)
    return board


def drawn(board: PlaceBoard | HeapBoard) -> list[str]:
    """The rows of a board."""
    return ["".join(span.text for span in row) for row in board.draw(*board.size)]


def hold(id: str) -> None:
    """No frame, wall or line of a board is taken for a place, at any size."""
    lines = LINES - INSIDE.get(games.face(games.get(id)), set())
    for size in SIZES:
        board = at_size(id, size)
        rows = drawn(board)
        assert {len(row) for row in rows} == {size.width}
        framed = any(char in INSIDE["graph"] for row in rows for char in row)
        around = {"─"} if games.face(games.get(id)) == "graph" and not framed else set()
        taken = [
            (x, y)
            for y, row in enumerate(rows)
            for x, char in enumerate(row)
            if char in lines - around and board.place_at(x, y) is not None
        ]
        assert taken == [], size
