"""The course of a game without a screen: whose turn it is, who is asked, and what actions do."""

from __future__ import annotations

import pytest

from core.errors import CoreError, EngineForfeits
from core.game import Remark
from core.games import get
from core.play import actions, events
from core.play.course import Course
from core.play.match import Match
from core.play.seats import Setup, people
from core.play.source import Archive, Snapshot
from core.players.opponents import HUMAN
from core.strategies.levels import Level
from tests.core.sitting import ENGINES, FULL_DISK, PEOPLE, Sitting


def test_a_person_moves_and_the_engine_is_asked_and_answers() -> None:
    sitting = Sitting()
    assert not sitting.bench.asked
    sitting.play("b2")
    (asked,) = sitting.bench.asked
    seat, request = asked.seat, asked.request
    assert (seat, request.position.text, request.engine) == (1, ".../.X./...", "random")
    assert sitting.state.thinking is not None
    assert sitting.state.thinking.seat == 1
    sitting.answer("a1")
    assert sitting.moves == "b2 a1"
    assert [event.ply for event in sitting.heard(events.Moved)] == [1, 2]
    assert sitting.heard(events.Moved)[1].reason is not None
    assert people(sitting.state.match.players) == {0}


def test_no_engine_is_asked_before_the_first_tick() -> None:
    sitting = Sitting(("random", HUMAN))
    assert len(sitting.bench.asked) == 1, "the tick of the test's own"
    assert sitting.state.match.moves == ()


@pytest.mark.parametrize("newer", [(), ("c3",)])
def test_answers_to_old_tickets_change_nothing_whether_or_not_a_newer_question_is_open(newer: tuple[str, ...]) -> None:
    sitting = Sitting()
    sitting.play("b2")
    (old,) = sitting.bench.open
    sitting.do(actions.Command.UNDO)
    sitting.play(*newer)
    assert len(sitting.bench.open) == len(newer)
    before = sitting.state
    assert old not in sitting.bench.open, "who is dropped says nothing any more"
    sitting.session.kept(99)
    sitting.session.unkept(99, FULL_DISK)
    assert sitting.state is before
    assert sitting.session.tick() is None


def test_undo_takes_back_the_engines_answer_too_and_while_it_thinks_only_your_move() -> None:
    sitting = Sitting()
    sitting.play("b2")
    sitting.do(actions.Command.UNDO)
    assert sitting.moves == ""
    sitting.play("b2")
    sitting.answer("a1")
    sitting.play("c3")
    sitting.do(actions.Command.UNDO)
    assert sitting.moves == "b2 a1"
    sitting.do(actions.Command.UNDO)
    assert sitting.moves == ""
    assert len(sitting.state.match.undone) == 3
    sitting.do(actions.Command.UNDO)
    assert sitting.refusal() == "There is nothing to take back."
    sitting.do(actions.Command.REDO)
    assert sitting.moves == "b2 a1"
    assert sitting.written[-3:] == ["b2 a1", "", "b2 a1"]


def test_redo_without_anything_undone_is_refused() -> None:
    sitting = Sitting(PEOPLE)
    sitting.do(actions.Command.REDO)
    assert sitting.refusal() == "There is nothing to redo."


def test_it_is_not_your_turn_while_the_engine_thinks() -> None:
    sitting = Sitting()
    sitting.play("b2")
    sitting.do(actions.Play(0))
    assert sitting.refusal() == "It is not your turn."


def test_an_illegal_move_is_refused_in_the_words_of_the_rules() -> None:
    sitting = Sitting(PEOPLE)
    sitting.play("b2")
    sitting.do(actions.Play(4))
    assert sitting.refusal() == "b2 is taken; play an empty square."


def test_resigning_ends_the_game_and_redo_does_not_resign_again() -> None:
    sitting = Sitting(PEOPLE)
    sitting.play("b2")
    sitting.do(actions.Resign(1))
    assert sitting.state.match.standing.results == (0,)
    sitting.do(actions.Resign(0))
    assert sitting.refusal() == "The game is over; you cannot resign."
    sitting.do(actions.Command.UNDO)
    assert (sitting.moves, sitting.state.match.outcome) == ("b2", None)
    sitting.do(actions.Command.REDO)
    assert sitting.state.match.outcome is None
    assert sitting.refusal() == "There is nothing to redo."


def test_a_game_given_up_ahead_of_undone_moves_makes_none_of_them_again() -> None:
    sitting = Sitting(PEOPLE)
    sitting.play("b2", "a1")
    sitting.do(actions.Command.UNDO, actions.Resign(0), actions.Command.REDO)
    assert sitting.refusal() == "There is nothing to redo."
    assert sitting.state.match.outcome is not None
    sitting.do(actions.Command.UNDO, actions.Command.REDO)
    assert sitting.moves == "b2 a1"
    assert not sitting.state.match.outcome


