"""Exercises of games in which a line wins."""

from __future__ import annotations

from core.position import Position
from core.study.exercises.kind import ExerciseKind, Solved


def winning_next(position: Position | None) -> int:
    """The number of moves that win at once in a position; 0 without a position."""
    if position is None:
        return 0
    outcomes = (position.play(move).outcome for move in position.moves)
    return sum(outcome is not None and outcome.winner == position.turn for outcome in outcomes)


def _forks(solved: Solved) -> bool:
    return solved.wins and solved.score.plies == 3 and winning_next(solved.after.passed()) > 1


def _blocks(solved: Solved) -> bool:
    return not solved.wins and solved.threatened and winning_next(solved.position.passed()) > 0


BLOCK = ExerciseKind("block", 2, _blocks)
FORK = ExerciseKind("fork", 3, _forks)
KINDS = (BLOCK, FORK)
