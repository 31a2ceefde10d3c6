"""Analyst: asks an engine in another process about positions, and remembers its answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from core.analysis import Analysis, Limit
from core.errors import CoreError
from core.phrase import Phrase
from core.play.source import Snapshot
from core.position import Position
from core.review.account import Account
from core.review.memory import REMEMBERED, Memory
from core.strategies.levels import Level

if TYPE_CHECKING:
    from core.players.asking import Adviser, Asking, MakeAdviser

MAX_THOUGHT = 60.0
"""Maximum time for a position that is thought on about, in seconds."""
LOOKED_BACK = REMEMBERED // 2
"""Maximum number of plies to look back in a game. The rest of the memory is for other lines."""


def doubled(limit: Limit) -> Limit:
    """Twice the time of a limit, up to MAX_THOUGHT; the same limit where that is reached."""
    return limit if limit.seconds is None else Limit(seconds=max(limit.seconds, min(2 * limit.seconds, MAX_THOUGHT)))


class Analyst:
    """Asks about one position at a time and remembers the last answer for each.

    ``listener(analysis)`` is called with every answer about the current position, ``trouble(error)`` if none will come.
    ``engine`` None is the best one for the position. ``worker`` makes the process when it is first needed. ``remembered``
    is the maximum number of positions with answers.
    """

    def __init__(
        self,
        listener: Callable[[Analysis], None],
        trouble: Callable[[CoreError], None],
        interval: float,
        worker: MakeAdviser,
        remembered: int = REMEMBERED,
    ) -> None:
        self.engine: str | None = None
        self._listener = listener
        self._interval = interval
        self._remembered = remembered
        self._memory = Memory(remembered)
        self._trouble = trouble
        self._make = worker
        self._worker: Adviser | None = None
        self._asked: Asking | None = None
        self._lost: tuple[Position, Phrase] | None = None
        self.looking = False
        """Whether the last question still waits for its final answer."""

    def ask(self, position: Position, limit: Limit | Level, engine: str | None = None) -> bool:
        """Ask about a position, unless all of it is known, and drop the question before. Returns whether it was asked."""
        self.engine, self._lost = engine, None
        known = self._memory.known(position)
        if position.outcome or (known and known.final and known.settled):
            self.rest()
            return False
        from core.players.worker.request import Request

        if self._worker is None:
            self._worker = self._make()
        self._asked = self._worker.ask(
            Request(position, engine, limit, self._interval), self._hear, partial(self._lose, position)
        )
        self.looking = True
        return True

    def look_back(self, state: Snapshot, limit: Limit) -> None:
        """Ask about the latest position of a game without a final answer, at most LOOKED_BACK plies back."""
        waiting = self.account(state).waiting
        if waiting and waiting[-1] > len(state.match.moves) - LOOKED_BACK:
            self.ask(state.match.positions[waiting[-1]], limit, self.engine)

    def known(self, position: Position) -> Analysis | None:
        """The last answer about a position."""
        return self._memory.known(position)

    def lost(self, position: Position) -> Phrase | None:
        """The reason why no answer about a position will come; None if one may come."""
        return self._lost[1] if self._lost and self._lost[0] == position else None

    @property
    def before(self) -> int | None:
        """Number of questions of others ahead in the queue; None if it does not wait."""
        return self._asked.before if self._asked else None

    def account(self, state: Snapshot) -> Account:
        """The account of a game by the answers so far."""
        return self._memory.account(state.match.positions, state.match.moves, state.match.outcome)

    def learn(self, analysis: Analysis) -> None:
        """Remember an analysis from elsewhere."""
        self._memory.learn(analysis)

    def forget(self) -> None:
        """Forget the estimates of this engine, but not its proofs."""
        self._memory.forget()

    def hush(self) -> None:
        """Stop thinking, and forget all answers."""
        self.rest()
        self._memory = Memory(self._remembered)

    def rest(self) -> None:
        """Stop thinking."""
        self.looking = False
        if self._asked:
            self._asked.drop()
            self._asked = None

    async def close(self) -> None:
        """End the engine's process."""
        if self._worker:
            await self._worker.close()

    def _lose(self, position: Position, error: CoreError) -> None:
        self._lost, self.looking = (position, error.phrase), False
        self._trouble(error)

    def _hear(self, analysis: Analysis) -> None:
        analysis = analysis.informed
        known = self._memory.known(analysis.position)
        again = known is not None and known.engine == analysis.engine and not analysis.final
        if known and again and analysis.seconds < known.seconds:
            # Until it has thought as long as before, what it found then is better.
            analysis = replace(known.keeping(analysis), final=False)
        self._memory.learn(analysis)
        self.looking = not analysis.final
        self._listener(analysis)
