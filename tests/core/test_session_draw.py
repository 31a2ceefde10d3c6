"""Draws that are offered, sides that are exchanged in mid-game, and who begins the games of a series."""

from __future__ import annotations

from random import Random

import pytest

from core.analysis import Analysis, Line
from core.errors import CoreError
from core.game import Player, Reason
from core.play import actions, events
from core.play.seats import Setup, people
from core.play.series import Begins, Series
from core.players.opponents import HUMAN, Thinker, parse
from core.score import Score, Verdict
from tests.core.sitting import PEOPLE, WON, YOU_FIRST, Sitting

AI = "alphabeta:1"
BOTH_MOVED = "a1 c1"


def judge(sitting: Sitting, score: Score) -> None:
    """The engine that is asked says what the position is worth to the player to move."""
    asked = sitting.bench.open.pop()
    position = asked.request.position
    move = position.moves[0]
    asked.heard(Analysis(position, (Line(move, score, (move,)),), 1, 1, 0.0, True, engine="alphabeta"))
    sitting._answer()


def test_of_two_people_the_other_one_is_asked_and_may_agree() -> None:
    sitting = Sitting(PEOPLE)
    sitting.play("b2")
    sitting.do(actions.OfferDraw(1))
    assert sitting.state.course.offer == 1
    assert sitting.heard(events.DrawOffered) == [events.DrawOffered(1)]
    sitting.do(actions.OfferDraw(0))
    outcome = sitting.state.match.outcome
    assert outcome
    assert (outcome.winner, outcome.reason) == (None, Reason.AGREED)
    assert sitting.state.match.standing.results == (None,)
    assert sitting.keeps[-1].outcome == outcome
    sitting.do(actions.Command.UNDO)
    assert (sitting.state.match.outcome, sitting.moves) == (None, "b2")


def test_or_decline_after_which_a_move_comes_before_the_next_offer() -> None:
    sitting = Sitting(PEOPLE)
    sitting.do(actions.OfferDraw(0), actions.DeclineDraw())
    assert sitting.state.course.offer is None
    assert [event.seat for event in sitting.heard(events.DrawDeclined)] == [1]
    sitting.do(actions.OfferDraw(0))
    assert "make a move first" in sitting.refusal()
    sitting.play("b2", "a1")
    sitting.do(actions.OfferDraw(0))
    assert sitting.state.course.offer == 0


def test_a_move_takes_an_offer_back() -> None:
    sitting = Sitting((HUMAN, AI), moves=BOTH_MOVED)
    sitting.do(actions.OfferDraw(0))
    assert len(sitting.bench.open) == 1
    sitting.play("b2")
    assert sitting.state.course.offer is None
    assert [asked.request.position.text for asked in sitting.bench.asked] == ["X.O/.../...", "X.O/.X./..."]


@pytest.mark.parametrize(
    ("score", "accepted"),
    [  # of the person to move
        (Score.exact(Verdict.TIE, 8), True),
        (Score.exact(Verdict.ENDLESS), True),
        (Score.exact(Verdict.WIN, 5), True),
        (Score.exact(Verdict.LOSE, 6), False),
        (Score.estimate(0.4), True),
        (Score.estimate(-0.4), False),
        (Score.estimate(0.0), False),
    ],
)
def test_an_engine_takes_a_draw_where_it_proves_or_judges_that_it_gets_no_more(score: Score, accepted: bool) -> None:
    sitting = Sitting((HUMAN, AI), moves=BOTH_MOVED)
    sitting.do(actions.OfferDraw(0))
    (asked,) = sitting.bench.asked
    seat = asked.seat
    assert (seat, sitting.state.course.offer) == (1, 0)
    judge(sitting, score)
    assert bool(sitting.state.match.outcome) is accepted
    assert sitting.state.course.offer is None
    assert len(sitting.heard(events.DrawDeclined)) == (not accepted)
    assert sitting.bench.open == []


