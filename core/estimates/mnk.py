"""K in a row: whose lines are still open, and how far they have come.

An open line holds marks of one player only; each mark makes it four times as heavy. The lines of the mover weigh more,
and one mark short of full they are all but a win. On boards with many lines the windows of all lines of a direction are
counted at once, in bit planes: plane i holds, at the bit where a window begins, bit i of its number of marks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import tanh

from core.estimates.estimator import Estimator, LengthBounds
from core.game import State
from core.kinds import bits
from core.kinds.lines import LineGame, MarkGame

_FEW_LINES = 200
"""Up to this many lines a look at each is quicker than the bit planes."""
_TEMPO = 0.03
_SURE = 0.98
"""No guess comes nearer to a proof."""

_Pressure = Callable[[int, int, Sequence[float]], float]
"""``pressure(own, other, weights)``: the sum of weights[marks] over the lines with no mark of the other."""


class LineEstimator(Estimator):
    """Any game of lines in which each player has marks of one kind, also the one in which a line loses."""

    def __init__(self, game: LineGame) -> None:
        self._game = game
        self._pressure = _pressure(game)
        size = min(game.k, game.cell_count + 1)
        self._waiting = [0.5 * 4.0 ** (marks + 1 - size) if marks or size == 1 else 0.0 for marks in range(size)]
        self._moving = [1.5 * weight for weight in self._waiting[:-1]] + [3.0]

    def value(self, s: State) -> float:
        own, other = self._game.sides(s)
        if self._game.misere:
            open_lines = self._pressure(other, own, self._waiting) - self._pressure(own, other, self._waiting)
            return _SURE * tanh(open_lines - _TEMPO)
        lead = self._pressure(own, other, self._moving) - self._pressure(other, own, self._waiting)
        return _SURE * tanh(lead + _TEMPO)

    def span(self, s: State) -> LengthBounds:
        empty = self._game.cell_count - (s[0] | s[1]).bit_count()
        return LengthBounds(empty, empty)


class WildEstimator(Estimator):
    """Either mark for either player: no line belongs to anybody, so what counts is who runs out of safe cells first.

    A mark is safe on a cell when it does not hand the game to the opponent: in the plain game by leaving a line one mark
    short, in misere play by filling it. Who finds an odd number of cells with a safe mark hopes to set the last one.
    """

    def __init__(self, game: MarkGame) -> None:
        self._lines = [(line, line.bit_count()) for line in game.lines]
        self._cells = game.cell_count
        self._full = (1 << game.cell_count) - 1
        self._misere = game.misere

    def value(self, s: State) -> float:
        unsafe = [0, 0]
        taken = s[0] | s[1]
        for line, length in self._lines:
            marks = line & taken
            count = marks.bit_count()
            short = length - 1
            if count >= (short if self._misere else short - 1) and count < length:
                for mark in (0, 1):
                    if not marks & s[1 - mark]:
                        if count == short and not self._misere:
                            return 0.95
                        unsafe[mark] |= line
        empty = self._full & ~taken
        safe = (empty & ~(unsafe[0] & unsafe[1])).bit_count()
        if not safe:
            return -0.9
        bound = ((empty & unsafe[0]).bit_count() + (empty & unsafe[1]).bit_count()) / (2 * empty.bit_count())
        return (1 if safe & 1 else -1) / (2 + safe) - 0.2 * bound

    def span(self, s: State) -> LengthBounds:
        empty = self._cells - (s[0] | s[1]).bit_count()
        return LengthBounds(empty, empty)


def estimator(game: MarkGame) -> Estimator:
    """The guesses for a game in which each player has a mark, or for one in which both set either."""
    return LineEstimator(game) if isinstance(game, LineGame) else WildEstimator(game)


def _pressure(game: LineGame) -> _Pressure:
    if len({line.bit_count() for line in game.lines}) > 1:
        return _by_uneven_lines(game.lines, game.k)
    if game.board.toroidal or game.layers > 1 or len(game.lines) <= _FEW_LINES or not _runs(game):
        return _by_lines(game.lines)
    return _by_planes(game.columns, game.rows, game.k)


def _by_lines(lines: tuple[int, ...]) -> _Pressure:
    def pressure(own: int, other: int, weights: Sequence[float]) -> float:
        total = 0.0
        for line in lines:
            if not other & line:
                total += weights[(own & line).bit_count()]
        return total

    return pressure


def _runs(game: LineGame) -> bool:
    """Whether the lines are all straight ones of the board."""
    return game.lines == bits.lines(game.columns, game.rows, game.k, toroidal=False)


def _by_uneven_lines(lines: tuple[int, ...], longest: int) -> _Pressure:
    """A line counts by what it lacks: a shorter one as if its first marks were set."""
    ahead = [(line, longest - line.bit_count()) for line in lines]

    def pressure(own: int, other: int, weights: Sequence[float]) -> float:
        total = 0.0
        for line, start in ahead:
            if not other & line and own & line:
                total += weights[start + (own & line).bit_count()]
        return total

    return pressure


def _by_planes(columns: int, rows: int, k: int) -> _Pressure:
    def starts(dx: int, dy: int) -> int:
        return sum(
            1 << (y * columns + x)
            for y in range(rows - dy * (k - 1))
            for x in range(columns)
            if 0 <= x + dx * (k - 1) < columns
        )

    directions = tuple((dy * columns + dx, starts(dx, dy)) for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)))
    plane_count = (k - 1).bit_length()

    def pressure(own: int, other: int, weights: Sequence[float]) -> float:
        total = 0.0
        for step, room in directions:
            planes = [0] * plane_count
            blocked = 0
            for shift in range(0, k * step, step):
                blocked |= other >> shift
                carry = own >> shift
                for i in range(plane_count):
                    if not carry:
                        break
                    planes[i], carry = planes[i] ^ carry, planes[i] & carry
            free = room & ~blocked
            for marks in range(1, k):
                windows = free
                for i, plane in enumerate(planes):
                    windows &= plane if marks >> i & 1 else ~plane
                if windows:
                    total += weights[marks] * windows.bit_count()
        return total

    return pressure
