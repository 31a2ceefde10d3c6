"""The rules of a course, without a session around them: what two may ask each other, and that actions are all that counts."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import CoreError, EngineForfeits
from core.games import get
from core.play import actions, course, events
from core.play.actions import Action, AfarCommand, AskUndo, Command, DeclineDraw, OfferDraw, Play, Sit
from core.play.clock import Clock, TimeControl
from core.play.course import Course, Taken, take
from core.play.match import Match
from core.play.seats import Setup
from tests.core.sitting import ENGINES, PEOPLE, YOU_FIRST, Sitting


def game(*names: str, afar: bool = False, max_offers: int | None = None, control: TimeControl | None = None) -> Course:
    """A game between two people with some moves made."""
    match = Match(get("tictactoe"), PEOPLE, clock=Clock.full(control) if control else None)
    for name in names:
        match = match.play(match.position.parse(name))
    return replace(Course.begin(match.game, Setup(PEOPLE), Random(1), match), afar=afar, max_offers=max_offers)


def after(begun: Course, *done: Action) -> Course:
    """The course after some actions."""
    for action in done:
        begun, _told = take(begun, action, 0.0, Random(1))
    return begun


@pytest.mark.parametrize("afar", [False, True])
def test_a_draw_is_agreed_once_the_other_side_offers_it_too(afar: bool) -> None:
    offered = after(game(afar=afar), OfferDraw(0))
    assert (offered.offer, offered.offered, offered.match.outcome) == (0, (1, 0), None)
    with pytest.raises(CoreError, match="already offered a draw"):
        after(offered, OfferDraw(0))
    assert after(offered, OfferDraw(1)).match.outcome


def test_at_one_board_a_draw_is_offered_on_ones_turn_and_not_again_where_it_was_declined() -> None:
    with pytest.raises(CoreError, match="not your turn"):
        after(game("b2"), OfferDraw(0))
    declined = after(game("b2"), OfferDraw(1), DeclineDraw())
    with pytest.raises(CoreError, match="was just declined"):
        after(declined, OfferDraw(1))
    assert after(declined, Play(0), Play(1), OfferDraw(1)).offer == 1


def test_from_afar_a_draw_is_offered_at_any_time_and_only_up_to_its_maximum() -> None:
    declined = after(game("b2", afar=True, max_offers=2), *[OfferDraw(0), DeclineDraw()] * 2)
    with pytest.raises(CoreError, match="offered 2 draws"):
        after(declined, OfferDraw(0))
    assert after(declined, OfferDraw(1)).offer == 1


@pytest.mark.parametrize(("afar", "holds"), [(False, None), (True, 0)])
def test_an_offer_outlives_ones_own_move_from_afar_only(afar: bool, holds: int | None) -> None:
    moved = after(game(afar=afar), OfferDraw(0), Play(4))
    assert moved.offer == holds
    assert after(moved, Play(0)).offer is None


@pytest.mark.parametrize(("moves", "back"), [(("b2",), ()), (("b2", "a1"), ()), (("b2", "a1", "c1"), ("b2", "a1"))])
def test_what_is_taken_back_is_the_askers_last_move_and_what_followed(
    moves: tuple[str, ...], back: tuple[str, ...]
) -> None:
    asked = after(game(*moves, afar=True), AskUndo(0))
    assert asked.match.names == moves
    with pytest.raises(CoreError, match="already asked"):
        after(asked, AskUndo(0))
    assert after(asked, AskUndo(1)).match.names == back


def test_nothing_is_taken_back_before_ones_first_move_or_under_a_clock() -> None:
    with pytest.raises(CoreError, match="not made a move that you could"):
        after(game("b2", afar=True), AskUndo(1))
    with pytest.raises(CoreError, match="with a clock"):
        after(game(control=TimeControl(60)), AskUndo(0))


def test_nobody_declines_what_nobody_asked() -> None:
    begun = game("b2", afar=True)
    assert take(begun, DeclineDraw(), 0.0, Random(1)) == (begun, ())
    assert take(begun, AfarCommand.DECLINE_UNDO, 0.0, Random(1)) == (begun, ())


def test_offers_are_counted_for_each_game() -> None:
    assert after(game(afar=True), OfferDraw(0), Command.NEW).offered == (0, 0)


INDEX = st.integers(0, 8)
DONE: st.SearchStrategy[tuple[Any, ...]] = st.one_of(
    st.tuples(st.just("play"), INDEX),
    st.tuples(st.just("answer"), INDEX),
    st.tuples(st.just("pass_time"), st.sampled_from((0.4, 1.0, 7.0))),
    st.tuples(st.just("lose"), st.sampled_from((CoreError("It died."), EngineForfeits("It ended.")))),
    st.tuples(
        st.just("do"),
        st.one_of(
            st.sampled_from([each for each in Command if each is not Command.LEAVE]),
            st.builds(Sit, st.integers(0, 1), st.sampled_from(("human", "random", "alphabeta:1"))),
            st.builds(OfferDraw, st.integers(0, 1)),
            st.builds(actions.Resign, st.integers(0, 1)),
            st.just(DeclineDraw()),
        ),
    ),
)
"""What people, engines and time do."""


@settings(max_examples=150, deadline=None)
@given(
    seats=st.sampled_from((PEOPLE, YOU_FIRST, ENGINES, ("human", "alphabeta:1"))),
    control=st.sampled_from((None, TimeControl(move=5), TimeControl(total=20, loses=True))),
    length=st.sampled_from((0, 3)),
    done=st.lists(DONE, max_size=40),
)
def test_replaying_the_actions_of_any_game_gives_the_same_match(
    seats: tuple[str, str], control: TimeControl | None, length: int, done: list[tuple[Any, ...]]
) -> None:
    """A session keeps nothing of a game beside its course."""
    written: list[tuple[Action, float, Any]] = []

    def write(begun: Course, action: Action, now: float, random: Random) -> Taken:
        written.append((action, now, random.getstate()))
        return course.take(begun, action, now, random)

    sitting = Sitting(seats, setup=Setup(seats, length, control=control))
    replayed = begun = sitting.state.course
    with patch("core.play.session.take", write):
        for kind, value in done:
            act(sitting, kind, value)
    for action, now, state in written:
        random = Random()
        random.setstate(state)
        try:
            replayed, told = take(replayed, action, now, random)
        except CoreError:
            continue
        if events.Signal.NEW_GAME in told:  # the one thing that is made up anew
            replayed = replace(replayed, match=replace(replayed.match, id=""))
    shown = sitting.state.course
    if shown.match.id != begun.match.id:
        shown = replace(shown, match=replace(shown.match, id=""))
    assert replayed == shown


def act(sitting: Sitting, kind: str, value: Any) -> None:
    """Do one of these, if it can be done now."""
    state = sitting.state
    if kind == "play" and not state.match.outcome:
        moves = state.match.position.moves
        sitting.do(Play(moves[value % len(moves)]))
    elif kind == "answer" and sitting.bench.open:
        position = sitting.bench.open[-1].request.position
        sitting.answer(position.name(position.moves[value % len(position.moves)]))
    elif kind == "lose" and sitting.bench.open:
        sitting.lose(value)
    elif kind in ("do", "pass_time"):
        getattr(sitting, kind)(value)
