"""Session: a game at home with its engines and its disk, without a screen.

A session is driven and never drives: it has no thread, no timer and awaits nothing. Its owner calls
:meth:`Session.tick` once the game can be seen, again at the time that this returns, after every other call, and after
every answer of an engine.

The rules by which the game goes on are :func:`core.play.course.take`. The session asks the engines, counts the time,
and saves each change before it tells of it. Until a change is saved the state is the old one, no engine is asked, and
further actions wait; once saving takes so long that this is shown, further moves are refused.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, NamedTuple

from core.analysis import Analysis
from core.errors import CoreError, EngineForfeits
from core.game import Player, Reason
from core.phrase import phrase
from core.play.actions import (
    Action,
    ActionKind,
    Command,
    Conclude,
    CountTime,
    DeclineDraw,
    Forfeit,
    OfferDraw,
    Pace,
    Play,
)
from core.play.clock import earliest
from core.play.course import Course, take
from core.play.events import Event, Failed, Refused, Signal, Unsaved
from core.play.match import Match
from core.play.saving import Change, Saving
from core.play.source import Snapshot, SnapshotListener, Thinking, Ticket
from core.players.asking import AskForSeat, Asking
from core.players.opponents import HUMAN, Choice, Thinker, parse
from core.players.worker.request import Request
from core.position import Outcome, other
from core.review.account import Account
from core.review.memory import Memory

MIN_SECONDS = 0.1
"""Minimum seconds that an engine gets for its move, however little time is left."""
_FREE: frozenset[ActionKind] = frozenset(
    (
        Command.HINT,
        Command.CAUTION,
        Command.LESSON,
        Command.MOVE_NOW,
        Command.RUN,
        Command.PAUSE,
        Command.STEP,
        Pace,
    )
)
"""Kinds of actions that never wait for the disk: they change nothing that has to be saved at once."""
_HASTY: frozenset[ActionKind] = frozenset((Play, Command.UNDO, Command.REDO))
"""Kinds of actions that are refused instead of waiting long: by then they may mean something else."""


class Tempo(NamedTuple):
    """How fast engines play, in seconds."""

    pace: float = 0.0
    """Minimum for an engine's move."""
    between: float | None = None
    """Time between two games in which no person plays; None to wait for NEW."""
    cap: float | None = None
    """Maximum for an engine's move; None for that of its level."""


AT_ONCE = Tempo()
"""Engines move as soon as they can."""


