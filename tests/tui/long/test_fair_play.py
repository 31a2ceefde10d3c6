"""Each way to values of a game is closed while it is played. It takes 10 seconds."""

from __future__ import annotations

import pytest

from tests.tui.street import Open
from tests.tui.ways import WAYS, closed_while_played


@pytest.mark.parametrize(("way", "post"), [*((way, False) for way in WAYS), ("minimax", True), ("a review", True)])
async def test_what_tells_of_a_game_is_closed_in_every_window_when_it_begins_and_stays_closed_until_its_end(
    opened: Open, way: str, post: bool
) -> None:
    await closed_while_played(opened, way, post)
