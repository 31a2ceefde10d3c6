"""The lobby of a served hall: its rows and its boxes, in windows of every size. It takes 1 second."""

from __future__ import annotations

import pytest

from tests.tui.street import Open, at
from tui.screens.lobby.rows import LobbyEntry, LobbyRowKind
from tui.screens.lobby.screen import LobbyScreen
from tui.screens.play.screen import PlayScreen


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (60, "Connect Four  bartholomew-b - anna"),
        (34, "Connect Four  bartholomew-b - anna"),
        (31, "Connect Fo…  bartholome… - anna"),
        (26, "Connect…  bartholo… - anna"),
    ],
)
def test_who_plays_is_told_of_both_however_long_one_is_called(width: int, shown: str) -> None:
    entry = LobbyEntry(LobbyRowKind.GAME, "", "Connect Four", players=("bartholomew-b", "anna"))
    assert entry.shown(width) == shown


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)])
async def test_the_list_of_games_has_its_keys_and_no_empty_rows_in_a_window_of_any_size(
    opened: Open, size: tuple[int, int]
) -> None:
    async with opened() as street:
        ana = await street.come("ana", size)
        await ana.do("seek")
        await ana.press("home", "enter")
        await ana.settle()
        rows = ana.text.splitlines()
        edge = next(i for i, row in enumerate(rows) if "╰─ Enter choose   Esc cancel ─" in row)
        last = rows[edge - 1][rows[edge].index("╰") :]
        assert last.split("│")[1].strip(), "the list goes on to the keys"


async def test_a_game_of_ones_own_stands_under_your_games_alone(opened: Open) -> None:
    async with opened() as street:
        ana, bea, cid = await street.come("ana"), await street.come("bea"), await street.come("cid")
        await street.agree(ana, bea)
        await cid.until(lambda: "Tic-tac-toe 3x3  ana - bea" in cid.text)
        await ana.do("leave")
        await at(ana, LobbyScreen)
        await ana.until(lambda: "Tic-tac-toe 3x3 - bea" in ana.text)
        assert "ana - bea" not in ana.text
        await ana.press("home", "enter")
        await at(ana, PlayScreen)
