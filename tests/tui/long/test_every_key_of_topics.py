"""No key is dead on the screens of topics either. It takes 30 seconds."""

from __future__ import annotations

import pytest

from core.study.study import StudyQuestion as Topic
from tests.tui.hall import Door
from tests.tui.pressing import NARROW, USUAL, hasty, press_all
from tui.screens.base.screen import HallScreen
from tui.screens.study.exercise import ExerciseScreen
from tui.screens.study.graph import GraphScreen
from tui.screens.study.heap_tree import HeapTreeScreen
from tui.screens.study.minimax import MinimaxScreen
from tui.screens.study.puzzles import Puzzles

pytestmark = pytest.mark.usefixtures(hasty.__name__)


@pytest.mark.parametrize(("size", "prepared"), [(USUAL, ()), (USUAL, ("tab",)), (USUAL, ("tab", "tab")), (NARROW, ())])
async def test_on_the_tree_of_heaps(hall: Door, size: tuple[int, int], prepared: tuple[str, ...]) -> None:
    async with hall(size=size) as visit:

        def tree() -> HallScreen:
            visit.app.study(Topic("nim"))
            assert isinstance(visit.app.screen, HeapTreeScreen)
            return visit.app.screen

        await press_all(visit, tree, *prepared)


@pytest.mark.parametrize(("topic", "arguments"), [("games", ()), ("listing", ("tictactoe", "2")), ("strategies", ())])
async def test_on_a_study_screen(hall: Door, topic: str, arguments: tuple[str, ...]) -> None:
    async with hall() as visit:

        def study() -> HallScreen:
            visit.app.study(Topic(topic, arguments))
            assert isinstance(visit.app.screen, HallScreen)
            return visit.app.screen

        await press_all(visit, study)


@pytest.mark.parametrize("size", [USUAL, NARROW])
@pytest.mark.parametrize(
    ("arguments", "prepared"), [(("tictactoe",), ()), (("figure-3.9",), ()), (("nim:2,3",), ("n", "n"))]
)
async def test_on_the_screen_of_minimax(
    hall: Door, arguments: tuple[str, ...], prepared: tuple[str, ...], size: tuple[int, int]
) -> None:
    async with hall(size=size) as visit:

        def walk() -> HallScreen:
            screen = MinimaxScreen(Topic("minimax", arguments))
            visit.app.push_screen(screen)
            return screen

        await press_all(visit, walk, *prepared)


@pytest.mark.parametrize("prepared", [(), ("enter",), ("o",)], ids=["task", "tried", "table"])
async def test_in_the_exercises(hall: Door, prepared: tuple[str, ...]) -> None:
    async with hall() as visit:

        def exercises() -> HallScreen:
            screen = ExerciseScreen(Puzzles(Topic("puzzles", ("tictactoe",))))
            visit.app.push_screen(screen)
            return screen

        await press_all(visit, exercises, *prepared)


@pytest.mark.parametrize(("position", "prepared"), [(None, ()), ("roara r", ("enter",)), (None, ("tab",))])
async def test_on_the_map_of_a_graph(hall: Door, position: str | None, prepared: tuple[str, ...]) -> None:
    async with hall() as visit:
        visit.app.study(asked := Topic("graph", (), "", position))
        await visit.until(lambda: isinstance(visit.app.screen, GraphScreen) and visit.app.screen.study)

        def stage() -> HallScreen:
            visit.app.study(asked)
            assert isinstance(visit.app.screen, GraphScreen)
            return visit.app.screen

        await press_all(visit, stage, *prepared)