def test_an_engine_takes_no_draw_in_a_game_that_its_own_move_was_proven_to_win() -> None:
    sitting = Sitting((HUMAN, AI), moves="a1 b2 b3 a2 c1")  # O wins by c2
    (asked,) = sitting.bench.asked
    position = asked.request.position
    win = position.parse("b1")  # which the test says is proven to win, in whatever way
    lines = (Line(win, Score.exact(Verdict.WIN, 3), (win,)),)
    sitting.bench.open.remove(asked)
    asked.heard(Analysis(position, lines, 1, 1, 0.0, True, engine="alphabeta"))
    sitting._answer()
    assert sitting.moves.endswith("b1")
    sitting.do(actions.OfferDraw(0))
    judge(sitting, Score.estimate(0.6))  # it is no better off, as it guesses now
    assert sitting.state.match.outcome is None
    assert len(sitting.heard(events.DrawDeclined)) == 1


def test_an_engine_still_knows_what_it_has_proven_of_a_move_that_was_taken_back() -> None:
    sitting = Sitting((HUMAN, AI), moves="a1 b2 b3 a2 c1")
    sitting.do(actions.Sit(1, "alphabeta:full"))
    asked = sitting.bench.open[-1]
    position = asked.request.position
    win, other = position.parse("c2"), position.parse("b1")
    sitting.bench.open.remove(asked)
    lines = (Line(win, Score.exact(Verdict.WIN, 1), (win,)), Line(other, Score.estimate(-0.1), (other,)))
    asked.heard(Analysis(position, lines, 1, 1, 0.0, True, engine="alphabeta"))
    sitting._answer()
    sitting.do(actions.Command.UNDO)
    sitting.play("c1")
    asked = sitting.bench.open.pop()
    assert asked.request.position == position
    guesses = (Line(other, Score.estimate(0.4), (other,)), Line(win, Score.estimate(0.1), (win,)))
    asked.heard(Analysis(position, guesses, 1, 1, 0.0, True, engine="alphabeta"))
    sitting._answer()
    assert sitting.moves.endswith("c2")


@pytest.mark.parametrize(("seats", "seat", "moves"), [((HUMAN, AI), 0, ""), ((AI, HUMAN), 1, "b2")])
def test_an_engine_is_offered_no_draw_before_both_sides_have_moved(
    seats: tuple[str, str], seat: Player, moves: str
) -> None:
    sitting = Sitting(seats, moves=moves)
    sitting.do(actions.OfferDraw(seat))
    assert "too early for a draw" in sitting.refusal()


def test_an_engine_that_has_no_opinion_or_fails_takes_no_draw() -> None:
    sitting = Sitting(YOU_FIRST, moves=BOTH_MOVED)
    sitting.do(actions.OfferDraw(0))
    assert sitting.bench.asked == []
    assert len(sitting.heard(events.DrawDeclined)) == 1
    sitting = Sitting((HUMAN, AI), moves=BOTH_MOVED)
    sitting.do(actions.OfferDraw(0))
    sitting.lose(CoreError("It died."))
    assert len(sitting.heard(events.DrawDeclined)) == 1
    assert not sitting.heard(events.Failed)


@pytest.mark.parametrize(
    ("moves", "seat", "said"),
    [("b2", 0, "not your turn"), ("", 1, "Only a person"), (" ".join(WON), 0, "The game is over")],
)
def test_what_cannot_be_offered_is_refused(moves: str, seat: int, said: str) -> None:
    sitting = Sitting(YOU_FIRST, moves=moves)
    sitting.do(actions.OfferDraw(0 if seat == 0 else 1))
    assert said in sitting.refusal()
    assert sitting.state.course.offer is None


def test_the_lot_of_an_engine_that_was_never_offered_a_draw_is_to_play_on() -> None:
    opponent = parse(AI)
    assert isinstance(opponent, Thinker)
    position = Sitting().state.match.position
    assert not opponent.takes_draw(Analysis(position, (), 0, 0, 0.0, True))


