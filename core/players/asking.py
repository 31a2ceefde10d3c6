"""How an engine is asked, wherever it thinks: in a child of one's own, in that of a hall, behind a pool, or here and now.

Who asks is told through two functions of their own, in their own loop, and never before the asking has returned: ``heard`` of
each analysis, of which the last is final, or ``lost`` in place of a final one. One of the two comes once, then nothing more.
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
    """A question that has been asked."""

    @property
    def before(self) -> int | None:
        """How many questions of others are put before it; None as soon as it does not wait."""
        ...

    def stop(self) -> None:
        """The final answer, now. Does nothing a second time, or where it has been told."""
        ...

    def drop(self) -> None:
        """Nobody wants the answer any more: nothing is told from here on."""
        ...


class Adviser(Protocol):
    """What answers one question at a time."""

    def ask(self, request: Request, heard: Heard, lost: Lost) -> Asking:
        """Ask, and drop what was asked before."""
        ...

    async def close(self) -> None:
        """Answer nothing any more, and end what thinks."""
        ...


MakeAdviser: TypeAlias = Callable[[], Adviser]
AskForSeat: TypeAlias = Callable[[Player, Request, Heard, Lost], Asking]
"""Asks for the move of the player on a seat, or what they think of a position."""


def followed(ask: AskForSeat, after: Callable[[], None]) -> AskForSeat:
    """The same, with ``after`` called whenever something has been told."""

    def asked(seat: Player, request: Request, heard: Heard, lost: Lost) -> Asking:
        def hear(analysis: Analysis) -> None:
            heard(analysis)
            after()

        def lose(error: CoreError) -> None:
            lost(error)
            after()

        return ask(seat, request, hear, lose)

    return asked
