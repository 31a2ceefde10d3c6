"""HomeGame: a game at home, driven by the app's loop: the session, the engines' processes, and the time."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from dataclasses import replace
from random import Random

from core.analysis import Analysis
from core.errors import CoreError
from core.game import Game, Player
from core.play.actions import Action, ActionKind, Command, Prepare
from core.play.course import Course
from core.play.events import Ended, Event, Signal
from core.play.match import Match
from core.play.seats import Setup, people
from core.play.session import Session, Tempo
from core.play.source import Archive, Snapshot, SnapshotListener, Ticket
from core.players.asking import Adviser, Asking, Heard, Lost, MakeAdviser, followed
from core.players.opponents import ME, Thinker, parse, unfitted
from core.players.worker.request import Request
from core.position import Position
from core.store.keeper import Keeper

AT_HOME: frozenset[ActionKind] = frozenset((*Command, *Action.__subclasses__()))
"""What can be done in a game at home."""


class HomeGame:
    """A :class:`core.play.source.Source`. Nothing is asked before :meth:`begin`; :meth:`close` ends the processes.

    ``keeper`` keeps the game, ``worker`` makes an engine's process, which reports at most once in ``interval`` seconds; the
    rest is as for :class:`core.play.session.Session`. ``heard`` is told what the engine on a seat thinks of a position, whether
    it was asked for a move or for its opinion.
    """

    def __init__(
        self,
        keeper: Keeper,
        worker: MakeAdviser,
        interval: float,
        game: Game,
        setup: Setup,
        match: Match | None = None,
        pace: float = 0.0,
        between: float | None = None,
        cap: float | None = None,
    ) -> None:
        self._make = worker
        self._keeper = keeper
        self._cap = cap
        self._interval = interval
        self._loop = asyncio.get_running_loop()
        self._context = contextvars.copy_context()
        self._timer: asyncio.TimerHandle | None = None
        self._workers: dict[Player, Adviser] = {}
        self._asked: dict[Player, Asking] = {}
        self._begun = self._closed = False
        self.heard: Callable[[Player, Analysis], None] = lambda seat, analysis: None
        random = Random()
        self._session = Session(
            Course.begin(game, setup, random, match),
            followed(self.ask, self._go_on),
            lambda match: keeper.keep(match, self._kept, self._unkept),
            self._loop.time,
            random,
            Tempo(pace, between, cap),
        )

    # A source.

    @property
    def state(self) -> Snapshot:
        """The game as it stands."""
        return self._session.state

    @property
    def mine(self) -> frozenset[Player]:
        """The seats on which people sit."""
        return people(self.state.match.players)

    def do(self, action: Action) -> None:
        """Take an action."""
        self._session.do(action)
        self._go_on()

    def listen(self, hear: SnapshotListener) -> Callable[[], None]:
        """Hear every change; what is returned ends it."""
        return self._session.listen(hear)

    @property
    def takes(self) -> frozenset[ActionKind]:
        """What can be done: all that does not need another person far away."""
        return AT_HOME

    @property
    def archive(self) -> Archive:
        """The game as it stands, to be looked at."""
        return Archive(self.state)

    # Its course.

    def begin(self) -> None:
        """Let the game begin, now that it can be seen, and once it is known how strong somebody of one's own strength is."""
        self._begun = True
        self.listen(self._refit)
        if ME in self.state.match.players and not self.state.match.moves:
            self._begun = False
            self._fit()
        else:
            self._go_on()

    def _refit(self, state: Snapshot, told: tuple[Event, ...]) -> None:
        """Fit somebody of one's own strength anew after a game, and who sits down before the first move."""
        ended = any(isinstance(event, Ended) for event in told) and ME in map(unfitted, state.match.players)
        if ended or (
            any(event is Signal.SEATED for event in told) and ME in state.match.players and not state.match.moves
        ):
            self._fit()

    def _fit(self) -> None:
        from core.records.equal import seated

        setup, game, begun = self.state.course.setup, self.state.match.game, self.state.match.standing.played > 0
        self._keeper.look(
            lambda store: seated(setup, game, store, begun), self._fitted, lambda error: self._fitted(setup)
        )

    def _fitted(self, setup: Setup) -> None:
        if not self._closed:
            self._begun = True
            self.do(Prepare(setup))

    def opinion(self, seat: Player, position: Position) -> None:
        """Ask the engine on a seat what every move is worth, while it has none to find."""
        opponent = parse(self.state.match.players[seat])
        assert isinstance(opponent, Thinker), "nobody else is asked"
        request = replace(opponent.request(position, self._cap), all_moves=True)
        self.ask(seat, request, lambda analysis: None, lambda error: None)

    def before(self, seat: Player) -> int | None:
        """How many questions of others are put before that to the engine on a seat; None: it does not wait."""
        return self._asked[seat].before if seat in self._asked else None

    async def close(self) -> None:
        """End the engines' processes."""
        self._begun, self._closed = False, True
        if self._timer:
            self._timer.cancel()
        for worker in self._workers.values():
            await worker.close()

    def _go_on(self) -> None:
        """Do what is due, and come again when something will be."""
        if not self._begun:
            return
        if self._timer:
            self._timer.cancel()
            self._timer = None
        due = self._session.tick()
        if due is not None:
            self._timer = self._loop.call_at(due, self._go_on, context=self._context)

    def _kept(self, ticket: Ticket) -> None:
        self._session.kept(ticket)
        self._go_on()

    def _unkept(self, ticket: Ticket, error: CoreError) -> None:
        self._session.unkept(ticket, error)
        self._go_on()

    # Its engines.

    def ask(self, seat: Player, request: Request, heard: Heard, lost: Lost) -> Asking:
        """Ask for a move, or what the player on a seat thinks."""

        def hear(analysis: Analysis) -> None:
            self.heard(seat, analysis)
            heard(analysis)

        asking = self._worker(seat).ask(replace(request, interval=self._interval), hear, lost)
        self._asked[seat] = asking
        return asking

    def _worker(self, seat: Player) -> Adviser:
        if seat not in self._workers:
            self._workers[seat] = self._make()
        return self._workers[seat]
