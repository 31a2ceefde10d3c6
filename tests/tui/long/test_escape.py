"""Escape leads home from every screen. It takes 10 seconds."""

from __future__ import annotations

import pytest

from tests.tui.every_screen import SCREENS
from tests.tui.hall import Door, Engines
from tests.tui.leaving import leave


@pytest.mark.parametrize("name", SCREENS)
async def test_it_leads_from_every_screen_to_home(hall: Door, name: str, engines: Engines) -> None:
    await leave(hall, name, engines)