def test_a_program_that_fails_loses_and_is_asked_again_only_when_the_person_has_moved_again() -> None:
    sitting = Sitting()
    sitting.play("b2")
    sitting.lose(EngineForfeits("It ended."))
    assert sitting.state.match.outcome is not None
    assert sitting.state.match.outcome.winner == 0
    assert sitting.keeps[-1].outcome == sitting.state.match.outcome
    assert [type(event) for event in sitting.told[-2:]] == [events.Forfeited, events.Ended]
    sitting.do(actions.Command.UNDO)
    assert sitting.moves == "b2"
    taken_back, failed = sitting.told[-2:]
    assert taken_back is events.Signal.TAKEN_BACK
    assert isinstance(failed, events.Failed)
    sitting.pass_time(60)
    assert sitting.bench.open == []
    sitting.do(actions.Command.UNDO)
    assert sitting.moves == ""
    sitting.play("b2")
    assert len(sitting.bench.open) == 1


def test_in_the_place_of_a_program_that_has_failed_another_player_is_asked_at_once() -> None:
    sitting = Sitting()
    sitting.play("b2")
    sitting.lose(EngineForfeits("It ended."))
    sitting.do(actions.Sit(1, "alphabeta:1"), actions.Command.UNDO)
    assert [asked.request.engine for asked in sitting.bench.asked] == ["random", "alphabeta"]
    sitting.answer("a1")
    assert sitting.moves == "b2 a1"


def test_a_resigned_game_is_taken_up_again_where_a_program_failed_in_an_earlier_one() -> None:
    sitting = Sitting()
    sitting.play("b2")
    sitting.lose(EngineForfeits("It ended."))
    sitting.do(actions.Command.NEW)
    sitting.play("b2")
    sitting.do(actions.Resign(0), actions.Command.UNDO)
    assert sitting.heard(events.Failed) == []
    assert len(sitting.bench.open) == 1


def test_an_engine_that_gives_up_is_asked_again_when_the_person_does_something() -> None:
    sitting = Sitting()
    sitting.play("b2")
    sitting.lose(CoreError("It died."))
    assert len(sitting.heard(events.Failed)) == 1
    sitting.pass_time(60)
    assert len(sitting.bench.asked) == 1
    sitting.do(actions.Sit(1, "alphabeta:1"))
    assert [asked.request.engine for asked in sitting.bench.asked] == ["random", "alphabeta"]


def test_an_engine_that_gives_up_is_asked_again_by_whoever_wants_its_move_now() -> None:
    sitting = Sitting()
    sitting.play("b2")
    sitting.lose(CoreError("It died."))
    sitting.do(actions.Command.MOVE_NOW)
    assert len(sitting.bench.asked) == 2
    assert sitting.bench.stopped == []


def test_an_engine_takes_its_time_where_a_pace_is_set() -> None:
    sitting = Sitting(pace=0.4)
    sitting.play("b2")
    sitting.clock += 0.1
    sitting.answer("a1")
    assert sitting.moves == "b2"
    assert sitting.state.next is not None
    assert sitting.due == pytest.approx(1000.4)
    sitting.pass_time(0.4)
    assert sitting.moves == "b2 a1"


def test_a_paused_game_of_engines_shows_the_next_move_and_makes_it_step_by_step() -> None:
    sitting = Sitting(ENGINES, pace=1.0)
    sitting.do(actions.Command.PAUSE)
    sitting.answer("b2")
    sitting.pass_time(60)
    assert sitting.moves == ""
    assert sitting.state.next is not None
    sitting.do(actions.Command.STEP)
    assert sitting.moves == "b2"
    sitting.answer("a1")
    sitting.pass_time(60)
    assert sitting.moves == "b2", "one step is one move"
    sitting.do(actions.Command.RUN)
    sitting.pass_time(60)
    assert sitting.moves == "b2 a1"


def test_a_step_before_the_engine_has_answered_is_made_when_it_has() -> None:
    sitting = Sitting(ENGINES, pace=1.0)
    sitting.do(actions.Command.PAUSE, actions.Command.STEP)
    assert sitting.moves == ""
    sitting.answer("b2")
    assert sitting.moves == "b2"


def test_the_engine_that_thinks_can_be_told_to_move_now() -> None:
    sitting = Sitting()
    sitting.play("b2")
    sitting.do(actions.Command.MOVE_NOW)
    assert sitting.bench.stopped == sitting.bench.open


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ((HUMAN, HUMAN), "No engine is thinking"),
        ((HUMAN, "ugi:./engine"), "An external program moves when it has finished"),
    ],
)
def test_where_nothing_can_be_hurried_that_is_said(seats: tuple[str, str], said: str) -> None:
    sitting = Sitting(seats)
    sitting.play("b2")
    sitting.do(actions.Command.MOVE_NOW)
    assert sitting.refusal().startswith(said)
    assert sitting.bench.stopped == []


