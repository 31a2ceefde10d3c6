"""Connect Four: discs fall into W columns of H places; K in a row win.

State ``(own, all)``: the discs of the player to move and those of both, as bits. A column has H + 1 bits, the lowest place
first; the last is never set and keeps lines from running into the next column (W = 7, H = 6)::

     6 13 20 27 34 41 48      never set
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46      Adding the lowest bit of a column to ``all`` carries into its first free place.
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44      The layout is that of John Tromp and Pascal Pons.
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

Move: the column from 0; notation counts from 1. Cells, for the board: row * W + column, row 0 on top. Text of a position: the
rows from the top with / between them, X the first player's discs and O the second's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from core.errors import BadNotation, UnknownGame, quoted
from core.game import Ending, Family, Move, Player, Reason, State, Symmetry
from core.kinds import bits
from core.kinds.faces import ColumnsGame, numbered
from core.kinds.goals import in_a_row
from core.kinds.lasting import LastingGame, Pattern
from core.known import Known
from core.phrase import phrase

MIN_SIDE, MAX_SIDE = 2, 9
"""Columns and rows; nine columns still have one digit each."""
_DRAWN = ((4, 4, 4), (4, 5, 4), (4, 6, 4), (5, 4, 4), (5, 5, 4), (5, 6, 4), (6, 5, 4))
_KNOWN = {
    **dict.fromkeys(_DRAWN, Known("tie")),
    (7, 6, 4): Known("win", 41, how=phrase("by the middle column"), proof="book"),
    (7, 4, 4): Known("tie", how=phrase("only from the middle column")),
    (6, 4, 4): Known("lose", 24),
}
"""7x6 from Allis 1988 and Allen 1988; the small boards by exhaustive search."""


class ConnectFour(ColumnsGame, LastingGame):
    """K in a row of discs that fall."""

    players = ("●", "○")
    finite = True

    def __init__(self, columns: int, rows: int, k: int) -> None:
        usual = (columns, rows, k) == (7, 6, 4)
        self.id = "connect-four" if usual else f"connect-four:{columns},{rows},{k}"
        self.columns, self.rows, self.k = columns, rows, k
        self.move_count = columns
        size = f"{columns}x{rows}"
        self.name = phrase("Connect {k} {size}", k=k, size=size) if k != 4 else phrase("Connect Four {size}", size=size)
        self.goal = in_a_row(k)
        self.rules = phrase("Discs fall to the lowest free place. {k} in a row wins.", k=k)
        self.known = _KNOWN.get((columns, rows, k))
        high = self.height = rows + 1
        self._bottom = tuple(1 << high * column for column in range(columns))
        self._top = sum(bit << rows - 1 for bit in self._bottom)
        self.places = sum(bit * ((1 << rows) - 1) for bit in self._bottom)
        self._free = {
            sum(self._bottom[c] << rows - 1 for c in full): tuple(c for c in range(columns) if c not in full)
            for full in map(bits.members(columns), range(1 << columns))
        }
        self._shifts = tuple(_shifts(step, k) for step in (1, high - 1, high, high + 1))

    def start(self) -> State:
        return (0, 0)

    def turn(self, s: State) -> Player:
        return 1 if s[1].bit_count() & 1 else 0

    def moves(self, s: State) -> Sequence[Move]:
        return self._free[s[1] & self._top]

    def play(self, s: State, m: Move) -> State:
        own, taken = s
        return (own ^ taken, taken | taken + self._bottom[m])

    def passed(self, s: State) -> State | None:
        own, taken = s
        return (own ^ taken, taken)

    def value(self, s: State) -> int | None:
        own, taken = s
        if self.has_line(own ^ taken):
            return -1
        return 0 if taken == self.places else None

    def has_line(self, discs: int) -> bool:
        """Whether K of these discs, which are one player's, stand in a row."""
        for shifts in self._shifts:
            run = discs
            for shift in shifts:
                run &= run >> shift
            if run:
                return True
        return False

    def completing(self, discs: int) -> int:
        """The places, taken or not, of which one more disc makes a line of these."""
        found, short = 0, self.k - 1
        for line in self.lines:
            if (line & discs).bit_count() == short:
                found |= line & ~discs
        return found

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """Every line of K places, as bits."""
        found = bits.lines(self.height, self.columns, self.k, False)
        return tuple(line for line in found if not line & ~self.places)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The identity and the mirror."""
        columns, high = self.columns, self.height
        mirror = bits.permuter([(columns - 1 - i // high) * high + i % high for i in range(columns * high)])
        same = Symmetry(tuple(range(columns)), lambda s: s)
        return (same, Symmetry(tuple(reversed(range(columns))), lambda s: (mirror(s[0]), mirror(s[1]))))

    def ending(self, s: State) -> Ending:
        theirs = s[0] ^ s[1]
        won = {place for line in self.lines if line & theirs == line for place in _places(line)}
        if won:
            return Ending(Reason.LINE, tuple(sorted(map(self.cell, won))))
        return Ending(Reason.FULL)

    def cell(self, place: int) -> int:
        """The cell of a bit's number."""
        column, up = divmod(place, self.height)
        return (self.rows - 1 - up) * self.columns + column

    def landing(self, s: State, m: Move) -> int:
        """The bit of the place to which a disc falls in a column that is not full."""
        return (s[1] | s[1] + self._bottom[m]) ^ s[1]

    def discs(self, s: State) -> Sequence[int]:
        own, taken = s
        turn = self.turn(s)
        found = [-1] * (self.columns * self.rows)
        for place in _places(taken):
            found[self.cell(place)] = turn if own >> place & 1 else 1 - turn
        return found

    @property
    def pattern(self) -> Pattern:
        """The lines, and which cell lies on which."""
        lines = [sum(1 << self.cell(place) for place in _places(line)) for line in self.lines]
        below = [(cell, cell + self.columns, 0) for cell in range(self.columns * (self.rows - 1))]
        return Pattern(lines, below)

    def lying(self, s: State) -> Sequence[int]:
        return self.discs(s)

    def refusal(self, s: State, m: Move) -> str:
        return "Column {move} is full; choose another."

    def format_move(self, s: State, m: Move) -> str:
        return str(m + 1)

    @property
    def digit_moves(self) -> Mapping[str, Move]:
        return numbered(self.columns)

    def parse_move(self, s: State, text: str) -> Move:
        column = "123456789".find(text.strip()) if len(text.strip()) == 1 else -1
        letter = "abcdefghi".find(text.strip().lower()) if len(text.strip()) == 1 else -1
        if 0 <= max(column, letter) < self.columns:
            return max(column, letter)
        raise BadNotation(
            "{text} is not a column; type a number from 1 to {last}.", text=quoted(text), last=self.columns
        )

    def format_state(self, s: State) -> str:
        text = "".join(".XO"[disc + 1] for disc in self.discs(s))
        return "/".join(text[i : i + self.columns] for i in range(0, len(text), self.columns))

    def parse_state(self, text: str) -> State:
        rows = text.strip().upper().split("/")
        if len(rows) != self.rows or any(len(row) != self.columns or set(row) - set("XO.") for row in rows):
            raise BadNotation(
                "{text} is not a position of this game; write the board of {columns}x{rows} in X, O and dots, row by "
                "row from the top, with / between rows.",
                text=quoted(text),
                rows=self.rows,
                columns=self.columns,
            )
        sets = {"X": 0, "O": 0, ".": 0}
        for column, discs in enumerate(zip(*reversed(rows), strict=True)):
            if "." in discs and set(discs[discs.index(".") :]) != {"."}:
                raise BadNotation(
                    "A disc in column {column} hangs in the air; discs fall to the lowest free place.",
                    column=column + 1,
                )
            for up, disc in enumerate(discs):
                sets[disc] |= self._bottom[column] << up
        x, o = sets["X"], sets["O"]
        if x.bit_count() - o.bit_count() not in (0, 1):
            raise BadNotation(
                "There are {x} {first} and {o} {second} on the board; {first} begins, so {first} has as many discs as {second} "
                "or one more.",
                x=x.bit_count(),
                first=self.players[0],
                o=o.bit_count(),
                second=self.players[1],
            )
        own = x if x.bit_count() == o.bit_count() else o
        if self.has_line(own):
            raise BadNotation("The game was over before the last disc; only the player who moved last can have won.")
        return (own, x | o)


