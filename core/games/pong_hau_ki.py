"""Pong Hau K'i: two stones each on five points, of which one is empty.

Points carry the numbers 1 to 5 of A. J. Serrano Mora (2006); two are joined when their numbers differ by 1 or 2::

    2-----4       The start, raoar a: the stones of a above, of r below; a moves first.
    | \\ / |
    |  3  |       State (a, r, turn) as core/kinds/slides.py has it: a = 0b01010, r = 0b10001, turn = 0
    | / \\ |
    1     5

Text: what is on 1, 2, 3, 4, 5, o for the empty point, then a space and the side to move. Move: from * 5 + to.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.errors import UnknownGame
from core.game import Family, Move, State
from core.kinds.faces import Point
from core.kinds.goals import BLOCK
from core.kinds.slides import OneWay, SlideGame
from core.known import Known
from core.phrase import Phrase, phrase

CODES = (
    *("raoar", "raaor", "raaro", "raora", "raroa", "rarao", "oarra", "aorra", "roraa", "orraa"),
    *("rroaa", "araro", "rraao", "rraoa", "roara", "araor", "aoarr", "oaarr", "orara", "aaorr"),
    *("aarro", "aaror", "arroa", "arrao", "oarar", "aorar", "aroar", "oraar", "roaar", "arora"),
)
"""The 30 boards in the order of Serrano Mora, from 1: n is the mirror of 31 - n but for 1 and 30, which are their own. Code 7
is printed there as ``rraoa``, which is code 14; as the mirror of 24 it is ``oarra``."""
_POINTS = (Point("1", 0, 2), Point("2", 0, 0), Point("3", 1, 1), Point("4", 2, 0), Point("5", 2, 2))
_WAYS = [OneWay(i, j) for i in range(5) for j in range(5) if 1 <= abs(i - j) <= 2]
_START = (0b01010, 0b10001)


class PongHauKi(SlideGame):
    """A player who cannot move loses."""

    id = "pong-hau-ki"
    name = phrase("Pong Hau K'i")
    rules = phrase("Move a stone along a line to the empty point. A player who cannot move loses.")
    known = Known("endless", proof="retrograde")
    goal = BLOCK
    drawn = "oar"
    last_words = ("a", "r")
    gaps = ((0, 4),)

    def __init__(self) -> None:
        super().__init__(_POINTS, _WAYS, start=_START, first_slide=0)

    @property
    def maps(self) -> Sequence[tuple[int, ...]]:
        """The identity and the mirror, which takes point i to point 6 - i."""
        return (0, 1, 2, 3, 4), (4, 3, 2, 1, 0)

    def code(self, s: State) -> str:
        """What stands on the points 1 to 5, no matter who is to move: one of CODES."""
        return "".join("oar"[stone + 1] for stone in self.stones(s))

    def number(self, s: State) -> int:
        """The number of the board in the study, 1 to 30."""
        return CODES.index(self.code(s)) + 1

    def known_as(self, s: State) -> Phrase:
        return phrase("{number}: {code}", number=self.number(s), code=self.code(s))

    def meant(self, s: State, point: int, text: str) -> Move:
        """The move of the stone on a point to the empty point."""
        return point * self.size + self.stones(s).index(-1)


def _make(numbers: str | None, options: frozenset[str]) -> PongHauKi:
    if numbers is not None:
        raise UnknownGame("pong-hau-ki takes no numbers; its board has five points.")
    return PongHauKi()


PONG_HAU_KI = Family("pong-hau-ki", "pong-hau-ki", (), _make)
