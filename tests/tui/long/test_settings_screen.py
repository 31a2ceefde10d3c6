"""Every setting is changed and comes back. It takes 3 seconds."""

from __future__ import annotations

import pytest

from tests.tui.hall import Door
from tests.tui.settings_screen_cases import kept, open_settings
from tui.household.settings import SETTINGS
from tui.screens.settings import value_words


@pytest.mark.parametrize("name", [name for name, setting in SETTINGS.items() if not setting.kind.table])
async def test_every_setting_is_changed_and_comes_back_to_what_is_usual(hall: Door, name: str) -> None:
    hall.newcomer = True
    async with hall() as visit:
        screen = await open_settings(visit, name)
        usual = screen.value(name)
        await visit.press("right")
        changed = screen.value(name)
        assert changed != usual
        assert kept(hall)[name] == changed
        assert visit.status.strip().endswith(value_words(name, changed))
        await visit.do("usual")
        assert screen.value(name) == SETTINGS[name].usual
