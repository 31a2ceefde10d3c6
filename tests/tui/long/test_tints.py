"""Every theme has the same grounds. It takes 2 seconds."""

from __future__ import annotations

import pytest

from tests.tui.goldens import NARROW
from tests.tui.hall import Door
from tests.tui.tints_cases import MIXED, PEOPLE, look


@pytest.mark.parametrize("theme", [theme.name for theme in MIXED])
async def test_every_theme_has_the_same_grounds(hall: Door, theme: str) -> None:
    hall.furnish(panel="live", marks=True, theme=theme)
    hall.engines.canned = True
    async with hall("tictactoe", "a1 b2 c3", PEOPLE, NARROW) as visit:
        await look(visit, "grid")
