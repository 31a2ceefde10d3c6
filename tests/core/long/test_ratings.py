"""Strength from results: Elo with its interval, and the sequential test. It takes 4 seconds."""

from __future__ import annotations

from math import log, log10, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.tournament.ratings import Pair, Ratings, SequentialTest, expected

HALF_POINTS = (0, 1, 2, 3, 4)


def elo_of(share: float) -> float:
    """By how much somebody is stronger who makes such a share of the points."""
    return -400 * log10(1 / share - 1)


def pairs(counts: tuple[int, int, int, int, int]) -> dict[Pair, int]:
    """Pairs of games between two, by their half points."""
    return {Pair(0, 1, half / 2, 2): count for half, count in zip(HALF_POINTS, counts, strict=True)}


@pytest.mark.parametrize(("elo", "share"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (200, 0.7597)])
def test_a_difference_in_elo_is_a_share_of_the_points(elo: float, share: float) -> None:
    # 400 Elo are odds of ten to one, by definition; 200 are .76 in the tables of FIDE.
    assert expected(elo) == pytest.approx(share, abs=1e-4)
    assert elo_of(share) == pytest.approx(elo, abs=0.2)


def test_two_players_are_as_far_apart_as_their_points_say() -> None:
    # 1,500 points of 2,000, beside one point of two in the pair that everybody is given.
    found = Ratings(2, [(0, 1)], pairs((0, 0, 1000 - 500, 0, 500))).between(0, 1)
    assert found.elo == pytest.approx(400 * log10(1501 / 501), abs=1e-6)


def test_the_interval_of_two_players_is_that_of_the_mean_of_their_pairs() -> None:
    counts = (30, 170, 420, 240, 140)
    n = sum(counts)
    mean = sum(half / 4 * count for half, count in zip(HALF_POINTS, counts, strict=True)) / n
    variance = sum((half / 4 - mean) ** 2 * count for half, count in zip(HALF_POINTS, counts, strict=True)) / n
    error = 1.96 * sqrt(variance / n)
    found = Ratings(2, [(0, 1)], pairs(counts)).between(0, 1)
    assert expected(found.high) == pytest.approx(mean + error, abs=0.001)
    assert expected(found.low) == pytest.approx(mean - error, abs=0.001)


def test_pairs_that_always_bring_one_point_tell_more_than_as_many_games_alone() -> None:
    # Whoever moves first wins: the games look like chance one by one, and are none in pairs.
    paired = Ratings(2, [(0, 1)], {Pair(0, 1, 1.0, 2): 100}).between(0, 1)
    single = Ratings(2, [(0, 1)], {Pair(0, 1, 1.0, 1): 100, Pair(0, 1, 0.0, 1): 100}).between(0, 1)
    assert paired.elo == pytest.approx(single.elo, abs=1e-6)
    assert paired.width < single.width / 5


def test_whoever_has_won_all_games_is_stronger_by_much_and_not_infinitely() -> None:
    few, many = (Ratings(2, [(0, 1)], pairs((0, 0, 0, 0, n))).between(0, 1) for n in (5, 500))
    assert 100 < few.elo < many.elo < 2000
    assert few.width > 100
    assert many.low > few.low > 0


def test_strength_is_handed_on_between_players_that_never_meet() -> None:
    found = Ratings(3, [(0, 1), (1, 2)], {Pair(0, 1, 1.5, 2): 400, Pair(1, 2, 1.5, 2): 400})
    each = found.between(0, 1)
    assert found.between(0, 2).elo == pytest.approx(2 * each.elo, rel=1e-6)
    assert found.between(0, 2).width == pytest.approx(sqrt(2) * each.width, rel=0.01)
    assert sum(found.of(player).elo for player in range(3)) == pytest.approx(0, abs=1e-6)


