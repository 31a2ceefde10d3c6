"""The hall for tests: engines without processes, chance without surprise."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.tui.hall import Door, Engines, drain


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> Engines:
    """The engines of every hall that the test opens."""
    made = Engines()
    for module in ("core.worker", "tui.analyst", "tui.screens.play"):
        monkeypatch.setattr(f"{module}.Worker", made.worker, raising=False)
    return made


@pytest.fixture
def hall(home: Path, engines: Engines, monkeypatch: pytest.MonkeyPatch) -> Door:
    """Opens the hall on the folder of this test."""
    for module in ("tui.app", "tui.screens.play", "tui.screens.watch"):
        monkeypatch.setattr(f"{module}.Random", lambda: Random(1))
    monkeypatch.setattr("textual.app.wait_for_idle", drain)
    return Door(home, engines)
