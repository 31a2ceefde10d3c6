"""Whatever a monkey does at mouse and keyboard, nothing ends the app. It takes 30 seconds."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.games import get
from core.play.seats import Setup
from core.play.source import Archive
from core.study.study import StudyQuestion
from tests.tui.hall import FULL, Door
from tests.tui.monkey import Monkey
from tests.tui.reviewing import LOST, a_game

ALONE = ("human", FULL)


@pytest.mark.parametrize("seed", range(4))
async def test_nothing_that_is_done_faster_than_screens_come_ends_the_app(
    hall: Door, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the keys may save a certificate
    hall.engines.hasty = True
    async with hall() as visit:
        app = visit.app

        async def home() -> None:
            app.go_home()

        async def play() -> None:
            app.open_game(get(("tictactoe", "ultimate", "nim:3,4,5", "morris")[seed]), Setup(ALONE))

        async def watch() -> None:
            app.open_game(get("connect-four"), Setup((FULL, FULL)))

        async def review() -> None:
            app.review(Archive(a_game(LOST)))

        async def study() -> None:
            app.study(StudyQuestion("nim"))

        stages = (home, play, watch, review, study)
        await Monkey(visit, seed).romp({stage.__name__: stage for stage in stages}, 500)
