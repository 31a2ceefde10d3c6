"""Strength from results: Elo by maximum likelihood with its intervals, and a sequential test; both by pairs of games.

Two games from one opening with the sides swapped are not independent of each other, since an opening that favours a side
favours it in both. So the pair is the unit everywhere; a game without its twin is a pair of one game.

Elo is the maximum of the likelihood of Bradley and Terry (Rank analysis of incomplete block designs, Biometrika 39, 1952), a
draw being half a win and half a loss. Its covariance is that of Huber (The behavior of maximum likelihood estimates under
nonstandard conditions, 1967), with one term for each pair of games (Liang and Zeger, Longitudinal data analysis using
generalized linear models, Biometrika 73, 1986): it supposes nothing about how often a game is drawn, and for two players it is
the usual interval of the mean of their pairs. Any two that meet are given one pair of drawn games more, without which whoever
has won all would be infinitely strong.

The test is the generalized sequential probability ratio test of Van den Bergh (A practical introduction to the GSPRT, 2020, as
in fishtest) on the five results that a pair has: a pentanomial distribution, which is made as likely as it can be under each of
two hypotheses about its mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Literal, NamedTuple, TypeAlias

SCALE = 400 / log(10)
"""Elo in one unit of the logistic curve."""
NORMAL_95 = 1.959964
ALPHA = 0.05
"""The chance of either error that a test runs."""
_MAX_STEP = 2.0
_MIN_COUNT = 1e-3
"""What counts for a result that no pair has had, so that one such pair does not decide a test."""

Matrix: TypeAlias = list[list[float]]


class Pair(NamedTuple):
    """The games between two players from one opening: their numbers, and what the first made of it. ``games`` is 1 or 2."""

    first: int
    second: int
    points: float
    games: int


@dataclass(frozen=True)
class Strength:
    """An estimate in Elo, and half the width of its 95 % interval."""

    elo: float
    width: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.elo - self.width

    @property
    def high(self) -> float:
        """The upper end."""
        return self.elo + self.width


class Ratings:
    """The strength of so many players, from how often there were which pairs of games. ``met`` are the opponents, as (first,
    second), by whom all are linked; each strength is relative to the mean of all."""

    def __init__(self, count: int, met: Iterable[tuple[int, int]], pairs: Mapping[Pair, int]) -> None:
        prior = [Pair(first, second, 1.0, 2) for first, second in met]
        weighted = [*((pair, 1) for pair in prior), *pairs.items()]
        self._theta = _most_likely(count, weighted)
        inverse = _inverted(_information(self._theta, weighted))
        meat = [[0.0] * count for _ in range(count)]
        for i, (pair, weight) in enumerate(weighted):
            chance = _chance(self._theta, pair)
            square = (pair.points - pair.games * chance) ** 2
            # A drawn pair that nobody has played is as uncertain as the model says beside what it is off by.
            square += pair.games * chance * (1 - chance) if i < len(prior) else 0.0
            _add(meat, pair, weight * square)
        self._covariance = _product(_product(inverse, meat), inverse)

    def of(self, player: int) -> Strength:
        """The strength of a player."""
        return self._strength(self._theta[player], self._covariance[player][player])

    def between(self, first: int, second: int) -> Strength:
        """By how much the first is stronger."""
        covariance = self._covariance
        variance = covariance[first][first] + covariance[second][second] - 2 * covariance[first][second]
        return self._strength(self._theta[first] - self._theta[second], variance)

    def _strength(self, theta: float, variance: float) -> Strength:
        return Strength(SCALE * theta, SCALE * NORMAL_95 * sqrt(max(0.0, variance)))


def expected(elo: float) -> float:
    """The share of the points that somebody stronger by so much makes."""
    return 1 / (1 + exp(-elo / SCALE))


def _chance(theta: Sequence[float], pair: Pair) -> float:
    return 1 / (1 + exp(theta[pair.second] - theta[pair.first]))


def _add(matrix: Matrix, pair: Pair, value: float) -> None:
    """Add the outer product of (+1 at the first, -1 at the second) with itself."""
    for i, sign in ((pair.first, 1), (pair.second, -1)):
        matrix[i][pair.first] += sign * value
        matrix[i][pair.second] -= sign * value


def _information(theta: Sequence[float], pairs: Iterable[tuple[Pair, int]]) -> Matrix:
    """The information of all games, made invertible by holding the sum of the strengths at 0."""
    count = len(theta)
    matrix = [[1 / count] * count for _ in range(count)]
    for pair, weight in pairs:
        chance = _chance(theta, pair)
        _add(matrix, pair, weight * pair.games * chance * (1 - chance))
    return matrix


def _most_likely(count: int, pairs: Sequence[tuple[Pair, int]]) -> list[float]:
    """The strengths under which the results are most likely, by Newton's method."""
    theta = [0.0] * count
    for _ in range(200):
        slope = [0.0] * count
        for pair, weight in pairs:
            surplus = weight * (pair.points - pair.games * _chance(theta, pair))
            slope[pair.first] += surplus
            slope[pair.second] -= surplus
        inverse = _inverted(_information(theta, pairs))
        steps = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        longest = max(map(abs, steps))
        short = min(1.0, _MAX_STEP / longest) if longest else 0.0
        theta = [value + short * step for value, step in zip(theta, steps, strict=True)]
        if longest < 1e-10:
            break
    return theta


