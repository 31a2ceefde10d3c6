"""People meet in a served hall: what each of them sees of one table, and what they can do there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TypeAlias

import pytest

from core.hall.permits import Permits
from core.hall.pooled import PooledDesk
from core.hall.terms import Terms, games_on_offer
from core.pool import Pool
from tests.tui.hall import Door, Visit
from tests.tui.premises import Premises
from tui.screens.lobby.screen import LobbyScreen
from tui.screens.play import PlayScreen
from tui.serve.app import ServedHall

pytestmark = pytest.mark.slow


Open: TypeAlias = "Callable[[], AbstractAsyncContextManager[Street]]"


class Street:
    """Where the hall is, and from where people come."""

    def __init__(self, door: Door, stack: AsyncExitStack, premises: Premises) -> None:
        self._door, self._stack, self.premises = door, stack, premises

    async def come(self, name: str, size: tuple[int, int] = (80, 24)) -> Visit:
        """Somebody comes in, and is called so."""
        folder = self._door.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        app = ServedHall((folder, folder), self.premises.connect(f"key of {name}", name), pace=0.0)
        app.animation_level = "none"
        pilot = await self._stack.enter_async_context(app.run_test(size=size, notifications=True))
        visit = Visit(app, pilot, self._door.engines)
        await visit.until(lambda: app.link.you)
        await visit.settle()
        if not app.link.you["named"]:
            await visit.press("enter")
            await visit.until(lambda: isinstance(app.screen, LobbyScreen) and app.link.you["named"])
        return visit

    async def agree(self, ana: Visit, bea: Visit) -> None:
        """The first offers tic-tac-toe and moves first, the second takes it."""
        await ana.press("n", "up", "up", "enter", "f2")
        await bea.until(lambda: "plays X" in bea.text)
        await bea.press("home", "enter")
        for visit in (ana, bea):
            await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
            await visit.settle()


@pytest.fixture
def opened(hall: Door) -> Open:
    """Opens a hall to which people can come."""

    @asynccontextmanager
    async def open_hall() -> AsyncIterator[Street]:
        pool = Pool(partial(hall.engines.worker, on_restart=print), 2, games_on_offer())
        premises = Premises(Terms(repaint=0.0, phrase=0.0), desk=PooledDesk(pool, Permits()))
        async with AsyncExitStack() as stack:
            yield Street(hall, stack, premises)
        await premises.close()

    return open_hall


async def play(visits: list[Visit], *moves: str) -> None:
    """Make moves, the first two taking turns, until all have seen each."""
    for number, move in enumerate(moves, len(visits[0].play.state.moves)):
        mover = visits[number % 2]
        await mover.write(move)
        await mover.press("enter")
        for visit in visits:
            await visit.until(lambda v=visit, n=number: len(v.play.state.moves) == n + 1)  # type: ignore[misc]


async def test_two_people_meet_play_a_game_to_its_end_and_a_third_sees_the_same(opened: Open) -> None:
    async with opened() as street:
        ana, bea, cid = await street.come("ana"), await street.come("bea"), await street.come("cid")
        await street.agree(ana, bea)
        await cid.until(lambda: "ana - bea" in cid.text)
        await cid.press("home", "enter")
        await cid.until(lambda: isinstance(cid.app.screen, PlayScreen))
        await play([ana, bea, cid], "b2", "a1", "c3", "c1", "b1")
        for player in (ana, bea):
            assert "no values, hints or reviews" in player.panel.message
            assert not player.panel.analysis
        assert cid.panel.analysis, "who looks on may know"
        assert "1 watches" in ana.text
        await play([ana, bea, cid], "b3", "a3", "c2", "a2")
        texts = [visit.play.board.view.position.text for visit in (ana, bea, cid)]
        assert texts == [texts[0]] * 3
        assert all(visit.play.state.outcome for visit in (ana, bea, cid))
