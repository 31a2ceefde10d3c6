"""What goes over the line of somebody in a served hall is what he sees, and nothing else. It takes 1 second."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.sent import bytes_of
from tests.tui.street import Open
from tui.screens.lobby.screen import LobbyScreen
from tui.serve.app import ServedHall


@pytest.fixture
def painting() -> None:
    """As in a terminal."""


async def test_what_happens_in_the_lobby_costs_those_at_a_table_nothing_and_is_there_when_they_come_back(
    opened: Open,
) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await street.agree(ana, bea)
        app = ana.app
        assert isinstance(app, ServedHall)

        async def comes(name: str) -> None:
            there = len(app.link.lobby.people)
            await street.come(name)
            await ana.until(lambda: len(app.link.lobby.people) > there)

        await comes("dan")  # by then all is painted that the beginning of the game has brought
        assert await bytes_of(ana, lambda: comes("cid")) == 0
        app.pop_screen()
        await ana.until(lambda: "cid" in ana.text)


async def test_a_move_at_the_featured_table_sends_nothing_to_the_lobby(opened: Open) -> None:
    async with opened() as street:
        ana, bea, cid = await street.come("ana"), await street.come("bea"), await street.come("cid")
        await street.agree(bea, cid)
        await ana.until(lambda: "move 1" in ana.text)
        app = ana.app
        assert isinstance(app, ServedHall)
        lobby = app.screen
        assert isinstance(lobby, LobbyScreen)
        told: Any = next(iter(app.link.lobby.games.values()))
        told.update(featured=True, names=["best:2", "best:3"])
        lobby.show_all()

        async def moves() -> None:
            for ply in range(1, 10):
                told["ply"] = ply
                with app._context():  # there are three in this process
                    lobby.show_all()
                    await ana.settle()

        assert await bytes_of(ana, moves) == 0
