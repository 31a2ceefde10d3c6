"""Reviewer: looks at every position of a game, by an engine in another process, and tells what is known of it by then. The
screen of a review and the command both go this way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from core.analysis import Analysis, Limit
from core.errors import CoreError
from core.play.source import Snapshot
from core.players.asking import MakeAdviser
from core.position import Position
from core.review.account import Account
from core.review.memory import REMEMBERED
from core.store.rows import ReviewMarks
from tui.game.analyst import Analyst, doubled

REVIEW_LIMIT = Limit(seconds=10.0)
"""How long each position is looked at; small games are proven long before."""
QUICK_LIMIT = Limit(seconds=0.1)
"""How long each position is looked at before any is looked at for longer."""


class Reviewer:
    """What is known of a game, and who finds out the rest. ``hear(analysis)`` is called with every answer, ``trouble(error)``
    when there will be none; ``interval``, ``worker`` and ``engine`` are as for :class:`tui.game.analyst.Analyst`. With a
    ``quick`` limit, all positions are looked at within it before any is searched longer: first those before the moves that
    cost most."""

    def __init__(
        self,
        state: Snapshot,
        hear: Callable[[Analysis], None],
        trouble: Callable[[CoreError], None],
        interval: float,
        worker: MakeAdviser,
        limit: Limit = REVIEW_LIMIT,
        engine: str | None = None,
        quick: Limit | None = None,
    ) -> None:
        self.state = state
        self._tell = hear
        self._limit, self._quick_limit = limit, quick
        self._longer: tuple[Position | None, Limit] = None, limit
        """The last position that was thought on about, and for how long."""
        self._quick: set[Position] = set()
        """Of which only a quick answer is known."""
        self._asked: tuple[Position, Limit] | None = None
        """What is being found out, and how long that may take."""
        room = len(state.match.positions) + REMEMBERED  # a game may be longer, and lines beside it are looked at too
        self._analyst = Analyst(self._hear, trouble, interval, worker, room)
        self._analyst.engine = engine
        self._news: list[Analysis] = []
        self._closed = False
        self.account = Account(state.match.positions, state.match.moves, state.match.outcome, self.known)
        """The game with what is known of it now."""

    def known(self, position: Position) -> Analysis | None:
        """What is known of a position; what was only looked at quickly has not come to its end."""
        found = self._analyst.known(position)
        quick = found is not None and position in self._quick and not found.settled
        return replace(found, final=False) if found and quick else found

    @property
    def quick(self) -> int:
        """Of how many positions only a quick value is known."""
        return len(self._quick)

    def _seen(self, position: Position) -> Analysis | None:
        """What is known of a position that has been looked at to the end."""
        found = self.known(position)
        return found if found and found.final else None

    def looked_at(self, position: Position) -> bool:
        """Whether a position has been looked at to the end."""
        return self._seen(position) is not None

    @property
    def unseen(self) -> list[Position]:
        """The positions of the game that have not been looked at to the end."""
        return [self.state.match.positions[ply] for ply in self.account.waiting]

    def learn(self, analyses: Iterable[Analysis]) -> None:
        """Remember what others have found out, of positions that have not been looked at here."""
        for analysis in analyses:
            if not self.looked_at(analysis.position):
                self._analyst.learn(analysis)
                self._quick.discard(analysis.position)
                self.account.hear(analysis.position)
        self.account.renew()

    def look(self, first: Iterable[Position] = ()) -> None:
        """Find out about one more position: about one of which nothing is known, quickly; else about the first of these that
        has not been looked at to the end, then those that matter most, then the latest of the game."""
        if self._closed:
            return
        told, positions = self.account, self.state.match.positions
        wanted = next((each for each in first if not each.outcome and not self.looked_at(each)), None)
        if told.unknown and self._quick_limit:
            new = wanted and told.plies(wanted) and self.known(wanted) is None
            self._ask(wanted if wanted and new else positions[told.unknown[-1]], self._quick_limit)
        elif wanted:
            self._ask(wanted, self._limit)
        elif told.waiting:
            self._ask(positions[told.waiting[-1] if told.urgent is None else told.urgent], self._limit)

    def thinks_on(self, position: Position) -> bool:
        """Whether a position can be thought on about: it has been looked at to the end, not all is proven, and it may be looked
        at longer."""
        found, limit = self._seen(position), self._limit_of(position)
        return doubled(limit) != limit and found is not None and not found.settled

    def think_on(self, position: Position) -> Limit:
        """Look at a position for twice as long as before, ahead of all others. For how long."""
        self._longer = position, doubled(self._limit_of(position))
        self._ask(position, self._longer[1])
        return self._longer[1]

    def _limit_of(self, position: Position) -> Limit:
        return self._longer[1] if self._longer[0] == position else self._limit

    def _ask(self, position: Position, limit: Limit) -> None:
        if self._asked != (position, limit):
            self._asked = position, limit
            self._analyst.ask(position, limit, self._analyst.engine)

    def news(self) -> list[Analysis]:
        """What was found out here since this was last asked for."""
        news, self._news = self._news, []
        return news

    @property
    def marks(self) -> ReviewMarks:
        """The glyph of each move, None where its position has not been looked at to the end; none where nothing is judged."""
        told, state = self.account, self.state
        if told.unseen:
            told = Account(state.match.positions, state.match.moves, state.match.outcome, self._seen)
        judged = told.judgements
        return tuple(
            judged[ply].glyph if ply in judged else None for ply in range(len(self.state.match.moves) if judged else 0)
        )

    def rest(self) -> None:
        """Ask nothing more until the next look."""
        self._asked = None
        self._analyst.rest()

    async def close(self) -> None:
        """Ask nothing more, and end the engine's process."""
        self._closed = True
        await self._analyst.close()

    def _hear(self, analysis: Analysis) -> None:
        if analysis.final:
            quick, self._asked = self._asked is not None and self._asked[1] == self._quick_limit, None
            if quick and not analysis.settled:
                self._quick.add(analysis.position)
            else:
                self._quick.discard(analysis.position)
                self._news.append(analysis)
        self.account.hear(analysis.position)
        self.account.renew()
        self._tell(analysis)
