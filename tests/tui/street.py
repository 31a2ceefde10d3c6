"""The street before a served hall: from there people come in, with screens or without."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any, TypeAlias

import pytest
from textual.screen import Screen

from core.game import Game
from core.hall.limits import HallLimits, games_on_offer
from core.hall.permits import Permits
from core.hall.pooled import PooledAdvice
from core.hall.wire import line_of
from core.players.pool import Pool
from tests.tui.hall import Door, Visit
from tests.tui.premises import Premises
from tui.screens.lobby.screen import LobbyScreen
from tui.screens.play.screen import PlayScreen
from tui.serve.app import ServedHall

Open: TypeAlias = "Callable[..., AbstractAsyncContextManager[Street]]"


class Street:
    """Where the hall is, and from where people come."""

    def __init__(self, door: Door, stack: AsyncExitStack, premises: Premises) -> None:
        self._door, self._stack, self.premises = door, stack, premises

    async def come(self, name: str, size: tuple[int, int] = (80, 24)) -> Visit:
        """Somebody comes in, and is called so."""
        visit = await self.enter(name, name, size)
        app = visit.app
        assert isinstance(app, ServedHall)
        if not app.link.you["named"]:
            await visit.press("enter")
            await visit.until(lambda: isinstance(app.screen, LobbyScreen) and app.link.you["named"])
        return visit

    async def enter(self, name: str, user: str, size: tuple[int, int] = (80, 24)) -> Visit:
        """Somebody comes in whose user name where he comes from is ``user``."""
        folder = self._door.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        app = ServedHall((folder, folder), self.premises.connect(f"key of {name}", user), pace=0.0)
        app.animation_level = "none"
        pilot = await self._stack.enter_async_context(app.run_test(size=size, notifications=True))
        visit = Visit(app, pilot, self._door.engines)
        await visit.until(lambda: app.link.you)
        await visit.settle()
        return visit

    async def agree(self, ana: Visit, bea: Visit) -> None:
        """The first offers tic-tac-toe and moves first, the second takes it."""
        await ana.do("seek")
        await ana.press("up", "up", "enter", "f2")
        await bea.until(lambda: "plays X" in bea.text)
        await bea.press("home", "enter")
        for visit in (ana, bea):
            await at(visit, PlayScreen)


@pytest.fixture
def opened(hall: Door) -> Open:
    """Opens a hall to which people can come."""

    @asynccontextmanager
    async def open_hall(own: Sequence[Game] = (), **limits: float) -> AsyncIterator[Street]:
        offered = [*games_on_offer(), *(game.id for game in own)]
        pool = Pool(partial(hall.engines.worker, on_restart=print), 2, offered)
        given = HallLimits(**{"repaint": 0.0, "phrase": 0.0, "requests": 1000.0, "burst": 1000, **limits})  # type: ignore[arg-type]
        premises = Premises(given, advice=PooledAdvice(pool, Permits()), own=own)
        async with AsyncExitStack() as stack:
            yield Street(hall, stack, premises)
        await premises.close()

    return open_hall


async def at(visit: Visit, kind: type[Screen[Any]]) -> None:
    """Wait until somebody is on a screen."""
    await visit.until(lambda: isinstance(visit.app.screen, kind))
    await visit.settle()


async def play(visits: list[Visit], *moves: str) -> None:
    """Make moves, the first two taking turns, until all have seen each."""
    for number, move in enumerate(moves, len(visits[0].play.state.match.moves)):
        mover = visits[number % 2]
        await mover.write(move)
        await mover.press("enter")
        for visit in visits:
            await visit.until(lambda v=visit, n=number: len(v.play.state.match.moves) == n + 1)  # type: ignore[misc]


class Silent:
    """Somebody in a hall without a screen."""

    def __init__(self, premises: Premises, name: str) -> None:
        self._premises = premises
        self._heard: list[Mapping[str, Any]] = []
        self.guest = premises.house.enter(f"key of {name}", name, self._heard.append, lambda reason: None)
        self._sent = 0

    async def ask(self, op: str, **values: Any) -> Mapping[str, Any]:
        """Ask for something that is done, and wait for it."""
        self._sent += 1
        self._premises.house.hear(self.guest, line_of({"op": op, "n": self._sent, **values}))
        self._premises.tick()
        while True:
            for message in self._heard:
                if message["op"] in ("ok", "no") and message["n"] == self._sent:
                    assert message["op"] == "ok", message
                    return message
            await self._premises.moment()

    async def do(self, table: str, op: str, **values: Any) -> None:
        """Ask for something at a table, as it was last seen."""
        await self.ask(op, table=table, seq=self.seen(table)["seq"], **values)

    def seen(self, table: str) -> Mapping[str, Any]:
        """How a table was last told."""
        return next(one for one in reversed(self._heard) if one["op"] == "table" and one["table"] == table)

    def leave(self) -> None:
        """The connection ends."""
        self._premises.house.gone(self.guest)
        self._premises.tick()
