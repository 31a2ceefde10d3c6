"""Make the book of Connect Four: ``python -m tests.tools.make_connect_four_book book_12ply_distances.dat``.

The file is the database of the positions of 12 discs in which nobody wins at once, by Markus Thill (PyPI,
``bitbully-databases`` 0.0.2, MIT licence). An entry has five bytes: four of discs, 10 for each of the player to move and 11 for
the other's, columns from the left and upwards, 0 after each column; one of 100 - plies for a win, plies - 100 for a loss, 0 for
a tie. The deepest book is the database in our order; positions of fewer discs are worked back from there, one look ahead
each. Takes ten minutes and 2 GB.
"""

from __future__ import annotations

import lzma
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from core.engines.connect_four.book import COLUMNS, DISCS, ROWS, ZERO, index, size
from core.game import State
from core.games.connect_four import ConnectFour

RULES = ConnectFour(COLUMNS, ROWS, 4)
CELLS = COLUMNS * ROWS
MAX_DISCS = 12
DATA = Path(__file__).parents[2] / "core" / "data"
PACKING: list[dict[str, Any]] = [
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 0, "pb": 0}
]


def main(path: str) -> None:
    """Work back from the database to the empty board, and write the books on the way."""
    levels = [{RULES.start()}]
    while len(levels) < MAX_DISCS:
        levels.append({RULES.canonical(after) for state in levels[-1] for after in following(state)})
    entries = Path(path).read_bytes()
    write(MAX_DISCS, ((placed(entries[at : at + 4]), stones(entries[at + 4])) for at in range(0, len(entries), 5)))
    lookup = database(entries)
    for discs in reversed(range(MAX_DISCS)):
        won = (CELLS + 1 - discs) // 2
        scores = {state: score(state, won, lookup) for state in levels[discs]}
        lookup = scores.__getitem__
        if discs in DISCS:
            write(discs, ((state, score) for state, score in scores.items() if score < won))
    print("The empty board scores", scores[RULES.start()])


def following(state: State) -> list[State]:
    """The positions one move later in which the game goes on."""
    after = [RULES.play(state, move) for move in RULES.moves(state)]
    return [state for state in after if not RULES.has_line(state[0] ^ state[1])]


def score(state: State, won: int, lookup: Callable[[State], int]) -> int:
    """The score of a position; ``won`` if the player to move wins at once, else by those one move later."""
    after = following(state)
    if len(after) < len(RULES.moves(state)):
        return won
    return max(-lookup(RULES.canonical(later)) for later in after)


def database(entries: bytes) -> Callable[[State], int]:
    """What the database says of a position of 12 discs; of those that it lacks, that the player to move wins at once."""
    won = (CELLS + 1 - MAX_DISCS) // 2
    known = {entries[at : at + 4]: stones(entries[at + 4]) for at in range(0, len(entries), 5)}
    mirror = RULES.symmetries[1].image

    def lookup(state: State) -> int:
        found = known.get(code(state))
        return known.get(code(mirror(state)), won) if found is None else found

    return lookup


def stones(byte: int) -> int:
    """The score that the last byte of an entry stands for."""
    value = byte - 256 if byte > 127 else byte
    least = (CELLS + 2 - MAX_DISCS - (100 - abs(value))) // 2
    return (least if value > 0 else -least) if value else 0


def placed(code: bytes) -> State:
    """The inverse of :func:`code`."""
    digits = iter(f"{int.from_bytes(code, 'big') >> 1:0{2 * MAX_DISCS + COLUMNS}b}")
    own = taken = 0
    for column in range(COLUMNS):
        disc = 1 << column * RULES.height
        while next(digits) == "1":
            taken |= disc
            if next(digits) == "0":
                own |= disc
            disc <<= 1
    return own, taken


def code(state: State) -> bytes:
    """The four bytes of the discs of a position."""
    own, taken = state
    column = (1 << RULES.height) - 1
    shifts = range(0, COLUMNS * RULES.height, RULES.height)
    digits = "".join([column_code(own >> shift & column, taken >> shift & column) for shift in shifts])
    return (int(digits, 2) << 1).to_bytes(4, "big")


@cache
def column_code(own: int, taken: int) -> str:
    """The binary digits of a column."""
    discs = [own >> i & 1 for i in range(taken.bit_length())]
    return "".join("10" if disc else "11" for disc in discs) + "0"


def write(discs: int, scores: Iterable[tuple[State, int]]) -> None:
    """Pack a book."""
    book = bytearray(size(discs))
    count = 0
    for state, value in scores:
        count += 1
        for image in {symmetry.image(state) for symmetry in RULES.symmetries}:
            book[index(*image)] = ZERO + value
    path = DATA / f"connect-four-{discs}.xz"
    path.write_bytes(lzma.compress(bytes(book), filters=PACKING))
    print(f"{path.name}: {count} positions, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
