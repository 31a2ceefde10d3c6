"""Reviewer: looks at every position of a game, by an engine in another process, and tells what is known of it by then. The
screen of a review and the command both go this way."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from core.analysis import Analysis, Limit
from core.errors import CoreError
from core.play.source import Snapshot
from core.players.asking import MakeAdviser
from core.position import Position
from core.review.account import Account
from core.store.rows import ReviewMarks
from tui.analyst import REMEMBERED, Analyst

REVIEW_LIMIT = Limit(seconds=10.0)
"""How long each position is looked at; small games are proven long before."""


class Reviewer:
    """What is known of a game, and who finds out the rest. ``hear(analysis)`` is called with every answer, ``trouble(error)``
    when there will be none; ``interval``, ``worker`` and ``engine`` are as for :class:`tui.analyst.Analyst`."""

    def __init__(
        self,
        state: Snapshot,
        hear: Callable[[Analysis], None],
        trouble: Callable[[CoreError], None],
        interval: float,
        worker: MakeAdviser,
        limit: Limit = REVIEW_LIMIT,
        engine: str | None = None,
    ) -> None:
        self.state = state
        self._tell = hear
        self._limit = limit
        room = len(state.positions) + REMEMBERED  # a game may be longer, and lines beside it are looked at too
        self._analyst = Analyst(self._hear, trouble, interval, worker, room)
        self._analyst.engine = engine
        self._news: list[Analysis] = []
        self._closed = False

    @property
    def account(self) -> Account:
        """The game with what is known of it now."""
        return Account(self.state.positions, self.state.moves, self.state.outcome, self.known)

    def known(self, position: Position) -> Analysis | None:
        """What is known of a position."""
        return self._analyst.known(position)

    def looked_at(self, position: Position) -> bool:
        """Whether a position has been looked at to the end."""
        analysis = self.known(position)
        return analysis is not None and analysis.final

    @property
    def unseen(self) -> list[Position]:
        """The positions of the game that have not been looked at to the end."""
        return [position for position in self.state.positions if not position.outcome and not self.looked_at(position)]

    def learn(self, analyses: Iterable[Analysis]) -> None:
        """Remember what others have found out, of positions that have not been looked at here."""
        for analysis in analyses:
            if not self.looked_at(analysis.position):
                self._analyst.learn(analysis)

    def look(self, first: Iterable[Position] = ()) -> None:
        """Ask about the first of these that is not known, else about the latest of the game."""
        if not self._closed:
            self._analyst.ask_first_unknown([*first, *reversed(self.state.positions)], self._limit)

    def news(self) -> list[Analysis]:
        """What was found out here since this was last asked for."""
        news, self._news = self._news, []
        return news

    @property
    def marks(self) -> ReviewMarks:
        """The glyph of each move, None where its position has not been looked at to the end; none where nothing is judged."""
        told = Account(
            self.state.positions,
            self.state.moves,
            self.state.outcome,
            lambda position: self.known(position) if self.looked_at(position) else None,
        )
        judged = told.judgements
        return tuple(
            judged[ply].glyph if ply in judged else None for ply in range(len(self.state.moves) if judged else 0)
        )

    async def close(self) -> None:
        """Ask nothing more, and end the engine's process."""
        self._closed = True
        await self._analyst.close()

    def _hear(self, analysis: Analysis) -> None:
        if analysis.final:
            self._news.append(analysis)
        self._tell(analysis)
