"""The course of a game and of its series, without a screen: whose turn it is, who is asked, what is kept, undone and counted.

A session is driven and never drives: it has no thread, no timer and awaits nothing. Whoever owns it calls :meth:`Session.tick`
once the game can be seen, again at the time that this returns, and after every other call. Engines are asked and records are
kept through what is injected; the answers come back by ticket, and an answer to an old ticket is dropped.

What an action changes is first kept and then told. Until then the state is the old one, no engine is asked, and further actions
wait; once that takes so long that it is shown, further moves are refused instead.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from core import actions, events
from core.actions import Action
from core.analysis import Analysis
from core.errors import CoreError, EngineForfeits, IllegalMove
from core.events import Event
from core.game import Game, Move, Player, Remark
from core.match import Match, Record
from core.opponents import HUMAN, parse
from core.phrase import Phrase
from core.position import Position
from core.seats import Setup, engine_to_move, person
from core.source import Hear, Players, Snapshot, Thinking, Ticket
from core.standing import Series
from core.worker.request import Request

SAVING_SECONDS = 0.3
"""How long a ply may be on its way to the disk before this is shown: a usual one is one repaint."""


@dataclass(frozen=True)
class _Course:
    """A match within its series: ``before`` is the standing when it began, ``setup`` what holds for the next game; ``extra`` is
    what else is kept of it and means nothing here; ``forfeit`` how a program has lost it by failing."""

    match: Match
    before: Series
    setup: Setup
    extra: str = ""
    forfeit: CoreError | None = None

    @property
    def series(self) -> Series:
        """The standing, with this game once it is over."""
        outcome = self.match.outcome
        return self.before.after(outcome) if outcome else self.before

    @property
    def record(self) -> Record:
        """What is kept."""
        return replace(self.match.record, series=self.before, extra=self.extra)

    @property
    def snapshot(self) -> Snapshot:
        """What is shown."""
        return Snapshot.of(self.match, self.setup, self.series, len(self.before.results) + 1)


@dataclass
class _Pending:
    """A course on its way to the disk, what is told once it is there, and since when it is on its way."""

    course: _Course
    told: tuple[Event, ...]
    since: float
    ticket: Ticket | None = None


class Session:
    """A :class:`core.source.Source` for a game at home.

    ``record`` is a game to go on with; CoreError is raised where its texts make none. ``keep`` gets every later state,
    ``now`` gives seconds, ``random`` decides between moves that are as good. ``pace`` is the least time in seconds that an
    engine takes for a move; ``between`` how many times that lies between two games of a series in which no person plays, None
    where the next one waits for New. ``cap`` is the most time for a move, None for as much as a level takes.
    """

    def __init__(
        self,
        game: Game,
        setup: Setup,
        players: Players,
        keep: Callable[[Record], Ticket],
        now: Callable[[], float],
        random: Random,
        record: Record | None = None,
        *,
        pace: float = 0.0,
        between: float | None = None,
        cap: float | None = None,
    ) -> None:
        series = (record.series if record else None) or setup.series(random)
        match = Match.from_record(record) if record else Match(game, series.seats)
        for text in match.players:
            parse(text)
        self._course = _Course(match, series, setup, record.extra if record else "")
        self._players, self._keep, self._now, self._random = players, keep, now, random
        self._between, self._cap = between, cap
        self._state = replace(self._course.snapshot, pace=pace)
        self._hearers: list[Hear] = []
        self._actions: deque[Action] = deque()
        self._acting = False
        self._pending: _Pending | None = None
        self._question: Ticket | None = None
        self._asked = now()
        self._stepping = self._stuck = self._left = self._unsaved = False
        self._unkept = bool(match.moves) and not match.outcome

    # The source.

    @property
    def state(self) -> Snapshot:
        """The game as it stands, all of it kept."""
        return self._state

    @property
    def mine(self) -> frozenset[Player]:
        """The seats on which people sit."""
        return frozenset(seat for seat in (0, 1) if self._state.seats[seat] == HUMAN)

    def listen(self, hear: Hear) -> Callable[[], None]:
        """Hear every change; what is returned ends it."""
        self._hearers.append(hear)
        return lambda: self._hearers.remove(hear)

    def do(self, action: Action) -> None:
        """Take an action in its turn: one that comes from within a hearer waits until that has been told to all."""
        with self._doing():
            self._actions.append(action)

    # What the owner brings.

    def heard(self, ticket: Ticket, analysis: Analysis) -> None:
        """An engine's answer."""
        if ticket != self._question:
            return
        opponent = self._state.opponent
        assert opponent, "only engines are asked"
        choice = opponent.answer(analysis, self._random, self._cap) if analysis.final else None
        self._question = None if choice else ticket
        thinking = Thinking(self._state.position.turn, analysis, opponent.share(analysis, self._cap))
        with self._doing():
            self._tell((), thinking=thinking, next=choice)

    def lost(self, ticket: Ticket, error: CoreError) -> None:
        """There will be no answer. A program from elsewhere loses by that; where no person sits, the next game waits."""
        if ticket != self._question:
            return
        self._question = None
        running = self._state.running and HUMAN in self._state.seats
        self._stuck = stuck = not isinstance(error, EngineForfeits)
        with self._doing():
            self._tell((events.Failed(error),) if stuck else (), thinking=None, running=running, failed=stuck)
            if not stuck:
                match = self._course.match.copy()
                match.resign(match.position.turn)
                self._change(match, events.Forfeited(error), forfeit=error)

    def kept(self, ticket: Ticket) -> None:
        """A record is on disk."""
        if self._pending and ticket == self._pending.ticket:
            self._unsaved = False
            with self._doing():
                self._settle(self._pending)

    def unkept(self, ticket: Ticket, error: CoreError) -> None:
        """A record cannot be kept: a game at home goes on, and the next ply brings it along."""
        if self._pending and ticket == self._pending.ticket:
            further = () if self._unsaved else (events.Unsaved(error),)
            self._unsaved = True
            with self._doing():
                self._settle(self._pending, further)

    def tick(self) -> float | None:
        """Do what is due; the ``now()`` at which there is something to do again, None where only a call brings it."""
        due = self._due()
        while due is not None and due <= self._now():
            with self._doing():
                self._act()
            due = self._due()
        return due

    # When something is due, and what.

    def _due(self) -> float | None:
        state, pending = self._state, self._pending
        if self._left or self._acting:
            return None
        if pending:
            return None if state.saving else pending.since + SAVING_SECONDS
        if self._unkept:
            return self._asked
        if state.outcome:
            follows = self._between is not None and state.running and not state.series.over
            return self._asked + (self._between or 0.0) * state.pace if follows and HUMAN not in state.seats else None
        if state.opponent is None or self._stuck or self._question is not None:
            return None
        if state.next is None or self._stepping:
            return self._asked
        return None if state.held else self._asked + state.pace

    def _act(self) -> None:
        state = self._state
        if self._pending:
            self._tell((), saving=True)
        elif self._unkept:
            self._change(self._course.match, events.NewGame())
        elif state.outcome:
            self._begin(self._following())
        elif state.next is None:
            self._think(state.position)
        else:
            self._stepping = False
            self._move(state.next.move, state.next.reason, state.next.remark)

    def _think(self, position: Position) -> None:
        """Let the player on turn choose, at once or once an engine has answered."""
        opponent = self._state.opponent
        assert opponent, "people are not asked"
        self._asked = self._now()
        choice = opponent.at_once(position, self._random)
        if choice is None:
            request = Request(position, opponent.engine, opponent.level, cap=self._cap)
            self._question = self._players.ask(position.turn, request)
        self._tell((), next=choice, thinking=None if choice else Thinking(position.turn, None), failed=False)

    # What actions do.

    def _take(self, action: Action) -> None:
        if self._left:
            return
        match action:
            case actions.Play(move):
                self._play(move)
            case actions.Undo():
                self._undo()
            case actions.Redo():
                self._redo()
            case actions.Resign(seat):
                self._resign(seat)
            case actions.New():
                self._begin(self._following())
            case actions.Swap():
                self._swap()
            case actions.Sit(seat, player):
                self._sit(seat, player)
            case actions.Prepare(setup):
                self._prepare(setup)
            case actions.Hint():
                self._tell((), hints=self._course.match.count_hint())
            case actions.Caution():
                self._tell((), cautions=self._course.match.count_caution())
            case actions.MoveNow():
                self._move_now()
            case actions.Run():
                self._stuck = self._stepping = False
                self._tell((), running=True)
            case actions.Pause():
                self._tell((), running=False)
            case actions.Step():
                self._stuck, self._stepping = False, True
                self._tell((), running=False)
            case actions.Pace(seconds):
                self._tell((), pace=seconds)
            case actions.Leave():
                self._drop()
                self._left = True
                self._tell((events.Left(),))

    def _move_now(self) -> None:
        opponent = self._state.opponent
        if opponent is None:
            self._refuse("Nobody is thinking who could move now.")
        elif self._stuck:
            self._stuck = False
        elif opponent.program:
            self._refuse("A program from elsewhere moves when it has thought.")
        elif self._question is not None:
            self._players.stop(self._question)

    def _play(self, move: Move) -> None:
        if self._pending:
            self._refuse("The move before is still being saved; play again in a moment.")
        elif self._state.opponent:
            self._refuse("It is not your turn.")
        else:
            self._move(move)

    def _move(self, move: Move, reason: Phrase | None = None, remark: Remark | None = None) -> None:
        match = self._course.match.copy()
        try:
            match.play(move, remark)
        except IllegalMove as error:
            self._tell((events.Refused(error),))
        else:
            self._change(match, events.Moved(len(match.moves), reason))

    def _undo(self) -> None:
        """Back to where the person is to move; while the engine thinks, by the person's own move only. A resignation or forfeit
        is taken back alone, and asks no program that has failed."""
        if self._pending:
            self._refuse("The move before is still being saved; take it back in a moment.")
            return
        match = self._course.match.copy()
        waiting, count = self._state.opponent is not None, len(match.moves)
        if not match.undo():
            self._refuse("There is nothing to take back.")
            return
        if not waiting and len(match.moves) < count and person(match.players) is not None:
            while match.moves and engine_to_move(match):
                match.undo()
        failed = [events.Failed(error)] if (error := self._course.forfeit) else []
        self._change(match, events.TakenBack(), *failed)

    def _redo(self) -> None:
        if self._pending:
            self._refuse("The move before is still being saved; make it again in a moment.")
            return
        match = self._course.match.copy()
        if not match.redo():
            self._refuse("There is nothing to make again.")
            return
        if person(match.players) is not None:
            while match.undone and engine_to_move(match):
                match.redo()
        self._change(match, events.MadeAgain())

    def _resign(self, seat: Player) -> None:
        match = self._course.match.copy()
        try:
            match.resign(seat)
        except IllegalMove as error:
            self._tell((events.Refused(error),))
        else:
            self._change(match)

    def _following(self) -> Series:
        """The standing before the next game, with the seats as they are set up unless a planned series goes on."""
        series, setup = self._course.series, self._course.setup
        if series.over:
            series = replace(series, results=())
        if series.length and series.results:
            return series
        seats = setup.series(self._random).seats
        return series if series.seats == seats else series.swapped()

    def _swap(self) -> None:
        series = self._course.series
        series = (Series(series.players) if series.length else series).swapped()
        self._begin(series, Setup(series.seats, length=series.length))

    def _begin(self, series: Series, setup: Setup | None = None) -> None:
        """A new game; it is kept with its first move."""
        match = Match(self._course.match.game, series.seats, self._course.match.start)
        self._drop()
        self._adopt(_Course(match, series, setup or self._course.setup), (events.NewGame(),))

    def _sit(self, seat: Player, player: str) -> None:
        """The same standing, with another name in it."""
        course = self._course
        match = course.match.copy()
        match.players = (player, match.players[1]) if seat == 0 else (match.players[0], player)
        players = match.players if course.before.first == 0 else (match.players[1], match.players[0])
        setup = replace(course.setup, seats=match.players)
        self._change(match, events.Seated(), before=replace(course.before, players=players), setup=setup)

    def _prepare(self, setup: Setup) -> None:
        self._course = replace(self._course, setup=setup)
        if self._course.match.moves:
            self._tell((events.Prepared(),), setup=setup)
        else:
            self._begin(self._following())

    # Keeping and telling.

    def _change(self, match: Match, *told: Event, **course_changes: Any) -> None:
        """Keep a match that has changed; nothing has to be kept of one that has not begun, and had not before."""
        old = self._course
        course = replace(old, **{"match": match, "forfeit": None} | course_changes)
        self._drop()
        if match.outcome and not self._state.outcome:
            told = (*told, events.Ended(match.outcome), *((events.SeriesOver(),) if course.series.over else ()))
        self._unkept = False
        pending = _Pending(course, told, self._now())
        if not any(one.moves or one.outcome for one in (old.match, match)):
            self._settle(pending)
        else:
            self._pending = pending
            pending.ticket = self._keep(course.record)

    def _settle(self, pending: _Pending, further: tuple[Event, ...] = ()) -> None:
        self._pending = None
        pending.course.match.take_counts(self._course.match)
        self._adopt(pending.course, (*pending.told, *further))

    def _adopt(self, course: _Course, told: tuple[Event, ...]) -> None:
        old = self._state
        self._course, self._asked = course, self._now()
        self._stuck = any(isinstance(event, events.Failed) for event in told)
        self._state = replace(course.snapshot, running=old.running, pace=old.pace, failed=self._stuck)
        self._tell(told)

    def _drop(self) -> None:
        if self._question is not None:
            self._players.drop(self._question)
            self._question = None

    def _refuse(self, template: str) -> None:
        self._tell((events.Refused(CoreError(template)),))

    def _tell(self, told: tuple[Event, ...], **changes: Any) -> None:
        """Change what is shown, and tell it to all."""
        self._state = replace(self._state, **changes)
        for hear in list(self._hearers):
            hear(self._state, told)

    def _waits(self, action: Action) -> bool:
        """Whether an action has to wait until what was done before is kept. Moves wait only as long as nobody notices: a
        player who types ahead loses nothing, and one whose disk hangs is told so."""
        if not self._pending or isinstance(action, _FREE):
            return False
        return not (self._state.saving and isinstance(action, _HASTY))

    @contextmanager
    def _doing(self) -> Iterator[None]:
        """While something is done, actions that come from hearers wait; then they are taken one after the other."""
        outermost, self._acting = not self._acting, True
        try:
            yield
            while outermost and self._actions and not self._waits(self._actions[0]):
                self._take(self._actions.popleft())
        finally:
            if outermost:
                self._acting = False


_FREE = (actions.Hint, actions.Caution, actions.MoveNow, actions.Run, actions.Pause, actions.Step, actions.Pace)
"""Actions that change nothing that is kept."""
_HASTY = (actions.Play, actions.Undo, actions.Redo)
"""Actions that are refused when they would have to wait long: by then they may mean something else."""
