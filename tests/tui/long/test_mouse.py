"""By the mouse alone: what the keys do is reached by clicks. It takes 30 seconds."""

from __future__ import annotations

from typing import Any

import pytest
from textual.screen import Screen

from core.games import get
from tests.tui.every_screen import a_finished_game
from tests.tui.hall import Door, Visit
from tui.game.variations import AsideKind
from tui.screens.base.edit import EditScreen
from tui.screens.base.help import Help
from tui.screens.base.menu import ActionList
from tui.screens.base.picker import QuestionDialog
from tui.screens.base.terms import MatchDialog
from tui.screens.home.finished import Finished
from tui.screens.home.screen import HomeScreen
from tui.screens.home.stats import Stats
from tui.screens.play.screen import PlayScreen
from tui.screens.settings import SettingsScreen

PEOPLE = ("human", "human")
SIZES = [(80, 24), (40, 12)]


async def click(visit: Visit, text: str, row: int | None = None) -> None:
    """Click on a text and see it through."""
    await visit.click(text, row)
    await visit.settle()


def row_of(visit: Visit, text: str) -> int:
    """The first row that has a text in it."""
    return next(y for y, row in enumerate(visit.text.splitlines()) if text in row)


async def out(visit: Visit, word: str) -> None:
    """Click on a word of the last row of a screen."""
    await click(visit, word, visit.app.size.height - 1)


async def by_help(visit: Visit, action: str) -> None:
    """Choose an action from the list that ``? help`` of the footer opens."""
    await out(visit, "? help")
    await visit.until(lambda: isinstance(visit.app.screen, Help))
    await visit.settle()
    for _ in range(100):
        if f"  {action} " in visit.text:
            break
        visit.app.screen.query_one(ActionList).action_down()  # as the wheel does
        await visit.settle()
    await click(visit, f"  {action} ")


async def wait_for(visit: Visit, kind: type[Screen[Any]]) -> None:
    """Go on until a screen of a kind is on top."""
    await visit.until(lambda: isinstance(visit.app.screen, kind))
    await visit.settle()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("action", "kind", "way_out"),
    [
        ("settings", SettingsScreen, "leave"),
        ("your record", Stats, "close"),
        ("set up a position", EditScreen, "leave"),
        ("review", Finished, "Esc back"),
        ("match length", MatchDialog, "Esc cancel"),
        ("match clock", MatchDialog, "Esc cancel"),
        ("hints allowed", MatchDialog, "Esc cancel"),
        ("help", Help, "Esc close"),
    ],
)
async def test_every_screen_above_the_home_screen_is_opened_and_left(
    hall: Door, size: tuple[int, int], action: str, kind: type[Screen[Any]], way_out: str
) -> None:
    a_finished_game(hall)
    async with hall(size=size) as visit:
        if kind is Help:
            await out(visit, "? help")
        else:
            await by_help(visit, action)
        await wait_for(visit, kind)
        await click(visit, way_out)
        await wait_for(visit, HomeScreen)


async def test_a_match_with_a_clock_is_set_up(hall: Door) -> None:
    async with hall() as visit:
        for row, way in (("Match", "best of several games"), ("Clock", "or the game is lost"), ("Hints", "no hints")):
            await click(visit, f" {row} ")
            await wait_for(visit, MatchDialog)
            await click(visit, way)
            if isinstance(visit.app.screen, MatchDialog):  # one without a number is taken at once
                await click(visit, "F2 accept")
            await wait_for(visit, HomeScreen)
        setup = visit.home.setup
        assert (setup.length, setup.all_games, setup.hints) == (3, False, 0)
        assert setup.control
        assert setup.control.loses


async def test_a_setting_is_changed_from_its_list_and_set_back(hall: Door) -> None:
    async with hall() as visit:
        await click(visit, "settings", 0)
        await wait_for(visit, SettingsScreen)
        await click(visit, "Panel")
        await click(visit, "v all values")
        await wait_for(visit, QuestionDialog)
        await click(visit, "quiet", row_of(visit, "quiet    "))
        chosen = [visit.app.settings.panel]
        await click(visit, "u default value")
        assert [*chosen, visit.app.settings.panel] == ["quiet", "live"]


async def test_the_record_is_shown_for_one_game(hall: Door) -> None:
    a_finished_game(hall)
    async with hall() as visit:
        await by_help(visit, "your record")
        await wait_for(visit, Stats)
        assert "All games" in visit.text
        await click(visit, "this game or all")
        assert "All games" not in visit.text


async def test_a_position_is_set_up_typed_and_played_from(hall: Door) -> None:
    async with hall() as visit:
        visit.home.shelf.take(get("nim:3,4,5"))
        await by_help(visit, "set up a position")
        await wait_for(visit, EditScreen)
        screen = visit.app.screen
        assert isinstance(screen, EditScreen)
        await click(visit, " to move ", row_of(visit, "Beside it") + 1)
        await click(visit, " to move ", row_of(visit, "Beside it") + 1)
        assert screen.text == "3-4-5 2nd"
        await click(visit, "- back")
        assert screen.text == "3-4-5 1st"
        await click(visit, ": as text")
        await click(visit, "Esc close")
        await out(visit, "p play")
        await wait_for(visit, PlayScreen)


async def test_a_variation_is_begun_left_found_again_and_dropped(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await by_help(visit, "<  back")
        await visit.click_cell("c1")
        await visit.settle()
        assert len(visit.play.ply.kept) == 1
        await by_help(visit, "last")
        assert visit.play.ply.aside is None
        await by_help(visit, "the next variation")
        assert visit.play.ply.aside
        await by_help(visit, "delete the variation")
        assert visit.play.ply.kept == []
        for action, kind in (
            ("the other side's threat", AsideKind.THREAT),
            ("the panel's line", AsideKind.LINE),
        ):
            await by_help(visit, action)
            await visit.rest()
            assert visit.play.ply.aside.kind is kind
            await by_help(visit, "last")
        await by_help(visit, "hide the pieces")
        assert visit.play.blind
