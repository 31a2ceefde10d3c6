"""K in a row on a board of M columns and N rows; tic-tac-toe is 3, 3, 3.

State ``(x, o)`` and moves as core/kinds/lines.py draws them; X begins. In wild play, where the mover chooses the mark, the
move is mark * M * N + cell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Literal

from core.errors import BadNotation, UnknownGame, quoted
from core.game import Family, Move, State, Symmetry
from core.kinds import bits
from core.kinds.lines import LineGame, MarkGame
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

_REPORTED: Mapping[tuple[int, int, int], Literal["won", "drawn"]] = {
    (5, 5, 4): "drawn",
    (8, 8, 4): "won",
    (7, 7, 5): "drawn",
    (8, 8, 5): "drawn",
    (15, 15, 5): "won",
}
"""Those of the plain games that take an engine more than a second."""


class MnkBoard(MarkGame):
    """What both kinds of play have in common: the board, its names and what is known. ``options`` are those of its id."""

    def __init__(self, columns: int, rows: int, k: int, options: frozenset[str], id: str) -> None:
        self.options = options
        self.toroidal, self.misere = "toroidal" in options, "misere" in options
        super().__init__(id, columns, rows, k)
        self.name = _name(columns, rows, k, options)
        self.rules = _rules(k, options)
        self.known = _KNOWN.get((columns, rows, k, "/".join(sorted(options))))
        self.reported = "" if options else _REPORTED.get((columns, rows, k), "")

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        shifts = self.toroidal and self.cell_count <= _SHIFTED_CELLS
        return tuple(map(self._symmetry, bits.rectangle_symmetries(self.columns, self.rows, shifts)))


class Mnk(MnkBoard, LineGame):
    """The plain game and, by ``misere``, the one in which a line loses."""


class WildMnk(MnkBoard):
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
            return Symmetry((*symmetry.moves[half:], *symmetry.moves[:half]), lambda s: image((s[1], s[0])))

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


def _build(root: str, columns: int, rows: int, k: int, options: frozenset[str]) -> Mnk | WildMnk:
    id = "/".join([root, *sorted(options)])
    return (WildMnk if "wild" in options else Mnk)(columns, rows, k, options, id)


def _mnk(numbers: str | None, options: frozenset[str]) -> Mnk | WildMnk:
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


def _tictactoe(numbers: str | None, options: frozenset[str]) -> Mnk | WildMnk:
    if numbers is not None:
        raise UnknownGame("tictactoe takes no numbers; other boards are written mnk:M,N,K, as in mnk:4,4,4.")
    return _build("tictactoe", 3, 3, 3, options)


TICTACTOE = Family(
    "tictactoe",
    "LINES",
    "tictactoe",
    OPTIONS,
    _tictactoe,
)
MNK = Family("mnk", "LINES", "mnk:M,N,K", OPTIONS, _mnk)
