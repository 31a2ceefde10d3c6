"""The interface for asking an engine, wherever it runs: in a child process, in a hall, behind a pool, or in this process.

The asker passes two functions: ``heard`` for each analysis, the last of which is final, and ``lost`` for an error in place of
the final analysis. They are called in the asker's loop, never before ``ask`` has returned. After the final analysis or the
error no call follows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from core.analysis import Analysis
from core.errors import CoreError
from core.game import Player
from core.players.worker.request import Request

Heard: TypeAlias = Callable[[Analysis], None]
Lost: TypeAlias = Callable[[CoreError], None]


class Asking(Protocol):
    """An open question to an engine."""

    @property
    def before(self) -> int | None:
        """Number of questions of others ahead in the queue; None if it does not wait."""

    def stop(self) -> None:
        """Ask for the final answer now. Does nothing a second time or after the final answer."""

    def drop(self) -> None:
        """Cancel the question: no further answer comes."""


class Adviser(Protocol):
    """Answers one question at a time."""

    def ask(self, request: Request, heard: Heard, lost: Lost) -> Asking:
        """Ask a question and drop the one before."""

    async def close(self) -> None:
        """End the engine; no further answer comes."""


MakeAdviser: TypeAlias = Callable[[], Adviser]
AskForSeat: TypeAlias = Callable[[Player, Request, Heard, Lost], Asking]
"""Asks the player on a seat for a move, or for an analysis of a position."""


def followed(ask: AskForSeat, after: Callable[[], None]) -> AskForSeat:
    """``ask``, with ``after`` called after every answer."""

    def asked(seat: Player, request: Request, heard: Heard, lost: Lost) -> Asking:
        def hear(analysis: Analysis) -> None:
            heard(analysis)
            after()

        def lose(error: CoreError) -> None:
            lost(error)
            after()

        return ask(seat, request, hear, lose)

    return asked
