"""What the tests of ultimate have in common, those that take long and those that do not."""

from __future__ import annotations

from core.game import Game
from core.games import get


def rules(options: str = "") -> Game:
    return get("/".join(filter(None, ("ultimate", options))))
