"""SecondOpinion: the second engine of the panel."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from core import engines
from core.analysis import Analysis, Limit
from core.errors import CoreError
from core.position import Position
from tui.game.analyst import Analyst
from tui.household.settings import chosen
from tui.text.catalogue import say

if TYPE_CHECKING:
    from tui.screens.base.port import HallPort


class SecondOpinion:
    """An analyst in a process of its own, which is there only while a second engine is chosen for the game. It thinks of the
    position that is looked at and of no earlier one, and rests while nothing of it is shown. ``changed`` is called with every
    answer, ``trouble`` when there will be none."""

    def __init__(
        self, hall: HallPort, game: str, changed: Callable[[], None], trouble: Callable[[CoreError], None]
    ) -> None:
        self._hall = hall
        self._game = game
        self._changed = changed
        self._trouble = trouble
        self._analyst: Analyst | None = None
        self._ending: list[asyncio.Task[None]] = []

    @property
    def engine(self) -> str:
        """The engine that was chosen for this game, empty for none."""
        return chosen(self._hall.settings.second_engines, self._game, "")

    def choose(self, name: str) -> None:
        """Let another engine be the second one, the next time too; none where ``name`` is empty."""
        self._hall.preferences.change(second_engines={**self._hall.settings.second_engines, self._game: name})
        if self._analyst:
            self._ending.append(asyncio.ensure_future(self._analyst.close()))
            self._analyst = None

    def ask(self, position: Position, limit: Limit, shown: bool) -> None:
        """Find out about a position within a limit, if it is ``shown`` what is found."""
        if not self.engine or not shown:
            if self._analyst:
                self._analyst.rest()
            return
        if self._analyst is None:
            hall = self._hall
            self._analyst = Analyst(self._hear, self._trouble, hall.surroundings.report_interval, hall.worker)
        self._analyst.ask(position, limit, self.engine)

    def hush(self) -> None:
        """Stop thinking, and forget all that was found out."""
        if self._analyst:
            self._analyst.hush()

    def known(self, position: Position) -> Analysis | None:
        """What it knows of a position."""
        return self._analyst.known(position) if self._analyst else None

    @property
    def before(self) -> int | None:
        """How many questions of others are put before its own; None: it does not wait."""
        return self._analyst.before if self._analyst else None

    def title(self, position: Position) -> str:
        """Whose opinion it is: some engines leave to another what they were not made for."""
        known = self.known(position)
        return say(engines.facts(known.engine if known else self.engine).title)

    async def close(self) -> None:
        """End its process."""
        if self._analyst:
            self._ending.append(asyncio.ensure_future(self._analyst.close()))
        if self._ending:
            await asyncio.gather(*self._ending)

    def _hear(self, analysis: Analysis) -> None:
        self._changed()
