"""What is kept of a game: before it is told, with every change, and so that it can be taken up again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.play import actions, events
from core.players.opponents import HUMAN
from tests.core.sitting import FULL_DISK, PEOPLE, YOU_FIRST, Sitting


def test_a_move_is_told_only_once_it_is_kept_and_no_engine_is_asked_before() -> None:
    sitting = Sitting()
    sitting.held = True
    sitting.play("b2")
    assert sitting.moves == ""
    assert not sitting.told
    assert not sitting.bench.asked
    sitting.to_disk()
    assert sitting.moves == "b2"
    assert sitting.written == ["b2"]
    assert len(sitting.bench.asked) == 1


def test_moves_made_faster_than_the_disk_keeps_them_arrive_in_order() -> None:
    sitting = Sitting(PEOPLE)
    sitting.held = True
    sitting.do(actions.Play(0), actions.Play(1), actions.Play(2))
    for count in (1, 2, 3):
        sitting.to_disk()
        assert len(sitting.state.match.moves) == count
    assert sitting.moves == "a1 b1 c1"


def test_saving_is_shown_after_a_third_of_a_second_and_not_before() -> None:
    sitting = Sitting()
    sitting.held = True
    sitting.play("b2")
    assert not sitting.state.saving
    assert sitting.due == pytest.approx(1000.3)
    sitting.pass_time(0.4)
    assert sitting.state.saving
    assert sitting.moves == ""
    sitting.to_disk()
    assert not sitting.state.saving
    assert sitting.moves == "b2"


def test_what_the_disk_says_of_an_older_record_says_nothing_of_the_newer_one() -> None:
    sitting = Sitting(PEOPLE)
    sitting.play("b2")
    sitting.held = True
    sitting.play("a1")
    sitting.session.kept(1)
    sitting.session.unkept(1, FULL_DISK)
    assert sitting.moves == "b2"
    assert not sitting.heard(events.Unsaved)
    sitting.to_disk()
    assert sitting.moves == "b2 a1"


def test_while_a_ply_is_being_kept_for_long_moves_are_refused_and_all_else_waits() -> None:
    sitting = Sitting(PEOPLE)
    sitting.held = True
    sitting.play("b2")
    sitting.do(actions.Command.UNDO)
    assert not sitting.told, "nobody has noticed yet that it takes long"
    sitting.pass_time(0.4)
    sitting.do(actions.Play(0), actions.Command.REDO)
    assert len(sitting.heard(events.Refused)) == 3
    assert "still being saved" in sitting.refusal()
    sitting.do(actions.Resign(0))
    assert len(sitting.waiting) == 1
    sitting.to_disk()
    assert sitting.moves == "b2"
    assert sitting.state.match.outcome is None
    sitting.to_disk()
    assert sitting.state.match.outcome is not None
    assert sitting.state.match.outcome.winner == 1


def test_what_cannot_be_kept_is_played_all_the_same_named_once_and_kept_with_the_next_ply() -> None:
    sitting = Sitting(PEOPLE)
    sitting.held = True
    for name in ("a1", "b2"):
        sitting.play(name)
        sitting.to_disk(FULL_DISK)
    assert sitting.moves == "a1 b2"
    assert [event.error for event in sitting.heard(events.Unsaved)] == [FULL_DISK]
    sitting.play("c3")
    sitting.to_disk()
    assert sitting.written[-1] == "a1 b2 c3"
    sitting.play("a2")
    sitting.to_disk(FULL_DISK)
    assert len(sitting.heard(events.Unsaved)) == 2, "it worked in between"


def test_a_game_left_and_taken_up_again_stands_as_it_was() -> None:
    sitting = Sitting(YOU_FIRST, length=3)
    sitting.play("b2")
    sitting.do(actions.Resign(0), actions.Command.NEW)
    sitting.answer("b2")
    sitting.do(actions.Command.HINT)
    sitting.play("a1")
    before = sitting.state
    sitting.do(actions.Command.LEAVE)
    assert sitting.told[-1] is events.Signal.LEFT
    assert sitting.bench.open == []
    again = Sitting(match=replace(sitting.keeps[-1], extra="a clock"))
    assert again.moves == "b2 a1"
    again.answer("b1")
    assert again.keeps[-1].extra == "a clock"
    again.do(actions.Command.UNDO)
    assert again.moves == "b2"
    again = Sitting(match=sitting.keeps[-1])
    assert again.state.match.hints == 1
    assert again.state.match.standing == before.match.standing
    assert again.state.match.number == 2
    assert again.state.match.id == before.match.id
    assert len(again.bench.open) == 1


def test_leaving_waits_for_what_is_being_kept_and_then_nothing_is_done_any_more() -> None:
    sitting = Sitting()
    sitting.held = True
    sitting.play("b2")
    sitting.do(actions.Command.LEAVE)
    assert events.Signal.LEFT not in sitting.told
    sitting.to_disk()
    assert sitting.told[-1] is events.Signal.LEFT
    assert not sitting.bench.asked
    sitting.do(actions.Play(0), actions.Command.NEW)
    assert sitting.told[-1] is events.Signal.LEFT
    assert sitting.due is None


def test_a_game_opened_in_its_middle_is_kept_before_anything_else() -> None:
    sitting = Sitting(moves="a1 b2 c3")
    assert sitting.written == ["a1 b2 c3"]
    assert len(sitting.bench.open) == 1


def test_a_new_game_is_kept_with_its_first_move_and_one_emptied_by_undo_is_kept_so() -> None:
    sitting = Sitting(PEOPLE)
    sitting.do(actions.Command.NEW, actions.Sit(1, "random"), actions.Sit(1, HUMAN))
    assert sitting.keeps == []
    sitting.play("b2")
    sitting.do(actions.Command.UNDO)
    assert sitting.written == ["b2", ""]


def test_giving_up_before_the_first_move_is_kept_and_so_is_taking_that_back() -> None:
    sitting = Sitting(PEOPLE)
    sitting.do(actions.Resign(0), actions.Command.UNDO)
    assert sitting.state.match.outcome is None
    assert [match.outcome is None for match in sitting.keeps] == [False, True]


def test_hints_are_counted_and_kept_with_the_next_move_even_while_one_is_being_kept() -> None:
    sitting = Sitting(PEOPLE)
    sitting.do(actions.Command.HINT)
    assert sitting.state.match.hints == 1
    sitting.held = True
    sitting.play("b2")
    sitting.do(actions.Command.HINT)
    sitting.to_disk()
    assert sitting.state.match.hints == 2
    sitting.play("a1")
    assert sitting.keeps[-1].hints == 2
