"""What goes over the line of somebody in a served hall is what he sees, and nothing else. It takes 1 second."""

from __future__ import annotations

import pytest

from tests.tui.sent import bytes_of
from tests.tui.street import Open
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