class Session:
    """``ask`` asks the engines, ``keep`` saves a match, and :meth:`kept` or :meth:`unkept` answers it; ``now`` gives
    seconds, and ``random`` decides between moves that are equally good. A change that cannot be saved holds all the
    same and is saved with the next one. A ``kept`` game is on disk already; any other is saved at once if it has
    moves."""

    def __init__(
        self,
        course: Course,
        ask: AskForSeat,
        keep: Callable[[Match], Ticket],
        now: Callable[[], float],
        random: Random,
        tempo: Tempo = AT_ONCE,
        *,
        kept: bool = False,
    ) -> None:
        self.state = Snapshot(course, pace=tempo.pace)
        """The game now, all of it saved."""
        self._ask, self._now, self._random, self._tempo = ask, now, random, tempo
        self._saving = Saving(keep, now)
        self._unkept = not kept and bool(course.match.moves) and not course.match.outcome
        """Whether the game has to be saved before anything else."""
        self._failing = False
        """Whether the last change could not be saved."""
        self._hearers: list[SnapshotListener] = []
        self._actions: deque[Action] = deque()
        self._acting = self._stepping = self._left = False
        self._asking: Asking | None = None
        self._asked = now()
        self._memories = Memory(), Memory()
        """The knowledge of each player about this game: nobody learns from an opponent."""

    def listen(self, hear: SnapshotListener) -> Callable[[], None]:
        """Tell ``hear`` of every change; the function that is returned ends it."""
        self._hearers.append(hear)
        return lambda: self._hearers.remove(hear)

    def do(self, action: Action) -> None:
        """Take an action in its turn: one from within a hearer waits until all hearers have been called."""
        with self._doing():
            self._actions.append(action)

    def kept(self, ticket: Ticket) -> None:
        """A match is on disk."""
        if change := self._saving.end(ticket):
            self._failing = False
            with self._doing():
                self._settle(change)

    def unkept(self, ticket: Ticket, error: CoreError) -> None:
        """A match could not be saved. That is reported once, until saving works again."""
        if change := self._saving.end(ticket):
            told = change.told if self._failing else (*change.told, Unsaved(error))
            self._failing = True
            with self._doing():
                self._settle(Change(change.course, told))

    def tick(self) -> float | None:
        """Do what is due. Returns the ``now()`` at which something will be due again; None until the next call."""
        while True:
            if not (self._acting or self._left):
                with self._doing():
                    self._apply(CountTime(self._on_clock))
            due = self._due()
            if due is None or due > self._now():
                break
            with self._doing():
                self._act()
        clock = self.state.match.clock
        return earliest(due, clock.due if clock and self._on_clock is not None else None)

    # When something is due, and what.

    @property
    def _on_clock(self) -> Player | None:
        """The player whose time runs. An engine's time runs from its first report, since its process is started for it,
        and not while its move is only held back."""
        state, opponent = self.state, self.state.course.opponent
        if state.match.outcome or self._saving.change or self._unkept:
            return None
        if opponent and not opponent.program and not (state.thinking and state.thinking.analysis):
            return None
        return None if opponent and (state.held or state.next or state.failed) else state.match.position.turn

    def _due(self) -> float | None:
        state, between = self.state, self._tempo.between
        if self._left or self._acting:
            return None
        if self._saving.change:
            return None if state.saving else self._saving.due
        if self._unkept:
            return self._asked
        if state.match.outcome:
            follows = state.running and not state.match.standing.over and HUMAN not in state.match.players
            return self._asked + between if between is not None and follows else None
        if state.course.opponent is None or state.failed or self._asking:
            return None
        if state.next is None or self._stepping:
            return self._asked
        return None if state.held else self._asked + state.pace

    def _act(self) -> None:
        state = self.state
        if self._saving.change:
            self._tell((), saving=True)
        elif self._unkept:
            self._change(Change(state.course, (Signal.NEW_GAME,)))
        elif state.match.outcome:
            self._apply(Command.NEW)
        elif state.next is None:
            self._think()
        else:
            self._stepping = False
            self._apply(Play(state.next.move, state.next.reason, state.next.remark))

    # The engines.

    def _think(self) -> None:
        """Let the engine to move choose: at once, or once its process has answered."""
        opponent, position = self.state.course.opponent, self.state.match.position
        assert opponent, "people are not asked"
        self._asked = self._now()
        decided = opponent.decide(position, self._random, self._seconds(position.turn))
        if isinstance(decided, Choice):
            self._tell((), next=decided, thinking=None, failed=False)
        else:
            assert isinstance(opponent, Thinker), "only those who think have an engine asked"
            self._asking = self._ask(position.turn, decided, partial(self._hear, opponent, decided), self._lose)
            self._tell((), next=None, thinking=Thinking(position.turn, None), failed=False)

    def _seconds(self, seat: Player) -> float | None:
        """Maximum seconds for a move of the engine on a seat, within the time that is left."""
        clock = self.state.match.clock
        return earliest(self._tempo.cap, max(MIN_SECONDS, round(clock.share(seat), 1)) if clock else None)

    def _hear(self, opponent: Thinker, request: Request, analysis: Analysis) -> None:
        """Take what the engine to move thinks of its moves."""
        choice, turn = None, self.state.match.position.turn
        if analysis.final:
            self._asking = None
            informed = self._learn(turn, analysis).analyses[-1]
            choice = opponent.answer(request, informed or analysis, self._random)
        with self._doing():
            self._tell((), thinking=Thinking(turn, analysis, request.share(analysis)), next=choice)

    def _lose(self, error: CoreError) -> None:
        """Go on without a move. An external program loses by that; where no person plays, the next game waits."""
        self._asking = None
        running = self.state.running and HUMAN in self.state.match.players
        forfeits = isinstance(error, EngineForfeits)
        with self._doing():
            told = () if forfeits else (Failed(error),)
            self._tell(told, thinking=None, running=running, failed=not forfeits)
            if forfeits:
                self._apply(Forfeit(error))

    def _have_judged(self) -> None:
        """Ask the engine to which a draw is offered what it thinks of the position."""
        offer, position = self.state.course.offer, self.state.match.position
        judge = None if offer is None else parse(self.state.match.players[other(offer)])
        if offer is None or not isinstance(judge, Thinker) or self._asking:
            return

        def hear(analysis: Analysis) -> None:
            if analysis.final:
                self._asking = None
                known = self._learn(other(offer), analysis)
                agreed = judge.takes_draw(analysis, known.scores[-1] if known.carried[-1] else None)
                hopes = phrase("It has not proven a draw, and hopes for more.")
                with self._doing():
                    self._apply(Conclude(Outcome(None, Reason.AGREED)) if agreed else DeclineDraw(hopes))

        def lose(error: CoreError) -> None:
            self._asking = None
            with self._doing():
                self._apply(DeclineDraw(phrase("It gives no answer.")))

        self._asking = self._ask(other(offer), judge.request(position, self._seconds(other(offer))), hear, lose)

    def _learn(self, seat: Player, analysis: Analysis) -> Account:
        """The game as the player on a seat knows it with an answer of the engine."""
        memory, match = self._memories[seat], self.state.match
        memory.learn(analysis)
        return memory.account(match.positions, match.moves, match.outcome)

    def _drop(self) -> None:
        if self._asking:
            self._asking.drop()
            self._asking = None

    # What actions do.

    def _take(self, action: Action) -> None:
        """Do an action of the owner. Raises CoreError for what cannot be done."""
        opponent, saving = self.state.course.opponent, self._saving.change
        match action:
            case _ if self._left:
                return
            case Play() if saving:
                raise CoreError("The last move is still being saved; try again in a moment.")
            case Command.UNDO if saving:
                raise CoreError("The last move is still being saved; try again in a moment.")
            case Command.REDO if saving:
                raise CoreError("The last move is still being saved; try again in a moment.")
            case Play() if opponent:
                raise CoreError("It is not your turn.")
            case OfferDraw():
                self._apply(action)
                self._have_judged()
            case Command.MOVE_NOW:
                if opponent is None:
                    raise CoreError("No engine is thinking about a move now.")
                if self.state.failed:
                    self._tell((), failed=False)
                elif opponent.program:
                    raise CoreError("An external program moves when it has finished thinking.")
                elif self._asking:
                    self._asking.stop()
            case Command.RUN:
                self._stepping = False
                self._tell((), running=True, failed=False)
            case Command.PAUSE:
                self._tell((), running=False)
            case Command.STEP:
                self._stepping = True
                self._tell((), running=False, failed=False)
            case Pace(seconds, between):
                if self._tempo.between is not None and between is not None:
                    self._tempo = self._tempo._replace(between=between)
                self._tell((), pace=seconds)
            case Command.LEAVE:
                self._drop()
                self._left = True
                self._apply(action)
            case _:
                self._apply(action)

    def _apply(self, action: Action) -> None:
        """Do an action by the rules: save what has changed, or tell of it at once. Raises CoreError for what they
        forbid."""
        course, now, coming = self.state.course, self._now(), self._saving.change
        after, told = take(course, action, now, self._random)
        if after is course:
            return
        if told and after.match is not course.match:
            self._change(Change(after, told))
            return
        if coming and not told:  # what is counted meanwhile belongs to the change on its way too
            self._saving.change = Change(take(coming.course, action, now, self._random)[0], coming.told)
        if course.offer is not None and after.offer is None:
            self._drop()
        if isinstance(action, CountTime) and _shown(after) == _shown(course):
            self.state = replace(self.state, course=after)
        else:
            self._tell(told, course=after)

    def _change(self, change: Change) -> None:
        """Save a game that has changed; one that has not begun is saved only if it had begun before."""
        old, new = self.state.match, change.course.match
        self._drop()
        self._unkept = False
        if old.id == new.id and (old.moves or old.outcome or new.moves or new.outcome):
            self._saving.begin(change)
        else:
            self._settle(change)

    def _settle(self, change: Change) -> None:
        old, match = self.state, change.course.match
        if (match.id, match.players) != (old.match.id, old.match.players):
            self._memories = Memory(), Memory()
        self._asked = self._now()
        failed = any(isinstance(event, Failed) for event in change.told)
        self.state = Snapshot(change.course, running=old.running, pace=old.pace, failed=failed)
        self._tell(change.told)

    def _tell(self, told: tuple[Event, ...], **changes: Any) -> None:
        """Change the state, and tell it to all."""
        self.state = replace(self.state, **changes)
        for hear in list(self._hearers):
            hear(self.state, told)

    def _waits(self, action: Action) -> bool:
        """Whether an action has to wait until the change before it is saved. Moves wait only as long as nobody notices:
        those who type ahead lose nothing, and those whose disk hangs see it."""
        kind: ActionKind = action if isinstance(action, Command) else type(action)
        if not self._saving.change or kind in _FREE:
            return False
        return not (self.state.saving and kind in _HASTY)

    @contextmanager
    def _doing(self) -> Iterator[None]:
        """While something is done, the actions of hearers wait; afterwards they are taken one by one."""
        outermost, self._acting = not self._acting, True
        try:
            yield
            while outermost and self._actions and not self._waits(self._actions[0]):
                try:
                    self._take(self._actions.popleft())
                except CoreError as error:
                    self._tell((Refused(error),))
        finally:
            if outermost:
                self._acting = False


def _shown(course: Course) -> object:
    """The part of the clock that is shown."""
    return course.match.clock and (course.match.clock.shown, course.match.clock.running)
