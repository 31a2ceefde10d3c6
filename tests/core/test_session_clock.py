"""Games against the clock: whose time runs, what happens when it has run out, and what is kept of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.game import Reason, Remark
from core.play import actions, events
from core.play.clock import TimeControl
from core.play.seats import Setup
from core.play.source import Snapshot
from core.players.opponents import HUMAN
from tests.core.sitting import PEOPLE, WON, YOU_FIRST, Sitting

MOVE = TimeControl(move=20)
LOSING = TimeControl(move=20, loses=True)
TOTAL = TimeControl(total=60, increment=2, loses=True)


def timed(control: TimeControl, seats: tuple[str, str] = PEOPLE, length: int = 0) -> Sitting:
    return Sitting(seats, setup=Setup(seats, length, control=control))


def run(sitting: Sitting, seconds: int) -> None:
    """Let time go by second by second, as whoever drives a session does."""
    for _ in range(seconds):
        sitting.pass_time(1)


def left(sitting: Sitting) -> tuple[float, float]:
    assert sitting.state.match.clock
    return sitting.state.match.clock.left


def test_each_second_is_told_once_and_only_of_the_player_on_turn() -> None:
    sitting = timed(MOVE)
    before = len(sitting.states)
    run(sitting, 3)
    assert [state.match.clock and state.match.clock.shown for state in sitting.states[before:]] == [
        (19, 20),
        (18, 20),
        (17, 20),
    ]
    sitting.play("b2")
    run(sitting, 1)
    assert left(sitting) == (20, 19)
    assert sitting.due == sitting.clock + 1


def test_a_game_without_a_clock_has_nothing_due() -> None:
    sitting = Sitting(PEOPLE)
    assert (sitting.state.match.clock, sitting.due) == (None, None)


def test_when_the_time_is_up_a_legal_move_is_drawn_and_marked_as_such() -> None:
    sitting = timed(MOVE)
    run(sitting, 19)
    assert sitting.moves == ""
    run(sitting, 1)
    assert len(sitting.state.match.moves) == 1
    assert sitting.state.match.remark(1) is Remark.FORCED
    assert [type(event) for event in sitting.told] == [events.TimeUp, events.Moved]
    assert (sitting.keeps[-1].remarks, sitting.written[-1]) == (((1, Remark.FORCED),), sitting.moves)
    assert sitting.state.match.position.turn == 1
    assert left(sitting) == (20, 20)


def test_the_mark_goes_with_the_move_when_that_is_taken_back_and_comes_with_it_when_it_is_made_again() -> None:
    sitting = timed(MOVE)
    run(sitting, 20)
    sitting.do(actions.Command.UNDO)
    assert sitting.state.match.remark(1) is None
    sitting.do(actions.Command.REDO)
    assert sitting.state.match.remark(1) is Remark.FORCED
    (move,) = sitting.state.match.moves
    sitting.do(actions.Command.UNDO, actions.Play(move))
    assert sitting.state.match.remark(1) is None


def test_or_the_game_is_lost_and_counts_in_the_match() -> None:
    sitting = timed(LOSING, length=3)
    sitting.play("b2")
    run(sitting, 20)
    outcome = sitting.state.match.outcome
    assert outcome
    assert (outcome.winner, outcome.reason) == (0, Reason.TIME)
    assert sitting.state.match.standing.results == (0,)
    assert sitting.keeps[-1].outcome == outcome
    assert sitting.keeps[-1].outcome == outcome
    run(sitting, 60)
    assert sitting.state.match.moves


def test_a_loss_on_time_is_taken_back_where_each_move_has_its_own_and_not_where_all_is_spent() -> None:
    for control, over in ((LOSING, False), (TOTAL, True)):
        sitting = timed(control)
        sitting.play("b2")
        run(sitting, 60)
        sitting.do(actions.Command.UNDO)
        assert bool(sitting.state.match.outcome) is over
    assert sitting.refusal().startswith("Time ran out, and that cannot")


def test_time_that_passes_at_once_is_that_of_a_machine_that_slept_and_costs_a_second() -> None:
    sitting = timed(TOTAL)
    sitting.pass_time(3600)
    assert left(sitting) == (59, 60)
    sitting.clock -= 7200
    sitting.pass_time(0)
    run(sitting, 1)
    assert left(sitting) == (58, 60)


def test_a_total_runs_through_all_moves_and_each_adds_its_increment() -> None:
    sitting = timed(TOTAL)
    run(sitting, 10)
    sitting.play("b2")
    run(sitting, 5)
    sitting.play("a1")
    assert left(sitting) == (52, 57)
    sitting.do(actions.Command.UNDO)
    assert left(sitting) == (52, 57), "what is spent stays spent"


def test_an_engine_has_no_more_time_than_its_clock_and_its_own_runs_from_the_first_that_it_says() -> None:
    sitting = timed(TimeControl(move=6), YOU_FIRST)
    sitting.play("b2")
    (asked,) = sitting.bench.asked
    request = asked.request
    assert request.cap == 3.0
    run(sitting, 5)
    assert left(sitting) == (6, 6)
    sitting.answer("a1", final=False)
    run(sitting, 2)
    assert left(sitting) == (6, 4)
    run(sitting, 4)
    assert sitting.state.match.remark(2) is Remark.FORCED
    assert sitting.bench.open == []


def test_no_time_runs_while_an_engines_move_is_held_back_or_a_ply_is_being_kept() -> None:
    sitting = Sitting(("random", "random"), setup=Setup(("random", "random"), control=LOSING), pace=5.0)
    sitting.answer("b2")
    run(sitting, 4)
    assert left(sitting) == (20, 20)
    sitting = timed(LOSING)
    sitting.held = True
    sitting.play("b2")
    run(sitting, 60)
    assert left(sitting) == (20, 20)
    assert sitting.state.match.outcome is None


def test_a_game_left_is_kept_with_the_time_that_ran_since_the_last_move_and_goes_on_with_it() -> None:
    sitting = timed(TOTAL, length=3)
    sitting.play(*WON)
    sitting.do(actions.Command.NEW)
    sitting.play("b2")
    run(sitting, 7)
    sitting.do(actions.Command.LEAVE)
    assert sitting.told[-1] is events.Signal.LEFT
    record = sitting.keeps[-1]
    again = Sitting(match=record, setup=Setup.of(record))
    again.clock += 100_000
    assert left(again) == (62, 53)
    assert again.state.match.clock
    assert again.state.match.clock.control == TOTAL
    assert (again.state.match.number, again.state.match.standing.results) == (2, (0,))
    again.do(actions.Resign(0), actions.Command.NEW)
    assert left(again) == (60, 60), "the next game has its own time"


def test_what_was_kept_is_shown_with_its_clock_and_marks() -> None:
    sitting = timed(MOVE)
    run(sitting, 20)
    shown = Snapshot.of(sitting.keeps[-1])
    assert shown.match.remark(1) is Remark.FORCED
    assert shown.match.clock
    assert shown.match.clock.control == MOVE


def test_each_new_game_has_its_full_time() -> None:
    sitting = timed(TOTAL)
    run(sitting, 7)
    sitting.do(actions.Command.NEW)
    assert left(sitting) == (60, 60)


@pytest.mark.parametrize(
    ("hints", "said"),
    [(0, "There are no hints in this game."), (2, "You have no hints left: this game allows 2."), (None, "")],
)
def test_hints_are_refused_in_a_sentence_when_there_are_no_more(hints: int | None, said: str) -> None:
    sitting = Sitting(setup=Setup(YOU_FIRST, hints=hints))
    for _ in range(4):
        sitting.do(actions.Command.HINT)
    refused = sitting.heard(events.Refused)
    assert [str(event.error) for event in refused] == ([said] * (4 - (hints or 0)) if said else [])
    assert sitting.state.match.hints == (4 if hints is None else hints)
    assert sitting.state.match.allowed == hints
    sitting.play("b2")
    again = Sitting(match=sitting.keeps[-1])
    assert again.state.match.allowed == hints


def test_a_record_without_a_clock_goes_on_without_one() -> None:
    sitting = timed(MOVE, (HUMAN, "random"))
    sitting.play("b2")
    again = Sitting(match=replace(sitting.keeps[-1], clock=None))
    assert again.state.match.clock is None


def test_nothing_is_due_at_once_while_the_end_of_the_time_is_being_kept() -> None:
    sitting = timed(LOSING)
    sitting.held = True
    run(sitting, 20)
    assert sitting.waiting
    assert sitting.due == pytest.approx(sitting.clock + 0.3)
