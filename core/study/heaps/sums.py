"""Several heaps at once: their values, the xor of these, and a search of every position below."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import product
from math import prod
from operator import xor

from core.game import Move
from core.games.nim import Nim, Subtraction
from core.kinds.heaps import MAX_HEAPS, MAX_STICKS
from core.phrase import figure
from core.position import Position
from core.study.study import PlayLink, StudyQuestion, Unstudied, short

MAX_FIGURES = 300
"""Maximum number of digits of a heap. Heaps larger than the hall's are computed, not played."""
MAX_STEPS = 100_000
"""Maximum number of moves in a search of all positions below some heaps."""


@dataclass(frozen=True)
class Heaps:
    """A position of heaps with a value each: nim, or a subtraction game in normal play."""

    position: Position
    playable: bool = True

    @property
    def game(self) -> Nim | Subtraction:
        """The rules."""
        assert isinstance(self.position.game, Nim | Subtraction)
        return self.position.game

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sticks of each heap."""
        return self.position.state[:-1]

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The value of each heap: in nim its sticks, else its Grundy value."""
        return tuple(map(self.worth, self.sizes))

    def worth(self, size: int) -> int:
        """The value of a heap of ``size`` sticks."""
        return size if isinstance(self.game, Nim) else self.game.nim_values.of(size) or 0

    @property
    def total(self) -> int:
        """The xor of the values."""
        return reduce(xor, self.values)

    @cached_property
    def winning(self) -> list[Move]:
        """The moves that win by the rule of the game."""
        return list(self.game.winning_moves(self.position.state)) if self.game.wins(self.position.state) else []

    def zeroing(self, heap: int) -> list[int]:
        """The sizes that a move can leave of a heap to make the xor 0, the least first."""
        value, size, game = self.values[heap], self.sizes[heap], self.game
        if isinstance(game, Nim):
            return [value ^ self.total] if value ^ self.total < value else []
        wanted = value ^ self.total
        left = (size - number for number in reversed(game.numbers) if number <= size)
        return [each for each in left if game.nim_values.of(each) == wanted]

    @property
    def zeroed(self) -> tuple[int, int, int] | None:
        """A heap with a move that makes the xor 0, the size that the move leaves, and its value; None if the xor is 0."""
        for heap, value in enumerate(self.values):
            if value ^ self.total < value:
                return heap, self.zeroing(heap)[0], value ^ self.total
        return None

    def play(self, move: Move | None = None) -> PlayLink | None:
        """A game from here, or from the position after a move."""
        moves = "" if move is None else self.position.name(move)
        return PlayLink(self.game.id, moves, self.position.text) if self.playable else None

    @property
    def numbers(self) -> tuple[int, ...] | None:
        """The numbers that may be taken, None for any number."""
        return None if isinstance(self.game, Nim) else self.game.numbers


def heaps(question: StudyQuestion, usual: str) -> Heaps:
    """The heaps of a question; in nim they can be larger than the hall's. Raises Unstudied or another CoreError."""
    large = _large(question.arguments[0]) if len(question.arguments) == 1 else None
    if large:
        question.bare()
        return Heaps(Position.start(large), False)
    position = question.at(usual)
    refused = _refused(position)
    if refused:
        raise refused
    return Heaps(position)


def _refused(position: Position) -> Unstudied | None:
    game = position.game
    if not isinstance(game, Nim | Subtraction):
        return Unstudied(
            "{command:{game} is not nim: the xor is shown for the heaps of nim and for the Grundy values of "
            "subtraction games, as in 'triqui study xor nim:3,4,5'}{screen:{game} has no xor; nim has one, as in "
            "nim:3,4,5, and so have subtraction games}.",
            game=game.id,
        )
    if isinstance(game, Subtraction) and game.misere:
        return Unstudied(
            "{command:In misere play Grundy values do not add up, so the xor says nothing about {game}; 'triqui study "
            "table {game}' shows what is known about one heap}{screen:The xor says nothing about misere play; see 'Won "
            "and lost heaps' in Learn}.",
            game=game.id,
        )
    if isinstance(game, Subtraction) and game.grundy(position.state) is None:
        return Unstudied(
            "The Grundy values of {game} have no proven period that reaches that far; choose smaller heaps.",
            game=game.id,
        )
    if position.outcome:
        return Unstudied("The game is over in {position}; ask about a position before its end.", position=position.text)
    return None


def told_of(position: Position) -> bool:
    """Whether the heaps of a position have an xor."""
    return _refused(position) is None


def _large(id: str) -> Nim | None:
    """Nim with a heap larger than the hall's, None for other games. Raises Unstudied if it is too large here too."""
    found = re.fullmatch(r"nim:([0-9]+(?:,[0-9]+)*)(/misere)?", id.strip().lower())
    if not found or all(len(word) <= len(str(MAX_STICKS)) and int(word) <= MAX_STICKS for word in found[1].split(",")):
        return None
    words = found[1].split(",")
    if len(words) > MAX_HEAPS or max(map(len, words)) > MAX_FIGURES or not all(word.strip("0") for word in words):
        raise Unstudied(
            "The xor is shown for heaps of 1 stick or more, at most {most} of them, each with at most {figures} "
            "digits; choose fewer or smaller ones.",
            most=MAX_HEAPS,
            figures=figure(MAX_FIGURES),
        )
    sizes = tuple(map(int, words))
    return Nim(sizes, bool(found[2]), f"nim:{','.join(map(str, sizes))}{found[2] or ''}")


# A search by the rules alone.

Allowed = Sequence[int] | None
"""The numbers that may be taken from a heap, None for any."""


def small(sizes: Sequence[int]) -> bool:
    """Whether all positions below some heaps can be searched."""
    return prod(size + 1 for size in sizes) * sum(sizes) <= MAX_STEPS


def searched(sizes: Sequence[int], allowed: Sequence[Allowed], misere: bool = False) -> dict[tuple[int, ...], bool]:
    """Whether the player to move wins, for every position below some heaps, by the rules alone."""
    wins: dict[tuple[int, ...], bool] = {}
    for each in product(*(range(size + 1) for size in sizes)):  # each position comes after those that its moves leave
        after = [wins[left] for left in _left(each, allowed)]
        wins[each] = not all(after) if after else misere
    return wins


def _left(each: tuple[int, ...], allowed: Sequence[Allowed]) -> Iterator[tuple[int, ...]]:
    for heap, size in enumerate(each):
        for number in allowed[heap] or range(1, size + 1):
            if number <= size:
                yield (*each[:heap], size - number, *each[heap + 1 :])


def dashed(sizes: Sequence[int]) -> str:
    """Heaps as text, as ``3-4-5``."""
    return "-".join(map(short, sizes))
