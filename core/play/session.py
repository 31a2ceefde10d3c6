"""The course of a game and of its series, without a screen: whose turn it is, who is asked, what is kept, undone and counted.

A session is driven and never drives: it has no thread, no timer and awaits nothing. Its owner calls :meth:`Session.tick`
once the game can be seen, again at the time that this returns, after every other call, and after every answer of an engine.
Games are kept through what is injected; the answers come back by ticket, and one to an old ticket is dropped.

What an action changes is first kept and then told. Until then the state is the old one, no engine is asked, and further actions
wait; once that takes so long that it is shown, further moves are refused instead.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from core.analysis import Analysis
from core.errors import CoreError, EngineForfeits, IllegalMove
from core.game import Game, Move, Player, Reason, Remark
from core.phrase import Phrase, phrase
from core.play import actions, events
from core.play.actions import Action
from core.play.agreements import AT_ONE_BOARD, Agreements, Policy
from core.play.clock import earliest
from core.play.events import Event
from core.play.match import Match
from core.play.saving import Change, Saving
from core.play.seats import Setup, made_again, taken_back
from core.play.series import Series
from core.play.source import Snapshot, SnapshotListener, Thinking, Ticket
from core.players.asking import AskForSeat, Asking
from core.players.opponents import HUMAN, Choice, Thinker, parse
from core.players.worker.request import Request
from core.position import Position, other
from core.review.account import Account
from core.review.memory import Memory

MIN_SECONDS = 0.1
"""What an engine has for its move however little time is left."""
SAVING_SECONDS = 0.3
"""How long a ply may be on its way to the disk before this is shown: a usual one is one repaint."""


class Session:
    """A :class:`core.play.source.Source` for a game at home.

    ``match`` is a game to go on with; CoreError is raised where nobody can play for a seat. ``ask`` asks the engines, ``keep``
    gets every later state, ``now`` gives seconds, ``random`` decides between moves that are as good. ``pace`` is the least time
    in seconds that an engine takes for a move; ``between`` the seconds between two games of a series in which no person plays,
    None where the next one waits for New. ``cap`` is the most time for a move, None for a level's.

    ``retry`` None: what cannot be kept goes on all the same, and a game is kept from its first move on, as at home. Else a game
    is kept from its beginning, and what cannot be kept has not happened: it is refused, and so are the actions that wait; the
    clock and the engines stand still for so many seconds. ``kept``: it is on disk already, and only what changes is kept.

    ``policy`` says how the two may agree on a draw or on a move taken back; ``offered`` how many draws they have offered."""

    def __init__(
        self,
        game: Game,
        setup: Setup,
        ask: AskForSeat,
        keep: Callable[[Match], Ticket],
        now: Callable[[], float],
        random: Random,
        match: Match | None = None,
        *,
        pace: float = 0.0,
        between: float | None = None,
        cap: float | None = None,
        retry: float | None = None,
        kept: bool = False,
        policy: Policy = AT_ONE_BOARD,
        offered: tuple[int, int] = (0, 0),
    ) -> None:
        if match is None:
            match = setup.begun(game, random)
        elif match.series is None:
            match = replace(match, series=setup.series(random))
        for text in match.players:
            parse(text)
        self._match, self._setup = match, setup
        self._forfeit: CoreError | None = None
        """How a program has lost the game by failing."""
        self._state = Snapshot(match, setup, pace=pace, offered=offered)
        self._ask, self._now, self._random = ask, now, random
        self._between, self._cap = between, cap
        self._saving = Saving(keep, now, retry)
        self._from_start = retry is not None
        self._unkept = not kept and (self._from_start or bool(match.moves)) and not match.outcome
        self._hearers: list[SnapshotListener] = []
        self._actions: deque[Action] = deque()
        self._acting = self._stepping = self._stuck = self._left = False
        self._asking: Asking | None = None
        self._asked = now()
        self._agreements = Agreements(policy, offered)
        self._memories = Memory(), Memory()
        """What each player has found out of this game: nobody learns from an opponent."""

    # The source.

    @property
    def state(self) -> Snapshot:
        """The game as it stands, all of it kept."""
        return self._state

    @property
    def settled(self) -> bool:
        """Whether nothing is on its way to the disk."""
        return self._saving.change is None

    @property
    def mine(self) -> frozenset[Player]:
        """The seats on which people sit."""
        return frozenset(seat for seat in (0, 1) if self._state.seats[seat] == HUMAN)

    def listen(self, hear: SnapshotListener) -> Callable[[], None]:
        """Hear every change; what is returned ends it."""
        self._hearers.append(hear)
        return lambda: self._hearers.remove(hear)

    def do(self, action: Action) -> None:
        """Take an action in its turn: one that comes from within a hearer waits until that has been told to all."""
        with self._doing():
            self._actions.append(action)

    # What the owner brings.

    def kept(self, ticket: Ticket) -> None:
        """A match is on disk."""
        if self._saving.awaits(ticket):
            with self._doing():
                self._settle(self._saving.kept())

    def unkept(self, ticket: Ticket, error: CoreError) -> None:
        """A match cannot be kept: it goes on all the same, or what was to be kept has not happened."""
        if self._saving.awaits(ticket):
            change = self._saving.unkept(error)
            if change is None:
                self._actions.clear()
            with self._doing():
                if change:
                    self._settle(change)
                else:
                    self._tell((events.Refused(error),), saving=False)

    def _hear(self, opponent: Thinker, request: Request, analysis: Analysis) -> None:
        """What the engine of the player on turn thinks of its moves."""
        choice = None
        if analysis.final:
            self._asking = None
            informed = self._learn(self._state.position.turn, analysis).analyses[-1]
            choice = opponent.answer(request, informed or analysis, self._random)
        thinking = Thinking(self._state.position.turn, analysis, request.share(analysis))
        with self._doing():
            self._tell((), thinking=thinking, next=choice)

    def _lose(self, error: CoreError) -> None:
        """There will be no move. A program from elsewhere loses by that; where no person sits, the next game waits."""
        self._asking = None
        running = self._state.running and HUMAN in self._state.seats
        self._stuck = stuck = not isinstance(error, EngineForfeits)
        with self._doing():
            self._tell((events.Failed(error),) if stuck else (), thinking=None, running=running, failed=stuck)
            if not stuck:
                self._change(self._match.resign(self._match.position.turn), events.Forfeited(error), forfeit=error)

    def tick(self) -> float | None:
        """Do what is due; the ``now()`` at which there is something to do again, None where only a call brings it."""
        self._count()
        due = self._due()
        while due is not None and due <= self._now():
            with self._doing():
                self._act()
            self._count()
            due = self._due()
        clock = self._match.clock
        return earliest(due, clock.due if clock else None)

    # The clock.

    def _count(self) -> None:
        """Count the time that has passed, and tell it when another second is shown; do what follows when it has run out."""
        clock = self._match.clock
        if clock is None or self._acting or self._left:
            return
        player, shown = self._on_clock, self._state.clock
        clock = clock.run(player, self._now())
        self._match = replace(self._match, clock=clock)
        with self._doing():
            if player is not None and clock.out:
                self._run_out(player)
            elif shown is None or (clock.shown, clock.running) != (shown.shown, shown.running):
                self._tell((), match=self._match)

    @property
    def _on_clock(self) -> Player | None:
        """Whose time runs. That of an engine does from the first that it says, since its process is begun for it, and not while
        its move is only held back."""
        state, opponent = self._state, self._state.opponent
        if state.outcome or self._saving.change or self._unkept or self._now() < self._saving.rests:
            return None
        if opponent and not opponent.program and not (state.thinking and state.thinking.analysis):
            return None
        return None if opponent and (state.held or state.next or self._stuck) else state.position.turn

    def _run_out(self, player: Player) -> None:
        """The game is lost, or a legal move is drawn for the player."""
        match, clock = self._match, self._match.clock
        assert clock, "without a clock no time runs"
        if clock.control.loses:
            self._change(match.run_out(player), events.TimeUp(player))
        else:
            moves = match.position.moves
            match = match.play(moves[self._random.randrange(len(moves))], Remark.FORCED)
            moved = replace(match, clock=clock.moved(player, self._now()))
            self._change(moved, events.TimeUp(player), events.Moved(len(match.moves)))

    # When something is due, and what.

    def _due(self) -> float | None:
        state = self._state
        if self._left or self._acting:
            return None
        if self._saving.change:
            return None if state.saving else self._saving.since + SAVING_SECONDS
        if self._unkept:
            return self._asked
        if state.outcome:
            follows = self._between is not None and state.running and not state.series.over
            return self._asked + (self._between or 0.0) if follows and HUMAN not in state.seats else None
        if self._now() < self._saving.rests:
            return self._saving.rests
        if state.opponent is None or self._stuck or self._asking:
            return None
        if state.next is None or self._stepping:
            return self._asked
        return None if state.held else self._asked + state.pace

    def _act(self) -> None:
        state = self._state
        if self._saving.change:
            self._tell((), saving=True)
        elif self._unkept:
            self._change(self._match, events.NewGame())
        elif state.outcome:
            self._begin(self._setup.following(self._match.standing, self._random))
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
        decided = opponent.decide(position, self._random, self._seconds(position.turn))
        if isinstance(decided, Choice):
            self._tell((), next=decided, thinking=None, failed=False)
        else:
            assert isinstance(opponent, Thinker), "only who thinks has an engine asked"
            self._asking = self._ask(position.turn, decided, partial(self._hear, opponent, decided), self._lose)
            self._tell((), next=None, thinking=Thinking(position.turn, None), failed=False)

    def _seconds(self, seat: Player) -> float | None:
        """The most time for a move of the engine on a seat, and no more than there is."""
        clock = self._match.clock
        return earliest(self._cap, max(MIN_SECONDS, round(clock.share(seat), 1)) if clock else None)

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
                self._conclude(lambda match: match.resign(seat))
            case actions.OfferDraw(seat):
                self._offer(seat)
            case actions.DeclineDraw() if self._state.offer is not None:
                self._no_draw(other(self._state.offer), phrase("It goes on."))
            case actions.Conclude(outcome):
                self._conclude(lambda match: match.conclude(outcome))
            case actions.AskUndo(seat):
                self._ask_back(seat)
            case actions.DeclineUndo() if self._state.takeback is not None:
                declined = events.UndoDeclined(other(self._state.takeback))
                self._agreements.takeback = None
                self._tell((declined,))
            case actions.New():
                self._begin(self._setup.following(self._match.standing, self._random))
            case actions.Swap():
                self._begin(*self._setup.swapped(self._match))
            case actions.Flip():
                self._flip()
            case actions.Sit(seat, player):
                self._sit(seat, player)
            case actions.Prepare(setup):
                self._prepare(setup)
            case actions.Hint():
                self._hint()
            case actions.Caution():
                self._count_on(self._match.count_caution())
            case actions.Lesson():
                self._count_on(replace(self._match, lesson=True))
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
            case actions.Pace(seconds, between):
                if self._between is not None and between is not None:
                    self._between = between
                self._tell((), pace=seconds)
            case actions.Leave():
                self._leave()

    def _move_now(self) -> None:
        opponent = self._state.opponent
        if opponent is None:
            self._refuse("Nobody is thinking who could move now.")
        elif self._stuck:
            self._stuck = False
        elif opponent.program:
            self._refuse("A program from elsewhere moves when it has thought.")
        elif self._asking:
            self._asking.stop()

    def _play(self, move: Move) -> None:
        if self._saving.change:
            self._refuse("The move before is still being saved; play again in a moment.")
        elif self._state.opponent:
            self._refuse("It is not your turn.")
        else:
            self._move(move)

    def _move(self, move: Move, reason: Phrase | None = None, remark: Remark | None = None) -> None:
        try:
            match = self._match.play(move, remark)
        except IllegalMove as error:
            self._tell((events.Refused(error),))
        else:
            clock, mover = match.clock, self._state.position.turn
            moved = replace(match, clock=clock and clock.moved(mover, self._now()))
            self._change(moved, events.Moved(len(match.moves), reason))

    def _hint(self) -> None:
        match = self._match
        if match.allowed is None or match.hints < match.allowed:
            self._count_on(match.count_hint())
        else:
            self._refuse(no_hints(match.allowed), count=match.allowed)

    def _count_on(self, match: Match) -> None:
        """What is counted changes nothing that is shown of the game, and is kept with the next ply."""
        self._match = match
        shown = replace(self._state.match, hints=match.hints, cautions=match.cautions, lesson=match.lesson)
        self._tell((), match=shown)

    def _undo(self) -> None:
        """Back to where the person is to move; a forfeit asks no program that has failed."""
        if self._saving.change:
            self._refuse("The move before is still being saved; take it back in a moment.")
            return
        outcome, clock = self._state.outcome, self._match.clock
        if clock and clock.control.total and outcome and outcome.reason is Reason.TIME:
            self._refuse("The time of the game is up, and that cannot be taken back; begin another game.")
            return
        match = taken_back(self._match, self._state.opponent is not None)
        if match is self._match:
            self._refuse("There is nothing to take back.")
            return
        failed = [events.Failed(error)] if (error := self._forfeit) else []
        self._change(replace(self._with_time(match), lesson=True), events.TakenBack(), *failed)

    def _redo(self) -> None:
        if self._saving.change:
            self._refuse("The move before is still being saved; make it again in a moment.")
            return
        match = made_again(self._match)
        if match is self._match:
            self._refuse("There is nothing to make again.")
            return
        self._change(self._with_time(match), events.MadeAgain())

    def _with_time(self, match: Match) -> Match:
        clock = match.clock
        return replace(match, clock=clock and clock.run(None, self._now()).anew())

    def _ask_back(self, seat: Player) -> None:
        try:
            match = self._agreements.back(self._match, seat)
        except CoreError as error:
            self._tell((events.Refused(error),))
        else:
            if match is None:
                self._tell((events.UndoAsked(seat),))
            else:
                self._change(self._with_time(match), events.TakenBack())

    def _conclude(self, end: Callable[[Match], Match]) -> None:
        try:
            match = end(self._match)
        except IllegalMove as error:
            self._tell((events.Refused(error),))
        else:
            self._change(match)

    def _offer(self, seat: Player) -> None:
        """Offer a draw to a person, who has to answer, or to an engine, which judges the position first; or take one."""
        opponent = parse(self._state.seats[other(seat)])
        try:
            if seat not in self.mine:
                raise CoreError("Only a person offers a draw.")
            agreed = self._agreements.draw(self._match, seat)
        except CoreError as error:
            self._tell((events.Refused(error),))
            return
        if agreed:
            self._conclude(Match.agree)
        elif opponent is None:
            self._tell((events.DrawOffered(seat),))
        elif not isinstance(opponent, Thinker) or not opponent.thinks:
            self._no_draw(other(seat), phrase("It does not judge positions."))
        else:
            request = opponent.request(self._state.position, self._seconds(other(seat)))
            judge, lost = partial(self._judge, other(seat), opponent), partial(self._judge_nothing, other(seat))
            self._asking = self._ask(other(seat), request, judge, lost)
            self._tell((events.DrawOffered(seat),))

    def _judge(self, seat: Player, opponent: Thinker, analysis: Analysis) -> None:
        """What the engine on a seat thinks of the position in which it is offered a draw."""
        if not analysis.final:
            return
        self._asking = None
        told = self._learn(seat, analysis)
        proven = told.scores[-1] if told.carried[-1] else None
        with self._doing():
            if opponent.takes_draw(analysis, proven):
                self._conclude(Match.agree)
            else:
                self._no_draw(seat, phrase("It has not proven a draw, and hopes for more."))

    def _learn(self, seat: Player, analysis: Analysis) -> Account:
        """The game as the player on a seat knows it with that answer."""
        memory, match = self._memories[seat], self._state.match
        memory.learn(analysis)
        return memory.account(match.positions, match.moves, match.outcome)

    def _judge_nothing(self, seat: Player, error: CoreError) -> None:
        self._asking = None
        with self._doing():
            self._no_draw(seat, phrase("It gives no answer."))

    def _no_draw(self, seat: Player, reason: Phrase) -> None:
        self._drop()
        self._agreements.no_draw(self._match)
        self._tell((events.DrawDeclined(seat, reason),))

    def _flip(self) -> None:
        """The same position and clocks, the players on each other's seats."""
        match, (first, second) = self._match, self._match.players
        series = self._before
        if match.outcome:
            self._refuse("The game is over; the sides can be swapped for the next one.")
        elif series.length > 1:
            self._refuse("In a planned match the sides stay until the game is over.")
        elif first == second:
            self._refuse("The same player sits on both sides; there is nothing to swap.")
        else:
            flipped = replace(
                match, players=(second, first), series=series.flipped(), lesson=match.lesson or bool(match.moves)
            )
            self._change(flipped, events.Flipped())

    def _begin(self, series: Series, setup: Setup | None = None) -> None:
        """A new game; it is kept with its first move."""
        setup = setup or self._setup
        self._drop()
        match = setup.match(self._match.game, series, self._match.start)
        self._adopt(Change(match, setup, (events.NewGame(),)))

    def _sit(self, seat: Player, player: str) -> None:
        """The same standing, with another name in it."""
        match, setup = self._setup.sitting(self._match, seat, player)
        self._change(replace(match, lesson=match.lesson or bool(match.moves)), events.Seated(), setup=setup)

    def _prepare(self, setup: Setup) -> None:
        self._setup = setup
        if self._match.moves:
            self._tell((events.Prepared(),), setup=setup)
        else:
            self._begin(setup.following(self._match.standing, self._random))

    def _leave(self) -> None:
        """Ask no more; the time that has run since the last move is kept too."""
        self._drop()
        match, clock = self._match, self._match.clock
        self._left = True
        if clock and match.moves and not match.outcome:
            stopped = replace(match, clock=clock.run(None, self._now()))
            self._saving.begin(Change(stopped, self._setup, (events.Left(),), self._forfeit))
        else:
            self._tell((events.Left(),))

    @property
    def _before(self) -> Series:
        """How the games stood before this one."""
        assert self._match.series, "every game of a session has a standing"
        return self._match.series

    # What becomes of a change.

    def _change(self, match: Match, *told: Event, setup: Setup | None = None, forfeit: CoreError | None = None) -> None:
        """Keep a match that has changed; nothing has to be kept of one that has not begun, and had not before."""
        clock = match.clock and match.clock.run(None, self._now())
        match = replace(match, clock=clock)
        self._drop()
        if match.outcome and not self._state.outcome:
            told = (*told, events.Ended(match.outcome), *((events.SeriesOver(),) if match.standing.over else ()))
        self._unkept = False
        change = Change(match, setup or self._setup, told, forfeit)
        if self._from_start or any(one.moves or one.outcome for one in (self._match, match)):
            self._saving.begin(change)
        else:
            self._settle(change)

    def _settle(self, change: Change) -> None:
        match, counted = change.match, self._match
        lesson = match.lesson or counted.lesson
        self._adopt(
            replace(change, match=replace(match, hints=counted.hints, cautions=counted.cautions, lesson=lesson))
        )

    def _adopt(self, change: Change) -> None:
        old = self._state
        if (change.match.id, change.match.players) != (old.match.id, old.match.players):
            self._memories = Memory(), Memory()
        self._match, self._setup, self._forfeit = change.match, change.setup, change.forfeit
        self._asked = self._now()
        self._stuck = any(isinstance(event, events.Failed) for event in change.told)
        self._agreements.after(change.match, any(isinstance(event, events.Moved) for event in change.told))
        self._state = Snapshot(change.match, change.setup, running=old.running, pace=old.pace, failed=self._stuck)
        self._tell(change.told)

    def _drop(self) -> None:
        if self._asking:
            self._asking.drop()
            self._asking = None

    def _refuse(self, template: str, **values: object) -> None:
        self._tell((events.Refused(CoreError(template, **values)),))

    def _tell(self, told: tuple[Event, ...], **changes: Any) -> None:
        """Change what is shown, and tell it to all."""
        asked = self._agreements
        self._state = replace(self._state, offer=asked.offer, takeback=asked.takeback, offered=asked.offered, **changes)
        for hear in list(self._hearers):
            hear(self._state, told)

    def _waits(self, action: Action) -> bool:
        """Whether an action has to wait until what was done before is kept. Moves wait only as long as nobody notices: a
        player who types ahead loses nothing, and one whose disk hangs is told so."""
        if not self._saving.change or isinstance(action, _FREE):
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


_FREE = (
    actions.Hint,
    actions.Caution,
    actions.Lesson,
    actions.MoveNow,
    actions.Run,
    actions.Pause,
    actions.Step,
    actions.Pace,
)
"""Actions that change nothing that is kept."""
_HASTY = (actions.Play, actions.Undo, actions.Redo)
"""Actions that are refused when they would have to wait long: by then they may mean something else."""


def no_hints(allowed: int) -> str:
    """Why there is no further hint: a template with the field {count}."""
    return "No hint is left: this game gives {count}." if allowed else "There are no hints in this game."