def test_an_engine_may_think_no_longer_than_the_cap_and_how_far_it_is_is_known() -> None:
    sitting = Sitting((HUMAN, "alphabeta:full"), cap=10.0)
    sitting.play("b2")
    (asked,) = sitting.bench.asked
    request = asked.request
    assert request.cap == request.seconds == 10.0
    most = request.limit.limit(120_000).nodes if isinstance(request.limit, Level) else None
    assert most, "a level counts nodes"
    shares = []
    for nodes, seconds in ((0, 0.0), (most // 4, 1.0), (most // 4, 5.0), (most, 6.0), (most // 4, 20.0)):
        sitting.answer("a1", final=False, nodes=nodes, seconds=seconds)
        assert sitting.state.thinking
        shares.append(sitting.state.thinking.share)
    assert shares == [0.0, 0.25, 0.5, 1.0, 1.0]


@pytest.mark.parametrize(
    ("opponent", "cap", "seconds", "cut"),
    [
        ("alphabeta:full", 10.0, 9.9, False),
        ("alphabeta:full", 10.0, 10.0, True),
        ("alphabeta:full", None, 99.0, False),
    ],
)
def test_a_move_that_the_clock_has_cut_short_says_so_and_no_other(
    opponent: str, cap: float | None, seconds: float, cut: bool
) -> None:
    sitting = Sitting((HUMAN, opponent), cap=cap)
    sitting.play("b2")
    sitting.answer("a1", seconds=seconds)
    reason = str(sitting.heard(events.Moved)[-1].reason)
    assert reason.startswith("(cut short after 10 s; a faster machine may differ) ") is cut
    assert ("cut short" in reason) is cut
    assert sitting.state.match.remark(2) is (Remark.CUT if cut else None)
    assert sitting.keeps[-1].remarks == (((2, Remark.CUT),) if cut else ())


def test_a_move_cut_short_is_known_as_such_as_long_as_it_stands() -> None:
    sitting = Sitting((HUMAN, "alphabeta:full"), cap=10.0)
    sitting.play("b2")
    sitting.answer("a1", seconds=10.0)
    again = Sitting(match=sitting.keeps[-1])
    assert again.state.match.remark(2) is Remark.CUT
    again.do(actions.Command.UNDO)
    assert (again.state.match.remark(2), again.keeps[-1].remarks) == (None, ())
    again.do(actions.Command.REDO)
    assert again.state.match.remark(2) is Remark.CUT
    again.do(actions.Command.UNDO)
    again.play("c3")
    again.answer("a1")
    assert again.state.match.remark(2) is None


def test_what_an_engine_thinks_is_shown_while_it_thinks() -> None:
    sitting = Sitting()
    sitting.play("b2")
    sitting.answer("a1", final=False)
    assert sitting.state.thinking is not None
    assert sitting.state.thinking.analysis is not None
    assert sitting.moves == "b2"


def test_two_fronts_hear_the_same_in_the_same_order_and_an_action_from_within_waits_its_turn() -> None:
    sitting = Sitting(PEOPLE)
    heard: list[tuple[str, int]] = []

    def first(state: Snapshot, told: tuple[events.Event, ...]) -> None:
        heard.append(("first", len(state.match.moves)))
        if len(state.match.moves) == 1:
            sitting.session.do(actions.Play(0))

    end = sitting.session.listen(first)
    sitting.session.listen(lambda state, told: heard.append(("second", len(state.match.moves))))
    sitting.play("b2")
    assert heard == [("first", 1), ("second", 1), ("first", 2), ("second", 2)]
    end()
    sitting.play("c3")
    assert heard[-1] == ("second", 3)
    assert len(heard) == 5


def test_a_draw_by_repetition_ends_the_game() -> None:
    sitting = Sitting(PEOPLE, game="pong-hau-ki")
    for name in ("4-3", "5-4", "3-5", "4-3", "5-4", "3-5") * 3:
        if sitting.state.match.outcome:
            break
        sitting.play(name)
    assert sitting.state.match.outcome is not None
    assert sitting.state.match.outcome.winner is None
    assert sitting.state.match.repetitions == 3


def test_a_game_that_is_only_looked_at_refuses_every_action() -> None:
    match = Match(get("tictactoe"), PEOPLE)
    archive = Archive(Snapshot(Course(match, Setup(PEOPLE))))
    told: list[events.Event] = []
    end = archive.listen(lambda state, heard: told.extend(heard))
    archive.do(actions.Play(0))
    end()
    archive.do(actions.Command.NEW)
    assert [type(event) for event in told] == [events.Refused]
    assert archive.mine == frozenset()
