"""The arithmetic of clocks, with times that a test names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game import Player
from core.play.clock import MAX_STEP, Clock, TimeControl

MOVE = TimeControl(move=20)
TOTAL = TimeControl(total=60, increment=5, loses=True)
PLAYERS = st.sampled_from((0, 1))
STEPS = st.lists(st.tuples(st.floats(-100, 100), st.sampled_from((0, 1, None))), max_size=20)
CONTROLS = st.one_of(
    st.builds(TimeControl, move=st.integers(1, 100)),
    st.builds(TimeControl, total=st.integers(1, 1000), increment=st.integers(0, 10)),
)


@pytest.mark.parametrize("times", [(0, 0, 0), (5, 5, 0), (5, 0, 1), (-1, 0, 0), (100_000, 0, 0), (1.5, 0, 0)])
def test_times_that_make_no_control_are_refused(times: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"\("):
        TimeControl(*times)


def test_the_time_of_whoever_is_on_turn_runs_and_the_other_stands() -> None:
    clock = Clock.full(TOTAL).run(0, 100.0).run(1, 101.5).run(None, 102.0)
    assert clock.left == (58.5, 59.5)
    assert clock.run(0, 500.0).left == (58.5, 59.5)


def test_a_move_gives_the_increment_or_the_time_of_a_move_again() -> None:
    assert Clock.full(TOTAL).run(0, 1.0).moved(0, 2.0).left == (64.0, 60.0)
    assert Clock.full(MOVE).run(1, 1.0).moved(1, 2.0).left == (20.0, 20.0)


def test_what_is_spent_of_a_total_stays_spent_when_moves_are_taken_back() -> None:
    assert Clock.full(TOTAL).run(0, 1.0).run(None, 2.0).anew().left == (59.0, 60.0)
    assert Clock.full(MOVE).run(0, 1.0).run(None, 2.0).anew().left == (20.0, 20.0)


@pytest.mark.parametrize(("jump", "left"), [(86_400.0, 19.0), (-86_400.0, 20.0), (1.0, 19.0), (2.0, 18.0), (2.1, 19.0)])
def test_a_clock_that_jumps_far_costs_a_second_and_no_game(jump: float, left: float) -> None:
    clock = Clock.full(MOVE).run(0, 1000.0).run(0, 1000.0 + jump)
    assert clock.left[0] == pytest.approx(left)
    assert not clock.out


def test_whole_seconds_are_shown_the_last_until_nothing_is_left() -> None:
    clock = Clock(MOVE, (1.5, 20.0)).run(0, 10.0)
    assert (clock.shown, clock.due) == ((2, 20), 10.5)
    clock = clock.run(0, 10.5)
    assert (clock.shown, clock.due) == ((1, 20), 11.5)
    clock = clock.run(0, 11.5)
    assert (clock.shown, clock.due, clock.out) == ((0, 20), None, True)


@pytest.mark.parametrize(("control", "left", "low"), [(TOTAL, 10.0, True), (TOTAL, 10.1, False), (MOVE, 6.7, False)])
def test_it_warns_when_little_is_left_to_the_player_on_turn(control: TimeControl, left: float, low: bool) -> None:
    clock = Clock(control, (left, left)).run(0, 1.0)
    assert (clock.low(0), clock.low(1)) == (low, False)
    assert not clock.run(None, 1.0).low(0)


@given(control=CONTROLS, steps=STEPS)
def test_time_never_grows_nor_falls_below_nothing_and_only_that_of_one_side_changes(
    control: TimeControl, steps: list[tuple[float, Player | None]]
) -> None:
    clock, now = Clock.full(control), 1000.0
    for step, player in steps:
        now += step
        before, running, clock = clock.left, clock.running, clock.run(player, now)
        for side in (0, 1):
            assert 0 <= clock.left[side] <= before[side]
            assert running == side or clock.left[side] == before[side]
            assert before[side] - clock.left[side] <= MAX_STEP + 1e-6


@given(control=CONTROLS, player=PLAYERS)
def test_asked_when_something_is_due_a_clock_runs_down_second_by_second(control: TimeControl, player: Player) -> None:
    clock, shown = Clock.full(control).run(player, 7.0), []
    while (due := clock.due) is not None:
        assert due > clock.since
        clock = clock.run(player, due)
        shown.append(clock.shown[player])
    assert shown == list(range(control.start - 1, -1, -1))
    assert clock.out


@given(control=CONTROLS, spent=st.floats(0, 1000), player=PLAYERS)
def test_an_engine_is_given_less_than_it_has(control: TimeControl, spent: float, player: Player) -> None:
    left = max(0.5, control.start - spent)
    assert 0 < Clock(control, (left, left)).share(player) < left


def test_an_engine_that_takes_its_share_lives_on_its_increment_and_uses_it() -> None:
    without, control = TimeControl(total=60), TimeControl(total=60, increment=10)
    first = Clock.full(control).share(0)
    assert Clock.full(without).share(0) + 4 <= first <= 10
    clock, now = Clock.full(control), 0.0
    for _ in range(300):
        spent = clock.share(0)
        clock = clock.run(0, now)
        for _ in range(int(spent * 4)):
            now += 0.25
            clock = clock.run(0, now)
        assert not clock.out
        clock = clock.moved(0, now)
    # What comes in with each move is spent, and a reserve of several moves stays.
    assert clock.share(0) == pytest.approx(10, abs=0.5)
    assert clock.left[0] > 3 * 10
