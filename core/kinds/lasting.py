"""Games in which each player adds marks of their own, and every mark stays where it is until the end."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from core.game import Game, State


class Pattern(NamedTuple):
    """What the rules know of the cells, so that a map of the cells which keeps it keeps the rules: sets of cells as bits, and
    pairs of cells, each with a number for the kind of pair."""

    lines: Sequence[int]
    pairs: Sequence[tuple[int, int, int]] = ()


class LastingGame(Game):
    """A position can come up after another one only if every mark of the earlier one is on it."""

    @property
    @abstractmethod
    def pattern(self) -> Pattern:
        """What a symmetry of the cells has to keep, and nothing else: none may be missed."""

    @abstractmethod
    def lying(self, s: State) -> Sequence[int]:
        """For every cell the number of its mark, or -1."""
