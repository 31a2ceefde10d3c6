"""Vanishing tic-tac-toe: three marks each; with the fourth the oldest disappears, and only then is a line looked for.

State ``(x, o, turn)``: each player's marks as three hexadecimal digits, newest last, 0 for none, else cell + 1;
cell = row * 3 + column, row 0 on top. So a move shifts the new mark in and the oldest out::

       a b c
     1 X . O       X came to a1, then b2, then b3; O to c1, then a3
     2 . X .       state (0x158, 0x037, 1)
     3 O X .       text  a1b2b3/c1a3/O     with - for no marks, and who moves at the end

Move: the cell. With ``reuse`` the oldest mark goes before the new one is set, so it may come back where it was.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from core.errors import BadNotation, UnknownGame, quoted
from core.game import Ending, Family, Move, Player, Reason, State, Symmetry
from core.kinds import bits
from core.kinds.drafts import Draft, DraftPart, last_word
from core.kinds.faces import GridGame, numbered
from core.kinds.goals import in_a_row
from core.known import Known
from core.phrase import Phrase, phrase

_CELLS = 9
_THREE = 0xFFF
_LINES = bits.lines(3, 3, 3, False)
_MEMBERS = bits.members(_CELLS)
_FULL = (1 << _CELLS) - 1


def cells(marks: int) -> tuple[int, ...]:
    """The cells of one player's marks, oldest first."""
    return tuple(digit - 1 for shift in (8, 4, 0) if (digit := marks >> shift & 15))


_SET = tuple(sum({1 << cell & _FULL for cell in cells(marks)}) for marks in range(_THREE + 1))
"""The marks as bits."""
_LINE = tuple(marks in _LINES for marks in _SET)


class Vanishing(GridGame):
    """``reuse``: whether the place of the oldest mark is free for the next one."""

    columns = rows = 3
    goal = in_a_row(3)
    move_count = _CELLS

    def __init__(self, options: frozenset[str]) -> None:
        self.reuse = "reuse" in options
        self.id = "/".join(["vanishing", *sorted(options)])
        name = phrase("vanishing tic-tac-toe")
        self.name = phrase("{game}, reuse", game=name) if self.reuse else name
        self.rules = (
            phrase("Three marks each: your oldest vanishes, then you place the next. Three in a row wins.")
            if self.reuse
            else phrase("Three marks each: with your fourth, your oldest vanishes. Three in a row wins.")
        )
        by_side = Known("win", 13, how=phrase("by a side square"), proof="retrograde")
        self.known = Known("endless", proof="retrograde") if self.reuse else by_side

    @property
    def digit_moves(self) -> Mapping[str, Move]:
        return numbered(self.move_count)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return tuple(map(_symmetry, bits.rectangle_symmetries(3, 3, False)))

    def start(self) -> State:
        return (0, 0, 0)

    def turn(self, s: State) -> Player:
        return 1 if s[2] else 0

    def moves(self, s: State) -> Sequence[Move]:
        taken = _SET[s[0]] | _SET[s[1]]
        if self.reuse:
            own = s[s[2]]
            if own > 0xFF:
                taken ^= 1 << (own >> 8) - 1
        return _MEMBERS(_FULL ^ taken)

    def play(self, s: State, m: Move) -> State:
        x, o, turn = s
        if turn:
            return (x, (o << 4 | m + 1) & _THREE, 0)
        return ((x << 4 | m + 1) & _THREE, o, 1)

    def value(self, s: State) -> int | None:
        return -1 if _LINE[s[not s[2]]] else None

    def ending(self, s: State) -> Ending:
        return Ending(Reason.LINE, tuple(sorted(cells(s[not s[2]]))))

    def marks(self, s: State) -> Sequence[int]:
        x, o = _SET[s[0]], _SET[s[1]]
        return [0 if x >> cell & 1 else 1 if o >> cell & 1 else -1 for cell in range(_CELLS)]

    def faint(self, s: State) -> Sequence[int]:
        """The oldest mark of the player to move: it goes with the next move."""
        own = s[s[2]]
        return cells(own)[:1] if own > 0xFF else ()

    def caption(self, s: State) -> Phrase | None:
        oldest = self.faint(s)
        if not oldest:
            return phrase("With the fourth mark the oldest vanishes.")
        player, cell = self.players[self.turn(s)], self.format_cell(*oldest)
        return phrase("{player} on {cell} vanishes with the next move.", player=player, cell=cell)

    def refusal(self, s: State, m: Move) -> str:
        if m in self.faint(s):
            return "{move} is taken: your oldest mark vanishes only after the new one is placed; play an empty square."
        return "{move} is taken; play an empty square."

    def draft(self, text: str) -> Draft:
        """The squares of X from the oldest on, and below them those of O."""
        squares = tuple(map(self.format_cell, range(_CELLS)))
        parts = []
        for row, queue in enumerate(text.split("/")[:2]):
            names = re.findall("-|..", queue)
            for place in range(3):
                choices = ("-", *squares) if place == 0 else ("", *squares)
                value = names[place] if place < len(names) else ""
                parts.append(DraftPart(value, choices, place, row, "/" if row and not place else ""))
        return (*parts, *last_word(text[text.rindex("/") :], self.players))

    def format_state(self, s: State) -> str:
        queues = ("".join(map(self.format_cell, cells(marks))) or "-" for marks in s[:2])
        return "/".join([*queues, self.players[self.turn(s)]])

    def parse_state(self, text: str) -> State:
        form = r"(-|(?:[a-c][1-3]){1,3})/(-|(?:[a-c][1-3]){1,3})/([xo])"
        found = re.fullmatch(form, text.strip().lower())
        if not found:
            raise BadNotation(
                "{text} is not a position of this game; write the squares of X, those of O (oldest first, - for none) "
                "and the player to move, as in a1b2/c3/O.",
                text=quoted(text),
            )
        x, o = ([self.parse_cell(name) for name in re.findall(r"..", found[i]) if found[i] != "-"] for i in (1, 2))
        turn = 1 if found[3] == "o" else 0
        if len({*x, *o}) < len(x) + len(o):
            raise BadNotation("A square appears twice; each takes one mark.")
        if len(x) - len(o) != turn and not len(x) == len(o) == 3:
            raise BadNotation(
                "X begins, and each player has at most three marks: with {x} X and {o} O it is not {player}'s turn.",
                x=len(x),
                o=len(o),
                player=self.players[turn],
            )
        state = (_packed(x), _packed(o), turn)
        if _LINE[state[turn]]:
            raise BadNotation("{player} has already won; the game is over.", player=self.players[turn])
        return state


def _packed(queue: Sequence[int]) -> int:
    marks = 0
    for cell in queue:
        marks = marks << 4 | cell + 1
    return marks


def _symmetry(permutation: tuple[int, ...]) -> Symmetry:
    images = [_packed([permutation[cell] for cell in cells(marks) if cell < _CELLS]) for marks in range(_THREE + 1)]
    return Symmetry(permutation, lambda s: (images[s[0]], images[s[1]], s[2]))


def _make(numbers: str | None, options: frozenset[str]) -> Vanishing:
    if numbers is not None:
        raise UnknownGame("vanishing takes no numbers; its board is 3x3.")
    return Vanishing(options)


VANISHING = Family("vanishing", "vanishing", ("reuse",), _make)
