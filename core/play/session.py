"""The course of a game and of its series, without a screen: whose turn it is, who is asked, what is kept, undone and counted.

A session is driven and never drives: it has no thread, no timer and awaits nothing. Whoever owns it calls :meth:`Session.tick`
once the game can be seen, again at the time that this returns, and after every other call. Engines are asked and records are
kept through what is injected; the answers come back by ticket, and an answer to an old ticket is dropped.

What an action changes is first kept and then told. Until then the state is the old one, no engine is asked, and further actions
wait; once that takes so long that it is shown, further moves are refused instead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from core.analysis import Analysis
from core.errors import CoreError, EngineForfeits, IllegalMove
from core.game import Game, Move, Player, Reason, Remark
from core.phrase import Phrase, phrase
from core.play import actions, events
from core.play.actions import Action
from core.play.clock import Clock, earliest
from core.play.course import Course, Pending
from core.play.ledger import Ledger
from core.play.match import Match, Record
from core.play.seats import Setup
from core.play.series import Series
from core.play.source import Players, Thinking, Ticket
from core.players.opponents import HUMAN, Opponent, parse
from core.players.worker.request import Request
from core.position import Position, other

LEAST_SECONDS = 0.1
"""What an engine has for its move however little time is left."""
SAVING_SECONDS = 0.3
"""How long a ply may be on its way to the disk before this is shown: a usual one is one repaint."""


class Session(Ledger):
    """A :class:`core.play.source.Source` for a game at home.

    ``record`` is a game to go on with; CoreError is raised where its texts make none. ``keep`` gets every later state,
    ``now`` gives seconds, ``random`` decides between moves that are as good. ``pace`` is the least time in seconds that an
    engine takes for a move; ``between`` how many times that lies between two games of a series in which no person plays, None
    where the next one waits for New. ``cap`` is the most time for a move, None for a level's; ``retry``, ``kept``: Ledger."""

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
        retry: float | None = None,
        kept: bool = False,
    ) -> None:
        if record:
            course = Course.of_record(record, setup, random)
        else:
            series = setup.series(random)
            course = Course.new(Match(game, series.seats), series, setup)
        for text in course.match.players:
            parse(text)
        super().__init__(course, players, keep, now, pace, retry, kept)
        self._random, self._between, self._cap, self._spent = random, between, cap, cap
        """``_spent`` is the most seconds for the move that is asked for."""
        self._stepping = self._left = False
        self._declined = ("", 0)
        """The game and the ply of which a draw was declined last."""

    # The source.

    @property
    def mine(self) -> frozenset[Player]:
        """The seats on which people sit."""
        return frozenset(seat for seat in (0, 1) if self._state.seats[seat] == HUMAN)

    # What the owner brings.

    def heard(self, ticket: Ticket, analysis: Analysis) -> None:
        """An engine's answer."""
        if ticket != self._question:
            return
        if self._state.offer is not None:
            self._judge(self._state.offer, analysis)
            return
        opponent = self._state.opponent
        assert opponent, "only engines are asked"
        choice = opponent.answer(analysis, self._random, self._spent) if analysis.final else None
        self._question = None if choice else ticket
        thinking = Thinking(self._state.position.turn, analysis, opponent.share(analysis, self._spent))
        with self._doing():
            self._tell((), thinking=thinking, next=choice)

    def lost(self, ticket: Ticket, error: CoreError) -> None:
        """There will be no answer. A program from elsewhere loses by that; where no person sits, the next game waits."""
        if ticket != self._question:
            return
        self._question = None
        if self._state.offer is not None:
            with self._doing():
                self._decline(other(self._state.offer), phrase("It gives no answer."))
            return
        running = self._state.running and HUMAN in self._state.seats
        self._stuck = stuck = not isinstance(error, EngineForfeits)
        with self._doing():
            self._tell((events.Failed(error),) if stuck else (), thinking=None, running=running, failed=stuck)
            if not stuck:
                match = self._course.match.copy()
                match.resign(match.position.turn)
                self._change(match, events.Forfeited(error), forfeit=error)

    def tick(self) -> float | None:
        """Do what is due; the ``now()`` at which there is something to do again, None where only a call brings it."""
        self._count()
        due = self._due()
        while due is not None and due <= self._now():
            with self._doing():
                self._act()
            self._count()
            due = self._due()
        clock = self._course.clock
        return earliest(due, clock.due if clock else None)

    # The clock.

    def _count(self) -> None:
        """Count the time that has passed, and tell it when another second is shown; do what follows when it has run out."""
        clock = self._course.clock
        if clock is None or self._acting or self._left:
            return
        player, shown = self._on_clock, self._state.clock
        clock = clock.run(player, self._now())
        self._course = replace(self._course, clock=clock)
        with self._doing():
            if player is not None and clock.out:
                self._run_out(player)
            elif shown is None or (clock.shown, clock.running) != (shown.shown, shown.running):
                self._tell((), clock=clock)

    @property
    def _on_clock(self) -> Player | None:
        """Whose time runs. That of an engine does from the first that it says, since its process is begun for it, and not while
        its move is only held back."""
        state, opponent = self._state, self._state.opponent
        if state.outcome or self._pending or self._unkept or self._now() < self._rests:
            return None
        if opponent and not opponent.program and not (state.thinking and state.thinking.analysis):
            return None
        return None if opponent and (state.held or state.next or self._stuck) else state.position.turn

    def _run_out(self, player: Player) -> None:
        """The game is lost, or a legal move is drawn for the player."""
        match, clock = self._course.match.copy(), self._course.clock
        assert clock, "without a clock no time runs"
        if clock.control.loses:
            match.run_out(player)
            self._change(match, events.TimeUp(player))
        else:
            moves = match.position.moves
            match.play(moves[self._random.randrange(len(moves))], Remark.FORCED)
            moved = clock.moved(player, self._now())
            self._change(match, events.TimeUp(player), events.Moved(len(match.moves)), clock=moved)

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
        if self._now() < self._rests:
            return self._rests
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
            self._begin(self._course.following(self._random))
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
            self._ask(position.turn, opponent)
        self._tell((), next=choice, thinking=None if choice else Thinking(position.turn, None), failed=False)

    def _ask(self, seat: Player, opponent: Opponent) -> None:
        """Ask what the engine on a seat thinks of the position, for no more time than there is."""
        clock = self._course.clock
        self._spent = earliest(self._cap, max(LEAST_SECONDS, round(clock.share(seat), 1)) if clock else None)
        request = Request(self._state.position, opponent.engine, opponent.effort, cap=self._spent, every=opponent.every)
        self._question = self._players.ask(seat, request)

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
                self._decline(other(self._state.offer), phrase("It goes on."))
            case actions.Conclude(outcome):
                self._conclude(lambda match: match.conclude(outcome))
            case actions.TakeBack(ply):
                self._take_back(ply)
            case actions.New():
                self._begin(self._course.following(self._random))
            case actions.Swap():
                self._begin(*self._course.swapped())
            case actions.Flip():
                self._flip()
            case actions.Sit(seat, player):
                self._sit(seat, player)
            case actions.Prepare(setup):
                self._prepare(setup)
            case actions.Hint():
                self._hint()
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
                self._leave()

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
            clock, mover = self._course.clock, self._state.position.turn
            moved = clock and clock.moved(mover, self._now())
            self._change(match, events.Moved(len(match.moves), reason), clock=moved)

    def _hint(self) -> None:
        match = self._course.match
        if match.allowed is None or match.hints < match.allowed:
            self._tell((), hints=match.count_hint())
        else:
            self._refuse(no_hints(match.allowed), count=match.allowed)

    def _undo(self) -> None:
        """Back to where the person is to move; a forfeit asks no program that has failed."""
        if self._pending:
            self._refuse("The move before is still being saved; take it back in a moment.")
            return
        outcome, clock = self._state.outcome, self._course.clock
        if clock and clock.control.total and outcome and outcome.reason is Reason.TIME:
            self._refuse("The time of the game is up, and that cannot be taken back; begin another game.")
            return
        match = self._course.taken_back(self._state.opponent is not None)
        if match is None:
            self._refuse("There is nothing to take back.")
            return
        failed = [events.Failed(error)] if (error := self._course.forfeit) else []
        self._change(match, events.TakenBack(), *failed, clock=self._clock_anew())

    def _redo(self) -> None:
        if self._pending:
            self._refuse("The move before is still being saved; make it again in a moment.")
            return
        match = self._course.made_again()
        if match is None:
            self._refuse("There is nothing to make again.")
            return
        self._change(match, events.MadeAgain(), clock=self._clock_anew())

    def _clock_anew(self) -> Clock | None:
        clock = self._course.clock
        return clock and clock.run(None, self._now()).anew()

    def _take_back(self, ply: int) -> None:
        match = self._course.match.copy()
        while len(match.moves) > ply:
            match.undo()
        self._change(match, events.TakenBack(), clock=self._clock_anew())

    def _conclude(self, end: Callable[[Match], None]) -> None:
        match = self._course.match.copy()
        try:
            end(match)
        except IllegalMove as error:
            self._tell((events.Refused(error),))
        else:
            self._change(match)

    def _offer(self, seat: Player) -> None:
        """Offer a draw to a person, who has to answer, or to an engine, which judges the position first; or take one."""
        state, here = self._state, (self._state.id, len(self._state.moves))
        opponent = parse(state.seats[other(seat)])
        if state.outcome:
            self._refuse("The game is over; no draw can be offered.")
        elif seat not in self.mine:
            self._refuse("Only a person offers a draw.")
        elif state.offer == other(seat):
            self._conclude(Match.agree)
        elif state.offer == seat:
            self._refuse("The draw is offered already; the answer will come.")
        elif state.position.turn != seat:
            self._refuse("It is not your turn; a draw is offered before a move of one's own.")
        elif self._declined == here:
            self._refuse("A draw has just been declined here; make a move first.")
        elif opponent is None:
            self._tell((events.DrawOffered(seat),), offer=seat)
        elif not opponent.thinks:
            self._decline(other(seat), phrase("It does not judge positions."))
        else:
            self._ask(other(seat), opponent)
            self._tell((events.DrawOffered(seat),), offer=seat)

    def _judge(self, seat: Player, analysis: Analysis) -> None:
        """What an engine thinks of the position in which a seat has offered it a draw."""
        opponent = parse(self._state.seats[other(seat)])
        assert opponent, "people are not asked"
        if not analysis.final:
            return
        self._question = None
        with self._doing():
            if opponent.takes_draw(analysis):
                self._conclude(Match.agree)
            else:
                self._decline(other(seat), phrase("It has not proven a draw, and hopes for more."))

    def _decline(self, seat: Player, reason: Phrase) -> None:
        self._drop()
        self._declined = (self._state.id, len(self._state.moves))
        self._tell((events.DrawDeclined(seat, reason),), offer=None)

    def _flip(self) -> None:
        """The same position and clocks, the players on each other's seats."""
        course, (first, second) = self._course, self._course.match.players
        if course.match.outcome:
            self._refuse("The game is over; the sides can be swapped for the next one.")
        elif course.planned:
            self._refuse("In a planned match the sides stay until the game is over.")
        elif first == second:
            self._refuse("The same player sits on both sides; there is nothing to swap.")
        else:
            match = course.match.copy()
            match.players = (second, first)
            self._change(match, events.Flipped(), before=course.before.flipped())

    def _begin(self, series: Series, setup: Setup | None = None) -> None:
        """A new game; it is kept with its first move."""
        match = Match(self._course.match.game, series.seats, self._course.match.start)
        self._drop()
        self._adopt(Course.new(match, series, setup or self._course.setup), (events.NewGame(),))

    def _sit(self, seat: Player, player: str) -> None:
        """The same standing, with another name in it."""
        course = self._course
        match = course.match.copy()
        match.players = (player, match.players[1]) if seat == 0 else (match.players[0], player)
        players = match.players if course.before.first == 0 else (match.players[1], match.players[0])
        setup = replace(course.setup, seats=players)
        self._change(match, events.Seated(), before=replace(course.before, players=players), setup=setup)

    def _prepare(self, setup: Setup) -> None:
        self._course = replace(self._course, setup=setup)
        if self._course.match.moves:
            self._tell((events.Prepared(),), setup=setup)
        else:
            self._begin(self._course.following(self._random))

    def _leave(self) -> None:
        """Ask no more; the time that has run since the last move is kept too."""
        self._drop()
        course, clock = self._course, self._course.clock
        self._left = True
        if clock and course.match.moves and not course.match.outcome:
            stopped = replace(course, clock=clock.run(None, self._now()))
            self._hand_over(Pending(stopped, (events.Left(),), self._now()))
        else:
            self._tell((events.Left(),))


def no_hints(allowed: int) -> str:
    """Why there is no further hint: a template with the field {count}."""
    return "No hint is left: this game gives {count}." if allowed else "There are no hints in this game."
