"""No key is dead in the lobby and at its tables either, whoever sits there and whatever they have asked each other. It
takes 40 seconds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.tui.hall import Visit
from tests.tui.pressing import NARROW, USUAL, hasty, press_all
from tests.tui.street import Open, Silent, Street, at
from tui.screens.lobby.screen import LobbyScreen
from tui.screens.play.screen import PlayScreen
from tui.serve.app import ServedHall

pytestmark = pytest.mark.usefixtures(hasty.__name__)

DONE = "a1 a2 b1 b2 c1"
Stage = Callable[[], Awaitable[None]]


def app(visit: Visit) -> ServedHall:
    """The app of whoever is in a served hall."""
    assert isinstance(visit.app, ServedHall)
    return visit.app


class Board:
    """A table between Ana and Ben, at which Ana has a screen; a new one whenever the last is not as it was any more. ``asked``
    is what Ben asks for there, and ``left`` whether he is gone."""

    def __init__(self, street: Street, visit: Visit, moves: str, asked: str = "", left: bool = False) -> None:
        self._street, self._visit = street, visit
        self._moves, self._asked, self._left = moves, asked, left
        self._ben: Silent | None = None
        self._table = ""

    async def stage(self) -> None:
        """Let Ana sit there."""
        visit = self._visit
        if self._ben and not self._left and not self._ben.seen(self._table)["match"].get("reason"):
            await self._ben.do(self._table, "resign")
        elif self._ben and self._left:
            self._street.premises.house.tables.clear()
        ben = self._ben = Silent(self._street.premises, "ben")
        offer = await ben.ask("seek", game="tictactoe", seat=1, clock=None, post=False)
        self._table = table = (await app(visit).link.send("accept", id=offer["id"]))["table"]
        await ben.ask("watch", table=table)
        app(visit).open_table(table)
        await at(visit, PlayScreen)
        for number, move in enumerate(self._moves.split()):
            if number % 2:
                await ben.do(table, "move", move=move)
            else:
                await app(visit).link.send("move", table=table, seq=ben.seen(table)["seq"], move=move)
            await visit.until(lambda n=number: len(visit.play.state.match.moves) == n + 1)  # type: ignore[misc]
        if self._asked:
            await ben.do(table, self._asked)
        if self._left:
            ben.leave()
            self._street.premises.pass_time(1000.0)
        await visit.settle()


@pytest.mark.parametrize(
    ("size", "prepared"), [(USUAL, ()), (USUAL, ("down",)), (NARROW, ("down", "down")), (NARROW, ("end",))]
)
async def test_in_the_lobby(opened: Open, size: tuple[int, int], prepared: tuple[str, ...]) -> None:
    async with opened() as street:
        ana = await street.come("ana", size)
        ben, _eva = Silent(street.premises, "ben"), Silent(street.premises, "eva")

        async def stage() -> None:
            if not isinstance(ana.app.screen, LobbyScreen):
                app(ana).go_to_lobby()
            link = app(ana).link
            for table in list(street.premises.house.tables):
                del street.premises.house.tables[table]
            street.premises.house.lobby.drop(lambda offer: True)
            await ben.ask("challenge", game="tictactoe", who=link.you["id"], seat=None, clock=None, post=False)
            await ben.ask("seek", game="tictactoe", seat=None, clock=None, post=True)
            await link.send("seek", game="tictactoe", seat=None, clock=None, post=False)
            await ana.until(lambda: len(link.lobby.seeks) == 2)

        await press_all(ana, stage, "home", *prepared)


async def test_in_a_lobby_without_anybody(opened: Open) -> None:
    async with opened() as street:
        ana = await street.come("ana")

        async def stage() -> None:
            if not isinstance(ana.app.screen, LobbyScreen):
                app(ana).go_to_lobby()

        await press_all(ana, stage)


@pytest.mark.parametrize(
    ("moves", "asked", "left", "prepared", "size"),
    [
        ("", "", False, (), USUAL),
        ("b2 a1", "", False, (), USUAL),
        ("b2 a1", "", False, (), NARROW),
        ("b2 a1", "", False, ("left",), USUAL),
        ("b2", "", False, (), USUAL),
        ("b2 a1", "draw", False, (), USUAL),
        ("b2 a1", "takeback", False, (), USUAL),
        ("b2", "", True, (), USUAL),
        (DONE, "", False, (), USUAL),
        (DONE, "rematch", False, (), NARROW),
        (DONE, "", False, ("home",), USUAL),
    ],
)
async def test_at_a_table(
    opened: Open, moves: str, asked: str, left: bool, prepared: tuple[str, ...], size: tuple[int, int]
) -> None:
    async with opened() as street:
        ana = await street.come("ana", size)
        await press_all(ana, Board(street, ana, moves, asked, left).stage, *prepared)


@pytest.mark.parametrize(
    ("moves", "prepared", "size"),
    [("b2 a1", (), USUAL), ("b2 a1", (), NARROW), ("b2 a1", ("home",), USUAL), (DONE, (), USUAL)],
)
async def test_where_one_looks_on(opened: Open, moves: str, prepared: tuple[str, ...], size: tuple[int, int]) -> None:
    async with opened() as street:
        ana = await street.come("ana", size)
        players = [Silent(street.premises, name) for name in ("ben", "eva")]
        offer = await players[0].ask("seek", game="tictactoe", seat=0, clock=None, post=False)
        table = (await players[1].ask("accept", id=offer["id"]))["table"]
        for player in players:
            await player.ask("watch", table=table)
        for number, move in enumerate(moves.split()):
            await players[number % 2].do(table, "move", move=move)

        async def stage() -> None:
            app(ana).open_table(table)
            await at(ana, PlayScreen)

        await press_all(ana, stage, *prepared)
