"""The exercise of the course is judged on the screen, function by function. It takes 12 seconds."""

from __future__ import annotations

from core.judge.judging import Assignment
from tests.tui.hall import Door
from tests.tui.judging import COURSE, judged, seen, side, written


async def test_of_a_course_file_the_first_wrong_function_is_the_headline(hall: Door) -> None:
    async with hall(assignment=Assignment(written(hall.folder, COURSE))) as visit:
        await seen(visit)
        # Every open board but the empty one has a taken square.
        assert visit.status.startswith("Wrong: result, on 4,519 of 4,520 boards.")
        assert "Right on every board: player, actions." in side(visit)
        assert "Missing: terminal, utility." in side(visit)
        assert "result(board, (0, 0)) answers" in side(visit)
        await visit.do("next_fault")
        assert "winner(board) answers None. Expected: 'X'." in side(visit)
        assert not judged(visit).check_action("play_here", ())
