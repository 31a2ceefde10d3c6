"""What a reader of lines learns from beside the game at the table: the face of every lesson, and what each needs."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from core.game import Move
from core.position import Position
from tui.household.household import Household
from tui.plain.pages import Pages

REPORT_SECONDS = 1.0
"""Minimum seconds between two reports of an engine: nobody sees them pass."""


class Desk(NamedTuple):
    """What a lesson works with."""

    household: Household
    """The store and the engines."""
    out: Callable[[str], None]
    """Says a sentence."""
    changed: Callable[[], None]
    """Called when there may be something to go on with."""
    pages: Pages
    """Says what is long."""


class Lesson:
    """Takes some ``words``, and moves as long as it has a ``position``."""

    words: Collection[str] = ()

    @property
    def position(self) -> Position | None:
        """The position in which moves are tried."""
        return None

    @property
    def rests(self) -> bool:
        """Whether the reader waits for nothing."""
        return True

    @property
    def searches(self) -> bool:
        """Whether the reader waits for something that can be halted."""
        return not self.rests

    async def do(self, word: str) -> None:
        """Do what one of the words says."""

    def play(self, move: Move) -> None:
        """Try a move."""

    def halt(self) -> None:
        """Let the reader wait no longer."""

    def end(self) -> str:
        """What there is to say when the reader leaves."""
        return ""

    async def close(self) -> None:
        """End all that works for it."""
