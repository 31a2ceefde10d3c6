"""The games of a series: what counts, what is taken back, who sits where in the next one."""

from __future__ import annotations

from dataclasses import replace

from core.errors import EngineForfeits
from core.play import actions, events
from core.play.seats import Setup
from core.play.series import Series
from core.players.opponents import HUMAN
from core.tally import Tally
from tests.core.sitting import ENGINES, PEOPLE, WON, YOU_FIRST, Sitting


def test_the_end_counts_in_the_series_and_undo_takes_it_out_again() -> None:
    sitting = Sitting(PEOPLE, length=3)
    sitting.play(*WON)
    assert sitting.state.match.standing.results == (0,)
    assert sitting.state.match.number == 1
    assert len(sitting.heard(events.Ended)) == 1
    sitting.do(actions.Command.UNDO)
    assert not sitting.state.match.standing.results
    assert sitting.state.match.outcome is None
    sitting.do(actions.Command.REDO)
    assert sitting.state.match.standing.results == (0,)
    assert len(sitting.heard(events.Ended)) == 2


def test_the_end_of_the_series_is_told_and_can_still_be_taken_back() -> None:
    sitting = Sitting(PEOPLE, length=1)
    sitting.play(*WON)
    assert sitting.told.count(events.Signal.SERIES_OVER) == 1
    sitting.do(actions.Command.UNDO)
    assert not sitting.state.match.standing.over
    sitting.play("c1")
    assert sitting.state.match.standing.over
    sitting.do(actions.Command.NEW)
    assert sitting.state.match.standing == Series(PEOPLE, 1)


def test_whoever_sits_down_later_is_asked_and_named_in_the_series() -> None:
    sitting = Sitting()
    sitting.play("b2")
    sitting.do(actions.Sit(1, "mcts:1"))
    assert len(sitting.bench.open) == 1
    assert sitting.state.match.players == (HUMAN, "mcts:1")
    assert sitting.state.match.standing.players == (HUMAN, "mcts:1")
    assert sitting.keeps[-1].players == (HUMAN, "mcts:1")
    assert sitting.state.course.setup.seats == (HUMAN, "mcts:1")


def test_in_the_second_game_of_a_match_whoever_sits_down_takes_the_right_name() -> None:
    sitting = Sitting(PEOPLE, length=3)
    sitting.play(*WON)
    sitting.do(actions.Command.NEW)
    sitting.do(actions.Sit(0, "random"))
    assert sitting.state.match.players == ("random", HUMAN)
    assert sitting.state.match.standing.players == (HUMAN, "random")
    assert sitting.state.match.standing.seats == ("random", HUMAN)


def test_a_planned_match_changes_seats_after_each_game() -> None:
    sitting = Sitting(YOU_FIRST, length=3)
    sitting.play("b2")
    sitting.do(actions.Resign(0), actions.Command.NEW)
    assert sitting.state.match.players == ("random", HUMAN)
    assert sitting.state.match.number == 2
    assert sitting.state.match.standing.wins == (0, 1)


def test_a_best_of_three_is_over_at_two_to_nothing_and_a_new_match_follows() -> None:
    sitting = Sitting(YOU_FIRST, length=3)
    sitting.play("b2")
    sitting.do(actions.Resign(0), actions.Command.NEW)
    assert sitting.told.count(events.Signal.SERIES_OVER) == 0
    sitting.do(actions.Resign(1))
    assert sitting.state.match.standing.wins == (0, 2)
    assert sitting.told.count(events.Signal.SERIES_OVER) == 1
    sitting.do(actions.Command.NEW)
    assert sitting.state.match.standing == Series(YOU_FIRST, 3)
    assert sitting.state.match.number == 1


def test_a_series_without_end_goes_on_with_the_score_of_games_it_no_longer_lists() -> None:
    long = Series(PEOPLE, results=(0, None), earlier=Tally(20, 40, 30))
    sitting = Sitting(PEOPLE)
    sitting.play("b2")
    again = Sitting(PEOPLE, match=replace(sitting.keeps[-1], series=long))
    assert again.state.match.number == 93
    again.do(actions.Resign(1), actions.Command.NEW)
    assert (again.state.match.number, again.state.match.standing.wins, again.state.match.standing.draws) == (
        94,
        (22, 30),
        41,
    )
    again.play("b2")
    again.do(actions.Command.SWAP)
    assert (again.state.match.standing.wins, again.state.match.standing.draws) == ((30, 22), 41)