def test_sides_are_exchanged_in_mid_game_and_the_engine_moves_for_the_other_side() -> None:
    sitting = Sitting((HUMAN, AI))
    sitting.play("b2")
    sitting.answer("a1")
    sitting.do(actions.Command.FLIP)
    assert (sitting.moves, sitting.state.match.players) == ("b2 a1", (AI, HUMAN))
    assert sitting.keeps[-1].players == (AI, HUMAN)
    assert people(sitting.state.match.players) == {1}
    assert len(sitting.bench.open) == 1
    sitting.answer("c3")
    sitting.do(actions.Resign(1))
    assert sitting.state.match.standing.wins == (0, 1), "the person, who is named first, has lost"
    sitting.do(actions.Command.NEW)
    assert sitting.state.match.players == (HUMAN, AI), "the next game begins as it is set up"
    assert sitting.state.match.standing.wins == (0, 1)


def test_a_game_with_exchanged_sides_goes_on_so_after_it_was_left() -> None:
    sitting = Sitting((HUMAN, AI))
    sitting.play("b2")
    sitting.do(actions.Command.FLIP)
    again = Sitting(match=sitting.keeps[-1])
    assert again.state.match.players == (AI, HUMAN)
    again.do(actions.Resign(1))
    assert again.state.match.standing.wins == (0, 1)


def test_in_a_planned_match_after_the_end_and_between_two_alike_sides_stay() -> None:
    sitting = Sitting((HUMAN, AI), length=3)
    sitting.do(actions.Command.FLIP)
    assert sitting.refusal().startswith("In a planned match")
    sitting = Sitting(PEOPLE)
    sitting.do(actions.Command.FLIP)
    assert "nothing to swap" in sitting.refusal()
    sitting = Sitting((HUMAN, AI))
    sitting.do(actions.Resign(0), actions.Command.FLIP)
    assert sitting.refusal().startswith("The game is over")


@pytest.mark.parametrize(
    ("begins", "firsts"),
    [  # of A and B, where A wins the first and loses the second and the third is a draw
        ("first", "AAAA"),
        ("turns", "ABAB"),
        ("loser", "ABAB"),
        (None, "ABAB"),
    ],
)
def test_who_begins_each_game_of_a_match(begins: Begins | None, firsts: str) -> None:
    series = Setup(("A", "B"), 4, True, begins).series(Random(1))
    seen = ""
    for winner in (0, 1, None, None):
        seen += series.seats[0]
        series = Series(series.players, 4, (*series.results, winner), True, begins)
    assert seen == firsts


def test_the_lot_is_drawn_anew_for_each_game_and_never_changes_afterwards() -> None:
    sitting = Sitting(setup=Setup(PEOPLE, 9, True, "lot"))
    drawn = []
    for number in range(1, 10):
        drawn.append(sitting.state.match.standing.first_of(number))
        sitting.play(*WON)
        assert [sitting.state.match.standing.first_of(game) for game in range(1, number + 1)] == drawn
        sitting.do(actions.Command.NEW)
    assert set(drawn) == {0, 1}


def test_whoever_has_lost_begins_the_next_game_and_after_a_draw_the_other_one() -> None:
    sitting = Sitting(setup=Setup(YOU_FIRST, begins="loser"))
    sitting.do(actions.Resign(0), actions.Command.NEW)
    assert sitting.state.match.players == YOU_FIRST
    sitting.do(actions.Resign(1), actions.Command.NEW)
    assert sitting.state.match.players == ("random", HUMAN)


def test_another_match_follows_the_last_game_as_it_is_set_up() -> None:
    sitting = Sitting(setup=Setup(PEOPLE, 1, True))
    sitting.play(*WON)
    assert sitting.state.match.standing.over
    sitting.do(actions.Command.NEW)
    assert sitting.state.match.standing == Series(PEOPLE, 1, all_games=True)