def _inverted(matrix: Matrix) -> Matrix:
    """The inverse of a positive definite matrix."""
    count = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(count))] for i, row in enumerate(matrix)]
    for i, pivot in enumerate(rows):
        head = pivot[i]
        pivot[:] = [value / head for value in pivot]
        for j, row in enumerate(rows):
            if j != i and row[i]:
                factor = row[i]
                row[:] = [x - factor * y for x, y in zip(row, pivot, strict=True)]
    return [row[count:] for row in rows]


def _product(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left]


RatingDecision: TypeAlias = Literal["weaker", "stronger"]


@dataclass(frozen=True)
class SequentialTest:
    """Whether one player is stronger than another by ``high`` Elo rather than by ``low``, each error at 5 %."""

    low: float
    high: float

    @property
    def bound(self) -> float:
        """The logarithm of the likelihood ratio at which it is decided, one way or the other."""
        return log((1 - ALPHA) / ALPHA)

    def verdict(self, ratio: float) -> RatingDecision | None:
        """What a ratio says, None as long as it says nothing."""
        if abs(ratio) < self.bound:
            return None
        return "stronger" if ratio > 0 else "weaker"

    def ratio(self, counts: Sequence[int]) -> float:
        """The logarithm of the likelihood ratio of the second hypothesis to the first, from how many pairs have brought the
        first player 0, 1/2, 1, 3/2 and 2 points."""
        if not any(counts):
            return 0.0
        weights = [max(float(count), _MIN_COUNT) for count in counts]
        total = sum(weights)
        shares = [weight / total for weight in weights]
        low, high = (_under(shares, expected(elo)) for elo in (self.low, self.high))
        return total * sum(share * log(b / a) for share, a, b in zip(shares, low, high, strict=True))


def _under(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution of the five results of a pair that is most likely after such shares, among those of that mean."""
    offsets = [i / 4 - mean for i in range(5)]
    # share / (1 + x * offset), where x makes the mean right; the sum falls from end to end of where all are positive.
    low, high = -1 / offsets[-1], -1 / offsets[0]
    for _ in range(100):
        x = (low + high) / 2
        if sum(share * offset / (1 + x * offset) for share, offset in zip(shares, offsets, strict=True)) > 0:
            low = x
        else:
            high = x
    return [share / (1 + x * offset) for share, offset in zip(shares, offsets, strict=True)]