def test_a_match_left_in_its_second_game_goes_on_there_with_its_score() -> None:
    sitting = Sitting(YOU_FIRST, length=3)
    sitting.play("b2")
    sitting.do(actions.Resign(0), actions.Command.NEW)
    sitting.answer("b2")
    series = sitting.state.match.standing
    again = Sitting(YOU_FIRST, match=sitting.keeps[-1], length=3)
    assert (again.state.match.standing, again.state.match.number) == (series, 2)
    assert series.wins == (0, 1)
    assert again.state.match.players == ("random", HUMAN)
    again.do(actions.Resign(1))
    assert again.state.match.standing.over


def test_swapping_sides_ends_a_planned_match() -> None:
    sitting = Sitting(YOU_FIRST, length=3)
    sitting.play("b2")
    sitting.do(actions.Resign(0), actions.Command.SWAP)
    assert sitting.state.match.standing == Series(("random", HUMAN))
    assert sitting.state.match.players == ("random", HUMAN)
    assert sitting.state.match.moves == ()


def test_swapping_sides_in_an_open_series_keeps_the_score() -> None:
    sitting = Sitting(YOU_FIRST)
    sitting.play("b2")
    sitting.do(actions.Resign(0), actions.Command.SWAP)
    assert sitting.state.match.standing.players == ("random", HUMAN)
    assert sitting.state.match.standing.wins == (1, 0)


def test_who_starts_is_set_up_at_once_before_the_first_move_and_else_for_the_next_game() -> None:
    sitting = Sitting(YOU_FIRST)
    other = Setup(("random", HUMAN))
    sitting.do(actions.Prepare(other))
    assert sitting.state.match.players == ("random", HUMAN)
    sitting.answer("b2")
    sitting.do(actions.Prepare(Setup(YOU_FIRST)))
    assert sitting.state.match.players == ("random", HUMAN)
    assert sitting.moves == "b2"
    sitting.do(actions.Command.NEW)
    assert sitting.state.match.players == YOU_FIRST


def test_the_next_game_of_engines_follows_by_itself_until_the_series_is_over() -> None:
    sitting = Sitting(ENGINES, length=2, pace=1.0, between=3.0, moves="a1 a2 b1 b2")
    for _ in range(2):
        for name in WON[len(sitting.state.match.moves) :]:
            sitting.answer(name)
            sitting.pass_time(1)
        assert sitting.state.match.outcome is not None
        sitting.pass_time(2.5)
        assert sitting.state.match.outcome is not None
        sitting.pass_time(1)
    assert len(sitting.state.match.standing.results) == 2
    assert sitting.state.match.standing.over
    sitting.pass_time(1000)
    assert sitting.state.match.outcome is not None


def test_a_paused_series_waits_between_its_games() -> None:
    sitting = Sitting(ENGINES, length=2, pace=1.0, between=3.0, moves="a1 a2 b1 b2")
    sitting.answer("c1")
    sitting.pass_time(1)
    sitting.do(actions.Command.PAUSE)
    sitting.pass_time(1000)
    assert sitting.state.match.number == 1
    sitting.do(actions.Command.RUN)
    sitting.pass_time(0)
    assert sitting.state.match.number == 2


def test_a_series_of_engines_waits_after_a_program_has_failed() -> None:
    sitting = Sitting(ENGINES, length=9, pace=1.0, between=3.0, moves="a1 a2 b1 b2")
    sitting.lose(EngineForfeits("It ended."))
    sitting.pass_time(1000)
    assert (sitting.state.match.number, len(sitting.state.match.standing.results), sitting.state.running) == (
        1,
        1,
        False,
    )
    sitting.do(actions.Command.RUN)
    sitting.pass_time(0)
    assert sitting.state.match.number == 2


def test_a_record_of_the_first_version_has_no_series_and_begins_one() -> None:
    sitting = Sitting(PEOPLE)
    sitting.play("b2")
    again = Sitting(PEOPLE, match=replace(sitting.keeps[-1], series=None))
    assert again.state.match.standing == Series(PEOPLE)
