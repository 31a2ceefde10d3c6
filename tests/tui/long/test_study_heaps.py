"""The studies of heaps on the screen: the tree unfolds and leads to games, tables and bits fit their window, in Spanish
too. It takes 6 seconds."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.study.study import StudyQuestion
from tests.tui.hall import Door, Visit
from tests.tui.languages import Locale
from tui.screens.play.screen import PlayScreen
from tui.screens.study.document import StudyScreen
from tui.screens.study.heap_tree import HeapTreeScreen


async def study(visit: Visit, *words: str) -> StudyScreen:
    visit.app.study(StudyQuestion(words[0], words[1:]))
    await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
    await visit.settle()
    screen = visit.app.screen
    assert isinstance(screen, StudyScreen)
    return screen


async def test_the_tree_of_six_matches_stands_unfolded_with_its_shares(hall: Door) -> None:
    async with hall(size=(80, 60)) as visit:
        await study(visit, "nim")
        assert "A1*  5 2nd" in visit.text
        for share in ("12/24", "7/13", "3/7", "2/4"):
            assert share in visit.text
        assert "1st wins by A1" in visit.status
        assert "46.30 %" in visit.status


async def test_a_branch_of_a_large_tree_is_made_when_it_is_unfolded(hall: Door) -> None:
    async with hall() as visit:
        screen = await study(visit, "nim", "nim:3,4,5")
        assert isinstance(screen, HeapTreeScreen)
        assert len(screen.branches) == 1 + 12
        await visit.press("down", "enter")
        await visit.settle()
        assert len(screen.branches) == 1 + 12 + 11
        await visit.press("enter")
        await visit.settle()
        assert len(screen.branches) == 1 + 12


async def test_a_click_on_a_branch_of_the_tree_puts_the_cursor_there_and_the_next_folds_it(hall: Door) -> None:
    async with hall() as visit:
        screen = await study(visit, "nim")
        assert isinstance(screen, HeapTreeScreen)
        await visit.click("5 2nd")
        assert screen.sheet.chosen == 1
        seen = len(screen.branches)
        await visit.click("5 2nd")
        assert len(screen.branches) < seen


async def test_a_node_of_the_tree_leads_to_a_game_from_there(hall: Door) -> None:
    hall.engines.hold()
    async with hall() as visit:
        await study(visit, "nim")
        await visit.press("down")
        await visit.do("play_here")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        screen = visit.app.screen
        assert isinstance(screen, PlayScreen)
        assert screen.state.match.position.text == "5 2nd"


async def test_a_first_move_leads_to_its_tree_and_what_it_leaves_to_a_game(hall: Door) -> None:
    hall.engines.hold()
    async with hall() as visit:
        await study(visit, "nim")
        await visit.do("table")
        await visit.press("enter")
        await visit.until(lambda: isinstance(visit.app.screen, HeapTreeScreen) and visit.app.screen.question.moves)
        await visit.do("leave")
        await visit.do("play_here")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))


async def test_a_heap_of_the_table_is_played(hall: Door) -> None:
    hall.engines.hold()
    async with hall() as visit:
        screen = await study(visit, "table", "subtraction:11:1,3,4")
        await visit.do("table")
        screen.sheet.point(8)
        await visit.press("enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        screen_now = visit.app.screen
        assert isinstance(screen_now, PlayScreen)
        assert screen_now.state.match.game.id == "subtraction:8:1,3,4"


async def test_where_nothing_is_to_be_played_that_is_said_and_stays(hall: Door) -> None:
    async with hall() as visit:
        await study(visit, "nim")
        await visit.press("backspace")
        await visit.do("play_here")
        await visit.settle()
        assert visit.status == "There is no move to play from here."


async def test_a_position_of_heaps_leads_to_its_tree_and_its_xor(hall: Door) -> None:
    async with hall("nim:3,4,5", "A2", ("human", "human")) as visit:
        await visit.do("learn")
        await visit.settle()
        assert "Trees of nim" in visit.text
        assert "The xor of heaps" in visit.text
        assert "Won and lost heaps" not in visit.text


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("spoken", ["en", "es"])
@pytest.mark.parametrize("topic", ["nim", "table", "xor", "xor nim:" + ",".join(["999999"] * 25 + ["1"])])
async def test_no_page_is_wider_than_its_window(
    hall: Door, topic: str, spoken: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Locale(tmp_path / "locale", monkeypatch).bring("es")
    hall.furnish(language=spoken)
    async with hall(size=size) as visit:
        screen = await study(visit, *topic.split())
        assert screen.study
        for part in screen.parts:
            assert not screen.sheet.is_cut, part
            await visit.do("next_part")
            await visit.settle()
