"""Pong Hau K'i: two stones each on five points, of which one is empty.

Points carry the numbers 1 to 5 of A. J. Serrano Mora (2006); two are joined when their numbers differ by 1 or 2::

    2-----4       The start, raoar a: the stones of a above, of r below; a moves first.
    | \\ / |
    |  3  |       State (a, r, turn): the points of each player as bits, bit 0 = point 1, and who
    | / \\ |       is to move, which the stones do not tell.
    1     5       a = 0b01010, r = 0b10001, turn = 0

Text: what stands on 1, 2, 3, 4, 5, o for the empty point, then a space and the player to move. Move: from * 5 + to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from core.errors import BadNotation, UnknownGame, quoted
from core.game import Ending, Family, Move, Player, Reason, State, Symmetry
from core.kinds import bits
from core.kinds.faces import GraphGame, Point
from core.kinds.goals import BLOCK
from core.known import Known
from core.phrase import Phrase, phrase

CODES = (
    *("raoar", "raaor", "raaro", "raora", "raroa", "rarao", "oarra", "aorra", "roraa", "orraa"),
    *("rroaa", "araro", "rraao", "rraoa", "roara", "araor", "aoarr", "oaarr", "orara", "aaorr"),
    *("aarro", "aaror", "arroa", "arrao", "oarar", "aorar", "aroar", "oraar", "roaar", "arora"),
)
"""The 30 boards in the order of Serrano Mora, from 1: n is the mirror of 31 - n but for 1 and 30, which are their own. Code 7
is printed there as ``rraoa``, which is code 14; as the mirror of 24 it is ``oarra``."""
_SIZE = 5
_ALL = (1 << _SIZE) - 1
_MIRROR = tuple(reversed(range(_SIZE)))


class PongHauKi(GraphGame):
    """Who cannot move loses."""

    id = "pong-hau-ki"
    name = phrase("Pong Hau K'i")
    rules = phrase("Move a stone along a line to the empty point. Who cannot move loses.")
    known = Known("endless", proof="retrograde")
    goal = BLOCK
    players = ("●", "○")
    drawn = "oar"
    last_words = ("a", "r")
    move_count = _SIZE * _SIZE
    points = (Point("1", 0, 2), Point("2", 0, 0), Point("3", 1, 1), Point("4", 2, 0), Point("5", 2, 2))
    edges = tuple((i, j) for i in range(_SIZE) for j in range(i + 1, min(i + 3, _SIZE)))
    gaps = ((0, 4),)

    def __init__(self) -> None:
        joined = [(i, j) for pair in self.edges for i, j in (pair, pair[::-1])]
        near = [sum(1 << i for i, j in joined if j == point) for point in range(_SIZE)]
        members = bits.members(_SIZE)
        # _moves[stones of the mover][all stones]: the moves into the one empty point.
        self._moves = [
            [
                tuple(i * _SIZE + to for to in members(_ALL & ~taken)[:1] for i in members(own & near[to]))
                for taken in range(_ALL + 1)
            ]
            for own in range(_ALL + 1)
        ]

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The identity and the mirror, which takes point i to point 6 - i."""
        permute = bits.permuter(_MIRROR)
        mirrored = tuple(_MIRROR[m // _SIZE] * _SIZE + _MIRROR[m % _SIZE] for m in range(self.move_count))
        return (*super().symmetries, Symmetry(mirrored, lambda s: (permute(s[0]), permute(s[1]), s[2])))

    def start(self) -> State:
        return (0b01010, 0b10001, 0)

    def turn(self, s: State) -> Player:
        return 1 if s[2] else 0

    def moves(self, s: State) -> Sequence[Move]:
        return self._moves[s[s[2]]][s[0] | s[1]]

    def play(self, s: State, m: Move) -> State:
        a, r, turn = s
        step = 1 << m // _SIZE | 1 << m % _SIZE
        return (a, r ^ step, 0) if turn else (a ^ step, r, 1)

    def value(self, s: State) -> int | None:
        return None if self._moves[s[s[2]]][s[0] | s[1]] else -1

    def ending(self, s: State) -> Ending:
        return Ending(Reason.STUCK, tuple(point for point in range(_SIZE) if s[s[2]] >> point & 1))

    def stones(self, s: State) -> Sequence[int]:
        return [0 if s[0] >> point & 1 else 1 if s[1] >> point & 1 else -1 for point in range(_SIZE)]

    def path(self, m: Move) -> tuple[int | None, int]:
        return divmod(m, _SIZE)

    def code(self, s: State) -> str:
        """What stands on the points 1 to 5, no matter who is to move: one of CODES."""
        return "".join("oar"[stone + 1] for stone in self.stones(s))

    def number(self, s: State) -> int:
        """The number of the board in the study, 1 to 30."""
        return CODES.index(self.code(s)) + 1

    def known_as(self, s: State) -> Phrase:
        return phrase("{number}: {code}", number=self.number(s), code=self.code(s))

    def refusal(self, s: State, m: Move) -> str:
        start, target = divmod(m, _SIZE)
        if not s[s[2]] >> start & 1:
            return "{move} moves no stone of yours; begin with a point where one stands."
        if (s[0] | s[1]) >> target & 1:
            return "{move} leads to a point that is taken; move to the empty one."
        return "{move} follows no line; points are joined when their numbers differ by 1 or 2."

    def format_move(self, s: State, m: Move) -> str:
        return f"{m // _SIZE + 1}-{m % _SIZE + 1}"

    def parse_move(self, s: State, text: str) -> Move:
        """``4-3``, or just ``4``: the stone there goes to the empty point."""
        found = re.fullmatch(r"([1-5])(?:-?([1-5]))?", text.strip())
        if not found:
            raise BadNotation(
                "{text} is no move; type the point of a stone and where it goes, 4-3, or the stone alone, 4.",
                text=quoted(text),
            )
        empty = (_ALL & ~(s[0] | s[1])).bit_length()
        return (int(found[1]) - 1) * _SIZE + int(found[2] or empty) - 1

    def format_state(self, s: State) -> str:
        return self.code(s) + " " + "ar"[s[2]]

    def parse_state(self, text: str) -> State:
        """Also a code alone: a is to move."""
        found = re.fullmatch(r"([aor]{5})(?: ([ar]))?", text.strip().lower())
        if not found or sorted(found[1]) != sorted("aarro"):
            raise BadNotation(
                "{text} is no position; write what stands on points 1 to 5, two a, two r and one o for the empty point, "
                "then a space and who is to move: raoar a.",
                text=quoted(text),
            )
        a, r = (sum(1 << i for i, letter in enumerate(found[1]) if letter == player) for player in "ar")
        return (a, r, 1 if found[2] == "r" else 0)


def _make(numbers: str | None, options: frozenset[str]) -> PongHauKi:
    if numbers is not None:
        raise UnknownGame("pong-hau-ki takes no numbers; its board has five points.")
    return PongHauKi()


PONG_HAU_KI = Family("pong-hau-ki", "SLIDES", "pong-hau-ki", (), _make)
