"""Tic-tac-toe in a cube: a straight line from side to side wins; 49 lines in 3x3x3, 76 in 4x4x4, which is Qubic.

State ``(x, o)`` and moves as core/kinds/lines.py draws them, cell = (layer * size + row) * size + column. Written as layer,
column letter, row: ``2b3``. Text: the rows of the first layer from the top, then those of the second, and so on.
"""

from __future__ import annotations

from functools import partial
from itertools import permutations, product

from core.errors import UnknownGame
from core.game import Family
from core.kinds import bits
from core.kinds.lines import LineGame, MarkBoard
from core.known import Known
from core.phrase import Phrase, phrase


class Cube(LineGame):
    """Cubes of size 3 and 4; larger ones have more lines than anybody has played."""

    finite = True

    def __init__(self, id: str, name: Phrase, size: int, known: Known) -> None:
        board = MarkBoard(
            size,
            size,
            size,
            partial(bits.cube_lines, size),
            partial(_maps, size),
            lambda: bits.holds_one(bits.cube_lines(size), size**3),
            layers=size,
        )
        rules = phrase("{size} in a row wins, within a layer or through all of them.", size=size)
        super().__init__(id, board, name, rules, known=known)


def _maps(size: int) -> list[tuple[int, ...]]:
    """All maps that carry lines to lines, 48 for 3x3x3 and 192 for 4x4x4.

    They are every order of the three axes, each forwards or backwards; on 4x4x4 the cells at the ends of all axes may also
    change places with those in the middle, or the two in the middle with each other (R. Silver, American Mathematical Monthly
    74, 1967).
    """
    cells = list(product(range(size), repeat=3))
    number = {cell: i for i, cell in enumerate(cells)}
    found = set()
    # A map that keeps opposite cells opposite on every axis keeps the diagonals.
    for along in permutations(range(size)):
        if all(along[i] + along[size - 1 - i] == size - 1 for i in range(size)):
            for order in permutations(range(3)):
                for flips in product((0, 1), repeat=3):
                    ways = [(axis, along[::-1] if flip else along) for axis, flip in zip(order, flips, strict=True)]
                    found.add(tuple(number[tuple(way[cell[axis]] for axis, way in ways)] for cell in cells))
    return sorted(found)


def _qubic(numbers: str | None, options: frozenset[str]) -> Cube:
    if numbers is not None:
        raise UnknownGame("qubic takes no numbers; it is 4x4x4, and 3x3x3 is tictactoe3d.")
    return Cube("qubic", phrase("Qubic 4x4x4"), 4, Known("win", proof="book"))


def _tictactoe3d(numbers: str | None, options: frozenset[str]) -> Cube:
    if numbers is not None:
        raise UnknownGame("tictactoe3d takes no numbers; it is 3x3x3, and 4x4x4 is qubic.")
    known = Known("win", 7, how=phrase("by the centre; there is no draw"))
    return Cube("tictactoe3d", phrase("tic-tac-toe 3x3x3"), 3, known)


QUBIC = Family("qubic", "qubic", (), _qubic)
TICTACTOE3D = Family("tictactoe3d", "tictactoe3d", (), _tictactoe3d)
