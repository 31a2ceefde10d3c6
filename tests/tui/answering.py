"""An adviser whose answers a test gives."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.players.asking import Heard, Lost
from core.players.worker.request import Request


@dataclass
class Answers:
    """An adviser that keeps what it is asked; the test answers."""

    asked: list[Request] = field(default_factory=list)
    heard: Heard = lambda analysis: None
    before: int | None = None

    def ask(self, request: Request, heard: Heard, lost: Lost) -> Answers:
        self.asked.append(request)
        self.heard = heard
        return self

    def stop(self) -> None:
        """Nothing thinks."""

    def drop(self) -> None:
        """Nothing thinks."""

    async def close(self) -> None:
        """Nothing is open."""
