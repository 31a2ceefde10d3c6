"""Every game of the gallery in every size of window: two minutes."""

from __future__ import annotations

import pytest

from core import own
from core.kits import OWN
from tests.tui.hall import Door


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12), (120, 40), (20, 5)])
@pytest.mark.parametrize("definition", own.gallery(), ids=lambda definition: definition.name)
async def test_every_game_of_the_gallery_is_drawn_and_played_in_every_size(
    hall: Door, definition: own.Definition, size: tuple[int, int]
) -> None:
    if f"own-{definition.kind}" not in OWN:
        pytest.skip("which cannot be played")
    hall.engines.hasty = True
    async with hall(definition.id, players=("human", "human"), size=size) as visit:
        await visit.press("enter", "enter")
        await visit.rest()
        await visit.press("escape", "right", "down", "enter")
        await visit.rest()
        assert visit.app.screen
