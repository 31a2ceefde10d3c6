"""In a served hall one plays its engines as those at home, and is told when others come first. It takes 2 seconds."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import pytest

from core.errors import EngineDied
from core.games import get
from core.hall.limits import HallLimits, games_on_offer
from core.hall.permits import Permits
from core.hall.pooled import PooledAdvice
from core.play.seats import Setup
from core.players.opponents import HUMAN
from core.players.pool import Pool, Priority
from core.players.worker.request import Request
from core.position import Position
from core.study.study import StudyQuestion
from tests.tui.hall import Door, Visit
from tests.tui.premises import Premises
from tests.tui.street import Street, play
from tui.game.home_game import HomeGame
from tui.screens.study.document import StudyScreen


class Place:
    """A hall with one engine, and somebody who comes to play against it."""

    def __init__(self, street: Street, pool: Pool, visit: Visit) -> None:
        self.street = street
        self.pool = pool
        self.visit = visit

    async def play(self, *seats: str, game: str = "tictactoe") -> None:
        """Begin a game."""
        self.visit.app.open_game(get(game), Setup((seats[0], seats[1])))
        await self.visit.settle()

    def ask(self, who: str, game: str, kind: Priority) -> None:
        """Somebody else asks something."""
        position = Position.start(get(game))
        self.pool.ask(who, 0, kind, Request(position), lambda analysis: None, lambda error: None)


@asynccontextmanager
async def opened(hall: Door, permits: Permits | None = None) -> AsyncIterator[Place]:
    pool = Pool(partial(hall.engines.worker, on_restart=print), 1, games_on_offer())
    premises = Premises(HallLimits(repaint=0.0), advice=PooledAdvice(pool, permits or Permits()))
    async with AsyncExitStack() as stack:
        street = Street(hall, stack, premises)
        yield Place(street, pool, await street.come("ana"))
    await premises.close()


async def test_one_plays_against_an_engine_of_the_hall_and_sees_what_it_thinks(hall: Door) -> None:
    async with opened(hall) as place:
        await place.play(HUMAN, "best:3")
        visit = place.visit
        await visit.until(lambda: visit.panel.analysis)
        await visit.move_unheard("b2")
        await visit.until(lambda: len(visit.play.state.match.moves) == 2)
        asked = hall.engines.asked
        assert {request.cap for request in asked} == {1.0}
        assert any(getattr(request.limit, "name", "") == "3" for request in asked)
        source = visit.play.source
        assert isinstance(source, HomeGame)
        assert source._cap == 1.0


async def test_it_is_said_how_many_come_before_and_no_more_once_nobody_does(hall: Door) -> None:
    async with opened(hall) as place:
        await place.play(HUMAN, "best:3")
        visit = place.visit
        await visit.until(lambda: visit.panel.analysis and not hall.engines.open)
        hall.engines.hold()
        place.ask("eva", "connect-four", Priority.MOVE)
        place.ask("ben", "ultimate", Priority.MOVE)
        await visit.move_unheard("b2")
        await visit.until(lambda: "The engines are busy" in visit.text)
        assert "1 question is ahead of yours" in visit.text or "2 questions are ahead of yours" in visit.text
        hall.engines.release()
        await visit.until(lambda: len(visit.play.state.match.moves) == 2 and not hall.engines.open)
        await visit.until(lambda: "The engines are busy" not in visit.text)


@pytest.mark.parametrize("game", ["tictactoe", "nim:3,4,5", "pong-hau-ki", "gomoku"])
async def test_the_panel_says_how_many_come_before_it_and_that_it_thinks_only_once_it_does(
    hall: Door, game: str
) -> None:
    async with opened(hall) as place:
        hall.engines.hold()
        place.ask("eva", "connect-four", Priority.MOVE)
        place.ask("ben", "ultimate", Priority.MOVE)
        await place.play(HUMAN, HUMAN, game=game)
        visit = place.visit
        await visit.until(lambda: visit.panel.message == "The engines are busy: 1 question is ahead of yours.")
        hall.engines.release()
        await visit.until(lambda: visit.panel.analysis)


async def test_an_engine_that_has_given_up_is_asked_again_as_at_home(hall: Door) -> None:
    async with opened(hall) as place:
        await place.play(HUMAN, "best:3")
        visit = place.visit
        await visit.until(lambda: visit.panel.analysis and not hall.engines.open)
        hall.engines.hold()
        await visit.move_unheard("b2")
        await visit.until(lambda: hall.engines.open)
        while not visit.play.state.failed:
            hall.engines.fail(EngineDied("The engine died."))
            await visit.settle()
        assert "The engine died." in visit.text
        hall.engines.release()
        await visit.do("undo")
        await visit.until(lambda: not visit.play.state.failed)


async def test_a_study_waits_for_leave_to_count_and_says_so(hall: Door) -> None:
    permits = Permits()
    async with opened(hall, permits) as place:
        held = permits.ask("somebody", lambda: None, lambda before: None, lambda why: None)
        visit = place.visit
        visit.app.study(StudyQuestion("games"))
        await visit.until(lambda: "The engines are busy: you are next." in visit.text)
        permits.give_back(held)
        place.street.premises.tick()
        screen = visit.app.screen
        assert isinstance(screen, StudyScreen)
        await visit.until(lambda: screen.study and screen.study.final)
        assert "The engines are busy" not in visit.text


async def test_nothing_more_is_asked_about_a_game_once_the_next_one_is_played(hall: Door) -> None:
    async with opened(hall) as place:
        ana, bea = place.visit, await place.street.come("bea")
        await place.street.agree(ana, bea)
        await play([ana, bea], "b2", "a1")
        hall.engines.hold()
        await bea.do("resign")
        await bea.press("enter")
        await ana.until(lambda: hall.engines.open and ana.play.state.match.outcome)
        await ana.do("again")
        await bea.do("again")
        await ana.until(lambda: not ana.play.state.match.outcome)
        await ana.until(lambda: not hall.engines.open)
        assert "You get no help" not in ana.status + bea.status
