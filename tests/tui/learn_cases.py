"""What the tests of learn share, those that take long and those that do not."""

from __future__ import annotations

from tests.tui.hall import Visit
from tui.screens.study.learn import LearnScreen


def learn(visit: Visit) -> LearnScreen:
    screen = visit.app.screen
    assert isinstance(screen, LearnScreen)
    return screen
