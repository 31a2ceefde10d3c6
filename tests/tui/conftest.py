"""The hall for tests: engines without processes, chance without surprise."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from core.play.session import Session
from core.play.source import Source
from tests.tui.commands import triqui as triqui
from tests.tui.hall import Door, Engines, PromptKeeper
from tests.tui.haste import (
    connected_unsynced,
    drain,
    drained,
    join_once,
    read_once,
    secured_unsynced,
    style_as_before,
    style_parts_late,
    unpainted,
)
from tests.tui.judging import JudgedAtOnce
from tests.tui.street import opened as opened
from tests.tui.studying import CountedAtOnce
from tui.game.home_game import HomeGame


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> Engines:
    """The engines of every hall that the test opens."""
    made = Engines()
    monkeypatch.setattr("core.players.worker.parent.Worker", made.worker)
    return made


@pytest.fixture
def canned(engines: Engines) -> None:
    """For pictures: engines say what is kept beside these."""
    engines.canned = True


@pytest.fixture
def painting(monkeypatch: pytest.MonkeyPatch) -> None:
    """How the hall is painted: not at all, but for a test that looks at what goes to the terminal."""
    monkeypatch.setattr("textual.screen.Screen._compositor_refresh", unpainted)


@pytest.fixture
def hall(home: Path, engines: Engines, painting: None, monkeypatch: pytest.MonkeyPatch) -> Door:
    """Opens the hall on the folder of this test."""
    monkeypatch.setattr("tui.game.home_game.Random", lambda: Random(1))
    monkeypatch.setattr("tui.household.household.Keeper", PromptKeeper)
    monkeypatch.setattr("core.study.process.Studying", CountedAtOnce)
    monkeypatch.setattr("core.judge.process.Judging", JudgedAtOnce)
    monkeypatch.setattr("textual.app.wait_for_idle", drain)
    monkeypatch.setattr("textual.pilot.wait_for_idle", drain)
    monkeypatch.setattr("textual.pilot.Pilot._wait_for_screen", drained)
    monkeypatch.setattr("textual.css.stylesheet.Stylesheet._parse_rules", read_once)
    monkeypatch.setattr("textual.css.stylesheet.Stylesheet.parse", join_once)
    monkeypatch.setattr("textual.css.stylesheet.Stylesheet.apply", style_as_before)
    monkeypatch.setattr("textual.css.stylesheet.Stylesheet._process_component_classes", style_parts_late)
    monkeypatch.setattr("core.store.file._secured", secured_unsynced)
    monkeypatch.setattr("core.store.file._connected", connected_unsynced)
    waits = (
        "core.play.saving.SAVING_SECONDS",
        "tui.screens.play.knowledge.HELD_SECONDS",
        "tui.screens.base.keyboard.WAIT_SECONDS",
        "tui.boards.base.COMING_SECONDS",
        "tui.boards.base.LIGHT_SECONDS",
    )
    for wait in waits:
        monkeypatch.setattr(wait, 3600.0)  # what is shown must not hang on how long a key takes
    monkeypatch.setattr("tui.screens.play.end.FRESH_SECONDS", 0.0)
    door = Door(home, engines)
    monkeypatch.setattr("tui.household.settings_file.load", door.settings)
    return door


class Hours:
    """What time it is in the games of a hall: it passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1e9
        """Far ahead of the clock of the loop, so that nothing that is due comes by itself."""

    def __call__(self) -> float:
        return self.now

    def run(self, source: Source, seconds: int) -> None:
        """Let seconds pass in a game at home, which is told of each."""
        assert isinstance(source, HomeGame)
        for _ in range(seconds):
            self.now += 1.0
            source._go_on()


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    """The time of every game that the test opens."""
    made = Hours()

    def session(*given: Any, **more: Any) -> Session:
        course, players, keep, _now, *further = given
        return Session(course, players, keep, made, *further, **more)

    monkeypatch.setattr("tui.game.home_game.Session", session)
    return made
