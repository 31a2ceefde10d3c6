"""The hall for tests: engines without processes, chance without surprise."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.tui.hall import Door, Engines, PromptKeeper, drain, unpainted


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> Engines:
    """The engines of every hall that the test opens."""
    made = Engines()
    monkeypatch.setattr("core.worker.parent.Worker", made.worker)
    return made


@pytest.fixture
def painting(monkeypatch: pytest.MonkeyPatch) -> None:
    """How the hall is painted: not at all, but for a test that looks at what goes to the terminal."""
    monkeypatch.setattr("textual.screen.Screen._compositor_refresh", unpainted)


@pytest.fixture
def hall(home: Path, engines: Engines, painting: None, monkeypatch: pytest.MonkeyPatch) -> Door:
    """Opens the hall on the folder of this test."""
    monkeypatch.setattr("tui.home_game.Random", lambda: Random(1))
    monkeypatch.setattr("tui.app.Keeper", PromptKeeper)
    monkeypatch.setattr("textual.app.wait_for_idle", drain)
    waits = ("core.session.SAVING_SECONDS", "tui.screens.play_panel.HELD_SECONDS", "tui.screens.typing.WAIT_SECONDS")
    for wait in waits:
        monkeypatch.setattr(wait, 3600.0)  # what is shown must not hang on how long a key takes
    door = Door(home, engines)
    monkeypatch.setattr("tui.settings_file.load", door.settings)
    return door
