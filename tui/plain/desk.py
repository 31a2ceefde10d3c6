"""Desk: what every lesson of the line mode works with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from core.errors import CoreError
from core.store.store import Store
from tui.household.household import Household
from tui.plain.long_answer import LongAnswer
from tui.text.catalogue import say

T = TypeVar("T")

REPORT_SECONDS = 1.0
"""Minimum seconds between two reports of an engine: no reader sees them pass."""


class Desk(NamedTuple):
    """The store, the engines and the reader."""

    household: Household
    """The store and the engines."""
    out: Callable[[str], None]
    """Says a sentence."""
    changed: Callable[[], None]
    """Called when there may be something to go on with."""
    answer: LongAnswer
    """Says what is long."""

    def warn(self, error: CoreError) -> None:
        """Say what went wrong."""
        self.out(say(error))

    def save(self, change: Callable[[Store], object]) -> None:
        """Change the store, without waiting for it; say what goes wrong."""
        self.household.keeper.read(change, lambda nothing: None, self.warn)

    async def ask(self, question: Callable[[Store], T]) -> T:
        """The answer of the store to a question that changes nothing. Raises StoreBroken."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.household.keeper.look(question, answer.set_result, answer.set_exception)
        return await answer
