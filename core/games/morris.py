"""Three men's morris and achi: place your stones in turn, then move them; three in line win.

Points are named as squares, row by row from the top; state, moves and text as core/kinds/slides.py has them::

       a b c
     1 X-.-O       Which points are joined depends on the rules; these diagonals are those of ``/tapatan`` and of achi.
       |\\|/|
     2 .-X-.       x = 0b000_010_001, o = 0b000_000_100, turn = 1
       |/|\\|
     3 .-.-.       text: X.O/.X./... O
"""

from __future__ import annotations

from collections.abc import Sequence

from core.errors import UnknownGame
from core.game import Family
from core.kinds import bits
from core.kinds.faces import Point
from core.kinds.goals import in_a_row
from core.kinds.slides import OneWay, SlideGame
from core.known import Known
from core.phrase import Phrase, phrase

_SIZE = 3
_CELLS = _SIZE * _SIZE
_NOT_CENTRE = 0b111_101_111
_POINTS = tuple(Point(f"{chr(ord('a') + x)}{y + 1}", x, y) for y in range(_SIZE) for x in range(_SIZE))

_ORTHOGONAL = [(i, j) for i in range(_CELLS) for j in range(i) if (i - j == 3) or (i - j == 1 and i % 3)]
_THROUGH_CENTRE = [(4, 0), (4, 2), (6, 4), (8, 4)]
_BETWEEN_SIDES = [(3, 1), (5, 1), (7, 3), (7, 5)]

_STEPS = {
    "": _ORTHOGONAL,
    "tapatan": _ORTHOGONAL + _THROUGH_CENTRE,
    "any": _ORTHOGONAL + _THROUGH_CENTRE + _BETWEEN_SIDES,
    "fly": _ORTHOGONAL + _THROUGH_CENTRE,
}
"""Between which points a stone moves, by the option that says so; with fly what is drawn."""
_MOVING = {
    "": phrase("move them along rows and columns"),
    "tapatan": phrase("move them along the lines"),
    "any": phrase("move them one step in any direction"),
    "fly": phrase("move them to any empty point"),
}
_ENDLESS = Known("endless", proof="retrograde")
_KNOWN = dict.fromkeys(("", "tapatan"), Known("win", 9, how=phrase("by the centre"), proof="retrograde"))
"""Endless where it is not here; retrograde analysis by several programs agrees."""


class Morris(SlideGame):
    """``count`` stones each. A line wins, also while placing; a player who cannot move loses."""

    goal = in_a_row(3)
    row = _SIZE

    def __init__(
        self, id: str, name: Phrase, rules: Phrase, known: Known, count: int, steps: str, options: frozenset[str]
    ) -> None:
        self.id, self.name, self.rules, self.known = id, name, rules, known
        self.options = options
        super().__init__(
            _POINTS,
            [OneWay(*way) for i, j in _STEPS[steps] for way in ((i, j), (j, i))],
            count,
            winning=bits.lines(_SIZE, _SIZE, _SIZE, toroidal=False),
            fly=steps == "fly",
            first=_NOT_CENTRE if "no-centre" in options else None,
        )

    @property
    def maps(self) -> Sequence[tuple[int, ...]]:
        return bits.rectangle_symmetries(_SIZE, _SIZE, shifts=False)


def _make_morris(numbers: str | None, options: frozenset[str]) -> Morris:
    chosen = [option for option in ("tapatan", "any", "fly") if option in options]
    if numbers is not None or len(chosen) > 1:
        raise UnknownGame(
            "morris takes no numbers and at most one of /tapatan, /any and /fly, which say how stones move; /no-centre "
            "can be added to each."
        )
    steps = "".join(chosen)
    name = {
        "": phrase("three men's morris"),
        "tapatan": phrase("tapatan"),
        "any": phrase("morris, any step"),
        "fly": phrase("morris, flying"),
    }[steps]
    rules = phrase("Place three stones each, then {moving}. Three in a line wins.", moving=_MOVING[steps])
    known = _KNOWN.get(steps, _ENDLESS)
    if "no-centre" in options:
        name = phrase("{game}, no centre", game=name)
        rules = phrase("{rules} The first stone may not go to the centre.", rules=rules)
        known = _ENDLESS
    return Morris("/".join(["morris", *sorted(options)]), name, rules, known, 3, steps, options)


def _make_achi(numbers: str | None, options: frozenset[str]) -> Morris:
    if numbers is not None:
        raise UnknownGame("achi takes no numbers; it is played with four stones each on nine points.")
    rules = phrase(
        "Place four stones each, then move along the lines. Three in a line wins; a player who cannot move loses."
    )
    known = Known("win", 11, how=phrase("only from the centre"), proof="retrograde")
    return Morris("achi", phrase("achi"), rules, known, 4, "tapatan", options)


MORRIS = Family(
    "morris",
    "morris",
    ("any", "fly", "no-centre", "tapatan"),
    _make_morris,
)
ACHI = Family("achi", "achi", (), _make_achi)
