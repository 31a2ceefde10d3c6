"""What searches of a few good moves have in common at the root: they guess, so all they tell is which move seems better."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.engines.win_scores import WIN

SURE = 0.97
"""No guess comes nearer to a proof."""
_STEP = 0.001
"""What tells moves apart that a null window has only shown to be no better than the best."""


def compare(
    moves: Sequence[int], value: Callable[[int, int, int], int], unit: Callable[[int], float]
) -> list[tuple[int, float, bool]]:
    """Moves with an estimate for each, best first and no two equal, and whether that is but a bound: the move is worth at
    most so much.

    ``value(i, alpha, beta)`` searches a move, for the player who makes it; the first with an open window, all others with a
    null window first. ``unit`` turns such a value into an estimate, -SURE..+SURE.
    """
    best = -WIN
    found: list[tuple[int, int, bool]] = []
    for i in moves:
        bound = bool(found)
        if bound:
            worth = value(i, best, best + 1)
        # The value beyond the window is but a bound, so a better move is searched once more.
        if not bound or worth > best:
            worth, bound = value(i, best, WIN), False
        best = max(best, worth)
        found.append((worth, i, bound))
    found.sort(key=lambda pair: pair[0], reverse=True)
    return [(i, max(unit(worth), -SURE) - _STEP * rank, bound) for rank, (worth, i, bound) in enumerate(found)]
