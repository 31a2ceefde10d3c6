"""What the tests of settings screen share, those that take long and those that do not."""

from __future__ import annotations

import tomllib
from typing import Any

from tests.tui.hall import Door, Visit, top
from tui.household.settings import SETTINGS
from tui.household.settings_file import FILE
from tui.screens.settings import SettingsScreen


async def open_settings(visit: Visit, name: str = "theme") -> SettingsScreen:
    """Open the screen from the home screen, with the cursor on a setting."""
    await visit.do("settings")
    screen = top(visit.app, SettingsScreen)
    await visit.press(*["down"] * list(SETTINGS).index(name))
    assert screen.setting.name == name
    return screen


def kept(hall: Door) -> dict[str, Any]:
    """What the file says."""
    return tomllib.loads((hall.folder / FILE).read_text("utf-8"))
