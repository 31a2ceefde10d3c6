"""The curve of machines that learn grows while one looks: by itself, faster and slower, from the first game again."""

from __future__ import annotations

import pytest

from core.study.study import StudyQuestion
from tests.tui.hall import Door, Visit
from tui.screens.study.learning import SPEEDS, USUAL_SPEED, LearningScreen


async def opened(visit: Visit) -> LearningScreen:
    """The screen, its curve counted and at rest at the first game."""
    visit.app.study(StudyQuestion("learning", ("tictactoe", "games=50")))
    await visit.until(lambda: isinstance(visit.app.screen, LearningScreen) and visit.app.screen.study)
    screen = visit.app.screen
    assert isinstance(screen, LearningScreen)
    await visit.until(lambda: screen.study and screen.study.final)
    await visit.press("home")
    return screen


async def test_the_curve_grows_by_itself_and_stops_at_the_last_game(
    hall: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.screens.study.learning.SPEEDS", (1, 2, 5, 1000))
    async with hall() as visit:
        screen = await opened(visit)
        assert screen.shown == 0
        assert visit.status == "Space starts it, 1000 points a second at most."
        await visit.do("run")
        await visit.until(lambda: visit.status == "Space starts it, 1000 points a second at most.")
        assert screen.curve
        assert screen.shown == len(screen.curve.points) > 0
        await visit.do("slower", "slower", "slower", "run", "run")
        assert screen.shown < len(screen.curve.points), "a whole curve grows again from the first game"


async def test_the_footer_says_what_space_does_now(hall: Door) -> None:
    async with hall() as visit:
        await opened(visit)
        assert "Space run" in visit.footer
        await visit.do("slower", "slower", "slower", "run")
        assert "Space stop" in visit.footer
        await visit.do("run")
        assert "Space run" in visit.footer


async def test_it_goes_to_the_first_and_the_last_game_at_once(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit)
        await visit.press("end")
        assert screen.curve
        assert screen.shown == len(screen.curve.points) > 0
        await visit.press("home")
        assert screen.shown == 0


async def test_the_speed_is_told_and_has_two_ends(hall: Door) -> None:
    async with hall() as visit:
        await opened(visit)
        told = []
        for key in ["minus"] * (USUAL_SPEED + 1) + ["plus"] * len(SPEEDS):
            await visit.press(key)
            told.append(visit.status)
        assert told[USUAL_SPEED - 1] == "Space starts it, 1 point a second at most."
        assert told[USUAL_SPEED] == "It cannot grow more slowly."
        assert told[-2:] == [f"Space starts it, {SPEEDS[-1]} points a second at most.", "It cannot grow faster."]
