"""Several games between two: who sits where, who has won what, and when it is over."""

from __future__ import annotations

from random import Random

import pytest

from core.game import Player, Reason
from core.play.series import LISTED, Begins, Series
from core.position import Outcome, other

A, B = "human", "mcts:easy"


def ended(winner: Player | None) -> Outcome:
    return Outcome(winner, Reason.LINE if winner is not None else Reason.FULL)


def after(series: Series, *seats: Player | None) -> Series:
    """The standing after games won by these seats."""
    for seat in seats:
        series = series.after(ended(seat))
    return series


def test_a_series_without_end_keeps_the_seats_and_is_never_over() -> None:
    series = after(Series((A, B)), 0, 1, None)
    assert series.seats == (A, B)
    assert series.wins == (1, 1)
    assert series.draws == 1
    assert not series.over


def test_the_players_of_a_planned_series_take_turns_at_moving_first() -> None:
    series = Series((A, B), 3)
    seats = [series.seats]
    for _ in range(2):
        series = after(series, None)
        seats.append(series.seats)
    assert seats == [(A, B), (B, A), (A, B)]


def test_wins_belong_to_the_players_wherever_they_sit() -> None:
    # A wins as first player, then as second, then loses as first.
    series = after(Series((A, B), 5), 0, 1, 1)
    assert series.results == (0, 0, 1)
    assert series.wins == (2, 1)


@pytest.mark.parametrize("games", [1, 2, 3, 4])
def test_who_moved_first_in_a_game_is_known_by_its_number(games: int) -> None:
    series = Series((A, B), 4)
    assert series.first_of(games) == (0, 1, 0, 1)[games - 1]
    assert Series((A, B)).first_of(games) == 0


def test_a_series_is_over_after_the_planned_games_and_not_before() -> None:
    series = Series((A, B), 2)
    assert not series.over
    assert not after(series, 0).over
    assert after(series, 0, 0).over


@pytest.mark.parametrize(
    ("length", "seats", "over"),
    [  # the winners' seats: the players take turns at the first one
        (3, (0, 1), True),  # 2-0
        (3, (0, 0), False),  # 1-1
        (3, (0, None), False),  # 1-0, and a loss would be 1-1
        (3, (0, None, None), True),
        (3, (1, 0), True),  # 0-2
        (5, (0, 1, None), False),  # 2-0, and two losses would be 2-2
        (5, (0, 1, None, None), True),
        (5, (0, 1, 0), True),
        (9, (None,) * 8, False),
    ],
)
def test_a_match_is_over_once_one_player_cannot_be_caught_up_with(
    length: int, seats: tuple[Player | None, ...], over: bool
) -> None:
    assert after(Series((A, B), length), *seats).over is over
    assert after(Series((A, B), length, all_games=True), *seats).over is (len(seats) == length)


def test_swapped_names_the_players_the_other_way_and_keeps_the_score() -> None:
    series = after(Series((A, B)), 0, 0, 1, None).swapped()
    assert series.players == (B, A)
    assert series.wins == (1, 2)
    assert series.draws == 1
    assert series.swapped().swapped() == series


MANY = 3 * LISTED
"""Games after which a series without end has long listed no more of them."""


@pytest.mark.parametrize("begins", [None, "first", "turns", "loser", "lot"])
def test_a_series_without_end_lists_its_last_games_and_counts_them_all(begins: Begins | None) -> None:
    random = Random(1)
    series = Series((A, B), begins=begins).drawing(random)
    firsts: list[Player] = []
    results: list[Player | None] = []
    for number in range(MANY):
        if begins == "loser" and number:
            loser = {0: 1, 1: 0, None: 1 - firsts[-1]}[results[-1]]
            assert series.first == loser
        elif begins != "lot":
            assert series.first == (number % 2 if begins == "turns" else 0)
        firsts.append(series.first)
        seat: Player | None = random.choice((0, 1, None))
        results.append(None if seat is None else series.first if seat == 0 else other(series.first))
        series = series.after(ended(seat)).drawing(random)
    assert series.results == tuple(results[-LISTED:])
    assert (series.wins, series.draws) == ((results.count(0), results.count(1)), results.count(None))
    assert (series.played, series.over) == (MANY, False)
    listed = range(MANY - LISTED + 1, MANY + 1)
    assert [series.first_of(number) for number in listed] == firsts[-LISTED:]
    there = series.swapped()
    assert (there.players, there.wins, there.draws) == ((B, A), (results.count(1), results.count(0)), series.draws)
    assert there.swapped() == series
    assert series.flipped().first == 1 - series.first


def test_a_thousand_draws_do_not_hide_who_begins() -> None:
    series = after(Series((A, B), begins="loser"), *[None] * 1001)
    assert (series.first, series.draws) == (1, 1001)


def test_a_planned_match_lists_all_its_games() -> None:
    series = after(Series((A, B), MANY, all_games=True), *[None] * MANY)
    assert series.results == (None,) * MANY
    assert series.over
