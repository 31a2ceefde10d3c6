"""Glicko-2: the rating of a player, how sure it is, how much it swings (M. Glickman, 'Example of the Glicko-2 system',
2013).

The steps have the numbers and the letters of the paper; ratings are on the usual scale, on which 1500 is the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
"""Rating in one unit of the inner scale."""
TAU = 0.5
"""How much the volatility may change; the paper has 0.3 to 1.2."""
_CLOSE = 1e-6


class Rating(NamedTuple):
    """What is known of a player."""

    rating: float = 1500.0
    deviation: float = 350.0
    """The 95 % interval is the rating and twice this on both sides."""
    volatility: float = 0.06
    """How much the strength is expected to swing."""


class RatedResult(NamedTuple):
    """A game against somebody of a known rating, with the points that the player made of it: 1, 0.5 or 0."""

    rating: float
    deviation: float
    points: float


def expected(rating: float, against: Rating) -> float:
    """The share of the points that somebody of a rating is expected to make."""
    return 1 / (1 + exp(-_g(against.deviation / SCALE) * (rating - against.rating) / SCALE))


def updated(before: Rating, results: Sequence[RatedResult], tau: float = TAU) -> Rating:
    """The rating after the games of a period, one at least."""
    mu, phi, sigma = (before.rating - 1500) / SCALE, before.deviation / SCALE, before.volatility
    information = gained = 0.0
    for rating, deviation, points in results:  # steps 3 and 4
        g = _g(deviation / SCALE)
        expects = 1 / (1 + exp(-g * (mu - (rating - 1500) / SCALE)))
        information += g * g * expects * (1 - expects)
        gained += g * (points - expects)
    v = 1 / information
    sigma = _volatility(sigma, v * gained, phi, v, tau)
    phi = 1 / sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)  # steps 6 and 7
    return Rating(1500 + SCALE * (mu + phi * phi * gained), SCALE * phi, sigma)


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _volatility(sigma: float, delta: float, phi: float, v: float, tau: float) -> float:
    """Step 5, by the Illinois algorithm."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        e = exp(x)
        spread = phi * phi + v + e
        return e * (delta * delta - spread) / (2 * spread * spread) - (x - a) / (tau * tau)

    low, high = a, log(delta * delta - phi * phi - v) if delta * delta > phi * phi + v else a - tau
    while delta * delta <= phi * phi + v and f(high) < 0:
        high -= tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        x = low + (low - high) * f_low / (f_high - f_low)
        f_x = f(x)
        if f_x * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = x, f_x
    return exp(low / 2)
