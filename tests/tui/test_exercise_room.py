"""What an exercise shows where room is short: why a move was wrong, and the keys that matter now."""

from __future__ import annotations

import pytest

from core.study.study import StudyQuestion
from tests.tui.hall import Door, Visit
from tui.drawing.canvas import Row
from tui.drawing.line import KeyLine
from tui.screens.study.course import CourseScreen, LessonCard
from tui.screens.study.exercise import ExerciseScreen
from tui.screens.study.side import ExerciseSide, SideView
from tui.screens.study.tasks import Listed


@pytest.mark.parametrize("said", ["Wrong: a3, lose in 4; X answers c1.", " ".join(["why"] * 200)])
@pytest.mark.parametrize("height", range(4, 12))
def test_a_long_task_leaves_room_for_why_a_move_was_wrong(said: str, height: int) -> None:
    side = ExerciseSide()
    rows: list[Row] = [[] for _ in range(9)]
    side.view = SideView("X to move", [(" ".join(["task"] * 100), "strong")], [(said, "")], Listed("", "", rows, 0))
    drawn = ["".join(span.text for span in row) for row in side.draw(40, height)]
    assert len(drawn) == height
    assert any(said.split()[0] in row for row in drawn[2:]) == (height > 4)
    assert "task" in drawn[1]


async def opened(visit: Visit) -> ExerciseScreen:
    visit.app.study(StudyQuestion("puzzles", ("tictactoe",)))
    await visit.until(lambda: isinstance(visit.app.screen, ExerciseScreen) and visit.app.screen.takes_moves)
    await visit.settle()
    screen = visit.app.screen
    assert isinstance(screen, ExerciseScreen)
    return screen


@pytest.mark.parametrize("language", ["en", "es"])
async def test_in_the_smallest_window_the_footer_names_enter_and_the_ways_out_before_a_try(
    hall: Door, language: str
) -> None:
    hall.furnish(language=language)
    async with hall(size=(40, 12)) as visit:
        await opened(visit)
        assert {"choose", "panel", "help", "leave"} <= shown(visit)


async def test_in_the_smallest_window_the_footer_names_enter_after_a_try(hall: Door) -> None:
    async with hall(size=(40, 12)) as visit:
        await opened(visit)
        await visit.do("solution")
        assert {"choose", "help", "leave"} <= shown(visit)


@pytest.mark.parametrize("language", ["en", "es"])
async def test_the_note_of_the_course_has_its_paragraphs_one_below_the_other(hall: Door, language: str) -> None:
    hall.furnish(language=language)
    async with hall(size=(120, 40)) as visit:
        visit.app.study(StudyQuestion("course", ()))
        await visit.until(lambda: isinstance(visit.app.screen, CourseScreen))
        await visit.settle()
        card = visit.app.screen.query_one(LessonCard)
        said = ["".join(span.text for span in row).strip("│ ") for row in card.draw(60, 40)]
        assert any(row.startswith(("'First try'", "'A la 1.ª'")) for row in said)
        assert not any("  " in row for row in said if row.endswith(".") or "'" in row)


def shown(visit: Visit) -> set[str]:
    """The actions that the footer names."""
    footer = visit.app.screen.query_one("#footer", KeyLine)
    return {
        span.action.removeprefix("screen.")
        for row in footer.draw(visit.app.size.width, 1)
        for span in row
        if span.action
    }
