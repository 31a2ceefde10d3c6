"""Games of engines that are watched without waiting."""

from __future__ import annotations

import pytest

from core.play.actions import Pace
from tui.game.home_game import HomeGame

do = HomeGame.do


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no second be waited for, whatever the speed."""
    monkeypatch.setattr(
        HomeGame, "do", lambda game, action: do(game, Pace(0.0, 0.0) if isinstance(action, Pace) else action)
    )