def _places(discs: int) -> list[int]:
    return [place for place in range(discs.bit_length()) if discs >> place & 1]


def _shifts(step: int, k: int) -> tuple[int, ...]:
    """The shifts that turn a set into the starts of its runs of k, each as far as the runs are long by then."""
    shifts, run = [], 1
    while run < k:
        shifts.append(min(run, k - run) * step)
        run += shifts[-1] // step
    return tuple(shifts)


def _connect_four(numbers: str | None, options: frozenset[str]) -> ConnectFour:
    if numbers is None:
        return ConnectFour(7, 6, 4)
    found = re.fullmatch(r"([0-9]),([0-9]),([0-9])", numbers)
    if found:
        columns, rows, k = map(int, found.groups())
        if columns >= MIN_SIDE and rows >= MIN_SIDE and MIN_SIDE <= k <= max(columns, rows):
            return ConnectFour(columns, rows, k)
    raise UnknownGame(
        "connect-four is written connect-four:W,H,K with W columns and H rows from {least} to {most} and K in a row from 2 to "
        "the larger of them, as in connect-four:7,6,4.",
        least=MIN_SIDE,
        most=MAX_SIDE,
    )


CONNECT_FOUR = Family(
    "connect-four",
    "connect-four:W,H,K",
    (),
    _connect_four,
)
