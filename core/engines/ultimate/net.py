"""A small neural net that guesses who wins ultimate tic-tac-toe, made to be asked about a million times a second in plain
Python.

What goes in are 2,783 features, each 0 or 1, as X sees them. First 255 for each of the nine boards, by its code of nine ternary
digits (:mod:`core.engines.ultimate.tables`)::

    0 to 215      27 * line + pattern: what stands in each of the eight lines, the digit of its first cell counting once
    216 to 242    216 + 3 * cell + who: who would win by the empty cell, 0 X, 1 O, 2 either
    243 to 251    243 + 3 * x + o: how many cells win for X and for O, each counted as 2 at most
    252 to 254    a closed board: X's, O's, nobody's; it has no other feature

and then 488 of the one who is to move, of which one holds::

    27 * (9 * side + board) + 9 * mine + 3 * theirs + room
                  sent to a board with so many winning cells of the mover and of the other, 2 at most; room: up to 3 empty
                  cells, up to 6, more
    486 + side    free to choose

Each feature adds its row of 32 weights to the 32 hidden units. A unit below zero counts as zero; half of the units count for
X and half for O; their difference, a thousandth of a logit, is the guess::

    bit  511                        16 15             0
         +--------+-- ... --+--------+---------------+     a lane is 0x8000 + the unit: its top bit is set unless the unit
         | lane 31 (O)      | lane 1 (O) | lane 0 (X)|     is below zero; even lanes count for X, odd ones for O
         +--------+-- ... --+--------+---------------+

So all units are one integer, and whatever happens in a board is one look-up, one subtraction and one addition. The units below
zero fall to a mask made of the top bits, and since 2^16 is -1 modulo 65,537, the difference is one remainder. The contract: no
unit leaves -0x8000..0x7fff and no difference leaves -0x8000..0x8000; both hold by the tests, on games.

``core/data/ultimate-RULE.xz`` has the rows, then one of biases, then the bias of the guess: 16-bit integers of little endian,
lane by lane. ``tests.tools.train`` makes it, from games of the net with itself alone.
"""

from __future__ import annotations

import lzma
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from core.engines.ultimate.tables import CELLS, EMPTY, LINED
from core.games.ultimate import LINES, has_line
from core.kinds.bits import members

UNITS = 32
LANE = 16
SIGN = sum(0x8000 << LANE * lane for lane in range(UNITS))
"""The top bit of every lane."""
MODULUS = (1 << LANE) + 1
OFFSET = 0x8000
"""What is added before the remainder is taken, so that guesses below zero come out as such."""

BOARD_ROWS = 255
_WINNING, _COUNTS, _CLOSED = 216, 243, 252
MOVER = 9 * BOARD_ROWS
FREE_CHOICE = 486
ROWS = MOVER + FREE_CHOICE + 2
CODES = 3**9
X_WON, O_WON, DRAWN = -1, -2, -3
"""The codes of closed boards: indices from the end of a list of CODES + 3."""

_members = members(9)


class Net:
    """What the features of a board add up to. ``boards[board][code]``; ``movers[side][board][code]`` for the side to move in
    that board, the same free choice for each closed one; ``bias`` of the units with their signs; ``zero`` of the guess."""

    def __init__(self, weights: bytes) -> None:
        assert len(weights) == 2 * ((ROWS + 1) * UNITS + 1), "the weights are those of another net"
        size = 2 * UNITS
        # A lane of the file is a number of two's complement; the signs borrow from the lanes above.
        rows = [
            (int.from_bytes(weights[at : at + size], "little") ^ SIGN) - SIGN for at in range(0, len(weights) - 2, size)
        ]
        self.bias = rows[ROWS] + SIGN
        self.zero = int.from_bytes(weights[-2:], "little", signed=True)
        features = board_features()
        self.boards: list[list[int]] = []
        for board in range(9):
            own = rows[board * BOARD_ROWS : (board + 1) * BOARD_ROWS]
            closed = own[_CLOSED:]
            # What a board that is won or full would add is never asked for.
            self.boards.append([sum([own[i] for i in found]) for found in features] + closed[::-1])
        kinds = mover_kinds(features)
        self.movers: list[list[list[int]]] = []
        for side in (0, 1):
            free = [rows[MOVER + FREE_CHOICE + side]] * 3
            starts = [MOVER + 27 * (9 * side + board) for board in range(9)]
            self.movers.append([[rows[start + kind] for kind in kinds[side]] + free for start in starts])

    def hidden(self, codes: list[int]) -> int:
        """The units of a position, without what the player to move adds."""
        return self.bias + sum(table[code] for table, code in zip(self.boards, codes, strict=True))


def board_features() -> list[list[int]]:
    """By code, the features of a board, none where it is closed."""
    found: list[list[int]] = []
    patterns = [_patterns(27 * number, _members(line)) for number, line in enumerate(LINES)]
    for x, o, empty, x_line, o_line, *own in zip(*CELLS, EMPTY, *LINED, *patterns, strict=True):
        if x_line or o_line or not empty:
            found.append([])
            continue
        x_wins = o_wins = 0
        for cell in empty:
            x_wins += (x_win := has_line(x | 1 << cell))
            o_wins += (o_win := has_line(o | 1 << cell))
            if x_win or o_win:
                own.append(_WINNING + 3 * cell + x_win + 2 * o_win - 1)
        found.append([*own, _COUNTS + 3 * min(x_wins, 2) + min(o_wins, 2)])
    return found


def _patterns(first: int, line: Sequence[int]) -> list[int]:
    """By code, the feature of a line whose own begin there."""
    found = [first]
    for cell in range(9):
        weight = 3 ** line.index(cell) if cell in line else 0
        found = [pattern + digit * weight for digit in range(3) for pattern in found]
    return found


def mover_kinds(features: list[list[int]]) -> tuple[list[int], list[int]]:
    """By side and code, which of the 27 features of a board to which that player is sent holds; 0 where it is closed."""
    kinds: tuple[list[int], list[int]] = ([], [])
    for own, empty in zip(features, EMPTY, strict=True):
        x, o = divmod(own[-1] - _COUNTS, 3) if own else (0, 0)
        room = (len(empty) > 3) + (len(empty) > 6)
        for side, (mine, theirs) in enumerate(((x, o), (o, x))):
            kinds[side].append(9 * mine + 3 * theirs + room if own else 0)
    return kinds


@cache
def net(rule: str) -> Net:
    """The net of a rule, ``draw`` or ``count``. It takes a quarter of a second and 17 MB: for the processes of engines
    alone."""
    packed = files("core.data").joinpath(f"ultimate-{rule}.xz").read_bytes()
    return Net(lzma.decompress(packed))
