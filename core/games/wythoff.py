"""Wythoff's game: two heaps; take from one as many as you like, or from both the same number.

State: the heaps, then the player to move. Move: number - 1 from A, plus span from B, plus 2 * span from both::

       A  | | |               state (3, 5, 0), span 5
       B  | | | | |           text 3-5 1st; A2 = move 1, B2 = move 6, AB2 = move 11
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import isqrt

from core.errors import UnknownGame
from core.game import Family, Move, State, Symmetry
from core.kinds.goals import LAST_STICK
from core.kinds.heaps import FEW_MOVES, MAX_STICKS, HeapGame, Take, read_sizes
from core.kinds.solved import SolvedGame, winner
from core.phrase import Figures, phrase


class Wythoff(HeapGame, SolvedGame):
    """A queen's way to the corner of a chessboard, in heaps."""

    method = "golden ratio"
    finite = True
    goal = LAST_STICK
    groups = ((0,), (1,), (0, 1))

    def __init__(self, sizes: tuple[int, ...]) -> None:
        self.id = "wythoff:" + ",".join(map(str, sizes))
        self.sizes = sizes
        self.span = max(sizes)
        self.move_count = 3 * self.span
        self.name = phrase("Wythoff's game {heaps}", heaps="-".join(map(str, sizes)))
        self.rules = phrase("Take from one heap, or the same number from both. Taking the last one wins.")
        self.known = winner(self)

    def start(self) -> State:
        return (*self.sizes, 0)

    def choices(self, s: State, group: int) -> Sequence[Move]:
        first = group * self.span
        return range(first, first + min(s[heap] for heap in self.groups[group]))

    def play(self, s: State, m: Move) -> State:
        group, choice = divmod(m, self.span)
        a, b, turn = s
        return (a - (group != 1) * (choice + 1), b - (group != 0) * (choice + 1), 1 - turn)

    def value(self, s: State) -> int | None:
        return None if s[0] or s[1] else -1

    def taken(self, s: State, m: Move) -> Sequence[Take]:
        group, choice = divmod(m, self.span)
        return [Take(heap, s[heap] - choice - 1, choice + 1) for heap in self.groups[group]]

    def wins(self, s: State) -> bool:
        """Wythoff 1907: lost are (k * phi, k * phi + k), rounded down, k = 0, 1, 2, ..."""
        low, high = sorted(s[:-1])
        return low != _lower(high - low)

    def winning_moves(self, s: State) -> Sequence[Move]:
        a, b, _ = s
        moves = [a - left - 1 for left in _partners(b) if left < a]
        moves += [self.span + b - left - 1 for left in _partners(a) if left < b]
        both = min(a, b) - _lower(abs(a - b))
        return moves + ([2 * self.span + both - 1] if both > 0 else [])

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The heaps may change places."""
        same = super().symmetries
        if self.move_count > FEW_MOVES:
            return same
        span, every = self.span, range(self.move_count)
        return (
            *same,
            Symmetry((*every[span : 2 * span], *every[:span], *every[2 * span :]), lambda s: (s[1], s[0], s[2])),
        )


def _lower(k: int) -> int:
    """k * phi rounded down, phi the golden ratio (1 + sqrt 5) / 2, in whole numbers."""
    return (k + isqrt(5 * k * k)) // 2


def _partners(heap: int) -> Iterator[int]:
    """The heap beside which this one is lost: just one."""
    near = _lower(heap) - heap
    for k in (near, near + 1, heap - near - 1, heap - near):
        if k >= 0 and _lower(k) == heap:
            yield heap + k
            return
        if k >= 0 and _lower(k) + k == heap:
            yield _lower(k)
            return


def _wythoff(numbers: str | None, options: frozenset[str]) -> Wythoff:
    sizes = read_sizes(numbers)
    if len(sizes) != 2:
        raise UnknownGame(
            "wythoff is written wythoff:A,B with two heaps of 1 to {largest} sticks, as in wythoff:3,5.",
            largest=Figures(f"{MAX_STICKS:,}"),
        )
    return Wythoff(sizes)


WYTHOFF = Family("wythoff", "wythoff:A,B", (), _wythoff)
