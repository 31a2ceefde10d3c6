"""Games of a file in the hall: one in review, several as a list to walk through."""

from __future__ import annotations

import pytest

from core import notation
from core.games import get
from core.notation.common import ReadGame
from tests.tui.hall import Door, Visit
from tests.tui.pasting import SGF
from tui.screens.home import opened
from tui.screens.home.opened import OpenedGames
from tui.screens.review.screen import ReviewScreen


def games(text: str, game: str | None = None) -> list[ReadGame]:
    """The games of a text."""
    return list(notation.read(text, 1.8e9, get(game) if game else None))


async def shown(visit: Visit, found: list[ReadGame]) -> None:
    """Open games in the hall."""
    visit.app.open_read(found)
    await visit.settle()


async def test_one_game_opens_in_review(hall: Door) -> None:
    async with hall() as visit:
        await shown(visit, games(SGF)[:1])
        await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
        assert "Ana" in visit.text


async def test_several_games_are_a_list_with_names_results_and_dates(hall: Door) -> None:
    async with hall() as visit:
        await shown(visit, games(SGF))
        assert isinstance(visit.app.screen, OpenedGames)
        assert "Ana 1-0 Ben" in visit.text
        assert "2024-03-01" in visit.text


async def test_the_list_is_still_there_after_a_review(hall: Door) -> None:
    async with hall() as visit:
        await shown(visit, games(SGF))
        await visit.press("down", "enter")
        await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
        assert "Eva" in visit.text
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, OpenedGames))


async def test_what_was_left_out_is_said(hall: Door) -> None:
    async with hall(notices=True) as visit:
        await shown(visit, games(SGF)[:1])
        await visit.until(lambda: "Other lines left out: 1." in visit.text)


async def test_a_game_without_moves_says_so(hall: Door) -> None:
    async with hall(notices=True) as visit:
        await shown(visit, games("(;GM[4]SZ[15])"))
        await visit.until(lambda: "No moves were made" in " ".join(visit.text.split()))


async def test_a_long_list_is_turned_by_its_last_row(hall: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "PAGE", 2)
    async with hall() as visit:
        await shown(visit, games("1\n2\n3"))
        assert "Games 1 to 2 of 3" in visit.text
        await visit.press("end", "enter")
        await visit.until(lambda: "Games 3 to 3 of 3" in visit.text)
        await visit.press("end", "enter")
        await visit.until(lambda: "Games 1 to 2 of 3" in visit.text)


async def test_a_score_of_the_file_is_compared_with_ours(hall: Door) -> None:
    async with hall() as visit:
        await shown(visit, games("4444441 7"))
        await visit.until(
            lambda: any(
                "as the file says" in each or "The file says" in each or "to check it" in each for each in visit.notices
            )
        )
