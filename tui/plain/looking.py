"""What the line mode asks the store and the engines while the reader waits: the games kept, and what each move was worth."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from core.analysis import Analysis
from core.errors import CoreError, StoreBroken
from core.play.source import Snapshot
from core.position import Position
from core.store.keeper import Keeper
from core.store.store import Store
from tui.game.reviewer import QUICK_LIMIT, Reviewer
from tui.plain.lesson import REPORT_SECONDS, Desk
from tui.text import reviewed
from tui.text.catalogue import _, say

T = TypeVar("T")

PROGRESS_SECONDS = 10.0
"""Minimum seconds between two sentences on how far a review is."""


async def looked_up(keeper: Keeper, question: Callable[[Store], T]) -> T:
    """What the store answers. Raises StoreBroken."""
    answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
    keeper.look(question, answer.set_result, answer.set_exception)
    return await answer


class GameLook:
    """Looks at every position of a game that is over, says now and then how far it is, and keeps what it finds."""

    def __init__(self, desk: Desk, state: Snapshot) -> None:
        self.state = state
        self.reviewer = Reviewer(
            state, self._hear, self._fail, REPORT_SECONDS, desk.household.worker, quick=QUICK_LIMIT
        )
        self._desk = desk
        self._then: Callable[[], None] | None = None
        self._wanted: list[Position] = []
        self._halted = False
        self._told_at = asyncio.get_running_loop().time()

    @property
    def rests(self) -> bool:
        """Whether nobody waits for it."""
        return self._then is None

    async def begin(self, then: Callable[[], None]) -> None:
        """Look at all positions, and then do something."""
        positions, household = self.state.match.positions, self._desk.household
        try:
            self.reviewer.learn(await looked_up(household.keeper, lambda store: store.found(positions)))
        except StoreBroken as error:
            self._desk.out(say(error))
        self._then, self._halted = then, False
        if self.reviewer.account.unseen:
            self._desk.out(
                f"{reviewed.looked_at(self.reviewer.account)} {_('Say stop or press Ctrl-C to wait no longer.')}"
            )
        self._go_on()

    def find(self, position: Position, then: Callable[[], None]) -> None:
        """Look at one more position, and then do something."""
        self._wanted, self._then = [position], then
        self._go_on()

    def halt(self) -> None:
        """Look at nothing more; what waits has to do with what is known."""
        self._halted, self._wanted = True, []
        self.reviewer.rest()
        self._done()

    async def close(self) -> None:
        """Look at nothing more, for nobody."""
        self._then = None
        await self.reviewer.close()

    def _hear(self, analysis: Analysis) -> None:
        if self._then is None:
            return
        now = asyncio.get_running_loop().time()
        if now - self._told_at > PROGRESS_SECONDS:
            self._told_at = now
            self._desk.out(reviewed.looked_at(self.reviewer.account))
        if analysis.final:
            self._go_on()

    def _go_on(self) -> None:
        waits = [each for each in self._wanted if not (each.outcome or self.reviewer.looked_at(each))]
        if waits or (self.reviewer.account.unseen and not self._halted):
            self.reviewer.look(waits)
        else:
            self._done()

    def _fail(self, error: CoreError) -> None:
        self._desk.out(say(error))
        self.halt()

    def _done(self) -> None:
        then, self._then = self._then, None
        if then:
            self._keep()
            then()
        self._desk.changed()

    def _keep(self) -> None:
        """Keep what was found out, so that nobody has to find it out again."""
        keeper, match = self._desk.household.keeper, self.state.match
        news, marks = self.reviewer.news(), self.reviewer.marks

        def warn(error: CoreError) -> None:
            self._desk.out(say(error))

        if news:
            keeper.read(lambda store: store.learn(news), lambda nothing: None, warn)
        if news and marks:
            keeper.mark(match.id, " ".join(match.names), marks, warn)
