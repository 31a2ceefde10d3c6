"""Wins and losses as integers beside estimates: a win n plies after the root is WIN - n, a loss -WIN + n, and all from WON on,
or to -WON, is proven or taken for it. Tables hold them by the distance from the node, which is the same whatever way led there.
"""

from __future__ import annotations

WIN = 1_000_000
WON = 900_000
INFINITE = 2_000_000
"""More than any score."""


def from_node(value: int, ply: int) -> int:
    """A value met at ply, as seen from there."""
    if value >= WON:
        return value + ply
    return value - ply if value <= -WON else value


def from_root(value: int, ply: int) -> int:
    """The inverse of :func:`from_node`."""
    if value >= WON:
        return max(value - ply, WON)
    return min(value + ply, -WON) if value <= -WON else value


def kept(best: int, alpha: int, beta: int, ply: int) -> tuple[int, int]:
    """What a search with this window has found at ply, at least and at most, for a table to hold: outside the window the result
    is a bound on one side alone."""
    found = from_node(best, ply)
    return found if best > alpha else -WIN, found if best < beta else WIN
