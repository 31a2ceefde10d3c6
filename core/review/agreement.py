"""Two engines on one position: where they agree and where not."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from core.analysis import Analysis
from core.game import Move
from core.score import Proof, Score, Verdict

APART = 0.3
"""Difference of values, on a scale from -1 to +1, from which two guesses are said to differ."""


class Accord(Enum):
    """How two scores of one thing stand to each other: both prove the same; one guesses what the other may have proven, or a
    value near the guess of the other; both guess and are apart; or what both claim to have proven cannot be true together."""

    SAME = "same"
    NEAR = "near"
    APART = "apart"
    FAULT = "fault"


def accord(one: Score, other: Score) -> Accord:
    """Compare two scores of the same position or move, from the same player's view."""
    (low, high), (least, most) = _range(one), _range(other)
    if low > most or least > high or _distances_exclude(one, other):
        return Accord.FAULT
    if one.proven and other.proven:
        return Accord.SAME
    if one.proven or other.proven:
        return Accord.NEAR
    return Accord.NEAR if abs(one.value - other.value) < APART else Accord.APART


def accords(one: Analysis, other: Analysis) -> dict[Move, Accord]:
    """The moves of which both have a line, in the order of the first."""
    scores = {line.move: line.score for line in other.lines}
    if other.omitted_verdict:
        omitted = Score.exact(other.omitted_verdict)
        scores = {line.move: scores.get(line.move, omitted) for line in one.lines}
    return {line.move: accord(line.score, scores[line.move]) for line in one.lines if line.move in scores}


def shared(one: Sequence[Move], other: Sequence[Move]) -> Move | None:
    """The first move that is among those of two players, None where there is none."""
    return next((move for move in one if move in other), None)


def _range(score: Score) -> tuple[float, float]:
    """The least and the greatest value that what is proven leaves."""
    if score.proven:
        return score.value, score.value
    if score.verdict is None:
        return -1.0, 1.0
    return (0.0, 1.0) if score.proof is Proof.AT_LEAST else (-1.0, 0.0)


def _distances_exclude(one: Score, other: Score) -> bool:
    """Whether both prove a win, or a loss, and no number of plies fits both."""
    decided = one.proven and other.proven and one.verdict is other.verdict in (Verdict.WIN, Verdict.LOSE)
    return decided and (one.least > other.most or other.least > one.most)
