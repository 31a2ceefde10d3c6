"""K in a row on a board of M columns and N rows; tic-tac-toe is 3, 3, 3.

State ``(x, o)``: the cells of each mark as bits, cell = row * M + column, row 0 on top. X begins and players alternate,
so the number of marks on the board tells whose turn it is::

       a b c
     1 X . O       x = 0b000_010_001
     2 . X .       o = 0b000_000_100       text: X.O/.X./...
     3 . . .

Move: the cell. In wild play, where the mover chooses the mark, mark * M * N + cell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from core import bits
from core.errors import BadNotation, UnknownGame, quoted
from core.game import Ending, Family, GridGame, Move, Player, Reason, State, Symmetry
from core.phrase import Phrase, phrase

LARGEST = 19
"""Most columns and rows: the board of Go, and still one letter a column."""
_SHIFTED_CELLS = 16
"""Largest torus on which translations count as symmetries; beyond, their tables cost more than they save."""

_KNOWN = {
    (3, 3, 3, ""): phrase("Best play is a draw."),
    (3, 3, 3, "misere"): phrase("Best play is a draw; only the centre holds it."),
    (3, 3, 3, "wild"): phrase("The first player wins in 7, by the centre."),
    (3, 3, 3, "misere/wild"): phrase("Best play is a draw, by the centre only."),
    (3, 3, 3, "toroidal"): phrase("The first player wins in 7."),
    (4, 3, 3, ""): phrase("The first player wins in 7."),
    (5, 3, 3, ""): phrase("The first player wins in 7."),
    (4, 4, 3, ""): phrase("The first player wins in 5."),
    (4, 4, 4, ""): phrase("Best play is a draw."),
    (5, 5, 5, ""): phrase("Best play is a draw."),
    (5, 4, 4, ""): phrase("Best play is a draw."),
    (6, 4, 4, ""): phrase("Best play is a draw."),
    (5, 5, 4, ""): phrase("Best play is a draw."),
    (6, 5, 4, ""): phrase("The first player wins in 11."),
    (7, 7, 4, ""): phrase("The first player wins."),
    (8, 8, 4, ""): phrase("The first player wins."),
    (6, 6, 5, ""): phrase("Best play is a draw."),
    (7, 7, 5, ""): phrase("Best play is a draw."),
    (8, 8, 5, ""): phrase("Best play is a draw."),
    (15, 15, 5, ""): phrase("The first player wins."),
}
"""Values from Uiterwijk and van den Herik 2000, van den Herik, Uiterwijk and van Rijswijck 2002, Hsu and others 2020
(7,7,5 and 8,8,5), Allis and others 1994 (15,15,5); the 3x3 variants by brute force."""


class Mnk(GridGame):
    """The plain game and, by ``misere``, the one in which a line loses; on a torus the edges are joined."""

    def __init__(self, columns: int, rows: int, k: int, options: frozenset[str], id: str) -> None:
        self.columns, self.rows, self.k = columns, rows, k
        self.id = id
        self.options = options
        self.toroidal = "toroidal" in options
        self.cell_count = self.move_count = columns * rows
        self.name = _name(columns, rows, k, options)
        self.rules = _rules(k, options)
        self.known = _KNOWN.get((columns, rows, k, "/".join(sorted(options))))
        self._full = (1 << self.cell_count) - 1
        self._bit = tuple(1 << cell for cell in range(self.cell_count))
        self._has_line = bits.line_test(columns, rows, k, self.toroidal)
        self._members = bits.members(self.cell_count)
        self._line_value = 1 if "misere" in options else -1

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """Every line of k cells, as bits."""
        return bits.lines(self.columns, self.rows, self.k, self.toroidal)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        shifts = self.toroidal and self.cell_count <= _SHIFTED_CELLS
        return tuple(map(self._symmetry, bits.rectangle_symmetries(self.columns, self.rows, shifts)))

    def _symmetry(self, permutation: tuple[int, ...]) -> Symmetry:
        permute = bits.permuter(permutation)
        return Symmetry(permutation, lambda s: (permute(s[0]), permute(s[1])))

    def start(self) -> State:
        return (0, 0)

    def turn(self, s: State) -> Player:
        return 1 if (s[0] | s[1]).bit_count() & 1 else 0

    def moves(self, s: State) -> Sequence[Move]:
        return self._members(self._full & ~(s[0] | s[1]))

    def play(self, s: State, m: Move) -> State:
        x, o = s
        if (x | o).bit_count() & 1:
            return (x, o | self._bit[m])
        return (x | self._bit[m], o)

    def value(self, s: State) -> int | None:
        x, o = s
        taken = x | o
        if self._has_line(x if taken.bit_count() & 1 else o):
            return self._line_value
        return 0 if taken == self._full else None

    def ending(self, s: State) -> Ending:
        won = 0
        for mark in s:
            for line in self.lines:
                if mark & line == line:
                    won |= line
        if won:
            return Ending(Reason.LINE, tuple(self._members(won)))
        return Ending(Reason.FULL)

    def marks(self, s: State) -> Sequence[int]:
        x, o = s
        return [0 if x & bit else 1 if o & bit else -1 for bit in self._bit]

    def cell(self, m: Move) -> int:
        return m

    def refusal(self, s: State, m: Move) -> str:
        return "{move} is taken; play an empty square."

    def format_move(self, s: State, m: Move) -> str:
        return f"{chr(ord('a') + m % self.columns)}{m // self.columns + 1}"

    def parse_move(self, s: State, text: str) -> Move:
        found = re.fullmatch(r"([a-z])([0-9]{1,2})", text.strip().lower())
        if found:
            column, row = ord(found[1]) - ord("a"), int(found[2]) - 1
            if column < self.columns and 0 <= row < self.rows:
                return row * self.columns + column
        raise BadNotation(
            "{text} is no square; type a column letter and a row number, {first} to {last}.",
            text=quoted(text),
            first=Mnk.format_move(self, s, 0),
            last=Mnk.format_move(self, s, self.cell_count - 1),
        )

    def format_state(self, s: State) -> str:
        text = "".join(".XO"[mark + 1] if mark < 1 else "O" for mark in self.marks(s))
        return "/".join(text[i : i + self.columns] for i in range(0, self.cell_count, self.columns))

    def parse_state(self, text: str) -> State:
        rows = text.strip().upper().split("/")
        if len(rows) != self.rows or any(len(row) != self.columns or set(row) - set("XO.") for row in rows):
            raise BadNotation(
                "{text} is no position of this game; write {rows} rows of {columns} characters X, O or a dot, "
                "from the top, with / between them.",
                text=quoted(text),
                rows=self.rows,
                columns=self.columns,
            )
        cells = "".join(rows)
        state = tuple(sum(bit for bit, c in zip(self._bit, cells, strict=True) if c == mark) for mark in "XO")
        self._check(state)
        return state

    def _check(self, s: State) -> None:
        """Raise BadNotation for marks that no game can leave."""
        x, o = s
        if x.bit_count() - o.bit_count() not in (0, 1):
            raise BadNotation(
                "There are {x} X and {o} O on the board; X begins, so X has as many marks as O or one more.",
                x=x.bit_count(),
                o=o.bit_count(),
            )
        if self._has_line(o if (x | o).bit_count() & 1 else x):
            raise BadNotation(
                "The game was over before the last mark; give the position with the first line of {k} "
                "made by the player who moved last.",
                k=self.k,
            )


class WildMnk(Mnk):
    """Either player sets either mark; who completes a line wins, or loses in misere play."""

    players = ("1st", "2nd")

    def __init__(self, columns: int, rows: int, k: int, options: frozenset[str], id: str) -> None:
        super().__init__(columns, rows, k, options, id)
        self.move_count = 2 * self.cell_count

    def _symmetry(self, permutation: tuple[int, ...]) -> Symmetry:
        base = super()._symmetry(permutation)
        return Symmetry(permutation + tuple(self.cell_count + cell for cell in permutation), base.image)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Those of the board, each also with the two marks exchanged."""
        flat = super().symmetries
        half = self.cell_count

        def exchanged(symmetry: Symmetry) -> Symmetry:
            image = symmetry.image
            return Symmetry(symmetry.moves[half:] + symmetry.moves[:half], lambda s: image((s[1], s[0])))

        return flat + tuple(map(exchanged, flat))

    def moves(self, s: State) -> Sequence[Move]:
        empty = super().moves(s)
        return [*empty, *(self.cell_count + cell for cell in empty)]

    def play(self, s: State, m: Move) -> State:
        x, o = s
        if m < self.cell_count:
            return (x | self._bit[m], o)
        return (x, o | self._bit[m - self.cell_count])

    def value(self, s: State) -> int | None:
        x, o = s
        if self._has_line(x) or self._has_line(o):
            return self._line_value
        return 0 if x | o == self._full else None

    def cell(self, m: Move) -> int:
        return m % self.cell_count

    def format_move(self, s: State, m: Move) -> str:
        return "XO"[m // self.cell_count] + super().format_move(s, m % self.cell_count)

    def parse_move(self, s: State, text: str) -> Move:
        mark = "XO".find(text.strip()[:1].upper() or "?")
        if mark < 0:
            raise BadNotation("{text} names no mark; in wild play type the mark first: Xb2 or Ob2.", text=quoted(text))
        return mark * self.cell_count + super().parse_move(s, text.strip()[1:])

    def _check(self, s: State) -> None:
        """Any marks can come about in wild play."""


def _name(columns: int, rows: int, k: int, options: frozenset[str]) -> Phrase:
    size = f"{columns}x{rows}"
    three = (columns, rows, k) == (3, 3, 3)
    name = phrase("tic-tac-toe {size}", size=size) if three else phrase("{k} in a row {size}", k=k, size=size)
    if "toroidal" in options:
        name = phrase("toroidal {game}", game=name)
    if "wild" in options:
        name = phrase("wild {game}", game=name)
    if "misere" in options:
        name = phrase("misere {game}", game=name)
    return name


def _rules(k: int, options: frozenset[str]) -> Phrase:
    rules = phrase("Set X or O as you like.") if "wild" in options else phrase("Set your marks in turn.")
    if "toroidal" in options:
        rules = phrase("{rules} The edges of the board are joined.", rules=rules)
    if "misere" in options:
        return phrase("{rules} Who completes {k} in a row loses.", rules=rules, k=k)
    return phrase("{rules} Who completes {k} in a row wins.", rules=rules, k=k)


OPTIONS = ("misere", "toroidal", "wild")


def _build(root: str, columns: int, rows: int, k: int, options: frozenset[str]) -> Mnk:
    id = "/".join([root, *sorted(options)])
    return (WildMnk if "wild" in options else Mnk)(columns, rows, k, options, id)


def _mnk(numbers: str | None, options: frozenset[str]) -> Mnk:
    found = re.fullmatch(r"([0-9]{1,3}),([0-9]{1,3}),([0-9]{1,3})", numbers or "")
    if found:
        columns, rows, k = map(int, found.groups())
        if 1 <= columns <= LARGEST and 1 <= rows <= LARGEST and k >= 1:
            return _build(f"mnk:{columns},{rows},{k}", columns, rows, k, options)
    raise UnknownGame(
        "mnk is written mnk:M,N,K with M columns and N rows from 1 to {largest} and K in a row from 1 to 999, "
        "as in mnk:5,5,4.",
        largest=LARGEST,
    )


def _tictactoe(numbers: str | None, options: frozenset[str]) -> Mnk:
    if numbers is not None:
        raise UnknownGame("tictactoe takes no numbers; other boards are written mnk:M,N,K, as in mnk:4,4,4.")
    return _build("tictactoe", 3, 3, 3, options)


TICTACTOE = Family(
    "tictactoe",
    "LINES",
    ("tictactoe", "tictactoe/misere", "tictactoe/wild", "tictactoe/toroidal"),
    "tictactoe",
    OPTIONS,
    _tictactoe,
)
MNK = Family("mnk", "LINES", ("mnk:4,4,3", "mnk:4,4,4", "mnk:5,5,4", "mnk:5,5,5"), "mnk:M,N,K", OPTIONS, _mnk)
