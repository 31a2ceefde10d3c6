"""Where there is no exercise, or none yet, the screen of exercises says why, what comes there and how to go on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.errors import CoreError
from core.study.study import StudyQuestion
from tests.tui.hall import Door, Visit
from tests.tui.languages import Locale
from tui.screens.home.screen import HomeScreen
from tui.screens.study.absent import ExerciseAbsent

SIZES = [(80, 24), (40, 12)]


def body(visit: Visit) -> str:
    """What stands between header and status, in one line without the frame."""
    rows = visit.text.splitlines()[2:-3]
    return " ".join(" ".join(row.strip("│ ") for row in rows).split())


class Unanswered:
    """Stands for the process that looks for exercises, and never finds any."""

    def __init__(self, question: StudyQuestion, *heard: object, **options: object) -> None: ...

    async def close(self) -> None: ...


@pytest.mark.parametrize("size", SIZES)
async def test_without_a_mistake_the_screen_says_that_a_review_finds_them(hall: Door, size: tuple[int, int]) -> None:
    async with hall(size=size) as visit:
        visit.app.go_to("mistakes")
        await visit.settle()
        assert "A review finds mistakes" in body(visit)


async def test_without_a_mistake_enter_goes_to_the_games(hall: Door) -> None:
    async with hall() as visit:
        visit.app.go_to("mistakes")
        await visit.settle()
        await visit.do("choose")
        assert isinstance(visit.app.screen, HomeScreen)


@pytest.mark.parametrize("size", SIZES)
async def test_while_the_puzzle_of_the_day_is_sought_the_screen_says_what_it_is(
    hall: Door, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.study.process.Studying", Unanswered)
    async with hall(size=size) as visit:
        visit.app.study(StudyQuestion("daily"))
        await visit.settle()
        assert "the same for everybody" in body(visit)


async def test_while_exercises_are_sought_a_bar_counts_the_seconds(hall: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.study.process.Studying", Unanswered)
    async with hall() as visit:
        visit.app.study(StudyQuestion("daily"))
        await visit.settle()
        visit.app.screen.query_one(ExerciseAbsent).count()
        await visit.settle()
        assert "▮▯▯▯▯▯▯▯▯▯ 1 s" in body(visit)


async def test_what_went_wrong_is_told_in_the_new_language_too(
    hall: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[Callable[[CoreError], None]] = []

    class Failing(Unanswered):
        def __init__(
            self, question: StudyQuestion, on_study: object, fail: Callable[[CoreError], None], **_options: object
        ):
            failed.append(fail)

    Locale(tmp_path / "locale", monkeypatch).write("qq", {"It failed.": "qq-failed"})
    monkeypatch.setattr("core.study.process.Studying", Failing)
    async with hall() as visit:
        visit.app.call_later(visit.app.study, StudyQuestion("daily"))
        await visit.settle()
        failed[0](CoreError("It failed."))
        visit.app.choose("language", "qq")
        await visit.settle()
        assert "qq-failed" in body(visit)
