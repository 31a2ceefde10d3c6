"""What searches have in common at the root: the best move first, then what the others are worth.

A principal variation search asks of all moves but the first only whether they are better than the best so far, which takes a
third of the nodes that a value for each takes (3.15 times as many at depth 8 of ultimate tic-tac-toe, 1.8 to 4.7; there a
doubling of the nodes scores 66 %). What it finds out of the others is a bound. A player needs no more; for a panel the values
are filled in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from core.analysis import Watch
from core.engines.root import Root
from core.engines.win_scores import INFINITE
from core.game import Move
from core.score import Score

SURE = 0.97
"""No guess comes nearer to a proof."""
STEP = 0.001
"""What tells moves apart that a null window has only shown to be no better than the best."""

_LATE, _LATE_DEPTH = 3, 4
"""Moves of the root from this rank on, counted from 0, and from this depth on, are late."""


class Found(NamedTuple):
    """What a search has found of move ``i``: its worth for the player who makes it, or where it is a ``bound`` the most that it
    can be worth."""

    i: int
    worth: int
    bound: bool


def search_root(moves: Sequence[int], value: Callable[[int, int, int], int]) -> Iterator[Found]:
    """Search moves, the most promising first, each after the one before has been taken in.

    ``value(i, alpha, beta)`` searches a move, for the player who makes it: it returns v, at most v where v <= alpha, at least v
    where v >= beta, else exactly v.
    """
    best = -INFINITE
    for i in moves:
        bound = best > -INFINITE
        if bound:
            worth = value(i, best, best + 1)
        # The value beyond the window is but a bound, so a better move is searched once more.
        if not bound or worth > best:
            worth, bound = value(i, best, INFINITE), False
        best = max(best, worth)
        yield Found(i, worth, bound)


def late(ask: Callable[[int, int, int], int], rank: int, depth: int, alpha: int, beta: int) -> int:
    """The value of a move of the root for the player who makes it, as :func:`search_root` wants it: one of a late ``rank`` is
    first searched a ply less, where it is only asked whether it is better. ``ask`` takes depth, alpha and beta and is for the
    opponent."""
    if beta - alpha == 1 and rank >= _LATE and depth >= _LATE_DEPTH:
        value = -ask(depth - 2, -beta, -alpha)
        if value <= alpha:
            return value
    return -ask(depth - 1, -beta, -alpha)


def fill(found: Sequence[Found], value: Callable[[int, int, int], int]) -> Iterator[Found]:
    """Search for the values of moves of which bounds have been found, the highest bound first."""
    for i, worth, bound in sorted(found, key=lambda each: each.worth, reverse=True):
        if bound:
            yield Found(i, value(i, -INFINITE, worth + 1), False)


def compare(
    moves: Sequence[int], value: Callable[[int, int, int], int], unit: Callable[[int], float], watch: Watch
) -> Iterator[list[tuple[int, Score]]]:
    """Moves with what is guessed of each, best first and no two equal: with bounds for all that are not the best, then, where
    every value is wanted, with values, of as many as can be had for as many nodes again.

    ``value`` is as in :func:`search_root`; ``unit`` turns a value into a guess, which is cut to -SURE..+SURE.
    """
    before = watch.nodes
    found = {each.i: each for each in search_root(moves, value)}
    yield scored(list(found.values()), unit)
    if watch.all_moves:
        most = 2 * watch.nodes - before
        for each in fill(list(found.values()), value):
            found[each.i] = each
            if watch.nodes > most:
                break
        yield scored(list(found.values()), unit)


def deepen_chosen(
    root: Root,
    depth: int,
    chosen: Sequence[int],
    value: Callable[[int, int, int], int],
    unit: Callable[[int], float],
    line: Callable[[int], Sequence[Move]],
    below: Callable[[float, float, int], float | None],
) -> None:
    """Search the most promising moves of a root to a depth, as :func:`compare` does, and learn what is guessed of them, with
    the ``line`` that follows each. No other move is guessed to be as good: ``below(guess, least, rank)`` is what becomes of
    the guess of one, best first, beside the least of those that were searched; None where it stays. Raises Stopped."""
    for found in compare(chosen, value, unit, root.watch):
        for i, score in found:
            root.learn_orbit(i, score, line(i), depth)
        least = found[-1][1].value
        for rank, i in enumerate(i for i in root.unproven if i not in chosen):
            less = below(root.lines[i].score.value, least, rank)
            if less is not None:
                root.learn_orbit(i, Score.estimate(less))
        root.report()


def scored(found: Sequence[Found], unit: Callable[[int], float]) -> list[tuple[int, Score]]:
    """What has been found as guesses and their bounds, best first and no two equal."""
    scores = []
    for rank, (i, worth, bound) in enumerate(sorted(found, key=lambda each: each.worth, reverse=True)):
        guess = max(unit(worth), -SURE) - STEP * rank
        scores.append((i, Score.guessed_at_most(guess) if bound else Score.estimate(guess)))
    return scores
