"""Three men's morris and achi: place your stones in turn, then move them; three in line win.

Points are named as squares; cell = row * 3 + column, row 0 on top::

       a b c
     1 X-.-O       State (x, o, turn): the stones of each player as bits and who is to move,
       |\\|/|       which the stones alone do not tell once all are placed.
     2 .-X-.
       |/|\\|       x = 0b000_010_001, o = 0b000_000_100, turn = 1
     3 .-.-.       text: X.O/.X./... O

Which points are joined depends on the rules; the diagonals above are those of ``/tapatan`` and of achi. Move: the cell on
which a stone is placed, or 9 + from * 9 + to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from core.errors import BadNotation, UnknownGame, quoted
from core.game import Ending, Family, Move, Player, Reason, State, Symmetry
from core.kinds import bits
from core.kinds.faces import GraphGame, Point
from core.kinds.goals import in_a_row
from core.known import Known
from core.phrase import Phrase, phrase

_SIZE = 3
_CELLS = _SIZE * _SIZE
_ALL = (1 << _CELLS) - 1
_CENTRE = 1 << 4
_WINS = bits.lines(_SIZE, _SIZE, _SIZE, toroidal=False)
_HAS_LINE = bits.line_test(_SIZE, _SIZE, _SIZE, toroidal=False)
_MEMBERS = bits.members(_CELLS)
_NAMES = tuple(f"{chr(ord('a') + cell % _SIZE)}{cell // _SIZE + 1}" for cell in range(_CELLS))

_ORTHOGONAL = [(i, j) for i in range(_CELLS) for j in range(i) if (i - j == 3) or (i - j == 1 and i % 3)]
_THROUGH_CENTRE = [(4, 0), (4, 2), (6, 4), (8, 4)]
_BETWEEN_SIDES = [(3, 1), (5, 1), (7, 3), (7, 5)]
_EVERYWHERE = [(i, j) for i in range(_CELLS) for j in range(i)]

_STEPS = {
    "": _ORTHOGONAL,
    "tapatan": _ORTHOGONAL + _THROUGH_CENTRE,
    "any": _ORTHOGONAL + _THROUGH_CENTRE + _BETWEEN_SIDES,
    "fly": _EVERYWHERE,
}
"""Between which points a stone moves, by the option that says so."""
_MOVING = {
    "": phrase("move them along rows and columns"),
    "tapatan": phrase("move them along the lines"),
    "any": phrase("move them one step in any direction"),
    "fly": phrase("move them to any empty point"),
}
_ENDLESS = Known("endless", proof="retrograde")
_KNOWN = dict.fromkeys(("", "tapatan"), Known("win", 9, how=phrase("by the centre"), proof="retrograde"))
"""Endless where it is not here; retrograde analysis by several programs agrees."""


class Morris(GraphGame):
    """``count`` stones each. A line wins, also while placing; who cannot move loses."""

    players = ("●", "○")
    last_words = ("X", "O")
    goal = in_a_row(3)
    move_count = _CELLS + _CELLS * _CELLS
    points = tuple(Point(name, cell % _SIZE, cell // _SIZE) for cell, name in enumerate(_NAMES))

    def __init__(
        self, id: str, name: Phrase, rules: Phrase, known: Known, count: int, steps: str, options: frozenset[str]
    ) -> None:
        self.id, self.name, self.rules, self.known = id, name, rules, known
        self.count = count
        self.options = options
        self.edges = tuple(_STEPS["tapatan" if steps == "fly" else steps])
        joined = {pair for i, j in _STEPS[steps] for pair in ((i, j), (j, i))}
        self._near = tuple(sum(1 << j for j in range(_CELLS) if (i, j) in joined) for i in range(_CELLS))
        self._opening = _ALL & ~_CENTRE if "no-centre" in options else _ALL

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return tuple(map(self._symmetry, bits.rectangle_symmetries(_SIZE, _SIZE, shifts=False)))

    @staticmethod
    def _symmetry(permutation: tuple[int, ...]) -> Symmetry:
        permute = bits.permuter(permutation)
        steps = tuple(_CELLS + i * _CELLS + j for i in permutation for j in permutation)
        return Symmetry(permutation + steps, lambda s: (permute(s[0]), permute(s[1]), s[2]))

    def start(self) -> State:
        return (0, 0, 0)

    def turn(self, s: State) -> Player:
        return 1 if s[2] else 0

    def moves(self, s: State) -> Sequence[Move]:
        own, taken = s[s[2]], s[0] | s[1]
        empty = _ALL & ~taken
        if own.bit_count() < self.count:
            return _MEMBERS(empty if taken else self._opening)
        return [_CELLS + i * _CELLS + j for i in _MEMBERS(own) for j in _MEMBERS(self._near[i] & empty)]

    def play(self, s: State, m: Move) -> State:
        x, o, turn = s
        change = 1 << m if m < _CELLS else 1 << m // _CELLS - 1 | 1 << m % _CELLS
        return (x, o ^ change, 0) if turn else (x ^ change, o, 1)

    def value(self, s: State) -> int | None:
        if _HAS_LINE(s[1 - s[2]]):
            return -1
        own = s[s[2]]
        if own.bit_count() < self.count:
            return None
        empty = _ALL & ~(s[0] | s[1])
        return None if any(self._near[i] & empty for i in _MEMBERS(own)) else -1

    def ending(self, s: State) -> Ending:
        won = 0
        for line in _WINS:
            if s[1 - s[2]] & line == line:
                won |= line
        return Ending(Reason.LINE, tuple(_MEMBERS(won))) if won else Ending(Reason.STUCK, tuple(_MEMBERS(s[s[2]])))

    def stones(self, s: State) -> Sequence[int]:
        return [0 if s[0] >> cell & 1 else 1 if s[1] >> cell & 1 else -1 for cell in range(_CELLS)]

    def path(self, m: Move) -> tuple[int | None, int]:
        return (None, m) if m < _CELLS else (m // _CELLS - 1, m % _CELLS)

    def hand(self, s: State) -> tuple[int, int]:
        return (self.count - s[0].bit_count(), self.count - s[1].bit_count())

    def refusal(self, s: State, m: Move) -> str:
        own, taken = s[s[2]], s[0] | s[1]
        start, target = self.path(m)
        if own.bit_count() < self.count:
            if start is not None:
                return "{move} moves a stone, but not all of yours are placed; name one empty point."
            if not taken:
                return "{move} is the centre, where the first stone may not go; place it elsewhere."
            return "{move} is taken; place your stone on an empty point."
        if start is None:
            return "{move} places a stone, but all of yours are placed; name where one stands and where it goes: b2-b3."
        if not own >> start & 1:
            return "{move} moves no stone of yours; begin with a point where one stands."
        if taken >> target & 1:
            return "{move} leads to a point that is taken; move to an empty one."
        return "{move} follows no line; stones move to a neighbour along the lines."

    def format_move(self, s: State, m: Move) -> str:
        start, target = self.path(m)
        return _NAMES[target] if start is None else f"{_NAMES[start]}-{_NAMES[target]}"

    def parse_move(self, s: State, text: str) -> Move:
        """``b2`` places, ``b2-b3`` moves. Once all are placed, ``b2`` is the one move from there or to there."""
        found = re.fullmatch(r"([abc][123])(?:-?([abc][123]))?", text.strip().lower())
        if not found:
            raise BadNotation(
                "{text} is no move; type a point from a1 to c3 to place a stone, and two, b2-b3, to move one.",
                text=quoted(text),
            )
        first = _NAMES.index(found[1])
        if found[2]:
            return _CELLS + first * _CELLS + _NAMES.index(found[2])
        if s[s[2]].bit_count() < self.count:
            return first
        return self.meant(s, first, text)

    def format_state(self, s: State) -> str:
        text = "".join(".XO"[stone + 1] for stone in self.stones(s))
        return f"{text[:3]}/{text[3:6]}/{text[6:]} {'XO'[s[2]]}"

    def parse_state(self, text: str) -> State:
        """Without the player to move, X is, unless O has a stone less."""
        found = re.fullmatch(r"([XO.]{3})/([XO.]{3})/([XO.]{3})(?: ([XO]))?", text.strip().upper())
        if not found:
            raise BadNotation(
                "{text} is no position; write three rows of three characters X, O or a dot, from the top, with / between "
                "them, then a space and who is to move: {example}.",
                text=quoted(text),
                example="X.O/.X./... O",
            )
        cells = "".join(found.group(1, 2, 3))
        x, o = (sum(1 << i for i, letter in enumerate(cells) if letter == mark) for mark in "XO")
        turn = "XO".index(found[4]) if found[4] else int(x.bit_count() > o.bit_count())
        self._check((x, o, turn))
        return (x, o, turn)

    def _check(self, s: State) -> None:
        """Raise BadNotation for stones that no game can leave."""
        x, o = s[0].bit_count(), s[1].bit_count()
        moving = x == o == self.count
        if x > self.count or x - o not in (0, 1) or (not moving and s[2] != x - o):
            raise BadNotation(
                "There are {x} X and {o} O with {turn} to move; X begins, and each player places {count} in turn.",
                x=x,
                o=o,
                turn="XO"[s[2]],
                count=self.count,
            )
        if _HAS_LINE(s[s[2]]):
            raise BadNotation("The game was over before the last move; only who moved last can have a line.")
        if x == 1 and o == 0 and s[0] & ~self._opening:
            raise BadNotation("The first stone may not go to the centre.")


def _make_morris(numbers: str | None, options: frozenset[str]) -> Morris:
    chosen = [option for option in ("tapatan", "any", "fly") if option in options]
    if numbers is not None or len(chosen) > 1:
        raise UnknownGame(
            "morris takes no numbers and at most one of /tapatan, /any and /fly, which say how stones move; "
            "/no-centre goes with each."
        )
    steps = "".join(chosen)
    name = {
        "": phrase("three men's morris"),
        "tapatan": phrase("tapatan"),
        "any": phrase("morris, any step"),
        "fly": phrase("morris, flying"),
    }[steps]
    rules = phrase("Place three stones each, then {moving}. Three in line win.", moving=_MOVING[steps])
    known = _KNOWN.get(steps, _ENDLESS)
    if "no-centre" in options:
        name = phrase("{game}, no centre", game=name)
        rules = phrase("{rules} The first stone may not go to the centre.", rules=rules)
        known = _ENDLESS
    return Morris("/".join(["morris", *sorted(options)]), name, rules, known, 3, steps, options)


def _make_achi(numbers: str | None, options: frozenset[str]) -> Morris:
    if numbers is not None:
        raise UnknownGame("achi takes no numbers; it is played with four stones each on nine points.")
    rules = phrase("Place four stones each, then move along the lines. Three in line win; who cannot move loses.")
    known = Known("win", 11, how=phrase("by the centre only"), proof="retrograde")
    return Morris("achi", phrase("achi"), rules, known, 4, "tapatan", options)


MORRIS = Family(
    "morris",
    "SLIDES",
    "morris",
    ("any", "fly", "no-centre", "tapatan"),
    _make_morris,
)
ACHI = Family("achi", "SLIDES", "achi", (), _make_achi)
