"""Go through the book of Qubic with rules of its own: ``python -m tests.tools.check_qubic [SEARCHED]``.

Lines, symmetries and fours are worked out here once more, from the coordinates of the cells, and share no code with the
engine. Of each position proven by its replies every legal reply is played: it has to lead to another position of the book
that is proven, or to one in which X wins by fours, each of which is played on to its line. Of the positions proven by a
search so many, drawn blindly, are played out against every reply, where the engine may name X's moves but is not believed:
all ends in fours.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from pathlib import Path
from random import Random

from core.analysis import Limit, Watch
from core.engines.qubic.engine import QubicEngine
from core.games import get
from core.position import Position
from core.score import Verdict

DATA = Path(__file__).parents[2] / "core" / "data" / "qubic.txt"
LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@&"
POINTS: list[tuple[int, ...]] = list(product(range(4), repeat=3))
FULL = (1 << 64) - 1
_NODES = 1_000_000


def rows() -> list[int]:
    """The lines: every coordinate stays, rises from 0 to 3 or falls."""
    found = set()
    for start in POINTS:
        for step in product((-1, 0, 1), repeat=3):
            line = [tuple(at + i * by for at, by in zip(start, step, strict=True)) for i in range(4)]
            if any(step) and all(0 <= at <= 3 for point in line for at in point):
                found.add(sum(1 << POINTS.index(point) for point in line))
    return sorted(found)


LINES = rows()
THROUGH = [[line for line in LINES if line >> cell & 1] for cell in range(64)]


@cache
def maps() -> list[list[int]]:
    """The maps of cells that carry lines to lines and treat all axes alike: found by trying, not by theory."""
    found = []
    for along in permutations(range(4)):
        for order in permutations(range(3)):
            for turned in product((False, True), repeat=3):
                cells = []
                for point in POINTS:
                    ways = zip(order, turned, strict=True)
                    cells.append(
                        POINTS.index(tuple(along[3 - point[axis] if back else point[axis]] for axis, back in ways))
                    )
                if cells not in found and all(moved(line, cells) in LINES for line in LINES):
                    found.append(cells)
    return found


def moved(marks: int, cells: list[int]) -> int:
    """A set of cells carried by a map."""
    return sum(1 << cells[cell] for cell in members(marks))


def members(marks: int) -> Iterator[int]:
    """The cells of a set."""
    return (cell for cell in range(64) if marks >> cell & 1)


def completing(own: int, other: int) -> int:
    """The cells that complete a line of a player at once."""
    found = 0
    for line in LINES:
        rest = line & ~own
        if not rest & other and not rest & (rest - 1):
            found |= rest
    return found


@cache
def fours(own: int, other: int) -> bool:
    """Whether the player to move completes a line by threats of one alone, each of which the other answers."""
    if completing(own, other):
        return True
    threats = completing(other, own)
    if threats & (threats - 1):
        return False
    for cell in members(threats or FULL & ~(own | other)):
        mine = own | 1 << cell
        # Only a third mark of a line that is open threatens.
        made = 0
        for line in THROUGH[cell]:
            rest = line & ~mine
            if not rest & other and rest and not rest & (rest - 1):
                made |= rest
        if made & (made - 1) or (made and fours(mine, other | made)):
            return True
    return False


def after(x: int, o: int, move: int) -> list[tuple[int, int]]:
    """The positions after X's move and a reply in which X does not win by fours. Raises AssertionError for a move that does not
    stand."""
    assert 0 <= move < 64
    assert not (x | o) >> move & 1, "the cell is taken"
    x |= 1 << move
    assert not any(line & x == line for line in LINES), "the game would be over"
    assert not completing(o, x), "O completes a line"
    return [(x, o | 1 << reply) for reply in members(FULL & ~(x | o)) if not fours(x, o | 1 << reply)]


def least(x: int, o: int) -> tuple[int, int]:
    """The least image of a position."""
    return min((moved(x, cells), moved(o, cells)) for cells in maps())


def played_out(x: int, o: int, seen: set[tuple[int, int]]) -> int:
    """Play a position out against every reply, asking the engine for X's moves; returns how many positions it was asked about.
    Raises AssertionError where it does not win."""
    if fours(x, o) or (x, o) in seen:
        return 0
    seen.add((x, o))
    position = Position(get("qubic"), (x, o))
    found = QubicEngine().analyse(Watch(position, Limit(nodes=_NODES), lambda: 0.0, all_moves=False)).lines[0]
    assert found.score.verdict is Verdict.WIN, position.text
    return 1 + sum(played_out(*later, seen) for later in after(x, o, found.move))


def read(text: str) -> dict[tuple[int, int], tuple[int, str]]:
    """The proven positions of a book, with their moves and how they are known."""
    book = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            x, o, moves, kind = line.split()
            sides = [sum(1 << LETTERS.index(letter) for letter in marks if marks != "-") for marks in (x, o)]
            assert not sides[0] & sides[1], line
            assert sides[0].bit_count() == sides[1].bit_count(), line
            if kind != "?":
                book[sides[0], sides[1]] = LETTERS.index(moves), kind
    return book


def check(text: str, searched: int = 0) -> tuple[int, int, int]:
    """How many positions of a book are proven by their replies, by a search, and how many of these were played out. Raises
    AssertionError for what does not stand."""
    book = read(text)
    for (x, o), (move, kind) in book.items():
        assert least(x, o) == (x, o), "not the least image"
        if kind == "=":
            for later in after(x, o, move):
                assert least(*later) in book, (x, o, later)
        else:
            assert kind == "."
    leaves = [at for at, (_, kind) in book.items() if kind == "."]
    drawn = Random(0).sample(leaves, min(searched, len(leaves)))
    for x, o in drawn:
        for later in after(x, o, book[x, o][0]):
            played_out(*later, set())
    return len(book) - len(leaves), len(leaves), len(drawn)


if __name__ == "__main__":
    replied, leaves, played = check(DATA.read_text("utf-8"), *map(int, sys.argv[1:]))
    print(
        f"{replied} positions proven by their replies, {leaves} by a search, of which {played} were played out: all stands."
    )
