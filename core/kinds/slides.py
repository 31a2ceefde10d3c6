"""Stones that move from point to point, placed in turn first or standing at the start.

State (x, o, turn): the stones of each player as bits, and the side to move, which the stones alone do not tell. Move: the
point on which a stone is placed, or n + from * n + to with n points. Text: what is on the points in their order, in rows with /
between them where the points form rows, then a space and the side to move::

    b---d      raoar as in Pong Hau K'i     state (0b01010, 0b10001, 0)
    | \\ / |     text .XO.X X
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from core.errors import BadNotation, quoted
from core.game import Ending, Move, Player, Reason, State, Symmetry
from core.kinds import bits
from core.kinds.faces import GraphGame, Point


class OneWay(NamedTuple):
    """A way from a point to another, for one side alone where ``side`` is not None."""

    start: int
    end: int
    side: int | None = None


class Stuck(Enum):
    """What happens to a player who cannot move."""

    LOSES = "loses"
    DRAWS = "draws"
    PASSES = "passes"


def beside(ways: Iterable[OneWay], point: int) -> set[int]:
    """The points joined with a point, in whichever direction and for whichever side."""
    return {end for way in ways for start, end in ((way.start, way.end), (way.end, way.start)) if start == point}


class SlideGame(GraphGame):
    """Stones on points; a full line wins, also while stones are placed.

    ``count`` is the number of stones that each player places, 0 where all are on the board at the start; ``row`` the length of
    a row of the text, 0 for a single row.
    """

    players = ("●", "○")
    last_words = ("X", "O")
    row = 0
    count: int

    def __init__(
        self,
        points: tuple[Point, ...],
        ways: Sequence[OneWay],
        count: int = 0,
        start: tuple[int, int] = (0, 0),
        winning: Sequence[int] = (),
        *,
        fly: bool = False,
        stuck: Stuck = Stuck.LOSES,
        guarded: int = 0,
        first: int | None = None,
        first_slide: Move | None = None,
    ) -> None:
        """Set up the rules; sets of points are bits.

        ``start`` are the stones of both players, ``winning`` the lines. With ``fly`` a stone goes to any empty point, and ways
        are only drawn. A stone enters a ``guarded`` point only from beside an opponent's. ``first`` are the points for the very
        first stone, None for all. Moves below ``first_slide`` place a stone, by default as many as there are points.
        """
        self.points, self.count, self.winning, self.fly, self.stuck = points, count, tuple(winning), fly, stuck
        self.size = size = len(points)
        self.edges = tuple(dict.fromkeys((min(way[:2]), max(way[:2])) for way in ways))
        self.stones_each = [count or stones.bit_count() for stones in start]
        self.ways, self.guarded = ways, guarded
        self.first_slide = size if first_slide is None else first_slide
        self._start = start
        self._all = (1 << size) - 1
        self._first = self._all if first is None else first
        self._near = [
            [
                self._all if fly else sum(1 << end for end in {end for a, end, of in ways if a == i and of != other})
                for i in range(size)
            ]
            for other in (1, 0)
        ]
        self._beside = [sum(1 << end for end in beside(ways, point)) for point in range(size)]
        self._numbers = {point.name.lower(): number for number, point in enumerate(points)}
        self._members = bits.members(size)
        self.move_count = self.first_slide + size * size
        # By move: the points at which it puts a stone or takes one away.
        self._changes = [
            1 << end | (0 if start is None else 1 << start) for start, end in map(self.path, range(self.move_count))
        ]

    @property
    @abstractmethod
    def maps(self) -> Sequence[tuple[int, ...]]:
        """The maps of the points onto themselves that keep the rules, the identity first."""

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return tuple(map(self._symmetry, self.maps))

    def _symmetry(self, permutation: tuple[int, ...]) -> Symmetry:
        permute = bits.permuter(permutation)
        slides = tuple(self._slide(i, j) for i in permutation for j in permutation)
        return Symmetry(permutation[: self.first_slide] + slides, lambda s: (permute(s[0]), permute(s[1]), s[2]))

    def _slide(self, start: int, end: int) -> Move:
        return self.first_slide + start * self.size + end

    def start(self) -> State:
        return (*self._start, 0)

    def turn(self, s: State) -> Player:
        return 1 if s[2] else 0

    def _has_line(self, stones: int) -> bool:
        return any(stones & line == line for line in self.winning)

    def _places(self, s: State, player: int) -> bool:
        """Whether a player has a stone to place."""
        return s[player].bit_count() < self.count

    def _ends(self, s: State, player: int) -> list[tuple[int, int]]:
        """Each stone of a player, with the points to which it can move."""
        near, empty = self._near[player], self._all & ~(s[0] | s[1])
        ends = [(stone, near[stone] & empty) for stone in self._members(s[player])]
        if self.guarded:
            return [(i, to if self._beside[i] & s[1 - player] else to & ~self.guarded) for i, to in ends]
        return ends

    def free(self, s: State, player: int) -> int:
        """The number of moves that a player would have."""
        if self._places(s, player):
            return self.size - (s[0] | s[1]).bit_count()
        return sum([ends.bit_count() for _stone, ends in self._ends(s, player)])

    def moves(self, s: State) -> Sequence[Move]:
        if self._places(s, s[2]):
            taken = s[0] | s[1]
            return self._members(self._all & ~taken if taken else self._first)
        base, size, members = self.first_slide, self.size, self._members
        return [base + stone * size + end for stone, ends in self._ends(s, s[2]) for end in members(ends)]

    def play(self, s: State, m: Move) -> State:
        x, o, player = s
        change = self._changes[m]
        after = (x, o ^ change, 0) if player else (x ^ change, o, 1)
        # A player who cannot move passes, unless the game is over.
        if self.stuck is Stuck.PASSES and not self._has_line(after[player]) and not self.free(after, after[2]):
            return (after[0], after[1], player)
        return after

    def value(self, s: State) -> int | None:
        if self._has_line(s[1 - s[2]]):
            return -1
        if self.free(s, s[2]):
            return None
        # Where a stuck player passes, the side to move can move unless nobody can.
        return -1 if self.stuck is Stuck.LOSES else 0

    def ending(self, s: State) -> Ending:
        won = 0
        for line in self.winning:
            if s[1 - s[2]] & line == line:
                won |= line
        reason, shown = (Reason.LINE, won) if won else (Reason.STUCK, s[s[2]])
        return Ending(reason, tuple(self._members(shown)))

    def stones(self, s: State) -> Sequence[int]:
        return [0 if s[0] >> point & 1 else 1 if s[1] >> point & 1 else -1 for point in range(self.size)]

    def path(self, m: Move) -> tuple[int | None, int]:
        return (None, m) if m < self.first_slide else divmod(m - self.first_slide, self.size)

    def hand(self, s: State) -> tuple[int, int]:
        return (self.count - s[0].bit_count(), self.count - s[1].bit_count()) if self.count else (0, 0)

    def refusal(self, s: State, m: Move) -> str:
        player = s[2]
        start, end = self.path(m)
        if self._places(s, player):
            if start is not None:
                return "{move} moves a stone, but not all of yours are placed; name one empty point."
            if not s[0] | s[1]:
                return "{move} is where the first stone may not go; place it elsewhere."
            return "{move} is taken; place your stone on an empty point."
        if start is None:
            return "{move} places a stone, but all of yours are placed; name where one is and where it goes."
        if not s[player] >> start & 1:
            return "{move} does not move a stone of yours; begin with a point that has one."
        if (s[0] | s[1]) >> end & 1:
            return "{move} leads to a point that is taken; move to an empty one."
        if self._near[player][start] >> end & 1:
            return "{move} enters a guarded point, which only a stone beside an opponent's stone may enter."
        return "{move} follows no line; stones move to a neighbour along the lines."

    def format_move(self, s: State, m: Move) -> str:
        return "-".join(self.points[point].name for point in self.path(m) if point is not None)

    def parse_move(self, s: State, text: str) -> Move:
        """``b2`` places, ``b2-b3`` or ``b2b3`` moves; ``b2`` alone also moves, as :meth:`meant` has it."""
        name, numbers = text.strip().lower(), self._numbers
        if name in numbers:
            point = numbers[name]
            return point if self._places(s, s[2]) else self.meant(s, point, text)
        begin, dash, end = (part.strip() for part in name.partition("-"))
        pairs = [(begin, end)] if dash else [(name[:i], name[i:]) for i in range(1, len(name))]
        found = [self._slide(numbers[a], numbers[b]) for a, b in pairs if a in numbers and b in numbers]
        if len(found) != 1:
            raise BadNotation(
                (
                    "{text} is not a move; type one point to place a stone, or two to move one, as in {example}; the "
                    "points are {points}."
                )
                if self.count
                else (
                    "{text} is not a move; type where a stone is and where it goes, as in {example}; the points are "
                    "{points}."
                ),
                text=quoted(text),
                example=self.format_move(s, self._slide(*next((way[:2] for way in self.ways), (0, 1)))),
                points=" ".join(point.name for point in self.points),
            )
        return found[0]

    def meant(self, s: State, point: int, text: str) -> Move:
        """The only move from or to a point, which ``text`` names once all stones are placed.

        Without such a move, the one that places a stone there, which is refused. Raises BadNotation where there are several.
        """
        moves = [move for move in self.moves(s) if point in self.path(move)]
        if len(moves) > 1:
            raise BadNotation(
                "{text} could be {moves}; type where the stone is and where it goes.",
                text=quoted(text),
                moves=", ".join(self.format_move(s, move) for move in moves),
            )
        return moves[0] if moves else point

    def _in_rows(self, text: str) -> str:
        """The characters of all points with / between rows."""
        row = self.row or self.size
        return "/".join(text[i : i + row] for i in range(0, self.size, row))

    def format_state(self, s: State) -> str:
        text = "".join(self.drawn[stone + 1] for stone in self.stones(s))
        return f"{self._in_rows(text)} {self.last_words[s[2]]}"

    def parse_state(self, text: str) -> State:
        """Also without the side to move: X, or while stones are placed the player with fewer."""
        body, space, word = text.strip().lower().partition(" ")
        letters, words = body.replace("/", ""), [each.lower() for each in self.last_words]
        right = body == self._in_rows(letters) and not set(letters) - set(self.drawn.lower())
        if len(letters) != self.size or not right or (space and word not in words):
            raise BadNotation(
                "{text} is not a position; write one of {marks} for each of the {count} points, then a space and the "
                "side to move, as in {example}.",
                text=quoted(text),
                marks=" ".join(self.drawn),
                count=self.size,
                example=self.format_state(self.start()),
            )
        x, o = (sum(1 << i for i, each in enumerate(letters) if each == mark) for mark in self.drawn.lower()[1:])
        turn = words.index(word) if space else int(self.count > 0 and x.bit_count() > o.bit_count())
        self._check((x, o, turn))
        return (x, o, turn)

    def _check(self, s: State) -> None:
        """Raise BadNotation for stones that no game can leave."""
        x, o = s[0].bit_count(), s[1].bit_count()
        placing = x <= self.count and x - o in (0, 1) and s[2] == x - o
        if [x, o] != self.stones_each and not placing:
            first, second = self.players
            raise BadNotation(
                "There are {x} {first} and {o} {second} with {turn} to move; {first} begins and has {most}, {second} has "
                "{least}.",
                x=x,
                first=first,
                o=o,
                second=second,
                turn=self.players[s[2]],
                most=self.stones_each[0],
                least=self.stones_each[1],
            )
        if self._has_line(s[s[2]]):
            raise BadNotation("The game was over before the last move; only the player who moved last can have a line.")
        if x + o == 1 and s[0] & ~self._first:
            raise BadNotation("The first stone may not go to {point}.", point=self.points[s[0].bit_length() - 1].name)
        over = self._has_line(s[1 - s[2]])
        if self.stuck is Stuck.PASSES and not over and not self.free(s, s[2]) and self.free(s, 1 - s[2]):
            raise BadNotation(
                "{player} cannot move and passes; write the other side as the one to move.",
                player=self.last_words[s[2]],
            )
