"""Escape leaves each study. It takes 3 seconds."""

from __future__ import annotations

import pytest

from core.study.study import StudyQuestion
from tests.tui.hall import Door
from tests.tui.learn_cases import learn
from tui.screens.home.screen import HomeScreen
from tui.screens.study.document import StudyScreen
from tui.screens.study.exercise import ExerciseScreen


@pytest.mark.parametrize("topic", ["nim", "minimax", "learning", "history", "graph"])
async def test_escape_leaves_a_study_but_closes_its_box_first(hall: Door, topic: str) -> None:
    async with hall() as visit:
        await visit.do("learn")
        visit.app.study(StudyQuestion(topic))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.press("colon", "escape")
        assert isinstance(visit.app.screen, StudyScreen)
        await visit.press("escape")
        assert learn(visit).chosen
        await visit.press("escape")
        assert isinstance(visit.app.screen, HomeScreen)


@pytest.mark.parametrize("topic", ["puzzles", "daily"])
async def test_escape_leaves_an_exercise_but_closes_the_box_for_moves_first(hall: Door, topic: str) -> None:
    async with hall() as visit:
        await visit.do("learn")
        visit.app.study(StudyQuestion(topic))
        await visit.until(lambda: isinstance(visit.app.screen, ExerciseScreen) and visit.app.screen.takes_moves)
        await visit.press("colon", "escape")
        assert isinstance(visit.app.screen, ExerciseScreen)
        await visit.press("escape")
        assert learn(visit).chosen


async def test_escape_leaves_the_course(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("learn")
        visit.app.study(StudyQuestion("course"))
        await visit.press("escape")
        assert learn(visit).chosen
