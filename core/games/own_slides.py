"""Games of one's own in which stones move from point to point: see :mod:`core.own.slides` for what a file says.

State (x, o, turn): the stones of each player as bits, and who is to move. Move: the point on which a stone is placed, or
n + from * n + to with n points. Text: what stands on the points in the order in which they are read, then a space and who is to
move::

    b---d      raoar as in Pong Hau K'i     state (0b01010, 0b10001, 0)
    | \\ / |     text .XO.X X

Who cannot move loses, or has drawn, or lets the other move again, as the file says; in this last case the player to move can
always move, and where neither can it is a draw.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import comb

from core.errors import BadNotation, quoted
from core.game import Ending, Family, Game, Move, Player, Reason, State, Symmetry
from core.kinds import bits
from core.kinds.faces import GraphGame
from core.kinds.goals import BLOCK, FULL_LINE
from core.kinds.spread import spread
from core.own import find
from core.own.definition import Definition
from core.own.game import OwnGame
from core.own.points import Names, places_of
from core.own.slides import STUCK, beside, edges_of
from core.own.symmetries import Group, Structure
from core.own.symmetries import find as symmetries_of
from core.phrase import Phrase, phrase

LISTED = 300_000
"""Positions up to which retrograde analysis lists them all."""


class OwnSlides(OwnGame, GraphGame):
    """``count`` stones that each places first, 0 where all stand at the start."""

    players = ("●", "○")
    last_words = ("X", "O")

    def __init__(self, definition: Definition) -> None:
        values = definition.values
        names = Names(places_of(values))
        self.size = size = len(names.places)
        self._all = (1 << size) - 1
        self.points = spread(names.places)
        self._numbers = names
        self.count: int = values.get("place", 0)
        self._start = tuple(
            sum(1 << names[name] for name in values.get(side, "").split()) for side in ("first", "second")
        )
        self.stones_each = [self.count or stones.bit_count() for stones in self._start]
        self.fly = bool(values.get("fly"))
        self._ways = ways = edges_of(values, names)
        self.edges = tuple(dict.fromkeys((min(way[:2]), max(way[:2])) for way in ways))
        every = [self._all] * size
        self._near = [
            every
            if self.fly
            else [
                sum(1 << end for end in {way.end for way in ways if way.start == i and way.side in (side, None)})
                for i in range(size)
            ]
            for side in (0, 1)
        ]
        self._beside = [sum(1 << end for end in beside(ways, point)) for point in range(size)]
        self._guarded = sum(1 << names[name] for name in values.get("guarded", "").split())
        self.winning = tuple(sum(1 << names[name] for name in line.split()) for line in values.get("lines", ()))
        self._stuck = STUCK.index(values.get("stuck", STUCK[0]))
        blocked = BLOCK if self._stuck == 0 else phrase("nobody can win")
        self.goal = FULL_LINE if self.winning else blocked
        self.move_count = size + size * size
        self._members = bits.members(size)
        first, second = self.stones_each
        self.vast = 2 * comb(size, first) * comb(size - first, second) > LISTED
        board = phrase("stones that move, points: {points}, edges: {edges}", points=size, edges=len(self.edges))
        self.define(definition, board)

    def said(self) -> Phrase:
        """The rules in short."""
        said = phrase("Move a stone along a line to an empty point.")
        if self.fly:
            said = phrase("Move a stone to any empty point.")
        if self.count:
            said = phrase("Stones that each places first: {count}. {rules}", count=self.count, rules=said)
        if self._guarded:
            said = phrase(
                "{rules} Points that are entered only from beside a stone of the other player: {points}.",
                rules=said,
                points=self.definition.values["guarded"],
            )
        if self.winning:
            said = phrase("{rules} Who fills a line wins.", rules=said)
        end = (
            phrase("Who cannot move loses."),
            phrase("Where somebody cannot move it is a draw."),
            phrase("Who cannot move passes."),
        )[self._stuck]
        return phrase("{rules} {end}", rules=said, end=end)

    def counts(self) -> Mapping[str, int]:
        lines = {"lines": len(self.winning)} if self.winning else {}
        return {"points": self.size, "edges": len(self.edges), **lines}

    @cached_property
    def group(self) -> Group:
        return symmetries_of(self.structure)

    @property
    def structure(self) -> Structure:
        """The points with all that the rules say of them, wherever the stones stand."""
        colours = [self._guarded >> point & 1 for point in range(self.size)]
        edges = [(way.start, way.end, 0 if way.side is None else 1 + way.side) for way in self._ways]
        return Structure(colours, self.winning, edges)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return tuple(map(self._symmetry, self.group.maps))

    def _symmetry(self, permutation: tuple[int, ...]) -> Symmetry:
        permute = bits.permuter(permutation)
        steps = tuple(self.size + i * self.size + j for i in permutation for j in permutation)
        return Symmetry(permutation + steps, lambda s: (permute(s[0]), permute(s[1]), s[2]))

    def start(self) -> State:
        return (self._start[0], self._start[1], 0)

    def turn(self, s: State) -> Player:
        return 1 if s[2] else 0

    def _places(self, s: State, player: int) -> bool:
        """Whether a player has a stone to place."""
        return bool(self.count) and s[player].bit_count() < self.count

    def _targets(self, s: State, player: int, start: int) -> int:
        """Where a stone of a player can go."""
        targets = self._near[player][start] & ~(s[0] | s[1])
        if self._guarded and not self._beside[start] & s[1 - player]:
            targets &= ~self._guarded
        return targets

    def free(self, s: State, player: int) -> int:
        """How many moves a player would have."""
        if self._places(s, player):
            return self.size - (s[0] | s[1]).bit_count()
        return sum([self._targets(s, player, i).bit_count() for i in self._members(s[player])])

    def moves(self, s: State) -> Sequence[Move]:
        player = s[2]
        if self._places(s, player):
            return self._members(self._all & ~(s[0] | s[1]))
        size = self.size
        return [
            size + i * size + j for i in self._members(s[player]) for j in self._members(self._targets(s, player, i))
        ]

    def play(self, s: State, m: Move) -> State:
        size, player = self.size, s[2]
        change = 1 << m if m < size else 1 << m // size - 1 | 1 << m % size
        after = (s[0], s[1] ^ change, 0) if player else (s[0] ^ change, s[1], 1)
        # Who cannot move passes: the other moves again, unless the game is over.
        if self._stuck == 2 and not self._has_line(after[player]) and not self.free(after, after[2]):
            return (after[0], after[1], player)
        return after

    def _has_line(self, stones: int) -> bool:
        return any(stones & line == line for line in self.winning)

    def value(self, s: State) -> int | None:
        if self._has_line(s[1 - s[2]]):
            return -1
        if self.free(s, s[2]):
            return None
        return 0 if self._stuck else -1

    def ending(self, s: State) -> Ending:
        won = 0
        for line in self.winning:
            if s[1 - s[2]] & line == line:
                won |= line
        return (
            Ending(Reason.LINE, tuple(self._members(won)))
            if won
            else Ending(Reason.STUCK, tuple(self._members(s[s[2]])))
        )

    def stones(self, s: State) -> Sequence[int]:
        return [0 if s[0] >> point & 1 else 1 if s[1] >> point & 1 else -1 for point in range(self.size)]

    def path(self, m: Move) -> tuple[int | None, int]:
        return (None, m) if m < self.size else (m // self.size - 1, m % self.size)

    def hand(self, s: State) -> tuple[int, int]:
        return (self.count - s[0].bit_count(), self.count - s[1].bit_count()) if self.count else (0, 0)

    def refusal(self, s: State, m: Move) -> str:
        player = s[2]
        start, target = self.path(m)
        if self._places(s, player):
            if start is not None:
                return "{move} moves a stone, but not all of yours are placed; name one empty point."
            return "{move} is taken; place your stone on an empty point."
        if start is None:
            return "{move} places a stone, but all of yours are placed; name where one stands and where it goes."
        if not s[player] >> start & 1:
            return "{move} moves no stone of yours; begin with a point where one stands."
        if (s[0] | s[1]) >> target & 1:
            return "{move} leads to a point that is taken; move to an empty one."
        if self._near[player][start] >> target & 1:
            return "{move} enters a guarded point, which only a stone beside one of the other player may do."
        return "{move} follows no line; stones move to a neighbour along the lines."

    def format_move(self, s: State, m: Move) -> str:
        start, target = self.path(m)
        name = self.points[target].name
        return name if start is None else f"{self.points[start].name}-{name}"

    def parse_move(self, s: State, text: str) -> Move:
        """``b`` places, ``b-c`` moves. Once all are placed, ``b`` is the one move from there or to there."""
        begin, dash, end = (part.strip() for part in text.partition("-"))
        if begin not in self._numbers or (dash and end not in self._numbers):
            way = next(((way.start, way.end) for way in self._ways), (0, 1))
            raise BadNotation(
                "{text} is no move; type a point to place a stone, and two, as {example}, to move one; there are {points}.",
                text=quoted(text),
                example=self.format_move(s, self.size + way[0] * self.size + way[1]),
                points=" ".join(point.name for point in self.points),
            )
        first = self._numbers[begin]
        if dash:
            return self.size + first * self.size + self._numbers[end]
        if self._places(s, s[2]):
            return first
        return self.meant(s, first, text)

    def format_state(self, s: State) -> str:
        return "".join(".XO"[stone + 1] for stone in self.stones(s)) + " " + "XO"[s[2]]

    def parse_state(self, text: str) -> State:
        found = re.fullmatch(r"([XO.]+) ([XO])", text.strip().upper())
        if not found or len(found[1]) != self.size:
            raise BadNotation(
                "{text} is no position; write what stands on each of the {count} points, X, O or a dot, then a space and who "
                "is to move: {example}.",
                text=quoted(text),
                count=self.size,
                example=self.format_state(self.start()),
            )
        x, o = (sum(1 << i for i, letter in enumerate(found[1]) if letter == mark) for mark in "XO")
        s = (x, o, "XO".index(found[2]))
        self._check(s)
        return s

    def _check(self, s: State) -> None:
        """Raise BadNotation for stones that no game can leave."""
        x, o = s[0].bit_count(), s[1].bit_count()
        most = self.stones_each
        moving = [x, o] == most
        placing = bool(self.count) and x <= self.count and x - o in (0, 1) and s[2] == x - o
        if not moving and not placing:
            raise BadNotation(
                "There are {x} X and {o} O with {turn} to move; X begins and has {first}, O has {second}.",
                x=x,
                o=o,
                turn="XO"[s[2]],
                first=most[0],
                second=most[1],
            )
        if self._has_line(s[s[2]]):
            raise BadNotation("The game was over before the last move; only who moved last can have a line.")
        over = self._has_line(s[1 - s[2]])
        if self._stuck == 2 and not over and not self.free(s, s[2]) and self.free(s, 1 - s[2]):
            raise BadNotation("{player} cannot move and passes; let the other be to move.", player="XO"[s[2]])


def _make(numbers: str | None, options: frozenset[str]) -> Game:
    return OwnSlides(find(f"own-slides:{numbers or ''}"))


OWN_SLIDES = Family("own-slides", "SLIDES", "own-slides:NAME", (), _make)
