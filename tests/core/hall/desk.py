"""A desk of engines that answers nothing and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from core.game import Game
from core.games import get
from core.hall.fairness import Bound
from core.hall.people import Guest
from core.players.worker.request import Request
from core.position import play_all


class Desk:
    """A :class:`core.hall.advice.AdviceDesk`."""

    def __init__(self) -> None:
        self.heard: list[tuple[Any, ...]] = []

    seconds: ClassVar[dict[str, float]] = {"move": 1.5}

    def ask(self, guest: Guest, n: int, kind: str, channel: int, question: Request) -> None:
        self.heard.append(("ask", n, kind, channel, question.position.text))

    def stop(self, guest: Guest, of: int) -> None:
        self.heard.append(("stop", of))

    def drop(self, guest: Guest, of: int) -> None:
        self.heard.append(("drop", of))

    def study(self, guest: Guest, n: int, games: Sequence[Game]) -> None:
        self.heard.append(("study", n, *(game.id for game in games)))
        guest.ok(n)

    def studied(self, guest: Guest, of: int) -> None:
        self.heard.append(("studied", of))

    def bind(self, guest: Guest, bound: Sequence[Bound]) -> None:
        """Nothing is open that could be ended."""

    def gone(self, guest: Guest) -> None:
        self.heard.append(("gone",))

    def tick(self, now: float) -> None:
        """Nothing is ever due."""


def question(moves: str = "", game: str = "tictactoe") -> dict[str, Any]:
    return Request(play_all(get(game), moves)[1]).to_json(0)
