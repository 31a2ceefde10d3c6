"""What a real terminal is sent by each screen at rest. It takes two minutes."""

from __future__ import annotations

import pytest

from tests.pty.terminal import PROGRAM
from tui.bench.figures import AT_ONCE, Plan, Screen, household, keep_a_game, rest, screens
from tui.household.surroundings import STORE_FILE

SCREENS = screens()
GROUPS = [SCREENS[at : at + AT_ONCE] for at in range(0, len(SCREENS), AT_ONCE)]


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group[0].name)
def test_a_screen_sends_nothing_at_rest(group: list[Screen]) -> None:
    with household() as home:
        keep_a_game(home / STORE_FILE)
        counts = rest(Plan((str(PROGRAM),)), home, group)
    assert {screen.name: count for screen, count in zip(group, counts, strict=True) if count} == {}
