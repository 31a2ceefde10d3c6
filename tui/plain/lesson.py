"""Lesson: what a reader learns from beside the game at the table."""

from __future__ import annotations

from collections.abc import Collection

from core.game import Move
from core.position import Position


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

    async def do(self, word: str) -> None:
        """Do what one of the words says."""

    def play(self, move: Move) -> None:
        """Try a move."""

    def halt(self) -> None:
        """Let the reader wait no longer."""

    def end(self) -> str:
        """The result that is said when the reader leaves; empty where there is none."""
        return ""

    async def close(self) -> None:
        """End all that works for it."""