def test_the_names_of_the_players_change_nothing() -> None:
    counts = {Pair(0, 1, 1.5, 2): 10, Pair(1, 2, 2.0, 2): 7, Pair(0, 2, 0.5, 2): 4, Pair(0, 2, 1.0, 1): 1}
    turned = {Pair(2 - a, 2 - b, points, games): n for (a, b, points, games), n in counts.items()}
    met = [(0, 1), (0, 2), (1, 2)]
    one, other = Ratings(3, met, counts), Ratings(3, met, turned)
    for player in range(3):
        assert one.of(player).elo == pytest.approx(other.of(2 - player).elo, abs=1e-6)
        assert one.of(player).width == pytest.approx(other.of(2 - player).width, abs=1e-6)


def drawn_pair(random: Random, elo: float) -> int:
    """The half points of a pair: games from one opening, which favours a side, and in which a third is drawn."""
    lean = random.choice((-300, 0, 300))
    half_points = 0
    for side in (1, -1):
        share = expected(elo + side * lean)
        draw = min(0.33, 2 * share, 2 - 2 * share)
        roll = random.random()
        half_points += 2 if roll < share - draw / 2 else 1 if roll < share + draw / 2 else 0
    return half_points


@pytest.mark.parametrize("pair_count", [20, 100])
def test_the_interval_has_the_truth_in_it_about_ninety_five_times_in_a_hundred(pair_count: int) -> None:
    random, held, rounds = Random(5), 0, 400
    true = elo_of((expected(360) + expected(60) + expected(-240)) / 3)
    for _ in range(rounds):
        counts = [0] * 5
        for _ in range(pair_count):
            counts[drawn_pair(random, 60)] += 1
        found = Ratings(2, [(0, 1)], dict(zip([Pair(0, 1, h / 2, 2) for h in HALF_POINTS], counts, strict=True)))
        held += found.between(0, 1).low <= true <= found.between(0, 1).high
    assert 0.925 * rounds <= held <= 0.985 * rounds


# The sequential test.

TEST = SequentialTest(0, 50)


def test_a_test_without_a_pair_says_nothing() -> None:
    assert TEST.ratio([0] * 5) == 0
    assert TEST.verdict(0) is None


def test_the_bounds_are_walds() -> None:
    # log((1 - beta) / alpha) with both errors at 5 %.
    assert TEST.bound == pytest.approx(log(19))
    assert (TEST.verdict(2.95), TEST.verdict(-2.95), TEST.verdict(2.9)) == ("stronger", "weaker", None)


@given(st.lists(st.integers(0, 60), min_size=5, max_size=5).filter(any))
def test_the_ratio_is_that_of_the_likelihoods_under_each_mean(counts: list[int]) -> None:
    # Near a mean s the ratio is n (s1 - s0) (2 mean - s0 - s1) / (2 variance): the normal approximation, to the sign.
    n = sum(counts)
    mean = sum(h / 4 * c for h, c in zip(HALF_POINTS, counts, strict=True)) / n
    middle = (expected(0) + expected(50)) / 2
    if abs(mean - middle) > 0.02:
        assert (TEST.ratio(counts) > 0) == (mean > middle)


def test_the_ratio_of_many_pairs_is_about_the_normal_one() -> None:
    counts = (100, 400, 900, 500, 200)
    n = sum(counts)
    mean = sum(h / 4 * c for h, c in zip(HALF_POINTS, counts, strict=True)) / n
    variance = sum((h / 4 - mean) ** 2 * c for h, c in zip(HALF_POINTS, counts, strict=True)) / n
    low, high = expected(0), expected(10)
    normal = n * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert SequentialTest(0, 10).ratio(counts) == pytest.approx(normal, rel=0.02)


@pytest.mark.parametrize(("elo", "wrong"), [(0, "stronger"), (50, "weaker")])
def test_the_test_errs_in_about_five_of_a_hundred_tournaments_at_most(elo: float, wrong: str) -> None:
    random, errors, rounds = Random(9), 0, 60
    for _ in range(rounds):
        counts = [0] * 5
        while (verdict := TEST.verdict(TEST.ratio(counts))) is None:
            counts[sum(random.random() < expected(elo) for _ in range(2)) * 2] += 1
        errors += verdict == wrong
    assert errors <= 0.1 * rounds
