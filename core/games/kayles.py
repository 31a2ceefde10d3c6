"""Kayles, knock down one pin or two that stand side by side; and Dawson's Kayles, always two.

State: one set of bits for each row, bit i for pin i + 1, then the player to move. Move: row * span + 2 * pin for one pin,
one more for that pin and the next, span = twice the length of the longest row::

       A  | | . | | | |       state (0b1111011, 0), span 14
          1 2 3 4 5 6 7       text xx.xxxx 1st
                              A4 = move 6, A4-5 = move 7
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import product

from core.errors import BadNotation, UnknownGame, quoted
from core.game import Family, Move, State, Symmetry
from core.kinds.drafts import Draft, cells, last_word
from core.kinds.goals import last_move
from core.kinds.heaps import PLAYERS, GrundyGame, Take, letter, read_sizes, signed, unsigned
from core.kinds.octal import ONE, TWO, WHOLE, digits
from core.kinds.solved import winner
from core.phrase import phrase

MAX_PINS = 100
"""Maximum number of pins in a row."""
MAX_ROWS = 8
_FEW_ROWS = 3
"""Up to this many rows their mirror images count as symmetries."""


class Kayles(GrundyGame):
    """``takes`` are the numbers of neighbours that a move may take: 1 and 2, or 2 alone."""

    finite = True
    numbered = True

    def __init__(self, sizes: tuple[int, ...], takes: tuple[int, ...], misere: bool, id: str) -> None:
        self.id = id
        self.sizes = sizes
        self.takes = takes
        self.digits = digits(takes, WHOLE | ONE | TWO)
        self.misere = misere
        self.groups = tuple((row,) for row in range(len(sizes)))
        self.span = 2 * max(sizes)
        self.move_count = len(sizes) * self.span
        size = "-".join(map(str, sizes))
        name = phrase("Kayles {size}", size=size) if 1 in takes else phrase("Dawson's Kayles {size}", size=size)
        self.name = phrase("misere {game}", game=name) if misere else name
        self.goal = (
            last_move(misere)
            if 1 not in takes
            else phrase("the last pin loses")
            if misere
            else phrase("the last pin wins")
        )
        rules = (
            phrase("Knock down one pin, or two side by side.")
            if 1 in takes
            else phrase("Knock down two pins side by side.")
        )
        self.rules = (
            phrase("{rules} A player who cannot move wins.", rules=rules)
            if misere
            else phrase("{rules} A player who cannot move loses.", rules=rules)
        )
        self.known = winner(self)

    def start(self) -> State:
        return (*((1 << size) - 1 for size in self.sizes), 0)

    def heaps(self, s: State) -> Sequence[int]:
        return [row.bit_count() for row in s[:-1]]

    def standing(self, s: State, heap: int) -> Sequence[int]:
        return [pin for pin in range(self.sizes[heap]) if s[heap] >> pin & 1]

    def choices(self, s: State, group: int) -> Sequence[Move]:
        row, first = s[group], group * self.span
        ones = row if 1 in self.takes else 0
        pairs = row & row >> 1
        return [
            first + 2 * pin + pair
            for pin in range(row.bit_length())
            for pair, pins in enumerate((ones, pairs))
            if pins >> pin & 1
        ]

    def play(self, s: State, m: Move) -> State:
        row, choice = divmod(m, self.span)
        left = list(s)
        left[row] &= ~((3 if choice & 1 else 1) << (choice >> 1))
        left[-1] ^= 1
        return tuple(left)

    def value(self, s: State) -> int | None:
        going = any(s[:-1]) if 1 in self.takes else any(row & row >> 1 for row in s[:-1])
        return None if going else 1 if self.misere else -1

    def taken(self, s: State, m: Move) -> Sequence[Take]:
        row, choice = divmod(m, self.span)
        return (Take(row, choice >> 1, 1 + (choice & 1)),)

    def runs(self, s: State) -> Sequence[int]:
        """The lengths of the runs of pins that can be played in."""
        return [len(run) for row in s[:-1] for run in f"{row:b}".split("0") if len(run) >= self.takes[0]]

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Every row in either direction."""
        if len(self.sizes) > _FEW_ROWS:
            return super().symmetries
        turns = product(*((False, True) if size > 1 else (False,) for size in self.sizes))
        return tuple(map(self._symmetry, turns))

    def _symmetry(self, mirrored: tuple[bool, ...]) -> Symmetry:
        moves = list(range(self.move_count))
        for row, size in enumerate(self.sizes):
            for pin in range(size if mirrored[row] else 0):
                first = row * self.span + 2 * pin
                moves[first] = row * self.span + 2 * (size - 1 - pin)
                if pin < size - 1:
                    moves[first + 1] = row * self.span + 2 * (size - 2 - pin) + 1

        def image(s: State) -> State:
            rows = zip(s[:-1], self.sizes, mirrored, strict=True)
            return (*(_mirror(row, size) if turned else row for row, size, turned in rows), s[-1])

        return Symmetry(tuple(moves), image)

    def format_move(self, s: State, m: Move) -> str:
        row, choice = divmod(m, self.span)
        pin = (choice >> 1) + 1
        return f"{letter(row)}{pin}-{pin + 1}" if choice & 1 else f"{letter(row)}{pin}"

    def parse_move(self, s: State, text: str) -> Move:
        found = re.fullmatch(r"([a-z]?)([0-9]{1,3})(?:-([0-9]{1,3}))?", text.strip().lower())
        if found and (found[1] or len(self.sizes) == 1):
            row, pin = ord(found[1] or "a") - ord("a"), int(found[2]) - 1
            last = int(found[3]) - 1 if found[3] else pin
            if row < len(self.sizes) and 0 <= pin <= last < self.sizes[row] and last - pin < 2:
                return row * self.span + 2 * pin + last - pin
        raise BadNotation(
            "{text} is not a move; type a row and a pin, or two neighbours, as in {moves}.",
            text=quoted(text),
            moves=self.examples(s),
        )

    def examples(self, s: State) -> str:
        """The first legal move that takes one pin and the first that takes two, as far as there are such."""
        moves = self.moves(s) or self.moves(self.start())
        first = (next((move for move in moves if move % self.span & 1 == pair), None) for pair in (0, 1))
        return ", ".join(self.format_move(s, move) for move in first if move is not None)

    def refusal(self, s: State, m: Move) -> str:
        row, choice = divmod(m, self.span)
        pins = (3 if choice & 1 else 1) << (choice >> 1)
        if s[row] & pins != pins:
            return "{move} is not possible; one of its pins has already fallen."
        return "{move} is only one pin; in this game knock down two neighbours."

    def draft(self, text: str) -> Draft:
        pins = [(pin, row) for row, size in enumerate(self.sizes) for pin in range(size)]
        parts, rest = cells(text, pins, ".x")
        return (*parts, *last_word(rest, PLAYERS))

    def format_state(self, s: State) -> str:
        rows = ("".join(".x"[row >> pin & 1] for pin in range(size)) for row, size in zip(s, self.sizes, strict=False))
        return signed("/".join(rows), self.turn(s))

    def parse_state(self, text: str) -> State:
        body, turn = unsigned(text)
        rows = body.split("/")
        if [len(row) for row in rows] != list(self.sizes) or set(body) - set("x./"):
            raise BadNotation(
                "{text} is not a position of this game; write an x for a pin and a dot for a gap, row by row with / "
                "between, and the player to move, as in {start}.",
                text=quoted(text),
                start=quoted(self.format_state(self.start())),
            )
        return (*(sum(1 << pin for pin, char in enumerate(row) if char == "x") for row in rows), turn)


def _mirror(row: int, size: int) -> int:
    return int(f"{row:0{size}b}"[::-1], 2)


def _family(id: str, takes: tuple[int, ...]) -> Family:
    def make(numbers: str | None, options: frozenset[str]) -> Kayles:
        sizes = read_sizes(numbers, MAX_PINS)
        if not sizes or len(sizes) > MAX_ROWS or max(sizes) < takes[0]:
            raise UnknownGame(
                "{id} is written {id}:A,B,... with 1 to {rows} rows of 1 to {longest} pins, at least one of {least} or "
                "more, as in {id}:7.",
                id=id,
                rows=MAX_ROWS,
                longest=MAX_PINS,
                least=takes[0],
            )
        return Kayles(sizes, takes, bool(options), "/".join([f"{id}:" + ",".join(map(str, sizes)), *options]))

    return Family(id, f"{id}:A,B,...", ("misere",), make)


KAYLES = _family("kayles", (1, 2))
DAWSON_KAYLES = _family("dawson-kayles", (2,))
