"""Glicko-2 ratings (M. Glickman, 'Example of the Glicko-2 system', 2013).

Steps and letters are those of the paper. Ratings are on the usual scale, with 1500 as the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
"""Rating points per unit of the internal scale."""
TAU = 0.5
"""The system constant: how much the volatility may change. The paper recommends 0.3 to 1.2."""
_CLOSE = 1e-6


class Rating(NamedTuple):
    """The rating of a player, its deviation and its volatility."""

    rating: float = 1500.0
    deviation: float = 350.0
    """Standard deviation. The 95 % interval is the rating plus and minus twice this."""
    volatility: float = 0.06
    """Expected fluctuation of the rating."""


class RatedResult(NamedTuple):
    """A game against a player of known rating. ``points`` is 1, 0.5 or 0."""

    rating: float
    deviation: float
    points: float


def expected(rating: float, against: Rating) -> float:
    """The expected share of points of a rating against a player."""
    return 1 / (1 + exp(-_g(against.deviation / SCALE) * (rating - against.rating) / SCALE))


def updated(before: Rating, results: Sequence[RatedResult], tau: float = TAU) -> Rating:
    """The rating after a period with at least one game."""
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
    """The new volatility (step 5), by the Illinois algorithm."""
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
