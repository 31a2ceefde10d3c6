"""Whatever people, engines and the disk do, in any order, a session shows what is kept, counts right and never stands still."""

from __future__ import annotations

from typing import Any, get_args

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from core.errors import CoreError, EngineForfeits
from core.play import actions, events
from core.play.actions import Action
from core.play.events import Event
from core.play.match import Match
from core.play.seats import Setup
from core.play.series import Begins
from core.play.source import Snapshot
from core.players.opponents import HUMAN
from core.position import play_all
from tests.core.sitting import FULL_DISK, Sitting

PLAYERS = st.sampled_from((HUMAN, "random", "alphabeta:1"))
SEATS = st.tuples(PLAYERS, PLAYERS)
INDEX = st.integers(0, 30)
"""Which of the moves there are, counted round and round."""
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(actions.Play, st.integers(-1, 30)),
    st.builds(actions.Sit, st.integers(0, 1), PLAYERS),
    st.builds(actions.Prepare, st.builds(Setup, SEATS, begins=st.sampled_from((None, *get_args(Begins))))),
    st.builds(actions.Resign, st.integers(0, 1)),
    st.builds(actions.Pace, st.sampled_from((0.0, 1.0))),
    st.sampled_from([each for each in actions.Command if each not in (actions.Command.LEAVE, actions.Command.FLIP)]),
)


class AnyOrder(RuleBasedStateMachine):
    """``kept`` is the last match of each game that the disk has answered for, well or badly; ``ended`` how many games of the
    series are over; ``failed`` whether an engine has given up and was not asked again."""

    @initialize(
        game=st.sampled_from(("tictactoe", "pong-hau-ki")),
        seats=SEATS,
        length=st.sampled_from((0, 1, 3)),
        pace=st.sampled_from((0.0, 1.0)),
        between=st.sampled_from((None, 3.0)),
    )
    def begin(self, **options: Any) -> None:
        self.kept: dict[str, Match] = {}
        self.ended = 0
        self.failed = self.unsaved = False
        self.sitting = Sitting(**options)
        self.sitting.held = True
        self.shown = self.sitting.state
        self.left: tuple[int, int, int] | None = None
        self.sitting.session.listen(self.hear)

    def hear(self, state: Snapshot, told: tuple[Event, ...]) -> None:
        """Count what ends and what is taken back, and see that what is shown is what was kept."""
        assert self.left is None, "nothing is told after Left"
        before, self.shown = self.shown, state
        self.failed |= any(isinstance(event, events.Failed) for event in told)
        self.ended += sum(isinstance(event, events.Ended) for event in told)
        if before.match.id == state.match.id:
            self.ended -= bool(before.match.outcome and not state.match.outcome)
        elif (
            set(before.match.standing.players) != set(state.match.standing.players)
            or before.match.standing.over
            or (before.match.standing.length and not state.match.standing.length)
        ):
            self.ended = 0
        match = self.kept.get(state.match.id)
        assert (match.names if match else ()) == state.match.names
        assert (match.outcome if match else None) == state.match.outcome
        assert not match or not state.match.moves or match.players == state.match.players

    @rule(action=ACTIONS)
    def act(self, action: Action) -> None:
        self.sitting.do(action)

    @precondition(lambda self: not self.sitting.state.match.outcome)
    @rule(index=INDEX)
    def move(self, index: int) -> None:
        moves = self.sitting.state.match.position.moves
        self.sitting.do(actions.Play(moves[index % len(moves)]))

    @precondition(lambda self: self.sitting.bench.open)
    @rule(index=INDEX, final=st.booleans())
    def answer(self, index: int, final: bool) -> None:
        position = self.sitting.bench.open[-1].request.position
        self.sitting.answer(position.name(position.moves[index % len(position.moves)]), final)

    @precondition(lambda self: self.sitting.bench.open)
    @rule(error=st.sampled_from((CoreError("It died."), EngineForfeits("It ended."))))
    def fail(self, error: CoreError) -> None:
        asked = len(self.sitting.bench.asked)
        self.sitting.lose(error)
        self.failed = type(error) is CoreError and len(self.sitting.bench.asked) == asked

    @precondition(lambda self: self.sitting.waiting)
    @rule(error=st.sampled_from((None, None, FULL_DISK)))
    def disk(self, error: CoreError | None) -> None:
        match = self.sitting.keeps[self.sitting.waiting[0] - 1]
        self.kept[match.id] = match
        before = len(self.sitting.heard(events.Unsaved))
        self.sitting.to_disk(error)
        assert len(self.sitting.heard(events.Unsaved)) - before == (error is not None and not self.unsaved)
        self.unsaved = error is not None

    @precondition(lambda self: self.sitting.keeps)
    @rule(error=st.sampled_from((CoreError("It died."), EngineForfeits("It ended."))))
    def late(self, error: CoreError) -> None:
        """Answers that nobody waits for."""
        session, before = self.sitting.session, self.sitting.state
        for done in set(range(len(self.sitting.keeps) + 1)) - set(self.sitting.waiting):
            session.kept(done)
            session.unkept(done, error)
        assert session.state is before

    @rule(seconds=st.sampled_from((0.1, 0.4, 5.0)))
    def time_passes(self, seconds: float) -> None:
        self.sitting.pass_time(seconds)

    @rule(chance=st.integers(0, 19))
    def leave(self, chance: int) -> None:
        if chance == 0:
            self.sitting.do(actions.Command.LEAVE)

    @invariant()
    def replaying_the_names_gives_the_position(self) -> None:
        state = self.sitting.state
        moves, position = play_all(state.match.game, " ".join(state.match.names), state.match.start)
        assert (moves, position) == (list(state.match.moves), state.match.position)

    @invariant()
    def games_ended_and_not_taken_back_are_counted(self) -> None:
        assert len(self.sitting.state.match.standing.results) == self.ended

    @invariant()
    def nothing_is_asked_twice_nor_while_something_is_being_kept(self) -> None:
        assert len(self.sitting.bench.open) + len(self.sitting.waiting) <= 1

    @invariant()
    def nothing_is_due_in_the_past(self) -> None:
        assert self.sitting.due is None or self.sitting.due > self.sitting.clock

    @invariant()
    def an_engine_whose_turn_it_is_is_asked(self) -> None:
        state = self.sitting.state
        if state.course.opponent and not self.sitting.waiting and not self.failed and not self.left:
            assert self.sitting.bench.open or state.next

    @invariant()
    def after_leaving_nothing_is_asked_or_kept(self) -> None:
        counts = (len(self.sitting.bench.asked), len(self.sitting.keeps), len(self.sitting.told))
        if self.left is None and events.Signal.LEFT in self.sitting.told:
            self.left = counts
            assert not self.sitting.bench.open
            assert not self.sitting.waiting
        assert self.left in (None, counts)


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(max_examples=60, stateful_step_count=40, suppress_health_check=[HealthCheck.too_slow])
