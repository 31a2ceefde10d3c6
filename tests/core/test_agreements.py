"""What two may ask each other at one board and from afar, without a session around it."""

from __future__ import annotations

import pytest

from core.errors import CoreError
from core.games import get
from core.play.agreements import AT_ONE_BOARD, Agreements, Policy
from core.play.clock import Clock, TimeControl
from core.play.match import Match

AFAR = Policy(afar=True, draws=2)


def match(*names: str) -> Match:
    found = Match(get("tictactoe"), ("human", "human"))
    for name in names:
        found = found.play(found.position.parse(name))
    return found


@pytest.mark.parametrize("policy", [AT_ONE_BOARD, AFAR])
def test_a_draw_is_agreed_once_the_other_side_offers_it_too(policy: Policy) -> None:
    asked = Agreements(policy)
    assert asked.draw(match(), 0) is False
    assert (asked.offer, asked.offered) == (0, (1, 0))
    with pytest.raises(CoreError, match="offered already"):
        asked.draw(match(), 0)
    assert asked.draw(match(), 1) is True


def test_at_one_board_a_draw_is_offered_on_ones_turn_and_not_again_where_it_was_declined() -> None:
    asked, game = Agreements(AT_ONE_BOARD), match("b2")
    with pytest.raises(CoreError, match="not your turn"):
        asked.draw(game, 0)
    asked.draw(game, 1)
    asked.no_draw(game)
    with pytest.raises(CoreError, match="just been declined"):
        asked.draw(game, 1)
    assert asked.draw(game.play(0).play(1), 1) is False


def test_from_afar_a_draw_is_offered_at_any_time_and_so_often_only() -> None:
    asked = Agreements(AFAR)
    for _ in range(2):
        asked.draw(match("b2"), 0)
        asked.no_draw(match("b2"))
    with pytest.raises(CoreError, match="offered 2 draws"):
        asked.draw(match("b2"), 0)
    assert asked.draw(match("b2"), 1) is False


@pytest.mark.parametrize(("policy", "stands"), [(AT_ONE_BOARD, None), (AFAR, 0)])
def test_an_offer_outlives_ones_own_move_from_afar_only(policy: Policy, stands: int | None) -> None:
    asked = Agreements(policy)
    asked.draw(match(), 0)
    asked.after(match("b2"), moved=True)
    assert asked.offer == stands
    asked.after(match("b2", "a1"), moved=True)
    assert asked.offer is None


@pytest.mark.parametrize(("moves", "back"), [(("b2",), ()), (("b2", "a1"), ()), (("b2", "a1", "c1"), ("b2", "a1"))])
def test_what_is_taken_back_is_the_askers_last_move_and_what_followed(
    moves: tuple[str, ...], back: tuple[str, ...]
) -> None:
    asked = Agreements(AFAR)
    assert asked.back(match(*moves), 0) is None
    with pytest.raises(CoreError, match="asked for it already"):
        asked.back(match(*moves), 0)
    after = asked.back(match(*moves), 1)
    assert after
    assert after.names == back


def test_nothing_is_taken_back_before_ones_first_move_or_under_a_clock() -> None:
    with pytest.raises(CoreError, match="no move that could"):
        Agreements(AFAR).back(match("b2"), 1)
    timed = Match(get("tictactoe"), ("human", "human"), clock=Clock.full(TimeControl(60)))
    with pytest.raises(CoreError, match="with a clock"):
        Agreements(AFAR).back(timed, 0)
