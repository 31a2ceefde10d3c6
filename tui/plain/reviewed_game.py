"""A finished game whose positions an engine evaluates while the reader waits, and the lessons about it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from core.analysis import Analysis
from core.errors import CoreError, StoreBroken
from core.play.source import Snapshot
from core.position import Position
from core.review.account import Account
from tui.game.reviewer import QUICK_LIMIT, Reviewer
from tui.plain.desk import REPORT_SECONDS, Desk
from tui.plain.lesson import Lesson
from tui.text import reviewed
from tui.text.catalogue import _

PROGRESS_SECONDS = 10.0
"""Minimum seconds between two sentences on how far a review is."""


class ReviewedGame:
    """Evaluates every position of a game, reports its progress, and saves what it finds."""

    def __init__(self, desk: Desk, state: Snapshot) -> None:
        self.state = state
        self.reviewer = Reviewer(
            state, self._hear, self._fail, REPORT_SECONDS, desk.household.worker, quick=QUICK_LIMIT
        )
        self._desk = desk
        self._then: Callable[[], None] | None = None
        self._wanted: list[Position] = []
        self._halted = False
        self._reported_at = asyncio.get_running_loop().time()

    @property
    def rests(self) -> bool:
        """Whether the reader does not wait for it."""
        return self._then is None

    async def begin(self, then: Callable[[], None]) -> None:
        """Evaluate all positions, and then do something."""
        positions = self.state.match.positions
        try:
            self.reviewer.learn(await self._desk.ask(lambda store: store.found(positions)))
        except StoreBroken as error:
            self._desk.warn(error)
        self._then, self._halted = then, False
        if self.reviewer.account.unseen:
            self._report(_("Say stop or press Ctrl-C to stop waiting."))
        self._go_on()

    def find(self, position: Position, then: Callable[[], None]) -> None:
        """Evaluate one more position, and then do something."""
        self._wanted, self._then = [position], then
        self._go_on()

    def halt(self) -> None:
        """Evaluate nothing more, and do what waits with what is known."""
        self._halted, self._wanted = True, []
        self.reviewer.rest()
        self._done()

    async def close(self) -> None:
        """Evaluate nothing more, and drop what waits."""
        self._then = None
        await self.reviewer.close()

    def _report(self, more: str = "") -> None:
        self._desk.out(f"{reviewed.looked_at(self.reviewer.account)} {more}")

    def _hear(self, analysis: Analysis) -> None:
        if self._then is None:
            return
        now = asyncio.get_running_loop().time()
        if now - self._reported_at > PROGRESS_SECONDS:
            self._reported_at = now
            self._report()
        if analysis.final:
            self._go_on()

    def _go_on(self) -> None:
        missing = [each for each in self._wanted if not (each.outcome or self.reviewer.looked_at(each))]
        if missing or (self.reviewer.account.unseen and not self._halted):
            self.reviewer.look(missing)
        else:
            self._done()

    def _fail(self, error: CoreError) -> None:
        self._desk.warn(error)
        self.halt()

    def _done(self) -> None:
        then, self._then = self._then, None
        if then:
            self._save()
            then()
        self._desk.changed()

    def _save(self) -> None:
        match, news, marks = self.state.match, self.reviewer.news(), self.reviewer.marks
        if news:
            self._desk.save(lambda store: store.learn(news))
        if news and marks:
            self._desk.household.keeper.mark(match.id, " ".join(match.names), marks, self._desk.warn)


class GameLesson(Lesson):
    """A lesson about a finished ``game``."""

    def __init__(self, desk: Desk, game: ReviewedGame) -> None:
        self.game = game
        self._desk = desk

    @property
    def rests(self) -> bool:
        """Whether the game is evaluated."""
        return self.game.rests

    @property
    def _account(self) -> Account:
        return self.game.reviewer.account

    def begin(self) -> None:
        """Say the first sentences, once the game is evaluated."""

    def halt(self) -> None:
        """Go on with what is known."""
        self.game.halt()

    async def close(self) -> None:
        """End the engine's process."""
        await self.game.close()

    def _value_change(self, ply: int) -> str:
        """The values of a position for its player before a move, by ply from 0, and after it; empty if one is unknown."""
        before, after = self._account.before(ply), self._account.after(ply)
        if before is None or after is None:
            return ""
        values = [reviewed.worth(score, self._account.positions[ply]) for score in (before, after)]
        return _("{before}, then {after}").format(before=values[0], after=values[1])
