"""What a test asks an adviser, and what it hears of it."""

from __future__ import annotations

from collections.abc import Callable

from core.analysis import Analysis
from core.errors import CoreError
from core.players.asking import Adviser, Asking
from core.players.worker.request import Request


class Hearing:
    """Asks an adviser, and remembers what is told of each question by its number, from 1; ``told`` is called then."""

    def __init__(self, adviser: Adviser, told: Callable[[], None] = lambda: None) -> None:
        self.adviser = adviser
        self.heard: list[tuple[int, Analysis]] = []
        self.troubles: list[CoreError] = []
        self.asked: list[Asking] = []
        self._told = told

    @property
    def finals(self) -> list[int]:
        """The questions of which a final answer was heard."""
        return [number for number, analysis in self.heard if analysis.final]

    def ask(self, request: Request) -> int:
        """Ask; the number of the question."""
        number = len(self.asked) + 1
        self.asked.append(self.adviser.ask(request, lambda analysis: self._hear(number, analysis), self._lose))
        return number

    def stop(self) -> None:
        """The answer to the last question, now."""
        self.asked[-1].stop()

    def drop(self) -> None:
        """The last question is wanted no more."""
        self.asked[-1].drop()

    def _hear(self, number: int, analysis: Analysis) -> None:
        self.heard.append((number, analysis))
        self._told()

    def _lose(self, error: CoreError) -> None:
        self.troubles.append(error)
        self._told()
